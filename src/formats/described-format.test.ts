import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildDescribedFormat } from './described-format.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}.yaml`, import.meta.url), 'utf8');
const acme = fixture('acme-csv-orders');
const records = fixture('acme-csv-records');

const findings = (text: string, file = `${/^format: (\S+)/m.exec(text)?.[1]}.yaml`) =>
  buildDescribedFormat(text, file).findings.map(
    ({ line, column, code, message, advice }) => `${line}:${column} ${code} ${message} ${advice}`,
  );
const one = (text: string, more: string, from = 'tree:') => text.replace(from, more);

describe('a format file', () => {
  it('is read with what it leaves out', () => {
    const { format, findings } = buildDescribedFormat(acme, 'formats/acme-csv-orders.yaml');
    expect(findings).toEqual([]);
    expect(format).toMatchObject({ name: 'acme-csv-orders', kind: 'order', extension: '.csv' });
    expect(format?.hash).not.toBe(buildDescribedFormat(`${acme}\n`, 'acme-csv-orders.yaml').format?.hash);
  });

  it('says what its documents may hold', () => {
    const { root, namespaces } =
      buildDescribedFormat(acme, 'acme-csv-orders.yaml').format?.buildShape() ?? {};
    expect(namespaces).toEqual(new Map());
    expect(root?.name).toBe('order');
    const children = root?.children.map(
      ({ shape, many, required }) => `${shape.name} ${shape.type} ${many} ${required}`,
    );
    expect(children).toEqual([
      'number identifier false true',
      'date date false true',
      'supplier identifier false true',
      'lines undefined true true',
    ]);
    expect(root?.children[3]?.shape.children.map(({ shape }) => shape.type)).toEqual([
      'identifier',
      'identifier',
      'string',
      'decimal',
      'decimal',
      'date',
    ]);
  });

  it.each([
    [
      'syntax',
      one(acme, 'syntax: cvs', 'syntax: csv'),
      '2:9 format-wrong-value `syntax` = `cvs` is not known. Did you mean `csv`?',
    ],
    [
      'no syntax',
      one(acme, 'kind: order', 'syntax: csv\nkind: order'),
      '1:1 format-missing-key `syntax` is missing. Known: csv, fixed, xml, edifact, idoc.',
    ],
    [
      'an unknown key',
      one(acme, 'documnets:', 'documents:'),
      '6:1 format-unknown-key `documnets` is not known here. Did you mean `documents`?',
    ],
    [
      'an unknown key of a part',
      one(acme, 'seperator:', 'separator:'),
      '5:8 format-unknown-key `seperator` is not known in `csv`. Did you mean `separator`?',
    ],
    [
      'an encoding',
      one(acme, 'windows-1225', 'windows-1252'),
      '4:11 format-wrong-value `encoding` = `windows-1225` is not allowed. Did you mean `windows-1252`? Allowed: utf-8',
    ],
    [
      'a type',
      one(acme, 'date dd-mm-yyyy', 'date dd-MM-yyyy'),
      '10:40 format-wrong-value `tree.order!.date!.type` = `date dd-mm-yyyy` is not allowed. It must be text,',
    ],
    [
      'a key of a value',
      one(acme, 'colum: Regel', 'column: Regel'),
      '13:20 format-unknown-key `colum` is not known in `tree.order!.lines[]!.position!`. Did you mean `column`?',
    ],
    [
      'an unknown key of a value',
      one(acme, 'column: Prijs, typ: decimal', 'column: Prijs, type: decimal'),
      '17:31 format-unknown-key `typ` is not known in `tree.order!.lines[]!.price`. Did you mean `type`?',
    ],
    [
      'a value without a column',
      one(acme, 'price: decimal', 'price: { column: Prijs, type: decimal }'),
      '17:7 format-tree `price` has no column. Write { column: HEADING }',
    ],
    [
      'a name',
      one(acme, '1st: {', 'price: {'),
      '17:7 format-tree `1st` cannot be a name. Begin with a letter',
    ],
    [
      'a name twice',
      one(acme, 'item!: {', 'price: {'),
      '17:7 format-tree `item` stands twice here. Rename one of them.',
    ],
    [
      'a list of values',
      one(acme, 'price[]: {', 'price: {'),
      '17:7 format-tree `price` is a value, and a list. Write a group',
    ],
    [
      'another name than the file',
      acme.replace('format: acme', 'format: acne'),
      '1:9 format-name The format is called',
    ],
    [
      'YAML in braces',
      one(acme, '{ x[]: {} }', '{ column: Regel, type: identifier }'),
      '13:21 format-yaml The file is not YAML here',
    ],
    [
      'the same column twice',
      one(acme, 'column: aantal', 'column: Prijs'),
      '7:1 format-column `price` has the column of `quantity`.',
    ],
    [
      'numbers of one mark',
      one(acme, 'thousands: ","', 'thousands: "."'),
      '5:74 format-wrong-value `csv.thousands` is the decimal mark too.',
    ],
    [
      'headings where there are none',
      one(acme, 'headings: 0', 'headings: 1'),
      '9:24 format-column `Ordernr` is a heading, and the file has none.',
    ],
    ['two lists', `${acme.replace('ignore:', 'x:')}`, '19:1 format-unknown-key'],
    [
      'no documents',
      acme.replace(/^documents.*\n/m, ''),
      '1:1 format-missing-key `documents` is missing. What one document is',
    ],
    [
      'a record that is not there',
      one(records, 'starts: HH', 'starts: H'),
      '16:22 format-record There is no record `HH`.',
    ],
    [
      'a record that the tree does not have',
      one(records, '    X[]!: {', '    L[]!: {'),
      '22:5 format-record `X` is no record.',
    ],
    [
      'a record without a place',
      one(records, '', '    H!:\n      T[]:\n'),
      '8:3 format-record The record `H` is not in `tree`.',
    ],
    [
      'a count of nothing',
      one(records, 'counts: { documens: documents', 'counts: { documents: documents'),
      '17:42 format-record The trailer has no field `documens`. Did you mean "documents"?',
    ],
    [
      'kinds of rows without a type',
      records.replace(/^record:.*\n/m, ''),
      '1:1 format-missing-key `record` is missing. Write record',
    ],
    [
      'kinds of rows with a key',
      one(records, 'documents: { key: [ 1 ] }', 'documents: { starts: H }'),
      '16:1 format-wrong-value',
    ],
    [
      'a label without a block',
      one(acme, 'label: Ordernr', 'column: Ordernr'),
      '9:5 format-column `label` names a cell above the table',
    ],
  ])('%s', (_, text, told) => {
    const name = /^format: (\S+)/m.exec(text)?.[1] ?? '';
    expect(findings(text, `${name.replace('acne', 'acme')}.yaml`).join('\n')).toContain(told);
  });

  it('two lists beside one another cannot be told from rows, nor one in another without a key', () => {
    const beside = acme
      .replace('ignore:', '    notes[]: { text!: { column: Notitie } }\nignore:')
      .replace('notes[]:', '"notes[]":');
    expect(findings(beside)).toEqual([
      '8:3 format-tree `notes` is a list beside `lines`, and rows can tell one list alone. Put one into the other, or describe rows of several kinds under `records:`.',
    ]);
    const inside = acme.replace('ignore:', '      parts[]:\n        id: { column: Deel }\nignore:');
    expect(findings(inside)).toEqual([
      '8:3 format-tree `lines` holds a list, and nothing tells which rows belong to one of it. Write $key: [ HEADING ] in it.',
    ]);
    expect(findings(inside.replace('lines[]!:', 'lines[]!:\n      $key: [ Regel ]'))).toEqual([]);
  });
});

describe('a format of fixed places', () => {
  const fixed = fixture('acme-fixed-orders');

  it.each([
    [
      'places that overlap',
      one(fixed, 'date!: "8@14', 'date!: "8@15'),
      '10:12 format-column `date` (8@14) overlaps `number` (12@3). Correct one of the two places; a mapping may take parts of a value (substring).',
    ],
    [
      'a place on the type',
      one(fixed, 'sender!: "10@2"', 'sender!: "10@3"'),
      '7:18 format-column `sender` (10@2) overlaps `type` (2@1). Correct one of the two places; a mapping may take parts of a value (substring).',
    ],
    [
      'a place behind the record',
      one(fixed, '70@30', '70@9'),
      '22:16 format-column `text` (70@30) ends behind the record, which has 90 characters. Correct its place, or `record.length`.',
    ],
    [
      'a wrong place',
      one(fixed, 'item: "22 identifier"', 'item: "22@9 identifier"'),
      '16:5 format-wrong-value `records.P1.item.place` = `22` is not allowed. It must be length and first character, such as 12@3.',
    ],
    [
      'a wrong type',
      one(fixed, 'decimal(x)', 'decimal(3)'),
      '17:5 format-wrong-value `records.P1.quantity!.type` = `decimal(x)` is not allowed.',
    ],
    [
      'a type that is longer than its place',
      one(fixed, '$type: D123', '$type: D1'),
      '23:3 format-record `D123` is longer than the place of the type, which has 2 characters.',
    ],
    [
      'a record that is not described',
      one(fixed, 'starts: K2', 'starts: K1'),
      '25:22 format-record There is no record `K2`. Did you mean "K1"?',
    ],
    [
      'records without a length',
      one(fixed, 'ends: length, type', 'ends: newline, length: 90, type'),
      '5:1 format-missing-key `record.length` is missing. Write how many characters a record has.',
    ],
    [
      'letters that are cut by length',
      one(fixed, 'encoding: utf-8', 'encoding: iso-8859-1').replace('ends: newline', 'ends: length'),
      '5:1 format-wrong-value Records of UTF-8 that end by length are counted in bytes. Write count: bytes, or another encoding.',
    ],
  ])('%s', (_, text, told) => {
    expect(findings(text)).toEqual([expect.stringContaining(told)]);
  });
});
