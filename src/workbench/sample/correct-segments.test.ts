import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SampleCorrections } from '../../formats/infer/sample-corrections.ts';
import { restrictToFolders } from '../../mapping/files/file-source.ts';
import { CompileMemo } from '../../mapping/language/compile-memo.ts';
import { MappingMemo } from '../../mapping/mapping-memo.ts';
import { folder as delivered } from '../../mapping/testkit/delivered.ts';
import { formats } from '../../mapping/testkit/kit.ts';
import type { ProposedPlace } from './propose-segments.ts';
import { buildSampleFiles } from './sample-files.ts';
import { type RecognisedSample, trySample } from './try-sample.ts';

/** As the thread of trials has them. */
const memo = new MappingMemo(new CompileMemo());
const tools = { folders: [delivered], files: restrictToFolders([delivered]), formats, memo };
const read = (path: string): string =>
  readFileSync(new URL(`../../formats/${path}`, import.meta.url), 'utf8');

function recognise(text: string, corrections: SampleCorrections = {}): RecognisedSample {
  const trial = trySample(
    { name: 'acme', bytes: Buffer.from(text), corrections, language: 'en', document: 0 },
    tools,
  );
  if (trial.kind === 'unknown') throw new Error(trial.because.en);
  expect(JSON.parse(JSON.stringify(trial))).toEqual(trial);
  return trial;
}
const placesOf = ({ segments }: RecognisedSample): readonly ProposedPlace[] =>
  segments?.groups.flatMap(({ places }) => places) ?? [];
const placeOf = (trial: RecognisedSample, id: string) => placesOf(trial).find((one) => one.id === id);
const resultOf = ({ preview }: RecognisedSample): string => preview?.result.text ?? '';
const lostIn = ({ preview }: RecognisedSample) => preview?.lost?.map(({ text }) => text) ?? [];

const edifact = read('edifact/fixtures/orders.edi');
const idoc = read('idoc/fixtures/orders.txt');

it('shows of EDIFACT which segments hold what, and where the delivered mapping has it', () => {
  const trial = recognise(edifact);
  const supplier = trial.segments?.groups.find(({ id }) => id === "gNAD[NAD/e3035 = 'SU']/NAD");
  expect(supplier).toMatchObject({
    ...{ label: 'NAD SU (supplier)', count: 2, line: 14 },
    roles: ['buyer', 'supplier', 'invoicee', 'place'],
    places: [
      {
        id: "gNAD[NAD/e3035 = 'SU']/NAD/C082/e3039",
        targets: expect.arrayContaining(['cac:SellerSupplierParty/cbc:CustomerAssignedAccountID']),
        ...{ examples: ['70012'], fate: 'carried' },
      },
      { examples: ['92'] },
    ],
  });
  expect(placesOf(trial).map(({ id }) => id)).toContain("gLIN/PIA[e4347 = '5']/C212[e7143 = 'SA']/e7140");
  expect(trial.segments?.groups.map(({ id }) => id)).not.toContain('UNB');
});

it('takes what a person says that segments of a code are', () => {
  const text = edifact.replaceAll('NAD+SU', 'NAD+MF').replaceAll('DTM+2:', 'DTM+358:');
  const first = recognise(text);
  expect(resultOf(first)).not.toContain('>70012<');
  expect(resultOf(first)).not.toContain('<cbc:EndDate>');
  const dates = first.segments?.groups.filter(({ label }) => label.startsWith('DTM 358')) ?? [];
  expect(dates.map(({ roles }) => roles)).toEqual([['delivery'], ['delivery']]);
  const groups = {
    "gNAD[NAD/e3035 = 'MF']/NAD": 'supplier',
    ...Object.fromEntries(dates.map(({ id }) => [id, 'delivery'])),
  };
  const trial = recognise(text, { groups });
  expect(trial.findings).toEqual([]);
  expect(resultOf(trial)).toContain('<cbc:CustomerAssignedAccountID>70012<');
  expect(resultOf(trial)).toContain('<cbc:EndDate>2026-03-30</cbc:EndDate>');
  expect(trial.segments?.groups.find(({ id }) => id === "gNAD[NAD/e3035 = 'MF']/NAD")?.role).toBe('supplier');
});

it('gives the value of a place another target, leaves one out with a reason, and says so in the files', () => {
  const text = edifact.replace('+SUP-9:SA::91', '+SUP-9:ZZZ');
  const place = "gLIN/PIA[e4347 = '5']/C212[e7143 = 'ZZZ']/e7140";
  expect(placeOf(recognise(text), place)).toMatchObject({ fate: 'lost', targets: [], examples: ['SUP-9'] });
  const contact = "gNAD[NAD/e3035 = 'BY']/gCTA[CTA/e3139 = 'OC']/COM[C076/e3155 = 'TE']/C076/e3148";
  const corrections = {
    fields: {
      [place]: { meaning: 'supplierItem' },
      [contact]: { meaning: '', leaveOut: 'nobody\ncalls: #1' },
      "FTX[e4451 = 'AAI']/C108/e4440": { meaning: 'note' },
      'gNOT/there': { meaning: 'item' },
    },
  };
  const trial = recognise(text, corrections);
  expect(trial.findings).toEqual([]);
  expect(resultOf(trial)).toMatch(/<cac:SellersItemIdentification>\s*<cbc:ID>SUP-9<\/cbc:ID>/);
  expect(placeOf(trial, place)).toMatchObject({ meaning: 'supplierItem', fate: 'carried' });
  expect(placeOf(trial, contact)).toMatchObject({ leaveOut: 'nobody\ncalls: #1' });
  expect(lostIn(trial)).not.toContain('SUP-9');
  expect(trial.mapping).toContain('# nobody calls: #1\n');
  expect(trial.mapping).not.toContain('gNOT');
  const files = buildSampleFiles(
    { name: 'acme', bytes: Buffer.from(text), corrections, language: 'en', document: 0 },
    tools,
  );
  expect(files?.texts['acme-to-order.yaml']).toBe(trial.mapping);
});

it('of an IDoc, flat or XML, the same: what partners and dates of a code are, and where fields go', () => {
  const text = idoc
    .replace('LF 0000020045', 'ZL 0000020045')
    .replace('3001000000000000004711', '3777000000000000004711');
  const trial = recognise(text);
  const partner = trial.segments?.groups.find(({ id }) => id === "E1EDKA1[PARVW = 'ZL']");
  expect(partner).toMatchObject({ label: 'E1EDKA1 ZL', roles: ['buyer', 'supplier', 'invoicee', 'place'] });
  const day = trial.segments?.groups.find(({ id }) => id === "E1EDK03[IDDAT = '002']");
  expect(day).toMatchObject({ roles: ['delivery'] });
  const corrected = recognise(text, {
    groups: { "E1EDKA1[PARVW = 'ZL']": 'supplier' },
    fields: { "E1EDP01/E1EDP19[QUALF = '777']/IDTNR": { meaning: 'item' } },
  });
  expect(corrected.findings).toEqual([]);
  expect(resultOf(corrected)).toContain('<cbc:CustomerAssignedAccountID>0000020045<');
  expect(resultOf(corrected)).toMatch(/<cac:BuyersItemIdentification>\s*<cbc:ID>000000000000004711</);
  const xml = recognise(read('idoc/fixtures/orders.xml'));
  expect(xml.segments?.groups.some(({ id }) => id === "E1EDKA1[PARVW = 'LF']")).toBe(true);
});

it.each([
  ['a change', edifact.replaceAll('ORDERS:D:96A', 'ORDCHG:D:96A'), 'edifact-orders-to-order'],
  ['an order of D.01B', edifact.replaceAll('ORDERS:D:96A', 'ORDERS:D:01B'), 'edifact-orders-to-order'],
  ['a change by IDoc', idoc.replaceAll('ORDERS  ', 'ORDCHG  '), 'idoc-orders-to-order'],
])('%s is read by the delivered mapping too, which extends another one', (_, text, base) => {
  const trial = recognise(text, { groups: { "gNAD[NAD/e3035 = 'SU']/NAD": 'buyer' } });
  expect(trial.mapping).toContain(`extends: scsn-gateway/${base}\nfrom: acme\n`);
  expect(trial.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(trial.segments?.groups.length).toBeGreaterThan(5);
});
