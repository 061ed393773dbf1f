import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Format } from '../document-format.ts';
import {
  asTarget,
  deliveredFormat,
  formatOf,
  plain,
  plainFile,
  readFile,
  target,
  told,
} from '../testkit/kit.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
const inXml = deliveredFormat('idoc-orders');
const flat = formatOf(
  'format: own\nsyntax: idoc\nguide: idoc-orders\nencoding: iso-8859-1\nwrite: { form: flat, control: { MANDT: "100", SNDPRT: LS, SNDPRN: GATEWAY, RCVPRN: PRD } }\n',
);
const envelope = { sequence: 42, at: '2026-11-26T08:15:30' };

const order = (line: object = {}) => ({
  E1EDK01: { CURCY: 'EUR', BELNR: 'PO1' },
  E1EDP01: [
    { POSEX: '000010', MENGE: '-2.5', MENEE: 'PCE', E1EDP20: [{ WMENG: '1', EDATU: '2026-12-10' }], ...line },
  ],
});

const written = (value: object, format: Format, options = { envelope }) => {
  const { bytes, findings } = format.write(target(value), options);
  return {
    text: Buffer.from(bytes).toString('latin1'),
    told: findings.map(({ code, path }) => `${code} ${path}`),
  };
};

describe('writing IDocs', () => {
  it('as XML, the control record with the sequence, the day and what the format says', () => {
    expect(written(order(), inXml)).toEqual({
      told: [],
      text: `<?xml version="1.0" encoding="UTF-8"?>
<ORDERS05>
  <IDOC BEGIN="1">
    <EDI_DC40 SEGMENT="1">
      <TABNAM>EDI_DC40</TABNAM>
      <DOCNUM>0000000000000042</DOCNUM>
      <DIRECT>2</DIRECT>
      <IDOCTYP>ORDERS05</IDOCTYP>
      <MESTYP>ORDERS</MESTYP>
      <CREDAT>20261126</CREDAT>
      <CRETIM>081530</CRETIM>
    </EDI_DC40>
    <E1EDK01 SEGMENT="1">
      <CURCY>EUR</CURCY>
      <BELNR>PO1</BELNR>
    </E1EDK01>
    <E1EDP01 SEGMENT="1">
      <POSEX>000010</POSEX>
      <MENGE>2.5-</MENGE>
      <MENEE>PCE</MENEE>
      <E1EDP20 SEGMENT="1">
        <WMENG>1</WMENG>
        <EDATU>20261210</EDATU>
      </E1EDP20>
    </E1EDP01>
  </IDOC>
</ORDERS05>
`,
    });
  });

  it('flat, each segment with its number and that of its parent', () => {
    const { text, told } = written(order(), flat);
    expect(told).toEqual([]);
    const lines = text.split('\r\n');
    expect(lines[0]?.slice(0, 29)).toBe('EDI_DC40  1000000000000000042');
    expect(lines[0]?.slice(158, 172)).toBe('LS  GATEWAY   ');
    expect(lines.slice(1, 4).map((line) => line.slice(0, 63))).toEqual([
      'E2EDK01005                    100000000000000004200000100000002',
      'E2EDP01008                    100000000000000004200000200000002',
      'E2EDP20001                    100000000000000004200000300000203',
    ]);
    expect(lines.slice(1, 4).map((line) => line.slice(63, 93).trimEnd())).toEqual([
      '    EUR',
      '000010     2.5-           PCE',
      '1',
    ]);
    expect(lines[3]?.slice(93)).toBe('20261210');
  });

  it('texts go on in the next segment, cut at words; a line break begins a paragraph', () => {
    const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
    const text = `${'lang '.repeat(16)}\n\nsecond line\r\nthird`;
    const value = (TDLINE: string) => ({
      ...order(),
      E1EDKT1: [{ TDID: 'F01', E1EDKT2: { TDLINE, TDFORMAT: '*' } }],
    });
    for (const format of [inXml, flat]) {
      const { bytes, findings } = format.write(target(value(text)), { envelope });
      expect(findings).toEqual([]);
      expect(plainFile(format, bytes)).toMatchObject([
        {
          E1EDKT1: {
            E1EDKT2: [
              { TDLINE: 'lang '.repeat(14).trim(), TDFORMAT: '*' },
              { TDLINE: 'lang lang' },
              { TDLINE: 'second line', TDFORMAT: '*' },
              { TDLINE: 'third', TDFORMAT: '*' },
            ],
          },
        },
      ]);
    }
    const [a, b] = ['a'.repeat(35), 'b'.repeat(35)];
    const full = inXml.write(target(value(`${a} ${b}\n${a} ${b.slice(1)}`)), { envelope });
    expect(plainFile(inXml, full.bytes)).toMatchObject([
      { E1EDKT1: { E1EDKT2: [{ TDLINE: a }, { TDLINE: b }, { TDLINE: `${a} ${b.slice(1)}` }] } },
    ]);
    expect(written(value(`short ${word}`), inXml).told).toEqual([
      'write-length /IDOC/E1EDKT1[1]/E1EDKT2[2]/TDLINE',
    ]);
  });

  it('what the mapping says of the control record wins', () => {
    const value = { ...order(), EDI_DC40: { RCVPRN: 'QAS', MESCOD: 'X1' } };
    const [record = ''] = written(value, flat).text.split('\r\n');
    expect(record.slice(129, 132)).toBe('X1 ');
    expect(record.slice(277, 287).trim()).toBe('QAS');
  });

  it.each([
    [
      'more characters than its place',
      flat,
      order({ POSEX: '1234567' }),
      ['write-length /IDOC/E1EDP01[1]/POSEX'],
    ],
    ['the same in XML', inXml, order({ POSEX: '1234567' }), ['write-length /IDOC/E1EDP01[1]/POSEX']],
    ['no number', inXml, order({ MENGE: 'ten' }), ['write-value /IDOC/E1EDP01[1]/MENGE']],
    [
      'a value that has no place in a flat IDoc',
      flat,
      order({ ABGRU: '01' }),
      ['idoc-no-place /IDOC/E1EDP01[1]/ABGRU'],
    ],
    ['which has an element in XML', inXml, order({ ABGRU: '01' }), []],
    [
      'a line break',
      flat,
      order({ E1EDP19: [{ KTEXT: 'a\nb' }] }),
      ['write-line-break /IDOC/E1EDP01[1]/E1EDP19[1]/KTEXT'],
    ],
    [
      'a character that the encoding does not have',
      flat,
      order({ E1EDP19: [{ KTEXT: 'Ł' }] }),
      ['write-character /IDOC/E1EDP01[1]/E1EDP19[1]/KTEXT'],
    ],
    ['a segment that is not known', inXml, { ...order(), Z1OWN: { A: '1' } }, ['target-unknown /IDOC/Z1OWN']],
    ['no header', inXml, { E1EDP01: order().E1EDP01 }, ['required-missing /IDOC/E1EDK01']],
  ])('tells of %s', (_, format, value, expected) => {
    expect(written(value, format).told).toEqual(expected);
  });

  it.each([
    ['orders.txt', inXml],
    ['orders.xml', inXml],
    ['orders.txt', flat],
  ])('%s: what is read is written so that it is read as the same', (name, format) => {
    for (const { tree } of readFile(inXml, fixture(name)).reads) {
      if (tree === undefined) throw new Error('it was not read');
      const { bytes, findings } = format.write(asTarget(tree.root));
      expect(findings).toEqual([]);
      expect(plainFile(format, bytes)).toEqual([plain(tree.root)]);
    }
  });

  it('the law: both forms give the same tree for what is written without a finding', () => {
    const text = fc
      .string({
        unit: fc.constantFrom('a', 'Z', '1', ' ', 'é', '<', '&', '"', '\u00a0', '\n', 'Ł'),
        maxLength: 20,
      })
      .map((one) => one.trim());
    const number = fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.nat(999));
    const lines = fc.array(
      fc.record({
        POSEX: fc.nat(999_999).map(String),
        MENGE: number.map(([a, b]) => `${a}.${b}5`),
        KTEXT: text,
      }),
      { maxLength: 4 },
    );
    let kept = 0;
    fc.assert(
      fc.property(lines, text, (all, name) => {
        const value = {
          E1EDK01: { BELNR: 'PO1' },
          E1EDKA1: [{ PARVW: 'AG', NAME1: name, E1EDKA3: [{ STDPN: name }] }, { PARVW: 'LF' }],
          E1EDP01: all.map(({ KTEXT, ...line }) => ({
            ...line,
            E1EDP19: [{ QUALF: '001', KTEXT }, { QUALF: '002' }],
          })),
        };
        const files = [inXml, flat].map((format) => format.write(target(value), { envelope }));
        if (files.some(({ findings }) => findings.length > 0)) return;
        kept += 1;
        const [first, second] = files.map(({ bytes }, n) => readFile(n === 0 ? inXml : flat, bytes));
        expect(first?.findings.map(told)).toEqual([]);
        expect(second?.findings.map(told)).toEqual([]);
        const [a, b] = [first, second].map((one) => one?.reads[0]?.tree);
        const segments = (tree: typeof a) => tree && Object.entries(Object(plain(tree.root))).slice(1);
        expect(segments(a)).toEqual(segments(b));
        expect(JSON.stringify(segments(a))).toContain(JSON.stringify(name));
      }),
      { numRuns: 300 },
    );
    expect(kept).toBeGreaterThan(50);
  });
});
