import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asTarget, formatOf, plain, plainFile, readFile, target, told } from '../testkit/kit.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const description = fixture('acme-fixed-orders.yaml').toString();
const orders = formatOf(description);
const inBytes = formatOf(fixture('acme-fixed-bytes.yaml').toString());

const order = (line: object = {}, text = 'eilig') => ({
  F0: { sender: 'ACME' },
  K1: { number: 'PO1', date: '2026-11-26', buyer: { city: 'Köln' }, T1: [{ text }] },
  P1: [{ position: '10', quantity: '-1.5', price: '12.5', per: '100', correction: '-3', ...line }],
});

const written = (value: object, format = orders) => {
  const { bytes, findings } = format.write(target(value));
  return {
    text: Buffer.from(bytes).toString('latin1'),
    told: findings.map(({ code, path }) => `${code} ${path}`),
  };
};

describe('writing fixed places', () => {
  it('puts text left, numbers right with zeros and their sign, and counts records', () => {
    const { text, told } = written(order());
    expect(told).toEqual([]);
    expect(text.split('\r\n').map((line) => line.trimEnd())).toEqual([
      'F0ACME',
      `K1PO1         20261126${' '.repeat(33)}K\xf6ln`,
      'T1      eilig',
      `P110${' '.repeat(26)}00000001500-   000000012500000100${'00000003-'}`,
      'Z9000001000003',
      '',
    ]);
    expect(text.split('\r\n')[0]).toHaveLength(90);
  });

  it('writes blanks before numbers, the sign first, LF, and no blanks at the end where the format says so', () => {
    const own = formatOf(
      description.replace(
        'write: { sign: trailing }',
        'write: { numbers: blanks, lineEnd: lf, blanks: cut }',
      ),
    );
    expect(written(order(), own).text.split('\n')[3]).toBe(
      `P110${' '.repeat(26)}       -1500          125000  100       -3`,
    );
  });

  it.each([
    [
      'more characters than its place',
      order({ position: '1234567' }),
      ['write-length /order/P1[1]/position'],
    ],
    ['more digits', order({ quantity: '1234567890' }), ['write-length /order/P1[1]/quantity']],
    [
      'digits behind the mark that have no place',
      order({ quantity: '1.2345' }),
      ['write-value /order/P1[1]/quantity'],
    ],
    [
      'a text that means nothing',
      order({ delivery: [{ date: '2026-12-03', quantity: '999999999.999' }] }),
      ['write-value /order/P1[1]/delivery[1]/quantity'],
    ],
    [
      'a character that the encoding does not have',
      order({}, 'Łódź'),
      ['write-character /order/K1/T1[1]/text'],
    ],
    ['a line break', order({}, 'a\nb'), ['write-line-break /order/K1/T1[1]/text']],
    [
      'a record too often',
      order({ T1: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] }),
      ['target-repeated /order/P1[1]/T1'],
    ],
    ['an unknown name', order({ colour: 'red' }), ['target-unknown /order/P1[1]/colour']],
    ['nothing where something must be', order({ position: ' ' }), ['required-missing /order/P1[1]/position']],
  ])('tells of %s', (_, value, expected) => {
    expect(written(value).told).toEqual(expected);
  });

  it.each([
    ['acme-fixed-orders', orders],
    ['acme-fixed-bytes', inBytes],
  ])('%s: what is read is written so that it is read as the same', (name, format) => {
    for (const { tree } of readFile(format, fixture(`${name}.txt`)).reads) {
      if (tree === undefined) throw new Error('it was not read');
      const { bytes, findings } = format.write(asTarget(tree.root));
      expect(findings).toEqual([]);
      expect(plainFile(format, bytes)).toEqual([plain(tree.root)]);
    }
  });

  it('the law: what is written without a finding is read as the same', () => {
    const text = fc
      .string({ unit: fc.constantFrom('a', 'B', '1', '0', ' ', 'é', 'ß', '"', 'Ł'), maxLength: 9 })
      .map((one) => one.trim());
    const number = fc.tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 99 }));
    const value = fc.record({
      number: text,
      name: text,
      text,
      quantity: number.map(([whole, part]) => `${whole}.${String(part).padStart(2, '0')}0`),
    });
    let kept = 0;
    fc.assert(
      fc.property(value, fc.boolean(), ({ number, name, text, quantity }, bytes) => {
        const format = bytes ? inBytes : orders;
        const made = bytes
          ? { H: { number, name }, L: [{ position: '1', text, quantity }] }
          : { ...order({ quantity, item: name }, text), K1: { number, date: '2026-11-26', T1: [{ text }] } };
        const file = format.write(target(made));
        if (file.findings.length > 0) return;
        kept += 1;
        const { reads, findings } = readFile(format, file.bytes);
        expect(findings.map(told)).toEqual([]);
        const tree = reads[0]?.tree;
        const again = tree && format.write(asTarget(tree.root));
        expect(again && Buffer.from(again.bytes).toString('hex')).toBe(
          Buffer.from(file.bytes).toString('hex'),
        );
        expect(tree && JSON.stringify(plain(tree.root))).toContain(JSON.stringify(number));
      }),
      { numRuns: 500 },
    );
    expect(kept).toBeGreaterThan(50);
  });
});
