import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNearest, renderSuggestion } from './nearest-names.ts';

describe('the name that was probably meant', () => {
  it.each([
    ['bcb:ID', 'cbc:ID', 'letters changed places'],
    ['quantiy', 'quantity', 'a letter is missing'],
    ['NOTE', 'Note', 'only the case is another'],
    ['EndDatum', undefined, 'nothing is near'],
  ])('%s: %s (%s)', (written, meant, _why) => {
    expect(findNearest(written, ['cbc:ID', 'quantity', 'Note', 'DeliveryTerms'])).toBe(meant);
  });

  it('is the first of several that are equally near', () => {
    expect(findNearest('lime', ['line', 'time'])).toBe('line');
    expect(findNearest('lime', ['time', 'line'])).toBe('time');
  });

  it('is at most a third of the letters away, or as many as the caller says', () => {
    const names = ['RequestedDeliveryPeriod'];
    expect(findNearest('RequestedDeliveryDate', names)).toBe('RequestedDeliveryPeriod');
    expect(findNearest('RequestedDeliveryDate', names, 3)).toBeUndefined();
    expect(findNearest('RequestedDeliverPerod', names, 3)).toBe('RequestedDeliveryPeriod');
  });

  it('is always a name that is there, and the name itself where it is one', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(word, fc.uniqueArray(word), (name, names) => {
        const near = findNearest(name, names);
        expect(near === undefined || names.includes(near)).toBe(true);
        expect(findNearest(name, [...names, name])).toBe(name);
      }),
    );
  });
});

describe('what an unknown name is answered with', () => {
  it('is the nearest, the same name behind another prefix, or what there is', () => {
    expect(renderSuggestion('cbc:Id', ['cbc:ID'], 'members')).toBe('Did you mean "cbc:ID"?');
    expect(renderSuggestion('abcdef:ID', ['cbc:ID'], 'members')).toBe('Did you mean "cbc:ID"?');
    expect(renderSuggestion('quantity', ['cbc:ID', 'cbc:Note'], 'members')).toBe(
      'The members here are: cbc:ID, cbc:Note.',
    );
    expect(renderSuggestion('quantity', [], 'members')).toBe('There are no members here.');
  });

  it('names five at the most, the nearest first', () => {
    const many = Array.from({ length: 13 }, (_, i) => `line${i}`);
    expect(renderSuggestion('', many, 'members')).toBe(
      'The members here are: line0, line1, line2, line3, line4 and 8 more.',
    );
    const names = ['cac:A', 'cac:B', 'cac:C', 'cac:D', 'cbc:EndDate', 'cbc:IssueDate'];
    expect(renderSuggestion('x:LastDate', names, 'members')).toMatch(/are: cbc:IssueDate, cbc:EndDate, cac/);
  });
});
