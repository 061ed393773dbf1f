import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ProposedField } from '../../formats/infer/sample-proposal.ts';
import { folder as delivered } from '../../mapping/testkit/delivered.ts';
import { formats } from '../../mapping/testkit/kit.ts';
import { restrictToFolders } from '../../system/file-source.ts';
import type { DraftTools } from '../preview/preview-draft.ts';
import { buildSampleFiles } from './sample-files.ts';
import { type RecognisedSample, type SampleQuestion, trySample } from './try-sample.ts';

const tools: DraftTools = { folders: [delivered], files: restrictToFolders([delivered]), formats };
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

const question = (bytes: Uint8Array, more: Partial<SampleQuestion> = {}): SampleQuestion => ({
  ...{ name: 'bestellingen', bytes, corrections: {}, language: 'en', document: 0 },
  ...more,
});
function recognised(bytes: Uint8Array, more: Partial<SampleQuestion> = {}): RecognisedSample {
  const trial = trySample(structuredClone(question(bytes, more)), tools);
  if (trial.kind === 'unknown') throw new Error(trial.because.en);
  expect(JSON.parse(JSON.stringify(trial))).toEqual(trial);
  return trial;
}
const fieldsOf = ({ proposal }: RecognisedSample): readonly ProposedField[] => proposal?.fields ?? [];
const meaningsOf = (trial: RecognisedSample) =>
  Object.fromEntries(fieldsOf(trial).map(({ id, meaning }) => [id, meaning]));
/** What keeps the document that is shown from being a valid order. */
const missingIn = ({ findings, reading, preview }: RecognisedSample) =>
  [...findings, ...reading, ...(preview?.steps ?? []).flatMap((one) => one.targetFindings)]
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);

it('makes of a table of an old ERP a valid order, and says which column it has no place for', () => {
  const trial = recognised(fixture('bestellingen.csv'));
  expect(trial).toMatchObject({
    syntax: 'csv',
    documents: 3,
    assumptions: ['netPrice'],
    proposal: {
      ...{ separator: ';', headings: 1, key: '1', encoding: 'windows-1252' },
      marks: { decimal: ',', thousands: '.' },
    },
  });
  expect(fieldsOf(trial).map(({ heading, meaning, certainty }) => [heading, meaning, certainty])).toEqual([
    ['Bestelnr', 'number', 'known'],
    ['Besteldatum', 'date', 'known'],
    ['Koper', 'buyer', 'known'],
    ['Leverancier', 'supplier', 'known'],
    ['Valuta', 'currency', 'known'],
    ['Regel', 'position', 'known'],
    ['Artikelnr', 'item', 'known'],
    ['Omschrijving', 'description', 'known'],
    ['Aantal', 'quantity', 'known'],
    ['Eenheid', 'unit', 'known'],
    ['Prijs', 'price', 'known'],
    ['Leverdatum', 'delivery', 'known'],
    ['Kleur', undefined, 'open'],
  ]);
  expect(missingIn(trial)).toEqual([]);
  const text = trial.preview?.result.text ?? '';
  expect(text).toContain('<cbc:ID>4500017811</cbc:ID>');
  expect(text).toContain('<cbc:ID schemeID="GLN">8719472000013</cbc:ID>');
  expect(text).toContain('<cbc:IssueDate>2026-11-26</cbc:IssueDate>');
  expect(text).toContain('<cbc:Quantity unitCode="H87">1240.5</cbc:Quantity>');
  expect(text).toContain('<cbc:EndDate>2026-12-18</cbc:EndDate>');
  expect(trial.preview?.lost?.map(({ text: value }) => value)).toEqual(['zink']);
  expect(recognised(fixture('bestellingen.csv'), { document: 2 }).preview?.result.text).toContain(
    'Pijp 5" café',
  );
});

it('a date that is none is told at its line, and the documents without it are made all the same', () => {
  const wrong = Buffer.from(
    fixture('bestellingen.csv')
      .toString('latin1')
      .replace('11-12-2026;\r\n4500017813', '31-4-2026;\r\n4500017813'),
    'latin1',
  );
  const trial = recognised(wrong);
  expect(trial.reading).toMatchObject([{ severity: 'error', line: 4, field: 'Leverdatum' }]);
  expect(trial.preview?.result.text).toContain('4500017811');
});

it('takes what a person says of a table: another meaning, name, type, key, mark and separator', () => {
  const text =
    'A|B|C|D|E|F\nX-1|10|Bout|1,500|11-12-2026|26-11-2026\nX-1|20|Moer|2,500|11-12-2026|26-11-2026\n';
  const corrections = {
    ...{ separator: '|', decimal: '.' as const, thousands: ',' as const, key: '1' },
    fields: {
      '1': { meaning: 'number' },
      '2': { meaning: 'position' },
      '3': { meaning: 'description', name: 'tekst' },
      '4': { meaning: 'quantity', type: 'decimal' },
      '5': { meaning: 'delivery' },
      '6': { meaning: 'date' },
    },
  };
  const trial = recognised(Buffer.from(text), { corrections });
  expect(fieldsOf(trial).map(({ name, part, certainty }) => [name, part, certainty])).toEqual([
    ['number', 'order', 'corrected'],
    ['position', 'line', 'corrected'],
    ['tekst', 'line', 'corrected'],
    ['quantity', 'line', 'corrected'],
    ['delivery', 'line', 'corrected'],
    ['date', 'order', 'corrected'],
  ]);
  // it says no supplier: told, and shown all the same
  expect(trial).toMatchObject({
    findings: [{ message: 'Order needs cac:SellerSupplierParty.' }],
    ...{ reading: [], documents: 1 },
  });
  expect(trial.preview?.result.text).toContain('<cbc:Quantity unitCode="H87">1500</cbc:Quantity>');
  expect(trial.preview?.result.text).toContain('<cbc:Name>Moer</cbc:Name>');
  expect(trial.assumptions).toEqual(['unit']);
  const away = { ...corrections, fields: { ...corrections.fields, '3': { meaning: '' } } };
  expect(recognised(Buffer.from(text), { corrections: away }).preview?.lost).toMatchObject([
    { text: 'Bout' },
    { text: 'Moer' },
  ]);
});

it('leaves a column out for a reason that stands in the mapping; then it is not lost', () => {
  const corrections = { fields: { '13': { meaning: '', leaveOut: 'painted here' } } };
  const trial = recognised(fixture('bestellingen.csv'), { corrections });
  expect(trial.mapping).toContain('ignore:\n  - "lines/kleur" # painted here\n');
  expect(trial.preview?.lost).toEqual([]);
  expect(missingIn(trial)).toEqual([]);
});

it('reads a table without headings by what stands in it, and says that it guessed', () => {
  const rows = fixture('bestellingen.csv').toString('latin1').split('\r\n').slice(1).join('\r\n');
  const trial = recognised(Buffer.from(rows, 'latin1'));
  expect(trial.proposal).toMatchObject({ headings: 0, key: '1' });
  expect(meaningsOf(trial)).toMatchObject({
    ...{ 1: 'number', 2: 'date', 5: 'currency', 6: 'position', 7: 'item' },
    ...{ 8: 'description', 9: 'quantity', 10: 'unit', 11: 'price', 12: 'delivery' },
  });
  expect(new Set(fieldsOf(trial).map(({ certainty }) => certainty))).toEqual(new Set(['guessed', 'open']));
  const headed = recognised(fixture('bestellingen.csv'), { corrections: { headings: 0 } });
  expect(headed.proposal?.headings).toBe(0);
});

it('says that it takes a table for orders whose supplier has confirmed dates', () => {
  const text = 'Ordernr;Leverancier;Regel;Artikel;Aantal;Bevestigde leverdatum\n4711;7;10;A-1;5;11-12-2026\n';
  expect(recognised(Buffer.from(text)).assumptions).toContain('order');
  expect(recognised(fixture('bestellingen.csv')).assumptions).not.toContain('order');
});

it('says why a text is no sample', () => {
  expect(trySample(question(Buffer.from('just a text')), tools)).toMatchObject({
    kind: 'unknown',
    because: { en: expect.stringContaining('No row looks like headings') },
  });
});

/** By type, with what its fields mean. */
const recordsOf = (trial: RecognisedSample) =>
  Object.fromEntries(
    (trial.proposal?.records ?? []).map(({ type, role }) => [
      `${type} ${role}`,
      fieldsOf(trial).flatMap(({ record, meaning }) => (record === type ? (meaning ?? '?') : [])),
    ]),
  );

it('makes of a table with rows of several kinds an order, in whatever column the kind stands', () => {
  const trial = recognised(fixture('record-types.csv'));
  expect(trial).toMatchObject({ syntax: 'csv', documents: 2, reading: [], proposal: { typeColumn: 1 } });
  expect(recordsOf(trial)).toEqual({
    'H order': ['number', 'date', '?'],
    'R line': ['position', 'item', 'description', 'quantity', 'unit', 'price', 'delivery'],
  });
  // nothing tells a number of the supplier from another
  expect(missingIn(trial)).toEqual(['Order needs cac:SellerSupplierParty.']);
  const corrections = {
    fields: { 'H@4': { meaning: 'supplier' }, 'R@3': { meaning: 'supplierItem', name: 'artikel' } },
  };
  const corrected = recognised(fixture('record-types.csv'), { corrections });
  expect(missingIn(corrected)).toEqual([]);
  const text = corrected.preview?.result.text ?? '';
  expect(text).toContain('<cbc:CustomerAssignedAccountID>540830</cbc:CustomerAssignedAccountID>');
  expect(text).toMatch(/<cac:SellersItemIdentification>\s*<cbc:ID>ART-77</);
  expect(text).toContain('<cbc:EndDate>2026-12-01</cbc:EndDate>');
  expect(corrected.format).toContain('    artikel!: { column: 3, type: identifier }\n');
  expect(corrected.preview?.lost).toEqual([]);
  let number = '';
  const rows = fixture('record-types.csv').toString().trimEnd().split(/\r?\n/);
  const behind = rows.map((row) => {
    number = /^H;([^;]*)/.exec(row)?.[1] ?? number;
    return `${number};${row}`;
  });
  expect(recognised(Buffer.from(behind.join('\n'))).proposal).toMatchObject({
    ...{ typeColumn: 2, records: [{ type: 'H' }, { type: 'R' }] },
  });
});

it('takes the names of columns from headings in front of each kind of row, wherever they stand', () => {
  const headed = [
    'K;Bestellnummer;Datum;Lieferant;Währung',
    'P;Pos;Artikelnr;Bezeichnung;Menge;ME;Einzelpreis',
    'E;Liefertermin;Menge',
    ...['K;4711;12.11.2026;70012;EUR', 'P;10;A-1;Flansch;12;ST;3,45', 'E;01.12.2026;10', 'E;08.12.2026;2'],
    ...['K;4712;13.11.2026;70013;EUR', 'P;10;A-2;Mutter;5;ST;0,12', 'E;01.12.2026;5', 'Summe;2;;;;;'],
  ];
  const trial = recognised(Buffer.from(headed.join('\n')));
  expect(recordsOf(trial)).toEqual({
    'K order': ['number', 'date', 'supplier', 'currency'],
    'P line': ['position', 'item', 'description', 'quantity', 'unit', 'price'],
    'E delivery': ['delivery', 'deliveryQuantity'],
  });
  expect(trial).toMatchObject({ reading: [], documents: 2, proposal: { headingRows: [1, 2, 3] } });
  expect(missingIn(trial)).toEqual([]);
  expect(new Set(fieldsOf(trial).map(({ certainty }) => certainty))).toEqual(new Set(['known']));
  expect(trial.preview?.result.text).toMatch(/<cbc:EndDate>2026-12-08</);
  // in front of each block, and not saying whose they are
  const [head = '', line = '', delivery = ''] = headed.map((row) => row.replace(/^\w;/, 'Satzart;'));
  const between = [head, headed[3], line, headed[4], delivery, ...headed.slice(5, 7)];
  const again = [head, headed[7], line, headed[8], delivery, headed[9]];
  expect(recordsOf(recognised(Buffer.from([...between, ...again].join('\n'))))).toEqual(recordsOf(trial));
});

it('takes one row of headings for rows of all kinds, and lets a person say that rows are alike, or are headings', () => {
  const shared = [
    'Satzart;Bestellnr;Datum;Lieferant;Pos;Artikel;Menge;ME;Termin',
    'K;4711;12.11.2026;70012;;;;;',
    'P;4711;;;10;A-1;12;ST;01.12.2026',
    'P;4711;;;20;A-2;5;ST;01.12.2026',
    'K;4712;12.11.2026;70012;;;;;',
    'P;4712;;;10;A-1;7;ST;08.12.2026',
  ];
  const trial = recognised(Buffer.from(shared.join('\n')));
  expect(recordsOf(trial)).toEqual({
    'K order': ['number', 'date', 'supplier'],
    'P line': ['?', 'position', 'item', 'quantity', 'unit', 'delivery'],
  });
  const alike = recognised(Buffer.from(shared.join('\n')), { corrections: { typeColumn: 0 } });
  expect(alike.proposal).toMatchObject({ typeColumn: 0, headings: 1, records: [] });
  const said = recognised(fixture('record-types.csv'), { corrections: { typeColumn: 1, headingRows: [1] } });
  expect(said.proposal).toMatchObject({
    headingRows: [1],
    records: [{ type: 'R' }, { type: 'H', count: 1 }],
  });
});

it('leaves out the titles above records of several kinds, whatever day stands in them', () => {
  const rows = fixture('record-types.csv').toString().trimEnd();
  const titled = `Bestellungen vom 12.11.2026;;;;;;;\nMandant:;100;;;;;;\n\n${rows}\n`;
  const trial = recognised(Buffer.from(titled));
  expect(trial).toMatchObject({ documents: 2, reading: [], proposal: { typeColumn: 1 } });
  expect(trial.format).toContain('skip: [ Bestellungen vom, "Mandant:" ]');
  expect(recordsOf(trial)).toEqual(recordsOf(recognised(fixture('record-types.csv'))));
});

it('a text below a delivery is one of its line, and says of which delivery it is', () => {
  const rows = [
    ...['K;4711;12.11.2026;70012;EUR', 'P;10;A-1;Flansch;12;ST;3,45', 'E;01.12.2026;10', 'T;zuerst anrufen'],
    ...['E;08.12.2026;2', 'P;20;A-2;Mutter;5;ST;0,12', 'E;02.12.2026;5'],
    ...['K;4712;13.11.2026;70013;EUR', 'P;10;A-1;Flansch;3;ST;3,45', 'T;Werk 2', 'E;03.12.2026;3'],
  ];
  const notesOf = (document: number, fields: SampleQuestion['corrections']['fields']) => {
    const trial = recognised(Buffer.from(rows.join('\n')), { corrections: { fields }, document });
    expect(trial.reading).toEqual([]);
    return (
      trial.preview?.result.text.match(/(?<=<cbc:Note>)[^<]*/g) ??
      trial.preview?.lost?.map(({ text }) => text)
    );
  };
  expect(notesOf(0, { 'T@2': { meaning: 'note' } })).toEqual(['2026-12-01: zuerst anrufen']);
  expect(notesOf(1, { 'T@2': { meaning: 'note' } })).toEqual(['Werk 2']);
  expect(notesOf(0, { 'T@2': { meaning: '', leaveOut: 'nobody reads it' } })).toEqual(['70012']);
});

it('takes what stands last for the end of the file if it counts, and not if it says something', () => {
  const text = fixture('record-types.csv').toString().trimEnd();
  const roleOf = (last: string) =>
    recognised(Buffer.from(`${text}\n${last}\n`)).proposal?.records.find(({ type }) => type === 'Z')?.role;
  expect(roleOf('Z;2;3')).toBe('trailer');
  expect(roleOf('Z;bitte anrufen')).toBe('detail');
});

it('no table is one of several kinds because a unit or a code comes again', () => {
  const units =
    'ME;Bestellnr;Pos;Artikel;Menge\nST;4711;10;A-1;5\nM;4711;20;77;6\nST;4712;10;B-1;1\nM;4712;20;78;2\n';
  expect(recognised(Buffer.from(units)).proposal).toMatchObject({ typeColumn: 0, headings: 1 });
  const without = units
    .split('\n')
    .slice(1)
    .join('\n')
    .replace(/^(ST|M);(\d+)/gm, '$2;$1');
  expect(recognised(Buffer.from(without)).proposal).toMatchObject({ typeColumn: 0, headings: 0 });
});

it('makes of records of fixed places a valid order', () => {
  const trial = recognised(fixture('bestellingen.txt'));
  expect(trial).toMatchObject({
    syntax: 'fixed',
    documents: 3,
    proposal: {
      recordType: { at: 1, length: 5 },
      records: [
        { type: 'KOP', role: 'order', count: 3 },
        { type: 'REGEL', role: 'line', count: 5 },
        { type: 'TEKST', role: 'detail', count: 1 },
      ],
    },
  });
  // nothing tells a number of the supplier from another
  expect(missingIn(trial)).toEqual(['Order needs cac:SellerSupplierParty.']);
  const corrections = { fields: { 'KOP@28': { meaning: 'supplier' } } };
  expect(missingIn(recognised(fixture('bestellingen.txt'), { corrections }))).toEqual([]);
  expect(meaningsOf(trial)).toMatchObject({
    ...{ 'KOP@6': 'number', 'KOP@18': 'date', 'KOP@38': 'currency' },
    ...{ 'REGEL@6': 'position', 'REGEL@11': 'item', 'REGEL@26': 'description' },
    ...{ 'REGEL@62': 'unit', 'REGEL@78': 'delivery' },
  });
  const text = trial.preview?.result.text ?? '';
  expect(text).toContain('<cbc:ID>4500017811</cbc:ID>');
  expect(text).toContain('<cbc:Quantity unitCode="H87">1240.5</cbc:Quantity>');
  expect(text).toContain('<cbc:EndDate>2026-12-18</cbc:EndDate>');
});

it('tells records by a code of two digits of which the first is no kind', () => {
  const rows = [
    '00ERPKUERZEL  20260305120000',
    '01PO-77120010720260305SUPP0123  EURHerr Klein',
    '021000 ART-00017      Buchse gedreht                000001250500ST 0000012750020260320',
    '03Bitte mit Zeugnis 3.1 liefern',
    '022000 ART-00018      Rohr 5" verzinkt              000000012000MTR0000000750020260327',
    '01PO-77120010820260306SUPP0124  EURFrau Gross',
    '021000 ART-00019      Deckel                        000000500000ST 0000000012520260403',
    '990000000007',
  ];
  const { proposal, documents } = recognised(Buffer.from(rows.join('\r\n')));
  expect(documents).toBe(2);
  expect(proposal?.recordType).toEqual({ at: 1, length: 2 });
  expect(proposal?.records.map(({ type, role }) => `${type} ${role}`)).toEqual([
    ...['00 header', '01 order', '02 line', '03 detail', '99 trailer'],
  ]);
});

it('takes digits that zeros fill up for numbers, says that their decimals are a guess, and takes how many a person says', () => {
  const rows = [
    ...['KOP  450001781120261126540830    EUR', 'REGEL00010A-100     Flansch   0000120ST 000125020261211'],
    ...['REGEL00020A-101     Moer      0000500ST 000009820261218', 'KOP  450001781220261127540831    EUR'],
    'REGEL00010A-102     Ring      0000500ST 000001220261211',
  ];
  const sample = Buffer.from(`${rows.join('\n')}\n`);
  const trial = recognised(sample);
  const numbers = fieldsOf(trial).filter(({ meaning = '' }) => ['quantity', 'price'].includes(meaning));
  expect(numbers.map(({ id, type, certainty }) => [id, type, certainty])).toEqual([
    ['REGEL@31', 'decimal', 'guessed'],
    ['REGEL@41', 'decimal', 'guessed'],
  ]);
  expect(trial.assumptions).toContain('implied');
  expect(trial.preview?.result.text).toContain('>1250</cbc:PriceAmount>');
  const fields = { 'REGEL@31': { type: 'decimal' }, 'REGEL@41': { type: 'decimal(2)', meaning: 'price' } };
  const said = recognised(sample, { corrections: { fields } });
  expect(said.preview?.result.text).toContain('>12.50</cbc:PriceAmount>');
  expect(said.preview?.result.text).toContain('>120</cbc:Quantity>');
  expect(said.assumptions).not.toContain('implied');
  expect(fieldsOf(said).find(({ meaning }) => meaning === 'price')?.certainty).toBe('corrected');
});

it('moves a boundary of fixed places, and takes a record for what a person says it is', () => {
  const first = recognised(fixture('bestellingen.txt'));
  const starts = fieldsOf(first).flatMap(({ record, first: at }) => (record === 'KOP' && at ? [at] : []));
  const corrections = {
    records: {
      KOP: { starts: [...starts.filter((at) => at !== 6), 6, 10] },
      TEKST: { role: 'trailer' as const },
    },
    fields: { 'KOP@6': { meaning: '' }, 'KOP@10': { meaning: 'number' } },
  };
  const trial = recognised(fixture('bestellingen.txt'), { corrections });
  expect(
    fieldsOf(trial)
      .filter(({ record }) => record === 'KOP')
      .slice(0, 2),
  ).toMatchObject([
    { id: 'KOP@6', length: 4, examples: ['4500'] },
    { id: 'KOP@10', length: 8, examples: ['017811', '017812', '017813'], meaning: 'number' },
  ]);
  expect(trial.proposal?.records).toContainEqual({ type: 'TEKST', role: 'trailer', count: 1 });
});

it('takes what a person says that a value of an own XML means', () => {
  const xml = readFileSync(new URL('../../formats/infer/fixtures/nested.xml', import.meta.url));
  const first = recognised(xml);
  const [number] = fieldsOf(first).filter(({ meaning }) => meaning === 'number');
  expect(number).toMatchObject({ certainty: 'known', examples: ['20450101', '20450102'] });
  const open = fieldsOf(first).find(({ examples }) => examples.includes('Müller'));
  expect(open).toMatchObject({ certainty: 'open' });
  const corrections = { fields: { [open?.id ?? '']: { meaning: 'note' } } };
  const trial = recognised(xml, { corrections });
  expect(trial.preview?.result.text).toContain('<cbc:Note>Müller</cbc:Note>');
  expect(missingIn(trial)).toEqual([]);
});

it('a value of the order that differs in its rows is not placed, whatever its heading says', () => {
  const text = fixture('bestellingen.csv').toString('latin1').replace('540830;EUR;20', '540831;EUR;20');
  const trial = recognised(Buffer.from(text, 'latin1'));
  const supplier = fieldsOf(trial).find(({ heading }) => heading === 'Leverancier');
  expect(supplier).toMatchObject({ part: 'line' });
  expect(supplier?.meaning).toBeUndefined();
  expect(missingIn(trial)).toEqual(['Order needs cac:SellerSupplierParty.']);
});

it.each([
  ['edifact/fixtures/orders.edi', 'edifact', 'edifact-orders-to-order'],
  ['idoc/fixtures/orders.txt', 'idoc', 'idoc-orders-to-order'],
])('makes of %s a format on the delivered one, with the delivered mapping beneath', (path, syntax, base) => {
  const bytes = readFileSync(new URL(`../../formats/${path}`, import.meta.url));
  const trial = recognised(bytes);
  expect(trial).toMatchObject({ syntax, findings: [] });
  expect(trial.mapping).toBe(
    `mapping: bestellingen-to-order\nextends: scsn-gateway/${base}\nfrom: bestellingen\n`,
  );
  expect(trial.preview?.result.text).toContain('<cac:OrderLine>');
});

it('becomes files of a draft: format, mapping, and the document that is shown as a fixture', () => {
  const files = buildSampleFiles(question(fixture('bestellingen.csv'), { document: 1 }), tools);
  expect(files).toMatchObject({
    mapping: 'bestellingen-to-order',
    fixture: 'bestellingen-to-order.sample',
    document: { path: 'fixtures/bestellingen-to-order.sample/document.csv' },
  });
  expect(Object.keys(files?.texts ?? {})).toEqual([
    'formats/bestellingen.yaml',
    'bestellingen-to-order.yaml',
  ]);
  const rows = Buffer.from(files?.document.bytes ?? [])
    .toString('latin1')
    .trimEnd()
    .split('\r\n');
  expect(rows.map((row) => row.split(';')[0])).toEqual(['Bestelnr', '4500017812']);
});

/** An interchange of so many orders; a file of one order of so many lines. */
function writeInterchange(orders: number): Buffer {
  const text = readFileSync(new URL('../../formats/edifact/fixtures/orders.edi', import.meta.url), 'latin1');
  const message = text.slice(text.indexOf('UNH+1'), text.indexOf('UNH+2'));
  const all = Array.from({ length: orders }, (_, n) =>
    message.replace('UNH+1', `UNH+${n + 1}`).replace("UNT+37+1'", `UNT+37+${n + 1}'`),
  );
  return Buffer.from(`${text.slice(0, text.indexOf('UNH+1'))}${all.join('')}UNZ+${orders}+77'`, 'latin1');
}
function writeLongXml(lines: number): Buffer {
  const text = readFileSync(new URL('../../formats/infer/fixtures/nested.xml', import.meta.url), 'utf8');
  const [line = ''] = /<p:Position>[\s\S]*?<\/p:Position>/.exec(text) ?? [];
  return Buffer.from(text.replace(line, line.repeat(lines)));
}

it('of a file of thousands of orders the first are read, and the others are counted', () => {
  const trial = recognised(writeInterchange(2000));
  expect(trial.documents + trial.notRead).toBe(2000);
  expect(trial.documents).toBeLessThan(1000);
  expect(trial.preview?.result.text).toContain('4500001001');
});

it('says of an order of some megabytes that it is too large for a sample', () => {
  expect(trySample(question(writeLongXml(5000)), tools)).toMatchObject({
    kind: 'unknown',
    because: {
      nl: expect.stringMatching(/^Het eerste document is 1\.\d MB; dat van een voorbeeld mag 1 MB zijn\./),
    },
  });
});

it('takes no number for that of an order that all orders have', () => {
  const rows = [
    ...['009001 2026-11-20 4500099901 EUR', '01000010 ART-1 00000012PCE', '01000020 ART-2 00000007PCE'],
    ...['009001 2026-11-21 4500099902 EUR', '01000010 ART-3 00000003PCE'],
  ];
  expect(meaningsOf(recognised(Buffer.from(rows.join('\n'))))).toMatchObject({ '00@19': 'number' });
});

/** As an ERP in German writes it: digits that zeros fill up, and one line. */
const germanXml = (number: string): Buffer =>
  Buffer.from(
    `<Bestellung><Kopf><${number}>4500017811</${number}><Datum>2026-11-26</Datum><Lieferant>540830</Lieferant></Kopf>
  <Zeile><Nr>10</Nr><Artikel>A-100</Artikel><Menge>0001250</Menge><Preis>0000995</Preis><Liefertermin>2026-12-11</Liefertermin></Zeile></Bestellung>`,
  );

it('takes digits that zeros fill up in an own XML as numbers of so many decimals as a person says', () => {
  const first = recognised(germanXml('Bestellnummer'));
  expect(first.assumptions).toContain('implied');
  expect(fieldsOf(first).find(({ id }) => id === 'Zeile/Menge')).toMatchObject({
    ...{ meaning: 'quantity', type: 'decimal', certainty: 'guessed' },
  });
  const fields = { 'Zeile/Menge': { type: 'decimal(3)' }, 'Zeile/Preis': { type: 'decimal(2)' } };
  const trial = recognised(germanXml('Bestellnummer'), { corrections: { fields } });
  expect(trial.assumptions).not.toContain('implied');
  expect(trial.format).toContain('Menge!: decimal(3)\n');
  expect(trial.preview?.result.text).toContain('<cbc:Quantity unitCode="H87">1.250</cbc:Quantity>');
  expect(trial.preview?.result.text).toContain('>9.95</cbc:PriceAmount>');
  expect(missingIn(trial)).toEqual([]);
});

it('knows the values of a line of an own XML where nothing says which value is the number of the order', () => {
  const trial = recognised(germanXml('Vorgang'));
  expect(meaningsOf(trial)).toEqual({
    ...{ 'Kopf/Vorgang': undefined, 'Kopf/Datum': 'date', 'Kopf/Lieferant': 'supplier' },
    ...{ 'Zeile/Nr': 'position', 'Zeile/Artikel': 'item' },
    ...{ 'Zeile/Menge': 'quantity', 'Zeile/Preis': 'price', 'Zeile/Liefertermin': 'delivery' },
  });
  const corrections = { fields: { 'Kopf/Vorgang': { meaning: 'number' } } };
  expect(missingIn(recognised(germanXml('Vorgang'), { corrections }))).toEqual([]);
});
