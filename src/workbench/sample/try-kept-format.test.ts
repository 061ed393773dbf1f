import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SampleCorrections } from '../../formats/infer/sample-corrections.ts';
import { folder as delivered } from '../../mapping/testkit/delivered.ts';
import { formats } from '../../mapping/testkit/kit.ts';
import { restrictToFolders } from '../../system/file-source.ts';
import type { DraftTools } from '../preview/preview-draft.ts';
import { tryKeptFormat } from './try-kept-format.ts';
import { trySample } from './try-sample.ts';

const tools: DraftTools = { folders: [delivered], files: restrictToFolders([delivered]), formats };
const bytes = readFileSync(new URL('fixtures/bestellingen.csv', import.meta.url));
const asked = { name: 'acme', bytes, corrections: {}, language: 'en', document: 0 } as const;

/** As a sample became them, with a remark of somebody. */
function draftOnce(): { readonly description: string; readonly text: string } {
  const trial = trySample(asked, tools);
  if (trial.kind !== 'recognised' || trial.mapping === undefined) throw new Error('There is no mapping.');
  return { description: `# of the old ERP\n${trial.format}`, text: `# by hand\n${trial.mapping}` };
}
const drafted = draftOnce();

function change(corrections: SampleCorrections, more: Partial<typeof drafted> = {}, sample = bytes) {
  const kept = { mapping: 'acme-to-order', isOwn: true, folder: '/mappings', edits: {}, ...drafted, ...more };
  const trial = tryKeptFormat(structuredClone({ ...asked, bytes: sample, corrections, kept }), tools);
  if (trial.kind === 'unknown') throw new Error(trial.because.en);
  expect(JSON.parse(JSON.stringify(trial))).toEqual(trial);
  return trial;
}

it('shows the format as it is kept, and where each column goes', () => {
  const trial = change({});
  expect(trial).toMatchObject({
    ...{ format: drafted.description, mapping: drafted.text, documents: 3, findings: [] },
    change: { isChanged: false, renamed: [], rules: [], difference: [] },
  });
  expect(trial.change?.uses['9']).toEqual({
    fate: 'carried',
    targets: [
      'cac:OrderLine/cac:LineItem/cbc:Quantity',
      'cac:OrderLine/cac:LineItem/cac:Delivery/cbc:Quantity',
    ],
  });
  expect(trial.change?.uses['13']).toEqual({ fate: 'lost', targets: [] });
});

it.each([
  ['fixtures/bestellingen.txt', 'KOP@6', 'cbc:ID'],
  ['fixtures/record-types.csv', 'H@2', 'cbc:ID'],
  ['../../formats/infer/fixtures/nested.xml', undefined, 'cbc:ID'],
  ['../../formats/infer/fixtures/attributes.xml', undefined, 'cbc:ID'],
])('shows of %s, too, where its values go', (path, id, target) => {
  const sample = readFileSync(new URL(path, import.meta.url));
  const trial = trySample({ ...asked, bytes: sample }, tools);
  if (trial.kind !== 'recognised') throw new Error(trial.because.en);
  // as far as the sample shows what an order needs
  const number = trial.proposal?.fields.find(({ meaning }) => meaning === 'number')?.id ?? '';
  const supplier = trial.proposal?.fields.find(({ meaning }) => meaning === undefined)?.id ?? '';
  const corrections = { fields: { [supplier]: { meaning: 'supplier' } } };
  const isComplete = trial.findings.every(({ severity }) => severity !== 'error');
  const whole = isComplete ? trial : trySample({ ...asked, bytes: sample, corrections }, tools);
  if (whole.kind !== 'recognised' || whole.mapping === undefined) throw new Error('There is no mapping.');
  const kept = change({}, { description: whole.format, text: whole.mapping }, sample);
  expect(kept.change).toMatchObject({ isChanged: false, rules: [] });
  expect(kept.change?.uses[id ?? number]?.targets).toContain(target);
});

it('renames in the rules what is renamed in the format', () => {
  const trial = change({ fields: { 9: { name: 'amount' }, 1: { name: 'order' } } });
  expect(trial.change).toMatchObject({ isChanged: true, rules: [], difference: [] });
  expect(trial.change?.renamed.map(({ from, to }) => `${from} ${to}`)).toEqual([
    'number order',
    'quantity amount',
    'quantity amount',
  ]);
  expect(trial.format).toContain('# of the old ERP\n');
  expect(trial.mapping).toBe(
    drafted.text.replace('cbc:ID: number', 'cbc:ID: order').replaceAll('$from: quantity', '$from: amount'),
  );
});

it('tells which rules name what is gone, and what the document lacks then', () => {
  const trial = change({ fields: { 11: { isRead: false } } });
  const [rule] = trial.change?.rules ?? [];
  expect(rule).toMatchObject({ code: 'mapping-path', message: expect.stringContaining('price') });
  expect(trial.change?.renamed).toEqual([]);
});

it('says of a change that makes the format unusable why, and changes no rule for it', () => {
  const trial = change({ fields: { 9: { name: 'item' } } });
  expect(trial.findings).toMatchObject([{ severity: 'error', line: 18 }]);
  expect(trial).toMatchObject({ mapping: drafted.text, change: { isChanged: true, renamed: [] } });
});

it('says what is wrong with a format in the language of who asks', () => {
  const kept = { mapping: 'acme-to-order', isOwn: true, folder: '/mappings', edits: {}, ...drafted };
  const corrections = { fields: { 9: { name: 'item' } } };
  expect(tryKeptFormat({ ...asked, corrections, language: 'nl', kept }, tools)).toMatchObject({
    findings: [{ message: 'Hier staat een naam voor de tweede keer.' }],
  });
});

it('changes no delivered mapping', () => {
  const kept = { mapping: 'acme-to-order', isOwn: false, folder: '/mappings', edits: {}, ...drafted };
  const trial = tryKeptFormat({ ...asked, corrections: { fields: { 1: { name: 'order' } } }, kept }, tools);
  expect(trial).toMatchObject({ mapping: drafted.text, change: { renamed: [] } });
  expect(trial.kind === 'recognised' && trial.change?.rules).not.toEqual([]);
});

it('shows what is another in the document', () => {
  const trial = change({
    fields: { 13: { isRead: true, name: 'colour' }, 8: { type: 'identifier' } },
    decimal: '.',
  });
  expect(trial.reading.map(({ severity }) => severity)).toContain('error');
  const dates = change({ fields: { 2: { type: 'date M-d-yyyy' } } });
  expect([dates.change?.difference, dates.reading.map(({ message }) => message)]).not.toEqual([[], []]);
});

it('tells what becomes of other mappings that read the format', () => {
  const other = 'mapping: acme-to-report\nfrom: acme\nto: scsn/Order\ntarget:\n  cbc:ID: number\n';
  const file = join('/mappings', 'acme-to-report.yaml');
  const edits = { [file]: Buffer.from(other) };
  const kept = { mapping: 'acme-to-order', isOwn: true, folder: '/mappings', edits, ...drafted };
  const trial = tryKeptFormat({ ...asked, corrections: { fields: { 1: { name: 'order' } } }, kept }, tools);
  expect(trial.kind === 'recognised' && trial.change?.rules.map(({ file }) => file)).toEqual([file]);
});
