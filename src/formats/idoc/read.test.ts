import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deliveredFormat, formatOf, places, plainFile, readFile, told } from '../testkit/kit.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
const orders = deliveredFormat('idoc-orders');
const flat = fixture('orders.txt');
const xml = fixture('orders.xml');
const lines = flat.toString().split('\r\n').slice(0, -1);
const file = (all: readonly string[]) => Buffer.from(all.map((one) => `${one}\r\n`).join(''));
const faults = (bytes: Uint8Array | string, format = orders) => readFile(format, bytes).findings.map(told);
const put = (line: number, at: number, text: string, all: readonly string[] = lines) =>
  all.with(
    line - 1,
    (all[line - 1] ?? '').padEnd(at).slice(0, at - 1) +
      text +
      (all[line - 1] ?? '').slice(at - 1 + text.length),
  );

const control = {
  TABNAM: 'EDI_DC40',
  MANDT: '100',
  DOCNUM: '0000000000000471',
  MESTYP: 'ORDERS',
  IDOCTYP: 'ORDERS05',
  CREDAT: '2026-11-26',
  CRETIM: '08:15:02',
};
const line = {
  POSEX: '000010',
  ACTION: '001',
  MENGE: '1234.500',
  MENEE: 'PCE',
  VPREI: '12.50',
  PEINH: '100',
  NETWR: '154.31',
  E1EDP20: [
    { WMENG: '1000.000', EDATU: '2026-12-10' },
    { WMENG: '234.500', EDATU: '2026-12-17' },
  ],
  E1EDP19: { QUALF: '001', IDTNR: '000000000000004711', KTEXT: '5" pipe <long>' },
  E1EDPT1: {
    TDID: 'F01',
    TSSPRAS: 'D',
    E1EDPT2: [{ TDLINE: 'with care,', TDFORMAT: '*' }, { TDLINE: 'please' }],
  },
};

describe('IDocs', () => {
  it('flat and XML are one tree', () => {
    const [first, second] = plainFile(orders, flat);
    expect(first).toMatchObject({
      EDI_DC40: control,
      E1EDK01: { ACTION: '000', CURCY: 'EUR', BSART: 'NB', BELNR: '4500017801' },
      E1EDK03: [
        { IDDAT: '012', DATUM: '2026-11-26' },
        { IDDAT: '002', DATUM: '2026-12-10' },
      ],
      E1EDKA1: [
        { PARVW: 'AG', NAME1: 'Müller & Söhne', E1EDKA3: { STDPN: 'einkauf@example.com' } },
        { PARVW: 'LF', PARTN: '0000020045' },
      ],
      E1EDP01: [line, { POSEX: '000020', MENGE: '-2', MENEE: 'KGM' }],
      E1EDS01: { SUMID: '002', SUMME: '154.31' },
    });
    expect(second).toMatchObject({ E1EDK01: { BELNR: '4500017802' }, E1EDP01: { ACTION: '003' } });
    const inXml = plainFile(orders, Buffer.from(xml.toString().replace('      <ZTERM>0060</ZTERM>\n', '')));
    expect(inXml).toEqual(plainFile(orders, file(put(2, 86, '    '))));
  });

  it('what the format does not describe is told once, with its places', () => {
    const { findings } = readFile(orders, flat);
    expect(findings.map(told)).toEqual(['2:1 row 2 idoc-not-described']);
    expect(findings[0]?.message).toBe('The format does not describe this of the IDoc (1): E1EDK01 71–142.');
    const own = xml
      .toString()
      .replace('<ZTERM>', '<WKURS>1</WKURS><Z1OWN SEGMENT="1"><A>x</A></Z1OWN><Z1NONE SEGMENT="1"/><ZTERM>');
    expect(readFile(orders, own).findings.map(({ message }) => message)).toEqual([
      'The format does not describe this of the IDoc (2): E1EDK01/WKURS, Z1OWN.',
    ]);
  });

  it('have the places of the file, records numbered as the lines of a flat one', () => {
    const treesOf = (bytes: Uint8Array) =>
      readFile(orders, bytes).reads.map(({ tree }) => (tree ? places(tree.root) : []));
    const [, second] = treesOf(flat);
    expect(treesOf(flat)[0]).toContain('/IDOC/E1EDP01[1]/PEINH 10:133 row 10 PEINH');
    expect(second).toContain('/IDOC/E1EDP01/E1EDP19/IDTNR 23:67 row 23 IDTNR');
    expect(treesOf(xml)[0]).toContain('/IDOC/E1EDP01[1]/PEINH 53:7 row 10 PEINH       100');
  });

  it('the version in the name of a segment, and names of middleware, make no difference', () => {
    const external = xml.toString().replaceAll('E1EDK01', 'E2EDK01005').replaceAll('E1EDP20', 'E2EDP20');
    expect(plainFile(orders, external)).toEqual(plainFile(orders, xml));
    const older = file(
      lines.map((one) => one.replace('E2EDP01008', 'E2EDP01003').replace('E2EDK01005', 'E2EDK01   ')),
    );
    expect(plainFile(orders, older)).toEqual(plainFile(orders, flat));
  });

  it('may be wrapped by middleware, and have another root', () => {
    const wrapped = xml
      .toString()
      .replace('<ORDERS05>', '<ns:msg xmlns:ns="urn:x"><ORDERS04>')
      .replace('</ORDERS05>', '</ORDERS04></ns:msg>');
    expect(plainFile(orders, wrapped)).toEqual(plainFile(orders, xml));
    const alone = wrapped.replace(
      / {2}<IDOC BEGIN="1">\n {4}<EDI_DC40 SEGMENT="1">\n {6}<TABNAM>EDI_DC40<\/TABNAM>\n {6}<MANDT>100<\/MANDT>\n {6}<DOCNUM>0000000000000472[\s\S]*?<\/IDOC>/,
      '',
    );
    expect(plainFile(orders, alone)).toEqual(plainFile(orders, xml).slice(0, 1));
  });

  it('nest by PSGNUM, and by their order where it is blank', () => {
    const blank = lines.map((one) =>
      one.startsWith('E2') ? one.slice(0, 33) + ' '.repeat(30) + one.slice(63) : one,
    );
    expect(plainFile(orders, file(blank))).toEqual(plainFile(orders, flat));
    const twice = blank.toSpliced(8, 0, blank[1] ?? '');
    expect(faults(file(twice))).toContain('9:1 row 9 record-unexpected');
    const swapped = lines.toSpliced(10, 2, lines[11] ?? '', lines[10] ?? '');
    expect(faults(file(swapped))).toContain('12:1 row 12 idoc-segment-gap');
  });

  it('MESTYP decides what an IDoc is: not its root, and not its type', () => {
    const ordrsp = deliveredFormat('idoc-ordrsp');
    expect(faults(xml, ordrsp)).toEqual([
      '14:7 row 1 MESTYP idoc-message-other',
      '79:7 row 1 MESTYP idoc-message-other',
    ]);
    expect(ordrsp.recognise(xml)).toBe(false);
    expect(ordrsp.recognise(flat)).toBe(false);
    const changed = Buffer.from(xml.toString().replaceAll('<MESTYP>ORDERS<', '<MESTYP>ORDRSP<'));
    expect(ordrsp.recognise(changed)).toBe(true);
    expect(plainFile(ordrsp, changed)).toHaveLength(2);
  });

  it('are told apart by sender and recipient where the format names them', () => {
    const of = (recognise: string) =>
      formatOf(`format: own\nsyntax: idoc\nguide: idoc-orders\nrecognise: { ${recognise} }\n`);
    expect(of('sender: PRDCLNT100, recipient: "0000020045"').recognise(flat)).toBe(true);
    expect(of('sender: PRDCLNT100').recognise(xml)).toBe(true);
    expect(of('sender: QASCLNT100').recognise(flat)).toBe(false);
    expect(of('recipient: "20045"').recognise(xml)).toBe(false);
  });

  it.each([
    ['a segment whose parent is not there', put(11, 56, '000099'), ['11:1 row 11 idoc-parent']],
    ['a segment of another IDoc', put(11, 34, '0000000000000499'), ['11:1 row 11 idoc-number-other']],
    ['a line twice', lines.toSpliced(10, 0, lines[10] ?? ''), ['12:1 row 12 idoc-segment-twice']],
    ['a lost line', lines.toSpliced(10, 1), ['11:1 row 11 idoc-segment-gap']],
    ['no number', put(10, 75, '12,5    '), ['10:75 row 10 MENGE field-number']],
    ['no day', put(11, 94, '20261131'), ['11:94 row 11 EDATU field-date']],
    ['a test', put(1, 39, 'X'), ['1:39 row 1 TEST idoc-test']],
    ['no control record', lines.slice(1), ['1:1 row 1 idoc-no-control']],
    ['an old control record', lines.with(0, `EDI_DC   ${lines[0]?.slice(9)}`), ['1:1 row 1 idoc-version']],
    ['a NUL', put(5, 80, '\0'), ['5:80 row 5 csv-nul']],
    ['no E1EDK01', lines.toSpliced(1, 1), ['1:1 row 1 record-missing', '2:1 row 2 idoc-segment-gap']],
  ])('flat: %s', (_, all, expected) => {
    const told = faults(file(all)).filter((one) => !one.endsWith('idoc-not-described'));
    expect(told).toEqual(expected);
  });

  it.each([
    ['no IDoc', '<Order/>', ['1:1 idoc-none']],
    [
      'no control record',
      xml.toString().replace(/<EDI_DC40[\s\S]*?<\/EDI_DC40>/, ''),
      ['3:3 row 1 idoc-no-control'],
    ],
    ['a tag that is not closed', xml.toString().replace('</MENGE>', '</MENG>'), ['50:22 xml-close-tag']],
    ['no number', xml.toString().replace('>12.50<', '>12,50<'), ['52:7 row 10 VPREI field-number']],
  ])('XML: %s', (_, text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  it('a test is read where the format says so', () => {
    const own = formatOf('format: own\nsyntax: idoc\nguide: idoc-orders\ntest: process\n');
    expect(faults(file(put(1, 39, 'X')), own)).toEqual(['2:1 row 2 idoc-not-described']);
  });
});
