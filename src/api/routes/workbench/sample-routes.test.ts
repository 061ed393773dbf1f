import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { packageFile } from '../../../package.ts';
import type { RequestContext } from '../../kit/route.ts';
import { openDesk } from '../../testkit/open-desk.ts';
import { formatSampleRoutes } from './sample-routes.ts';

/** From a file to a draft; nothing of it lies in the folder of mappings before somebody publishes it. */

const desk = openDesk({ mappings: 'mappings' });
afterAll(() => desk.close());

const routes = formatSampleRoutes(desk, desk.trials);
const context: RequestContext = {
  ...{ caller: { name: 'j.peeters', role: 'administer' }, address: '127.0.0.1', language: 'en' },
  signal: new AbortController().signal,
};
const ask = async (named: string, input: object = {}): Promise<unknown> => {
  const found = routes.find(({ description: { method, path } }) => `${method} ${path}` === named);
  if (found === undefined) throw new Error(`There is no route ${named}.`);
  return await found.answer(input, context);
};
const file = readFileSync(packageFile('src', 'workbench', 'sample', 'fixtures', 'bestellingen.csv'));
const give = (bytes: Uint8Array) =>
  ask('PUT /formats/sample', {
    given: { kind: 'file', path: 'bestellingen.csv', base64: Buffer.from(bytes).toString('base64') },
  });
const keep = (name: string, mask = false) =>
  ask('POST /formats/sample/draft', { name, corrections: {}, document: 0, mask });
const draftOf = async (mapping: string): Promise<Readonly<Record<string, string>>> => {
  const draft = await desk.journal.drafts.findDraft('j.peeters', `mapping ${mapping}`);
  return draft ? JSON.parse(draft.content) : {};
};

beforeEach(() => give(file));

it('is for who administers, and never for who sees documents masked', () => {
  for (const { description } of routes)
    expect([description.role, description.forMasked], description.path).toEqual(['administer', undefined]);
});

it('keeps what is said of a sample, and not over what another window said', async () => {
  const notes = { name: 'acme', corrections: { decimal: '.' } };
  expect(await ask('GET /formats/sample')).toMatchObject({
    ...{ edition: 0, hasFolder: true, mayPublish: true },
    file: { path: 'bestellingen.csv', lines: 5, isCut: false },
  });
  await ask('PUT /formats/sample/notes', { notes, seen: 0 });
  expect(await ask('GET /formats/sample')).toMatchObject({ edition: 1, notes });
  await expect(ask('PUT /formats/sample/notes', { notes, seen: 0 })).rejects.toMatchObject({
    code: 'draft-elsewhere',
  });
  await give(file);
  expect(await ask('GET /formats/sample')).not.toHaveProperty('notes');
});

it('takes no empty sample, and none that is too large', async () => {
  await expect(give(Buffer.from(''))).rejects.toMatchObject({ code: 'sample-empty' });
  await expect(give(Buffer.alloc(5_000_001, 'a'))).rejects.toMatchObject({ code: 'sample-large' });
  await expect(ask('PUT /formats/sample', { given: { kind: 'message', id: 4711 } })).rejects.toMatchObject({
    code: 'no-document',
  });
});

it('recognises it, and makes a draft with a fixture that names nobody', async () => {
  const notes = { name: 'acme', corrections: {} };
  const trial = await ask('POST /formats/sample/trial', { page: 'a', notes, document: 0 });
  expect(trial).toMatchObject({ kind: 'recognised', documents: 3, missing: [], lostCount: 1 });
  expect(await keep('acme', true)).toEqual({ mapping: 'acme-to-order', fixture: 'sample' });
  const texts = await draftOf('acme-to-order');
  const document = texts['fixtures/acme-to-order.sample/document.csv'] ?? '';
  expect(document).toContain('Bestelnr;');
  expect(document).not.toContain('Lagerblok');
  expect(texts['fixtures/acme-to-order.sample/expected.xml']).toContain('<cac:OrderLine>');
  expect(existsSync(join(desk.folder, 'mappings', 'formats'))).toBe(false);
  expect(await ask('GET /formats/sample')).not.toHaveProperty('file');
  await give(file);
  await expect(keep('acme')).rejects.toMatchObject({ code: 'there-already' });
  await expect(keep('csv-order')).rejects.toMatchObject({ code: 'there-already' });
});

it('changes a format that is kept: of the draft, beside its fixture, and back into the draft', async () => {
  await give(file);
  await keep('oud');
  const mapping = 'oud-to-order';
  const which = { mapping };
  expect(await ask('GET /formats/sample', which)).toMatchObject({ format: 'oud', edition: 0 });
  // what somebody works on for a new format stays
  await give(file);
  const usual = await ask('PUT /formats/sample', { mapping, given: { kind: 'usual' } });
  expect(usual).toMatchObject({ format: 'oud', file: { path: 'oud-to-order.sample/document.csv' } });
  const corrections = { fields: { 9: { name: 'amount' } } };
  const trial = { page: 'a', notes: { name: 'oud', corrections }, document: 0, mapping };
  expect(await ask('POST /formats/sample/trial', trial)).toMatchObject({
    kind: 'recognised',
    change: { isChanged: true, rules: [], difference: [], renamed: [{ from: 'quantity', to: 'amount' }, {}] },
  });
  const asked = { name: 'oud', corrections, document: 0, mask: false, mapping };
  const before = await draftOf(mapping);
  expect(await ask('POST /formats/sample/draft', asked)).toEqual({ mapping });
  const texts = await draftOf(mapping);
  expect(texts['formats/oud.yaml']).toBe(before['formats/oud.yaml']?.replace('quantity!:', 'amount!:'));
  expect(texts['oud-to-order.yaml']).toBe(
    before['oud-to-order.yaml']?.replaceAll('$from: quantity', '$from: amount'),
  );
  expect(Object.keys(texts)).toEqual(Object.keys(before));
  expect(await ask('GET /formats/sample', which)).not.toHaveProperty('file');
  expect(await ask('GET /formats/sample')).toHaveProperty('file');
});

it('changes a format that is published, and none that is delivered', async () => {
  const texts = await draftOf('oud-to-order');
  const folder = join(desk.folder, 'mappings');
  mkdirSync(join(folder, 'formats'), { recursive: true });
  writeFileSync(
    join(folder, 'formats', 'live.yaml'),
    (texts['formats/oud.yaml'] ?? '').replace('oud', 'live'),
  );
  writeFileSync(
    join(folder, 'live-to-order.yaml'),
    (texts['oud-to-order.yaml'] ?? '').replaceAll('oud', 'live'),
  );
  const mapping = 'live-to-order';
  await expect(ask('PUT /formats/sample', { mapping, given: { kind: 'usual' } })).rejects.toMatchObject({
    code: 'no-sample',
  });
  const given = { kind: 'file', path: 'live.csv', base64: file.toString('base64') };
  await ask('PUT /formats/sample', { mapping, given });
  const corrections = { encoding: 'cp850' };
  await ask('POST /formats/sample/draft', { name: 'x', corrections, document: 0, mask: false, mapping });
  expect(Object.keys(await draftOf(mapping))).toEqual(['formats/live.yaml']);
  await expect(ask('GET /formats/sample', { mapping: 'csv-order-to-order' })).rejects.toMatchObject({
    code: 'no-own-format',
  });
});

it('keeps none where mappings come through git', async () => {
  const config = desk.config();
  const others = formatSampleRoutes(
    { ...desk, config: () => ({ ...config, workbench: 'readOnly' }) },
    desk.trials,
  );
  const route = others.find(({ description }) => description.path === '/formats/sample/draft');
  const input = { name: 'git', corrections: {}, document: 0, mask: false };
  await expect(route?.answer(input, context)).rejects.toMatchObject({ code: 'read-only' });
});
