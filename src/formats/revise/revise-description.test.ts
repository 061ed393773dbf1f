import { expect, it } from 'vitest';
import { buildDescribedFormat } from '../described-format.ts';
import type { SampleCorrections } from '../infer/sample-corrections.ts';
import { reviseDescription } from './revise-description.ts';

/** Descriptions as people write them, with remarks; each correction changes its place, and nothing beside it. */

const table = `# orders of the old ERP
format: acme
syntax: csv
csv: { decimal: ",", headings: 1 } # as Excel writes it
documents: { key: [ Nr ] }
tree:
  order!:
    number!: { column: Nr, type: identifier } # the number that people ring about
    date: { column: Datum, type: date d-M-yyyy }
    "lines[]!":
      item!:
        column: Artikel
        maxLength: 20 # of the field in the ERP
      quantity!: { column: Aantal, type: decimal }
# the end
`;
const rows = 'Nr;Datum;Artikel;Aantal;Kleur\n1;1-2-2026;A;2,5;rood\n1;1-2-2026;B;0001250;blauw\n';

const fixed = `format: acme
syntax: fixed
record: { ends: newline, type: { at: 1, length: 1 } }
records:
  K: { number!: "6@2 identifier", day: "8@8 date yyyyMMdd" }
  P:
    item: 5@2 # as it is printed
    quantity!: "7@7 decimal"
    # apart from what is before it
    note: "4@16"
numbers: { decimal: "," }
documents: { starts: K }
tree: { K!: {}, "P[]!": {} }
`;
const lines = 'K00471120261126\nPA-1000001250  toy\n';

const records = `format: acme
syntax: csv
csv: { separator: ";", headings: 0 }
record: { type: { column: 1 } }
records:
  H: { number!: { column: 2, type: identifier } }
  L: { item: { column: 2 }, quantity!: { column: 3, type: decimal } } # a line
documents: { starts: H }
tree: { H!: {}, "L[]!": {} }
`;

const xml = `format: acme
syntax: xml
tree:
  Order!:
    $attributes: { No!: identifier }
    "Line[]!":
      Qty!: decimal # of the line
      Due: { $type: date d.M.yyyy, $empty: [ 00.00.0000 ] }
      Note:
`;

function revise(text: string, sample: string, corrections: SampleCorrections = {}) {
  const revised = reviseDescription({
    text,
    file: 'formats/acme.yaml',
    bytes: Buffer.from(sample),
    corrections,
  });
  if (revised.because !== undefined) throw new Error(revised.because.en);
  expect(buildDescribedFormat(revised.text, 'acme.yaml').findings.map(({ message }) => message)).toEqual([]);
  return revised;
}
const changedLines = (before: string, after: string) => {
  const known = new Set(before.split('\n'));
  return after.split('\n').filter((line) => !known.has(line));
};

it.each([
  [table, rows],
  [fixed, lines],
  [records, 'H;4711\nL;A;2\n'],
  [xml, '<Order No="1"><Line><Qty>2</Qty></Line></Order>'],
])('nothing that nobody corrects is another: %#', (text, sample) => {
  expect(revise(text, sample).text).toBe(text);
});

it.each([
  [records, 'H;4711\nL;A;2\n', ',', '.'],
  [fixed.replace('numbers: { decimal: "," }\n', ''), lines, '.', ','],
  [xml, '<Order No="1"><Line><Qty>2</Qty></Line></Order>', '.', ','],
] as const)('writes no mark that its syntax has anyway: %#', (text, sample, usual, other) => {
  expect(revise(text, sample, { decimal: usual }).text).toBe(text);
  expect(revise(text, sample, { decimal: other }).text).toContain(`decimal: "${other}"`);
});

it('shows the columns of a table, those too that the format does not read', () => {
  const { proposal, places } = revise(table, rows);
  expect(proposal).toMatchObject({ separator: ';', headings: 1, marks: { decimal: ',' } });
  expect(proposal.fields.map(({ id, name, type, state }) => [id, name, type, state])).toEqual([
    ['1', 'number', 'identifier', undefined],
    ['2', 'date', 'date d-M-yyyy', undefined],
    ['3', 'item', 'text', undefined],
    ['4', 'quantity', 'decimal', undefined],
    ['5', 'kleur', 'text', 'unread'],
  ]);
  // what is not read stands nowhere
  expect(Object.fromEntries(places)).toEqual({
    ...{ 1: 'order/number', 2: 'order/date', 3: 'lines/item', 4: 'lines/quantity' },
  });
});

it('changes names, types and signs of a table in their places', () => {
  const fields = {
    1: { name: 'order' },
    3: { type: 'identifier' },
    4: { type: 'decimal(2)', name: 'amount' },
  };
  const { text, moved } = revise(table, rows, { fields, thousands: '.', encoding: 'cp850' });
  expect(changedLines(table, text)).toEqual([
    'csv: { decimal: ",", headings: 1, thousands: "." } # as Excel writes it',
    '    order!: { column: Nr, type: identifier } # the number that people ring about',
    '        type: identifier',
    '      amount!: { column: Aantal, type: decimal(2) }',
    'encoding: cp850',
  ]);
  expect(text).toContain('# of the field in the ERP');
  expect(moved).toEqual([
    { holder: 'order', from: 'number', to: 'order' },
    { holder: 'lines', from: 'quantity', to: 'amount' },
  ]);
});

it('reads a column more, and one less, whose remark stays', () => {
  const fields = { 5: { isRead: true, name: 'colour' }, 3: { isRead: false }, 1: { isRead: false } };
  const { text, moved } = revise(table, rows, { fields });
  expect(changedLines(table, text)).toEqual([
    '    # the number that people ring about',
    '      # of the field in the ERP',
    '      colour: { column: Kleur }',
    'ignore: [ Nr, Artikel ]',
  ]);
  expect(moved).toEqual([
    { holder: 'order', from: 'number' },
    { holder: 'lines', from: 'item' },
  ]);
});

it('knows a column by another heading, and by that of before', () => {
  const sample = rows.replace('Nr;', 'Bestelnr;');
  const first = revise(table, sample).proposal.fields;
  expect(first.filter(({ state }) => state).map(({ id, state }) => [id, state])).toEqual([
    ['1', 'unread'],
    ['5', 'unread'],
    ['heading:Nr', 'missing'],
  ]);
  const { text, proposal } = revise(table, sample, { fields: { 1: { isRead: true, name: 'number' } } });
  expect(changedLines(table, text)).toEqual([
    'documents: { key: [ [ Nr, Bestelnr ] ] }',
    '    number!: { column: [ Nr, Bestelnr ], type: identifier } # the number that people ring about',
  ]);
  expect(proposal.fields[0]).toMatchObject({
    id: '1',
    name: 'number',
    type: 'identifier',
    certainty: 'corrected',
  });
});

it('moves the beginnings of fields, splits and joins them', () => {
  const moved = { P: { starts: [2, 8, 16] } };
  const fields = { 'P@8': { began: 7, type: 'decimal(2)' } };
  expect(changedLines(fixed, revise(fixed, lines, { records: moved, fields }).text)).toEqual([
    '    item: 6@2 # as it is printed',
    '    quantity!: "6@8 decimal(2)"',
  ]);
  const split = revise(fixed, lines, { records: { P: { starts: [2, 4, 7, 16] } } });
  expect(changedLines(fixed, split.text)).toEqual([
    '    item: 2@2 # as it is printed',
    '    c4: 3@4 identifier',
  ]);
  const joined = revise(fixed, lines, { records: { K: { starts: [2] } } });
  expect(changedLines(fixed, joined.text)).toEqual(['  K: { number!: "14@2 identifier" }']);
  expect(joined.moved).toEqual([{ holder: 'K', from: 'day' }]);
  expect(split.proposal.fields.map(({ id, first, length }) => [id, first, length])).toEqual([
    ['K@2', 2, 6],
    ['K@8', 8, 8],
    ['P@2', 2, 2],
    ['P@4', 4, 3],
    ['P@7', 7, 7],
    ['P@16', 16, 4],
  ]);
});

it('puts a new field beside one that stays, whatever goes', () => {
  const split = { K: { starts: [2, 8, 12] }, P: { starts: [2, 4, 7, 16] } };
  const { text } = revise(fixed, lines, {
    records: split,
    fields: { 'K@2': { isRead: false }, 'P@2': { isRead: false } },
  });
  expect(changedLines(fixed, text)).toEqual([
    '  K: { day: "4@8 date yyyyMMdd", c12: 4@12 identifier }',
    '    # as it is printed',
    '    c4: 3@4 identifier',
  ]);
});

it('reads one more column of a kind of rows', () => {
  const sample = 'H;4711;2026-11-26\nL;A;2\n';
  const { text } = revise(records, sample, {
    fields: { 'H@3': { isRead: true }, 'L@2': { name: 'article' } },
  });
  expect(changedLines(records, text)).toEqual([
    '  H: { number!: { column: 2, type: identifier }, c3: { column: 3, type: date yyyy-MM-dd } }',
    '  L: { article: { column: 2 }, quantity!: { column: 3, type: decimal } } # a line',
  ]);
});

it('says of values of an own XML what they are', () => {
  const sample = '<Order No="1"><Line><Qty>0000250</Qty><Note>x</Note></Line></Order>';
  const fields = {
    'Line/Qty': { type: 'decimal(2)' },
    '@No': { type: 'integer' },
    'Line/Note': { type: 'integer' },
  };
  const { text, proposal, places } = revise(xml, sample, {
    fields: { ...fields, 'Line/Due': { type: 'date yyyy-MM-dd' } },
  });
  expect(changedLines(xml, text)).toEqual([
    '    $attributes: { No!: integer }',
    '      Qty!: decimal(2) # of the line',
    '      Due: { $type: date yyyy-MM-dd, $empty: [ 00.00.0000 ] }',
    '      Note: integer',
  ]);
  expect(proposal.fields.map(({ id, state, examples }) => [id, state, examples])).toEqual([
    ['@No', undefined, ['1']],
    ['Line/Qty', undefined, ['0000250']],
    ['Line/Due', 'missing', []],
    ['Line/Note', undefined, ['x']],
  ]);
  expect(Object.fromEntries(places)).toMatchObject({ '@No': '/@No', 'Line/Qty': '/Line/Qty' });
  expect(changedLines(xml, revise(xml, sample, { decimal: ',' }).text)).toEqual([
    'numbers: { decimal: "," }',
  ]);
});

it.each([
  [table.replace('item!:', 'item!: &one').replace('{ column: Aantal', '{ column: *one'), 'formats/acme.yaml'],
  [fixed.replace('note: "4@16"', 'note: "4@12"'), 'At line 4, formats/acme.yaml says what'],
  ['format: acme\nsyntax: edifact\nguide: edifact-d96a-orders\n', 'narrows a delivered one'],
  [table.replace('{ column: Aantal, type: decimal }', '12'), 'At line 14, '],
])('says what it cannot show: %#', (text, because) => {
  const { because: told } = reviseDescription({
    ...{ text, file: 'formats/acme.yaml', bytes: Buffer.from(rows), corrections: {} },
  });
  expect(told?.en).toContain(because);
  expect(told?.nl).toContain('formats/acme.yaml');
});
