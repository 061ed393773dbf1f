import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatOf, plainFile, readFile, told } from '../testkit/kit.ts';

const acme = readFileSync(new URL('../fixtures/acme-csv-orders.yaml', import.meta.url), 'utf8');
const orders = formatOf(acme);
const headings = 'Ordernr;Orderdatum;Lev.nr;Regel;Aantal';
const row = (order: string, line = 1) => `${order};26-11-2026;1;${line};1`;
const file = (...rows: string[]) => Buffer.from(`${headings}\n${rows.join('\n')}\n`);
const cutOf = (bytes: Uint8Array) => orders.cut(bytes);

describe('cutting', () => {
  it('gives each document its rows, the headings, and its place', () => {
    const { documents, findings } = cutOf(file(row('A'), row('A', 2), '', row('B'), ';;;;', row('C')));
    expect(findings).toEqual([]);
    expect(documents.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
      `${row('A')}\n${row('A', 2)}\n`,
      `${row('B')}\n`,
      `${row('C')}\n`,
    ]);
    expect(documents.map(({ at }) => at)).toEqual([
      { offset: 39, line: 2, column: 1, record: 2 },
      { offset: 78, line: 5, column: 1, record: 5 },
      { offset: 102, line: 7, column: 1, record: 7 },
    ]);
    expect(new Set(documents.map(({ envelope }) => envelope)).size).toBe(1);
  });

  it('what stands before its documents is read once to recognise all of them', () => {
    const { documents } = cutOf(file(row('A'), row('B')));
    const recognised = documents.map(({ bytes, envelope }) => {
      const isOurs = orders.recognise(bytes, envelope);
      envelope?.fill(0);
      return isOurs;
    });
    expect(recognised).toEqual([true, true]);
  });

  it('a file of one document is that document', () => {
    const bytes = file(row('A'), row('A', 2));
    expect(cutOf(bytes)).toEqual({ documents: [{ bytes }], findings: [] });
  });

  it('headings without rows are no document', () => {
    expect(cutOf(file())).toEqual({ documents: [], findings: [] });
    expect(cutOf(file(';;;;'))).toEqual({ documents: [], findings: [] });
  });

  it('keys are the same whatever blanks and quotes are around them', () => {
    expect(cutOf(file(row('A'), row(' A '), row('"A"'))).documents).toHaveLength(1);
    expect(cutOf(file(row('A'), row('a'))).documents).toHaveLength(2);
  });

  it('every document of a key that comes back is refused, the others are not', () => {
    const { documents } = cutOf(file(row('A'), row('B'), row('A', 2), row('C')));
    expect(documents.map(({ findings = [] }) => findings.map(told))).toEqual([
      ['4:1 row 4 rows-apart'],
      [],
      [],
    ]);
    expect(documents[0]?.findings?.[0]?.message).toBe(
      'Rows of `A` stand in two places: from row 2 on, and from row 4 on.',
    );
  });

  it.each(['utf16le', 'latin1'] as const)('parts and trailers keep their bytes in %s', (encoding) => {
    const encode = (text: string) => Buffer.from(text, encoding);
    const name = encoding === 'latin1' ? 'windows-1252' : 'utf-16le';
    const anywhere = formatOf(acme.replace('rows: adjacent', 'rows: anywhere').replace('windows-1252', name));
    const rows = `${headings}\n${row('A')}\n${row('B')}\n${row('A', 2)}\n`;
    expect(readFile(anywhere, encode(rows)).findings).toEqual([]);
    expect(plainFile(anywhere, encode(rows))).toMatchObject([{ lines: { length: 2 } }, { number: 'B' }]);
    const records = readFileSync(new URL('../fixtures/acme-csv-records.yaml', import.meta.url), 'utf8');
    const trailed = formatOf(records.replace('cp850', name));
    const { documents } = trailed.cut(encode('F|A\nH|1|20261126\nL|1|1\nH|2|20261126\nL|1|1\nE|2|4\n'));
    expect(readFile(trailed, trailed.join(documents.slice(1))).findings).toEqual([]);
  });

  it('rows: anywhere brings them together, with their places', () => {
    const anywhere = formatOf(
      acme.replace('rows: adjacent', 'rows: anywhere').replace('windows-1252', 'utf-8'),
    );
    const text = file(
      row('A').replace(';1;1;1', ';é;1;1'),
      row('B'),
      row('A', 2).replace(';1;2', ';é;2'),
      row('C'),
    );
    expect(plainFile(anywhere, text)).toMatchObject([
      { number: 'A', lines: [{ position: '1' }, { position: '2' }] },
      { number: 'B' },
      { number: 'C' },
    ]);
    const wrong = file(row('A'), row('B'), row('A', 2).replace('2;1', '2;x'));
    expect(readFile(anywhere, wrong).findings.map(told)).toEqual(['4:18 row 4 Aantal field-number']);
  });

  it('a row without a key is a document of its own that is refused', () => {
    const { documents } = cutOf(file(row('A'), row(''), row('B')));
    expect(documents.map(({ findings = [] }) => findings.map(told))).toEqual([
      [],
      ['3:1 row 3 row-without-key'],
      [],
    ]);
  });

  it.each([
    ['a quote that is never closed', file(row('A'), row('"B'), row('C')), ['3:1 row 3 csv-quote-open']],
    ['something behind a closing quote', file(row('A'), row('"B"x')), ['3:4 row 3 csv-quote-junk']],
    ['a NUL', file(row('A'), row('B\0')), ['3:2 row 3 csv-nul']],
    [
      'no heading of the key',
      Buffer.from(`Nr;${headings.slice(8)}\n${row('A')}`),
      ['1:1 row 1 Nr csv-heading-missing', '1:1 row 1 Nr csv-heading-unknown'],
    ],
  ])('%s: the file cannot be cut', (_, bytes, faults) => {
    const { documents, findings } = cutOf(bytes);
    expect(documents).toEqual([]);
    expect(findings.map(told)).toEqual(faults);
  });

  it('cuts UTF-16 where its bytes say', () => {
    const text = `\ufeff${headings}\r\n${row('A')}\r\n${row('Ł')}\r\n`;
    const { documents } = cutOf(Buffer.from(text, 'utf16le'));
    expect(documents.map(({ at }) => at?.offset)).toEqual([2 + 2 * 40, 2 + 2 * 60]);
    expect(plainFile(orders, Buffer.from(text, 'utf16le').swap16())).toMatchObject([
      { number: 'A' },
      { number: 'Ł' },
    ]);
  });
});

describe('joining', () => {
  it('some documents are a file with the headings', () => {
    const { documents } = cutOf(file(row('A'), row('B'), row('C')).subarray(0, -1));
    const joined = orders.join([documents[2], documents[0]].flatMap((one) => one ?? []));
    expect(Buffer.from(joined).toString()).toBe(`${headings}\n${row('C')}\r\n${row('A')}\n`);
    expect(readFile(orders, joined).findings).toEqual([]);
  });

  it('a trailer counts anew', () => {
    const records = formatOf(
      readFileSync(new URL('../fixtures/acme-csv-records.yaml', import.meta.url), 'utf8'),
    );
    const text = 'F|A\nH|1|20261126\nL|1|1\nH|2|20261126\nL|1|1\nL|2|1\nE|2|5\n';
    const { documents } = records.cut(Buffer.from(text));
    const joined = records.join(documents.slice(1));
    expect(Buffer.from(joined).toString()).toBe('F|A\nH|2|20261126\nL|1|1\nL|2|1\nE|1|3\n');
    expect(readFile(records, joined).findings).toEqual([]);
  });

  it('keeps mark and encoding', () => {
    const bytes = Buffer.from(`\ufeff${headings}\n${row('A')}\n${row('B')}`, 'utf16le');
    const { documents } = cutOf(bytes);
    expect(plainFile(orders, orders.join(documents))).toMatchObject([{ number: 'A' }, { number: 'B' }]);
  });
});
