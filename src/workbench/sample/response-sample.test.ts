import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SampleCorrections } from '../../formats/infer/sample-corrections.ts';
import { folder as delivered } from '../../mapping/testkit/delivered.ts';
import { formats } from '../../mapping/testkit/kit.ts';
import { packageFile } from '../../package.ts';
import { restrictToFolders } from '../../system/file-source.ts';
import { buildSampleFiles } from './sample-files.ts';
import { type RecognisedSample, trySample } from './try-sample.ts';

/** Order responses that a supplier's ERP writes. */

const tools = { folders: [delivered], files: restrictToFolders([delivered]), formats };
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const questionOf = (text: string, corrections: SampleCorrections, document: number) => ({
  ...{ name: 'bevestigingen', bytes: Buffer.from(text), corrections, language: 'en' as const, document },
});
function recognise(text: string, corrections: SampleCorrections = {}, document = 0): RecognisedSample {
  const trial = trySample(questionOf(text, corrections, document), tools);
  if (trial.kind === 'unknown') throw new Error(trial.because.en);
  return trial;
}
const meaningsOf = ({ proposal }: RecognisedSample) =>
  Object.fromEntries((proposal?.fields ?? []).map(({ id, meaning }) => [id, meaning]));
const resultOf = ({ preview }: RecognisedSample): string => preview?.result.text ?? '';
const missingIn = ({ findings, reading, preview }: RecognisedSample) =>
  [...findings, ...reading, ...(preview?.steps ?? []).flatMap((one) => one.targetFindings)]
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);

it('knows a table of order responses by its headings, and makes valid ones of it', () => {
  const trial = recognise(fixture('bevestigingen.csv'));
  expect(trial).toMatchObject({
    ...{ documentKind: 'response', isKindCertain: false, documents: 2, reading: [] },
    ...{ mappingEnding: '-to-order-response', assumptions: ['response', 'netPrice'] },
  });
  expect(meaningsOf(trial)).toEqual({
    ...{ 1: 'responseNumber', 2: 'responseDate', 3: 'buyer', 4: 'number', 5: 'salesOrder', 6: 'currency' },
    ...{ 7: 'position', 8: 'item', 9: 'description', 11: 'quantity', 12: 'unit', 13: 'price' },
    ...{ 14: 'delivery', 15: 'confirmedDelivery', 16: 'status' },
  });
  expect(missingIn(trial)).toEqual([]);
  const text = resultOf(trial);
  expect(text).toMatch(/<cbc:ID>OB-9001<\/cbc:ID>\s*<cbc:SalesOrderID>VO-77</);
  expect(text).toMatch(/<cac:OrderReference>\s*<cbc:ID>4500017821</);
  expect(text).toContain('<cbc:LineStatusCode>revised</cbc:LineStatusCode>');
  expect(text).toMatch(/<cac:PromisedDeliveryPeriod>\s*<cbc:EndDate>2026-04-22</);
  expect(text).toMatch(/<cac:RequestedDeliveryPeriod>\s*<cbc:EndDate>2026-04-15</);
  expect(text).toContain('<cbc:Quantity unitCode="H87">400</cbc:Quantity>');
  expect(trial.preview?.lost?.map(({ text: value }) => value)).toEqual(['120', '500']);
  expect(resultOf(recognise(fixture('bevestigingen.csv'), {}, 1))).toContain('>rejected<');
  expect(trial.channel).toContain(
    'map: [ NAME-to-order-response, complete-order-response, order-response-to-exchange ]',
  );
});

it('leaves open what the file does not say: no line is accepted by a guess, and none is counted', () => {
  const text = 'Bevestigingsnr;Datum;Uw order;Artikel;Aantal;Leverdatum\nOB-1;3-3-2026;4711;A-1;5;1-4-2026\n';
  const trial = recognise(text);
  expect(trial.assumptions).toEqual(['response', 'unit', 'promised', 'status']);
  expect(meaningsOf(trial)).toMatchObject({ 2: 'responseDate', 3: 'number', 6: 'confirmedDelivery' });
  expect(missingIn(trial)).toEqual(['cac:LineItem needs cbc:ID.']);
  const numbered = recognise(text.replace('Artikel', 'Regel'));
  expect(missingIn(numbered)).toEqual([]);
  expect(resultOf(numbered)).toMatch(/<gw:open>status<\/gw:open>\s*<gw:open>values</);
  expect(resultOf(numbered)).not.toContain('LineStatusCode');
});

it('an unknown word for an answer parks the document, and is said', () => {
  const trial = recognise(fixture('bevestigingen.csv').replace('gewijzigd', 'BACKORDER'));
  expect([...(trial.preview?.steps ?? [])].flatMap(({ findings }) => findings)).toMatchObject([
    { code: 'table-miss', severity: 'park', message: expect.stringContaining('backorder') },
  ]);
});

it.each([
  ['Bestelnr;Besteldatum;Leverancier;Regel;Artikel;Aantal;Bevestigde leverdatum', 'order', ['order']],
  ['Bestelnr;Besteldatum;Leverancier;Regel;Artikel;Aantal;Leverdatum', 'order', []],
  ['Auftragsbestätigung;Datum;Kunde;Ihre Bestellnr;Pos;Artikel;Menge', 'response', ['response']],
  ['Confirmation no;Date;Customer;Your order;Line;Item;Qty', 'response', ['response']],
])('%s: %s', (headings, kind, assumed) => {
  const trial = recognise(`${headings}\n4711;1-4-2026;70012;10;A-1;5;2-4-2026\n`);
  expect(trial.documentKind).toBe(kind);
  expect(trial.assumptions.filter((one) => one === 'order' || one === 'response')).toEqual(assumed);
});

it('takes what a person says that documents are, and then offers what those have', () => {
  const orders = fixture('bevestigingen.csv').replaceAll(/;?(Bevestig|Uw |Klant|Verkoop)/g, '$1');
  const trial = recognise(orders, { kind: 'order' });
  expect(trial).toMatchObject({ documentKind: 'order', mappingEnding: '-to-order' });
  expect(trial.meanings).not.toContain('confirmedDelivery');
  expect(recognise(orders, { kind: 'response' }).meanings).toEqual(
    expect.arrayContaining(['confirmedDelivery', 'status', 'responseDate', 'salesPosition', 'unit']),
  );
});

it('makes responses of records of fixed places: what nothing names is guessed by what stands in it', () => {
  const first = recognise(fixture('bevestigingen.txt'), { kind: 'response' });
  expect(meaningsOf(first)).toMatchObject({ 'OB@4': 'number', 'OB@16': 'responseDate' });
  expect(Object.values(meaningsOf(first))).toEqual(
    expect.arrayContaining([
      'position',
      'item',
      'quantity',
      'unit',
      'confirmedDelivery',
      'status',
      'currency',
    ]),
  );
  expect(missingIn(first)).toEqual([]);
  expect(resultOf(first)).toMatch(/<cbc:LineStatusCode>accepted</);
  expect(resultOf(first)).toMatch(/<cac:PromisedDeliveryPeriod>\s*<cbc:EndDate>2026-04-01</);
  expect(resultOf(recognise(fixture('bevestigingen.txt'), { kind: 'response' }, 1))).toContain('>rejected<');
});

it('makes responses of an own XML', () => {
  const line =
    '<Line><No>10</No><Qty>5</Qty><ConfirmedDate>2026-04-01</ConfirmedDate><Status>accepted</Status></Line>';
  const xml = `<Confirmations><Confirmation><ConfirmationNumber>AB-1</ConfirmationNumber><ConfirmationDate>2026-03-03</ConfirmationDate><CustomerPO>4711</CustomerPO>${line}${line.replace('>10<', '>20<')}</Confirmation></Confirmations>`;
  const trial = recognise(xml);
  expect(trial).toMatchObject({ syntax: 'xml', documentKind: 'response', documents: 1 });
  expect(missingIn(trial)).toEqual([]);
  expect(resultOf(trial)).toMatch(/<cac:OrderReference>\s*<cbc:ID>4711</);
});

const edifact = readFileSync(packageFile('samples', 'good', 'response-edifact.edi'), 'utf8');

it('makes of an ORDRSP a format on the delivered one, whose segments can be said to be something else', () => {
  const trial = recognise(edifact);
  expect(trial).toMatchObject({ documentKind: 'response', isKindCertain: true, findings: [] });
  expect(trial.mapping).toBe(
    'mapping: bevestigingen-to-order-response\nextends: scsn-gateway/edifact-ordrsp-to-order-response\nfrom: bevestigingen\n',
  );
  expect(resultOf(trial)).toMatch(/<cac:OrderReference>\s*<cbc:ID>4500017821</);
  const full = packageFile('mappings', 'fixtures', 'edifact-ordrsp-to-order-response.full', 'document.edi');
  // neither the kind of document nor that of a text
  expect(recognise(readFileSync(full, 'utf8')).preview?.lost).toEqual([]);
  const other = edifact
    .replaceAll('DTM+69:', 'DTM+358:')
    .replaceAll(':4500017821:', ':4500017821:9')
    .replaceAll('RFF+ON', 'RFF+CR')
    .replaceAll("PIA+5+0012-330:BP'", "PIA+5+0012-330:ZZZ'");
  const days = recognise(other).segments?.groups.filter(({ label }) => label.startsWith('DTM 358')) ?? [];
  expect(days.map(({ roles }) => roles)).toEqual([['promise']]);
  const corrected = recognise(other, {
    groups: Object.fromEntries(days.map(({ id }) => [id, 'promise'])),
    fields: {
      "gRFF[RFF/C506/e1153 = 'CR']/RFF/C506/e1154": { meaning: 'number' },
      "gLIN/gRFF[RFF/C506/e1153 = 'CR']/RFF/C506/e1156": { meaning: 'position' },
      "gLIN/PIA[e4347 = '5']/C212[e7143 = 'ZZZ']/e7140": { meaning: 'item' },
    },
  });
  expect(corrected.findings).toEqual([]);
  expect(resultOf(corrected)).toMatch(/<cac:OrderReference>\s*<cbc:ID>4500017821</);
  expect(resultOf(corrected)).toMatch(/<cac:PromisedDeliveryPeriod>\s*<cbc:EndDate>2026-04-22</);
  expect(resultOf(corrected)).toMatch(/<cac:LineItem>\s*<cbc:ID>910</);
  expect(resultOf(corrected)).toMatch(/<cac:BuyersItemIdentification>\s*<cbc:ID>0012-330</);
});

it('makes of an IDoc ORDRSP a format on the delivered one', () => {
  const idoc = readFileSync(
    packageFile('mappings', 'fixtures', 'idoc-ordrsp-to-order-response.full', 'document.xml'),
    'utf8',
  );
  const trial = recognise(idoc);
  expect(trial).toMatchObject({ documentKind: 'response', syntax: 'idoc', findings: [] });
  expect(trial.mapping).toContain('extends: scsn-gateway/idoc-ordrsp-to-order-response\n');
  expect(resultOf(trial)).toContain('<OrderResponse');
  expect(trial.segments?.groups.find(({ id }) => id === "E1EDKA1[PARVW = 'AG']")?.roles).toContain('buyer');
});

it('becomes files of a draft whose names say that they are responses', () => {
  const files = buildSampleFiles(questionOf(fixture('bevestigingen.csv'), {}, 1), tools);
  expect(files).toMatchObject({
    mapping: 'bevestigingen-to-order-response',
    document: { path: 'fixtures/bevestigingen-to-order-response.sample/document.csv' },
  });
  expect(files?.texts['formats/bevestigingen.yaml']).toContain('kind: response\n');
});
