import { describe, expect, it } from 'vitest';
import type { TargetObject, TargetValue } from '../../tree/values/target-tree.ts';
import type { Format } from '../document-format.ts';
import { deliveredFormat, formatOf } from '../testkit/kit.ts';

const orders = deliveredFormat('edifact-d96a-orders');
const own = (write: string): Format =>
  formatOf(`format: own\nsyntax: edifact\nguide: edifact-d96a-orders\nwrite: ${write}\n`);
const envelope = { sequence: 42, at: '2026-11-26T08:15:30' };

type Plain = string | readonly Plain[] | { readonly [name: string]: Plain };

function target(value: Plain): TargetValue {
  if (typeof value === 'string') return { kind: 'scalar', type: 'string', text: value };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(target) };
  return object(value as Readonly<Record<string, Plain>>);
}
const object = (value: Readonly<Record<string, Plain>>): TargetObject => ({
  kind: 'object',
  members: new Map(Object.entries(value).map(([name, one]) => [name, target(one)])),
});

const parties = { UNB: { S002: { e0004: 'us', e0007: '14' }, S003: { e0010: 'them' } } };
const head = {
  BGM: { C002: { e1001: '220' }, e1004: '4500001001', e1225: '9' },
  DTM: { C507: { e2005: '137', e2380: '2026-11-26', e2379: '102' } },
};
const order = (more: Readonly<Record<string, Plain>> = {}) => object({ ...parties, ...head, ...more });
const written = (format: Format, made: TargetObject) => {
  const { bytes, findings } = format.write(made, { envelope });
  return {
    text: Buffer.from(bytes).toString('latin1'),
    told: findings.map(({ code, path }) => `${code} ${path}`),
  };
};
const text = (value: Plain) => ({ FTX: { e4451: 'AAI', C108: { e4440: value } } });

describe('writing', () => {
  it('makes the envelope: counts, control reference from the sequence, date', () => {
    expect(written(orders, order())).toEqual({
      text: "UNA:+.? 'UNB+UNOC:3+us:14+them+261126:0815+42'UNH+1+ORDERS:D:96A:UN'BGM+220+4500001001+9'DTM+137:20261126:102'UNS+S'UNT+5+1'UNZ+1+42'",
      told: [],
    });
  });

  it('without the sequence, the document must say its control reference and date', () => {
    const { findings } = orders.write(order());
    expect(findings.map(({ path }) => path)).toEqual(['/ORDERS/UNB/S004', '/ORDERS/UNB/e0020']);
    expect(findings[0]?.advice).toBe('Fill it in the mapping, or give an alternative in the mapping.');
  });

  it('takes no character set that nobody knows', () => {
    const made = order({ UNB: { ...parties.UNB, S001: { e0001: 'UNOZ' } } });
    expect(written(orders, made).told).toEqual(['edi-code /ORDERS/UNB/S001/e0001']);
  });

  it.each([
    ['{ lineEnd: crlf, una: false }', "UNB+UNOC:3+us:14+them+261126:0815+42'\r\nUNH+1+"],
    ['{ version: "4", level: UNOY }', "UNA:+.? 'UNB+UNOY:4+us:14+them+20261126:0815+42'"],
    ['{ separators: ";|,! ~" }', 'UNA;|,! ~UNB|UNOC;3|us;14|them|261126;0815|42~'],
  ])('as the format says: %s', (write, start) => {
    const made = written(own(write), order());
    expect(made.told).toEqual([]);
    expect(made.text.slice(0, start.length)).toBe(start);
  });

  it('releases separators, and keeps the place of what is empty', () => {
    const line = {
      LIN: { e1082: '10' },
      PIA: { e4347: '5', C212: ['', { e7140: "A'1+2:3?", e7143: 'SA' }] },
    };
    expect(written(orders, order({ gLIN: line })).text).toContain("'LIN+10'PIA+5++A?'1?+2?:3??:SA'");
  });

  it.each([
    ['a decimal', { e6063: '21', e6060: '1234.50', e6411: 'PCE' }, "QTY+21:1234.50:PCE'", []],
    ['no number', { e6063: '21', e6060: '1.234,50' }, "QTY+21'", ['write-value', 'required-missing']],
    [
      'too many digits',
      { e6063: '21', e6060: '1234567890123456' },
      "QTY+21:1234567890123456'",
      ['write-length'],
    ],
  ])('%s', (_, quantity, part, codes) => {
    const made = written(orders, order({ gLIN: { LIN: { e1082: '1' }, QTY: { C186: quantity } } }));
    expect(made.text).toContain(part);
    expect(made.told.map((one) => one.split(' ')[0])).toEqual(codes);
  });

  it.each([
    ['2026-03-02', '102', '20260302'],
    ['2026-03-02', '203', '202603020000'],
    ['2026-03-02T15:30:00', '203', '202603021530'],
    ['2026-03-02T00:00:00', '102', '20260302'],
    ['2026-03-02T15:30:00', '102', undefined],
    ['2026-02-30', '102', undefined],
    ['202610', '616', '202610'],
  ])('the date %s in form %s', (value, form, wanted) => {
    const made = written(orders, order({ DTM: { C507: { e2005: '137', e2380: value, e2379: form } } }));
    if (wanted === undefined) expect(made.told).toEqual(['write-value /ORDERS/DTM[1]/C507/e2380']);
    else expect(made.text).toContain(`DTM+137:${wanted}:${form}'`);
  });

  it.each([
    ['UNOC', 'Größe', []],
    ['UNOC', '5 €', ['write-character /ORDERS/FTX[1]/C108/e4440']],
    ['UNOA', 'Lower', ['write-character /ORDERS/FTX[1]/C108/e4440']],
    ['UNOB', 'Lower & more', []],
    ['UNOB', 'Größe', ['write-character /ORDERS/FTX[1]/C108/e4440']],
    ['UNOD', 'Łódź', []],
    ['UNOY', '5 €', []],
    ['UNOY', 'a\nb', ['write-character /ORDERS/FTX[1]/C108/e4440']],
  ])('%s carries %s, or says that it does not', (level, value, told) => {
    const upper = (one: string) => (level === 'UNOA' ? one.toUpperCase() : one);
    const made = object({
      ...text(value),
      ...head,
      UNB: {
        S001: { e0001: level, e0002: '3' },
        S002: { e0004: upper('us') },
        S003: { e0010: upper('them') },
      },
    });
    expect(written(own('{ texts: whole }'), made).told).toEqual(told);
  });

  it('never cuts a text, but for words into the next element where the format says so', () => {
    const long = `${'wort '.repeat(13)}Ende des Textes`;
    expect(written(own('{ texts: whole }'), order(text(long))).told).toEqual([
      'write-length /ORDERS/FTX[1]/C108/e4440',
    ]);
    const format = own('{ texts: words }');
    const made = written(format, order(text(`${long}\nzweite Zeile`)));
    expect(made.told).toEqual([]);
    expect(made.text).toContain(`FTX+AAI+++${'wort '.repeat(13)}Ende :des Textes:zweite Zeile'`);
  });

  it('repeats a segment for a text that is too long for one, where it may', () => {
    const format = own('{ texts: words }');
    const made = written(format, order(text('x'.repeat(351))));
    expect(made.told).toEqual([]);
    expect(made.text).toContain(`${`:${'x'.repeat(70)}`.repeat(4)}'FTX+AAI+++x'`);
    const lines = Array.from({ length: 6 }, (_, n) => `Zeile ${n}`);
    const listed = written(format, order({ FTX: { e4451: 'AAI', C108: { e4440: lines } } }));
    expect(listed.told).toEqual([]);
    expect(listed.text).toContain("Zeile 3:Zeile 4'FTX+AAI+++Zeile 5'");
    const name = { gNAD: [{ NAD: { e3035: 'BY', C080: { e3036: 'x'.repeat(176) } } }] };
    expect(written(format, order(name)).told).toEqual(['write-length /ORDERS/gNAD[1]/NAD/C080/e3036']);
  });

  it.each([
    [
      'a name that the structure does not have',
      { QTY: { C186: { e6063: '21', e6060: '1' } } },
      ['target-unknown /ORDERS/QTY'],
    ],
    [
      'an element that the segment does not have',
      { PAI: { e9999: '1' } },
      ['target-unknown /ORDERS/PAI/e9999'],
    ],
    [
      'one segment too many',
      { PAI: [{ C534: { e4439: '1' } }, { C534: { e4439: '2' } }] },
      ['target-repeated /ORDERS/PAI'],
    ],
    [
      'one element too many',
      { gNAD: [{ NAD: { e3035: 'BY', C080: { e3036: ['1', '2', '3', '4', '5', '6'] } } }] },
      ['target-unknown /ORDERS/gNAD[1]/NAD/C080/e3036'],
    ],
    [
      'a group without its trigger',
      { gLIN: { QTY: { C186: { e6063: '21', e6060: '1' } } } },
      ['required-missing /ORDERS/gLIN[1]/LIN'],
    ],
    [
      'a composite without its qualifier',
      { gRFF: { RFF: { C506: { e1154: '1' } } } },
      ['required-missing /ORDERS/gRFF[1]/RFF/C506/e1153'],
    ],
    ['a value where elements belong', { PAI: { C534: '1' } }, ['target-shape /ORDERS/PAI/C534']],
    ['no date', { DTM: {} }, ['required-missing /ORDERS/DTM']],
  ])('tells %s', (_, more, told) => {
    expect(written(orders, order(more)).told).toEqual(told);
  });

  it("holds codes against the partner's guide, and fills in what is always the same", () => {
    const format = formatOf(`format: own
syntax: edifact
guide: edifact-d96a-orders
tree:
  BGM!: { C002/e1001: [ 220 ], e1225: { default: 9 } }
  DTM!: { C507/e2005: [ 137 ] }
  UNS!:
`);
    const made = written(format, order({ BGM: { C002: { e1001: '224' }, e1004: '1' } }));
    expect(made.text).toContain("BGM+224+1+9'");
    expect(made.told).toEqual(['edi-code /ORDERS/BGM/C002/e1001']);
  });
});
