import { describe, expect, it } from 'vitest';
import type { Format } from '../document-format.ts';
import { deliveredFormat, formatOf, places, plain, readFile, told } from '../testkit/kit.ts';

const orders = deliveredFormat('edifact-d96a-orders');
const own = (more: string): Format =>
  formatOf(`format: own\nsyntax: edifact\nguide: edifact-d96a-orders\n${more}\n`);

/** An interchange around the segments of a message. */
function order(body: string, { una = '', level = 'UNOC', end = "'" } = {}): string {
  const segments = ['UNH+1+ORDERS:D:96A:UN', ...body.split('\n')];
  const all = [
    `UNB+${level}:3+a:14+b:14+260302:0815+7`,
    ...segments,
    `UNT+${segments.length + 1}+1`,
    'UNZ+1+7',
  ];
  return una + all.map((one) => `${one}${end}`).join('\n');
}
const start = 'BGM+220+1+9\nDTM+137:20260302:102';
const findings = (format: Format, file: string | Uint8Array) => readFile(format, file).findings.map(told);
const messages = (format: Format, file: string | Uint8Array) =>
  readFile(format, file).findings.map(({ message }) => message);
const json = (format: Format, file: string | Uint8Array) =>
  JSON.stringify(readFile(format, file).reads.map(({ tree }) => tree && plain(tree.root)));
const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('lexical rules', () => {
  it.each([
    ['no UNA', ''],
    ['a UNA', "UNA:+.? '"],
    ['a UNA and a line break', "UNA:+.? '\r\n"],
    ['a UNA of version 4', "UNA:+.?*'"],
    ['a byte order mark, blanks and zeros', '\xef\xbb\xbf \0\r\n'],
  ])('%s before an interchange', (_, una) => {
    expect(findings(orders, bytes(order(`${start}\nLIN+1\nQTY+21:10.50\nUNS+S`, { una })))).toEqual([]);
  });

  it.each([
    ['eight characters', "UNA:+.?'\n", ['1:1 edi-una-short']],
    ['eight characters before UNB at once', "UNA:+.?'", ['1:1 edi-una-short']],
    ['a separator twice', "UNA++.? '\n", ['1:1 row 1 edi-una']],
    ['a letter', "UNA:+.?A'\n", ['1:1 row 1 edi-una']],
    ['a line break as terminator', 'UNA:+.? \n', ['1:1 row 1 edi-una']],
    ['other signs than the segments have', "UNA;*.? '\n", ['1:1 row 1 edi-una']],
    ['nothing behind it', 'UNA', ['1:1 row 1 edi-una']],
  ])('a UNA with %s', (_, una, wanted) => {
    expect(findings(orders, order(`${start}\nUNS+S`, { una }))).toEqual(wanted);
  });

  it('takes the separators of a UNA, and the decimal mark', () => {
    const text = order(`${start}\nLIN+1\nIMD+F++:::a?:b\nQTY+21:10,50\nUNS+S`)
      .replaceAll('?', '!')
      .replaceAll("'", '~')
      .replaceAll('+', '|');
    const file = `UNA:|,! ~${text}`;
    expect(findings(orders, file)).toEqual([]);
    expect(json(orders, file)).toContain('"e6060":"10.50"');
    expect(json(orders, file)).toContain('"e7008":"a:b"');
  });

  it('releases what stands behind the release character', () => {
    const file = order(`${start}\nFTX+AAI+++a?+b?:c?'d??e\nUNS+S`);
    expect(findings(orders, file)).toEqual([]);
    expect(json(orders, file)).toContain(`"e4440":"a+b:c'd?e"`);
  });

  it('keeps a character that needed no release, and says so; a release that releases nothing is an error', () => {
    const kept = order(`${start}\nFTX+AAI+++a?b\nUNS+S`);
    expect(findings(orders, kept)).toEqual(['5:12 row 5 edi-release']);
    expect(json(orders, kept)).toContain('"e4440":"ab"');
    expect(findings(orders, kept.replace('a?b', 'a?\n+b'))).toContain('5:12 row 5 edi-release-end');
  });

  it.each([
    ['Plate 10*20', 'Plate 10*20'],
    ['Plate 10*', 'Plate 10*'],
    ['*20', '*20'],
    ['10**20?+', '10**20+'],
  ])(
    'cuts nothing at a repetition separator in an element that does not repeat, and says so: %s',
    (text, value) => {
      const file = order(`${start}\nLIN+1\nIMD+F++:::${text}:more\nUNS+S`).replace(':3+a', ':4+a');
      expect(findings(orders, file)).toEqual(['6:11 row 6 IMD F (free text) edi-repetition']);
      expect(json(orders, file)).toContain(`"e7008":["${value}","more"]`);
      expect(json(orders, file.replace(':4+a', ':3+a'))).toContain(`"e7008":["${value}","more"]`);
    },
  );

  it('repeats elements that do: as in other versions they stand one after the other', () => {
    const file = order(`${start}\nLIN+1\nPIA+5+A:BP*B:SA\nUNS+S`).replace(':3+a', ':4+a');
    expect(findings(orders, file)).toEqual([]);
    expect(json(orders, file)).toContain('"C212":[{"e7140":"A","e7143":"BP"},{"e7140":"B","e7143":"SA"}]');
  });

  it('refuses line breaks within a segment, unless the format says that files are wrapped', () => {
    const file = order(`${start}\nLIN+1\nPRI+AAA:1.5\nUNS+S`).replace('PRI+AAA:1', 'P\nRI+AAA:1\n');
    expect(findings(orders, file)).toEqual([
      '6:1 row 6 edi-tag',
      '6:2 row 6 edi-line-break',
      '7:9 row 6 edi-line-break',
    ]);
    const wrapped = own('lexical: { lineBreaks: anywhere }');
    expect(findings(wrapped, file)).toEqual([]);
    expect(json(wrapped, file)).toContain('"e5118":"1.5"');
  });

  it.each([
    ['a control character', 'FTX+AAI+++a\x07b', ['5:12 row 5 edi-control']],
    ['a tag in small letters', 'ftx+AAI', ['5:1 row 5 edi-tag']],
    ['a tag with components', 'LIN:1', ['5:1 row 5 edi-tag']],
    ['an empty segment', '', ['5:1 row 5 edi-tag']],
  ])('refuses %s', (_, segment, wanted) => {
    expect(findings(orders, order(`${start}\n${segment}\nUNS+S`))).toEqual(wanted);
  });
});

describe('numbers', () => {
  it.each([
    ['10', '10', []],
    ['000019', '19', []],
    ['60.0', '60.0', []],
    ['-2.5', '-2.5', []],
    ['2,5', '2.5', ['edi-decimal-mark']],
    ['1234567890123456', '1234567890123456', ['edi-length']],
    ['+2', undefined, ['edi-release', 'field-number']],
    ['1.234,5', undefined, ['field-number']],
    ['1E5', undefined, ['field-number']],
    ['2.', undefined, ['field-number']],
  ])('QTY+21:%s', (written, value, codes) => {
    const { reads, findings: all } = readFile(
      orders,
      order(`${start}\nLIN+1\nQTY+21:${written.replace('+', '?+')}\nUNS+S`),
    );
    const tree = JSON.stringify(reads.map(({ tree: one }) => one && plain(one.root)));
    if (value !== undefined) expect(tree).toContain(`"e6060":"${value}"`);
    expect(all.map(({ code }) => code)).toEqual(codes.filter((code) => code !== 'edi-release'));
  });
});

describe('dates', () => {
  it.each([
    ['137:20260302:102', '2026-03-02', []],
    ['137:260302:101', '2026-03-02', []],
    ['137:020326:2', '2026-03-02', []],
    ['137:202603021530:203', '2026-03-02T15:30:00', []],
    ['137:20260302153001:204', '2026-03-02T15:30:01', []],
    ['137:202603021530CET:303', '2026-03-02T15:30:00', []],
    ['137:20260302', '2026-03-02', ['edi-date-form']],
    ['137:202610:616', '202610', ['edi-date-period']],
    ['137:20260230:102', undefined, ['field-date']],
    ['137:00000000:102', undefined, ['field-date']],
  ])('DTM+%s', (written, value, codes) => {
    const file = order(`BGM+220+1+9\nDTM+${written}\nUNS+S`);
    expect(readFile(orders, file).findings.map(({ code }) => code)).toEqual(codes);
    if (value !== undefined) expect(json(orders, file)).toContain(`"e2380":"${value}"`);
  });
});

describe('envelopes', () => {
  const good = order(`${start}\nUNS+S`);
  it.each([
    ['too few segments', good.replace('UNT+5', 'UNT+4'), ['6:1 row 6 edi-count']],
    ['a count with zeros', good.replace('UNT+5', 'UNT+0005'), []],
    ['a count that is none', good.replace('UNT+5', 'UNT+x'), ['6:1 row 6 edi-count']],
    ['another message reference', good.replace('UNT+5+1', 'UNT+5+01'), ['6:1 row 6 edi-reference']],
    ['another count of messages', good.replace('UNZ+1', 'UNZ+2'), ['7:1 row 7 edi-count']],
    ['another control reference', good.replace('UNZ+1+7', 'UNZ+1+8'), ['7:1 row 7 edi-reference']],
    ['no UNT', good.replace(/UNT.*\n/, ''), ['6:1 row 6 edi-message-open']],
    ['no UNZ', good.replace(/UNZ.*/, ''), ['6:1 row 6 edi-end-missing']],
    ['no end', good.slice(0, -1), ['7:1 row 7 edi-segment-open']],
    ['no UNB', good.replace(/UNB.*\n/, ''), ['1:1 row 1 edi-no-header']],
    ['no UNH', good.replace(/UNH.*\n/, ''), ['2:1 row 2 edi-between-messages']],
    ['something behind it', `${good}\nLIN+1'`, ['8:1 row 8 edi-behind-end']],
    ['another message', good.replace('ORDERS:D', 'ORDCHG:D'), ['2:1 row 2 edi-type-other']],
    ['another release', good.replace('D:96A', 'D:01B'), ['2:1 row 2 edi-release-other']],
    ['0 for D', good.replace('D:96A', '0:96A'), []],
    ['a test', good.replace('+7', '+7++++++1'), ['1:1 row 1 edi-test']],
    ['a reference twice', good.replace(/(UNH.*)UNZ\+1/s, '$1$1UNZ+2'), ['7:1 row 7 edi-reference-twice']],
    ['XML', '<Order/>', ['1:1 row 1 edi-none']],
  ])('with %s', (_, file, wanted) => {
    expect(findings(orders, file)).toEqual(wanted);
  });

  it('with counts that a partner always gets wrong are told, and read', () => {
    const format = own('lexical: { counts: warn }');
    const { findings: all, reads } = readFile(
      format,
      good.replace('UNT+5', 'UNT+6').replace('UNZ+1+7', 'UNZ+3+8'),
    );
    expect(all.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'edi-count warning',
      'edi-reference warning',
      'edi-count warning',
    ]);
    expect(reads).toHaveLength(1);
  });

  it('several in a file, each with its own UNA', () => {
    const other = `UNA:|.? '${good.replaceAll('+', '|')}`;
    const file = `${good}\r\n\r\n${other}\r\n\0\0\x1a`;
    const { cut, findings: all } = readFile(orders, file);
    expect(all).toEqual([]);
    expect(cut.documents.map(({ at }) => `${at?.line}:${at?.column} ${at?.record}`)).toEqual([
      '2:1 2',
      '10:1 9',
    ]);
    expect(Buffer.from(orders.join(cut.documents)).toString()).toContain("UNZ|1|7'");
  });

  it('a test is processed where the format says so', () => {
    expect(findings(own('test: process'), good.replace('+7', '+7++++++1'))).toEqual([]);
  });
});

describe('character sets', () => {
  const text = order(`${start}\nFTX+AAI+++Größe 5 €\nUNS+S`);
  const read = (format: Format, file: Uint8Array) =>
    `${/"e4440":"([^"]*)"/.exec(json(format, file))?.[1]} ${findings(format, file).join(', ')}`;
  it.each([
    ['UNOC, which it is', Buffer.from(text.replace('€', ''), 'latin1'), 'Größe 5  '],
    ['UNOC, but is UTF-8', Buffer.from(text), 'Größe 5 € 1:1 edi-charset'],
    [
      'UNOC, but is windows-1252',
      Buffer.from(text.replace('€', '\x80'), 'latin1'),
      'Größe 5 € 1:1 edi-charset',
    ],
    ['UNOY, which it is', Buffer.from(text.replace('UNOC', 'UNOY')), 'Größe 5 € '],
    [
      'UNOA, but has letters beyond it',
      Buffer.from(text.replace('UNOC', 'UNOA').replace('€', ''), 'latin1'),
      'Größe 5  1:1 edi-charset',
    ],
    ['UNOL', Buffer.from(text.replace('UNOC', 'UNOL').replace('€', '\xa4'), 'latin1'), 'Größe 5 € '],
    [
      'UNOE',
      Buffer.from(text.replace('UNOC', 'UNOE').replace('Größe 5 €', '\xda\xb2\xe2'), 'latin1'),
      'кВт ',
    ],
  ])('UNB says %s', (_, file, wanted) => {
    expect(read(orders, file)).toBe(wanted);
  });

  it('two in one message: nobody can tell', () => {
    const file = Buffer.concat([
      Buffer.from(text.slice(0, text.indexOf('€'))),
      bytes('\xe4'),
      Buffer.from(text.slice(text.indexOf('€'))),
    ]);
    expect(messages(orders, file)).toEqual([
      'Letters in UTF-8 and the byte E4 after `FTX+AAI+++GrÃ¶Ã\x9fe 5 `, which is none, stand in one message.',
    ]);
    expect(findings(orders, file)).toEqual(['5:21 edi-charset-mixed']);
  });

  it('the encoding of the format wins', () => {
    expect(
      read(own('encoding: cp850'), Buffer.from(text.replace('Größe 5 €', 'Gr\x94\xe1e'), 'latin1')),
    ).toBe('Größe ');
  });
});

describe('structure', () => {
  it('puts segments into their groups, with places', () => {
    const { reads } = readFile(
      orders,
      order(`${start}\nNAD+BY+1::9\nCTA+OC+:Jan\nLIN+1\nPRI+AAA:2\nUNS+S\nMOA+79:2`),
    );
    const root = reads[0]?.tree?.root;
    expect(root && places(root).filter((one) => /gLIN|MOA/.test(one))).toEqual([
      '/ORDERS/gLIN 7:1 row 7',
      '/ORDERS/gLIN/LIN 7:1 row 7',
      '/ORDERS/gLIN/LIN/e1082 7:5 row 7 LIN, 1 line number',
      '/ORDERS/gLIN/gPRI 8:1 row 8',
      '/ORDERS/gLIN/gPRI/PRI 8:1 row 8',
      '/ORDERS/gLIN/gPRI/PRI/C509 8:5 row 8',
      '/ORDERS/gLIN/gPRI/PRI/C509/e5125 8:5 row 8 PRI AAA (net), 1.1 price qualifier',
      '/ORDERS/gLIN/gPRI/PRI/C509/e5118 8:9 row 8 PRI AAA (net), 1.2 price',
      '/ORDERS/MOA 10:1 row 10',
      '/ORDERS/MOA/C516 10:5 row 10',
      '/ORDERS/MOA/C516/e5025 10:5 row 10 MOA 79 (sum of the lines), 1.1 amount qualifier',
      '/ORDERS/MOA/C516/e5004 10:8 row 10 MOA 79 (sum of the lines), 1.2 amount',
    ]);
  });

  it('charges of the summary are not those of the header', () => {
    const tree = json(orders, order(`${start}\nALC+C\nMOA+8:1\nLIN+1\nUNS+S\nALC+A\nMOA+8:2`));
    expect(tree).toContain('"gALC":{"ALC":{"e5463":"C"}');
    expect(tree).toContain('"sALC":{"ALC":{"e5463":"A"}');
  });

  it.each([
    [
      'an amount behind the price goes to its line, not into the summary',
      'LIN+1\nPRI+AAA:2\nMOA+203:4',
      '`MOA 203 (line)` stands out of order in `gLIN`.',
      '"MOA":{"C516"',
    ],
    [
      'a segment that nothing takes is kept',
      'LIN+1\nZZZ+a',
      '`ZZZ` cannot stand in `gLIN`; nothing reads it.',
      '"unexpected":"ZZZ+a"',
    ],
    [
      'one too many is read',
      `LIN+1\n${'QVR+1:21\n'.repeat(2).trim()}`,
      '`QVR` stands more often than 1 times in `gLIN`.',
      '"QVR":[{',
    ],
  ])('%s', (_, body, message, part) => {
    const file = order(`${start}\n${body}\nUNS+S`);
    expect(messages(orders, file)).toEqual([message]);
    expect(json(orders, file)).toContain(part);
    const [strict] = readFile(own('lexical: { order: strict }'), file).findings;
    expect(strict?.severity).toBe('error');
  });

  it('says what is missing, too long or not in the directory, by the names of qualifiers and elements', () => {
    const file = order(`${start}\nRFF+:7\nLIN+1\nIMD+F++:::${'x'.repeat(36)}\nQTY+21:1:PCE:9\nUNS+S`);
    expect(messages(orders, file)).toEqual([
      '`RFF, 1.1 reference qualifier` is missing.',
      `\`${'x'.repeat(36)}\` in IMD F (free text), 3.4 description has 36 characters, and 35 are allowed.`,
      '`QTY 21 (ordered quantity)` has an element 1.4 that its directory does not know: `9`.',
    ]);
    expect(messages(orders, order('BGM+220+1+9'))).toEqual([
      '`DTM` is missing in `ORDERS`.',
      '`UNS` is missing in `ORDERS`.',
    ]);
  });
});

describe("a partner's guide", () => {
  const guide = own(`recognise: { sender: "a:14" }
tree:
  BGM!: { C002/e1001: [ 220 ], e1225: { default: 9 } }
  DTM[2]!: { C507/e2005: [ 137 ] }
  gLIN[]!:
    LIN!: { e1082!: identifier }
    QTY!:
  UNS!:`);

  it('tells what is not in it, and what it asks for', () => {
    const file = order('BGM+220+1\nDTM+2:20260302:102\nRFF+CT:1\nLIN+\nUNS+S');
    expect(messages(guide, file)).toEqual([
      '`2 (requested delivery)` in DTM 2 (requested delivery), 1.1 date qualifier is not in the guide of this partner, which has 137 (document).',
      '`RFF CT (contract)` is not in the guide of this partner.',
      '`QTY` is missing in `gLIN`.',
      '`LIN, e1082` is empty.',
    ]);
    expect(json(guide, file)).toContain('"e1225":"9"');
  });

  it('knows its own messages', () => {
    const file = order(`${start}\nUNS+S`);
    expect(guide.recognise(Buffer.from(file))).toBe(true);
    expect(guide.recognise(Buffer.from(file.replace('a:14', 'a:1')))).toBe(false);
    expect(guide.recognise(Buffer.from(file.replace('ORDERS', 'ORDCHG')))).toBe(false);
  });
});
