import { describe, expect, it } from 'vitest';
import { change, check, fixture } from '../scsn/testkit/documents.ts';
import type { Finding } from '../types.ts';
import {
  groupFindings,
  renderFindingCounts,
  renderFindings,
  renderOtherLocations,
  renderSeverityHint,
  renderWithKey,
} from './render-findings.ts';

const order = fixture('scsn/Order');

describe('findings for people', () => {
  it('begin with the key, say what to do and quote the line', () => {
    const text = change(order, '>25<', '>1.234,50<');
    expect(renderFindings(check(text), 'en', text)).toEqual([
      [
        '1. Error: Order line 1 (position 00010): `Quantity`: `1.234,50` is not a number.',
        '   What to do: Use a point as decimal mark and no thousands separator: 1234.50.',
        '   48 | <cbc:Quantity unitCode="C62">1.234,50</cbc:Quantity>',
        '   (line 48, column 7 - decimal-thousands - /Order/cac:OrderLine[1]/cac:LineItem/cbc:Quantity)',
      ],
    ]);
  });

  it('quote a document of one line from the place on; control characters are seen', () => {
    const text = change(order, '>25<', '>25\u0085<').replaceAll('\n', '');
    const [lines] = renderFindings(check(text), 'en', text);
    expect(lines?.[2]).toMatch(/^ {3}1 \| …<cbc:Quantity unitCode="C62">25\\x85<\/cbc:Quantity>/);
    expect(lines?.[2]?.length).toBeLessThan(130);
  });

  it('tell errors before warnings, and how many', () => {
    const text = change(order, 'unitCode="C62">25', 'unitCode="PCE">2,5');
    const findings = [...check(change(order, 'unitCode="C62">25', 'unitCode="PCE">25')), ...check(text)];
    expect(renderFindings(findings).map(([first]) => first?.slice(0, 11))).toEqual([
      '1. Error: O',
      '2. Warning:',
    ]);
    expect(renderFindingCounts(findings)).toBe('1 error, 1 warning');
    expect(renderSeverityHint(findings)).toContain('Warnings alone');
    expect(renderSeverityHint(findings.slice(0, 1))).toBe('');
  });

  it('tell many of one kind by their places', () => {
    const line = /<cac:OrderLine>[\s\S]*?<\/cac:OrderLine>/.exec(order)?.[0] ?? '';
    const lines = Array.from({ length: 12 }, (_, i) =>
      line.replace('00010', `9${i}`).replace('>25<', `>${i},5<`),
    );
    const found = renderFindings(check(change(order, line, lines.join('\n'))));
    expect(found).toHaveLength(3);
    expect(found.at(-1)?.join('\n')).toContain('The same in 9 more places: line ');
    expect(found.at(-1)?.join('\n')).toContain('order line 12 (position 911) `11,5`');
  });

  it('tell a warning once, with how often and where else it stands', () => {
    const warning = (line: number): Finding => ({
      code: 'quantity-sum',
      severity: 'warning',
      message: `Line ${line} does not add up.`,
      advice: 'Look.',
      line,
      path: `/Order/cac:OrderLine[${line}]`,
      key: `order line ${line}`,
    });
    const other = { ...warning(1), code: 'line-total' };
    const findings = [1, 2, 3].map(warning);
    expect(
      groupFindings([...findings, other]).map(({ finding, others: rest }) => [finding.message, rest.length]),
    ).toEqual([
      ['Line 1 does not add up.', 2],
      ['Line 1 does not add up.', 0],
    ]);
    expect(renderOtherLocations(findings.slice(1))).toBe(
      'The same in 2 more places: line 2 order line 2; line 3 order line 3.',
    );
    expect(renderOtherLocations(findings.slice(2), 'nl')).toBe(
      'Hetzelfde op nog één plaats: regel 3 order line 3.',
    );
    expect(renderFindings(findings)).toHaveLength(1);
  });

  it('are told in Dutch', () => {
    const findings = check(change(order, '>25<', '>2,5<'));
    expect(renderFindings(findings, 'nl')[0]?.[1]).toMatch(/^ {3}Wat te doen: /);
    expect(renderFindingCounts(findings, 'nl')).toBe('1 fout');
  });

  it('without a key are the message alone', () => {
    expect(renderWithKey({ code: 'x', severity: 'error', message: 'The file is empty.', advice: '' })).toBe(
      'The file is empty.',
    );
  });
});
