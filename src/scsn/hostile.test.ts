import { describe, expect, it } from 'vitest';
import { change, check, fixture } from './testkit/documents.ts';

/** Documents that want to take all memory or time: each is answered with a finding, soon. Seconds. */
const soon = 15;

const order = fixture('scsn/Order');
const withNote = (text: string) => change(order, '<cbc:Note>', text);

function codesOf(text: string | Uint8Array): readonly string[] {
  const start = performance.now();
  const found = check(text);
  expect((performance.now() - start) / 1000).toBeLessThan(soon);
  return [...new Set(found.map(({ code }) => code))];
}

describe('hostile XML', () => {
  it('10,000 attributes are told, 500 of them in full', () => {
    const attributes = Array.from({ length: 10_000 }, (_, index) => `a${index}="x"`).join(' ');
    expect(codesOf(withNote(`<cbc:Note ${attributes}>`))).toEqual(['attribute-unknown', 'findings-cut']);
  });

  it('10,000 namespaces do no harm', () => {
    const declared = Array.from({ length: 10_000 }, (_, index) => `xmlns:n${index}="urn:${index}"`).join(' ');
    expect(codesOf(withNote(`<cbc:Note ${declared}>`))).toEqual([]);
  });

  it('5,000 levels are refused while reading', () => {
    const deep = '<cac:SubLineItem>'.repeat(5000) + '</cac:SubLineItem>'.repeat(5000);
    expect(codesOf(withNote(`${deep}<cbc:Note>`))).toEqual(['document-too-deep']);
  });

  it('a text of 100 MB is refused before reading', () => {
    expect(codesOf(Buffer.alloc(100_000_001, 'x'))).toEqual(['file-too-large']);
  });

  it('entity bombs and external entities are refused with their DTD', () => {
    const bomb = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join(
      '',
    );
    const doctype = `<!DOCTYPE Order [<!ENTITY e0 "lol">${bomb}]>`;
    expect(codesOf(change(order, '<Order', `${doctype}<Order`).replace('gate 4', '&e9;'))).toEqual([
      'xml-doctype',
    ]);
    const external = '<!DOCTYPE Order [<!ENTITY x SYSTEM "http://127.0.0.1:9/x">]><Order';
    expect(codesOf(change(order, '<Order', external))).toEqual(['xml-doctype']);
    expect(
      codesOf(change(order, '<Order', '<!DOCTYPE Order SYSTEM "http://127.0.0.1:9/x.dtd"><Order')),
    ).toEqual(['xml-doctype']);
  });

  it('100,000 elements in one are refused before libxml2 sees them', () => {
    const lines = '<cac:OrderLine/>'.repeat(100_000);
    expect(codesOf(change(order, '</Order>', `${lines}</Order>`))).toEqual(['document-too-wide']);
    const unknown = '<cac:Foo/>'.repeat(100_000);
    expect(codesOf(change(order, '</Order>', `${unknown}</Order>`))).toEqual(['document-too-wide']);
  });

  it('19,000 elements of a known name in the wrong place are told soon', () => {
    for (const [stray, code] of [
      ['<cac:Party/>', 'element-misplaced'],
      ['<cbc:Name>x</cbc:Name>', 'elements-unwrapped'],
    ] as const)
      expect(codesOf(change(order, '</Order>', `${stray.repeat(19_000)}</Order>`))).toContain(code);
  });

  it('texts in 4,000,000 pieces are refused before libxml2 sees them, in 50,000 they are read', () => {
    for (const piece of ['<![CDATA[x]]>', 'x<!--x-->', 'x<?x x?>']) {
      expect(codesOf(withNote(`<cbc:Note>${piece.repeat(4_000_000)}`))).toEqual(['document-in-pieces']);
      expect(codesOf(withNote(`<cbc:Note>${piece.repeat(50_000)}`))).not.toContain('document-in-pieces');
    }
  });

  it('a value of any length is checked', () => {
    expect(codesOf(change(order, 'SGVsbG8=', 'QU!D'.repeat(250_000)))).toEqual(['base64-characters']);
    expect(codesOf(change(order, 'SGVsbG8=', 'QUJD'.repeat(250_000)))).toEqual([]);
    expect(codesOf(change(order, '>25<', `>${'9'.repeat(5000)},5<`))).toEqual(['decimal-comma']);
  });
});

it.each([
  ['comments that do not end', `<Order>${'<!--'.repeat(500_000)}`, 'xml-not-well-formed'],
  ['CDATA that does not end', `<Order>${'<![CDATA['.repeat(300_000)}`, 'xml-truncated'],
])('reads %s once', (_, text, code) => {
  expect(codesOf(text)).toEqual([code]);
});

it('explains a value of a hundred thousand characters as any other', () => {
  const long = change(order, /<cbc:IssueDate>[^<]*/, `<cbc:IssueDate>2026-11-02${'T1'.repeat(50_000)}`);
  expect(codesOf(long)).toEqual(['date-with-time']);
});

it('tells no value of a thousand characters', () => {
  const long = 'N'.repeat(100_000);
  const found = [`<cbc:Note languageID="${long}">`, `<cbc:${long}/><cbc:Note>`].flatMap((note) =>
    check(withNote(note)),
  );
  expect(found).toHaveLength(2);
  for (const { message, advice } of found) expect(message.length + advice.length).toBeLessThan(3000);
});
