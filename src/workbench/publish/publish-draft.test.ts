import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import {
  changeDraft,
  type DraftOwner,
  type DraftSite,
  findRunningBase,
  hashRunningFolder,
  keepDraft,
  readDraftFolder,
  readDrafts,
} from '../drafts/keep-draft.ts';
import { usedMapping as name, openPublicationSite } from '../testkit/open-publication-site.ts';
import { listFixtureNames } from '../versions/restored-folder.ts';
import type { PublicationSite } from './publication-site.ts';
import { type DraftOutcome, DraftPublisher } from './publish-draft.ts';

/** Two people edit one folder of mappings: nobody undoes another's work unseen. */

const file = `${name}.yaml`;
let kept: Awaited<ReturnType<typeof openPublicationSite>>;
let journal: Journal;
let site: PublicationSite;
let drafts: DraftSite;
const publisher = new DraftPublisher();

beforeEach(async () => {
  kept = await openPublicationSite();
  ({ journal, site } = kept);
  drafts = { journal, write: kept.write, own: kept.own };
});
afterEach(async () => {
  await publisher.close();
  await kept.close();
});

const save = (path: string, text: string): void => kept.save(join('own', path), text);
const running = (path: string): string => kept.read(join('own', path));
const says = (members: Readonly<Record<string, string>>): string =>
  `mapping: ${name}\nextends: scsn-gateway/${name}\ntarget:\n  order:\n${Object.entries(members)
    .map(([field, text]) => `    ${field}: { $text: ${text} }\n`)
    .join('    # lines\n    # between\n')}`;

/** A draft that begins from what runs now. */
const type = (who: string, path: string, text: string) =>
  changeDraft(drafts, { who, mapping: name }, () => ({ [path]: text }));

async function outcomeOf(token: string, owner: DraftOwner): Promise<DraftOutcome> {
  for (;;) {
    const state = publisher.look(token, owner);
    if (state?.kind === 'done') return state.outcome;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function plan(who: string, onto = false): Promise<{ token: string; outcome: DraftOutcome }> {
  const owner = { who, mapping: name };
  const { draft } = await readDrafts(drafts, owner);
  if (draft === undefined) throw new Error(`${who} has no draft.`);
  const token = (await publisher.start(site, { ...draft, owner, since: '', onto }, 60_000)) ?? '';
  return { token, outcome: await outcomeOf(token, owner) };
}
const publish = async (who: string, onto = false, reason = 'because') =>
  publisher.publish(site, (await plan(who, onto)).token, { who, mapping: name }, { who, reason });

it('a draft knows what it began from, and is not troubled by what others change elsewhere', async () => {
  const owner = { who: 'anna', mapping: name };
  const base = await hashRunningFolder(drafts.own);
  const texts = { [file]: says({ description: 'anna' }) };
  expect(await keepDraft(drafts, owner, { base, texts }, 0)).toMatchObject({ base, edition: 1 });
  save('tables/mine.csv', 'a,b\n');
  expect(await findRunningBase(drafts, { base, texts })).toBe(base);
  save(file, says({ description: 'bert' }));
  expect(await findRunningBase(drafts, { base, texts })).toBe(await hashRunningFolder(drafts.own));
  expect(await keepDraft(drafts, owner, { base, texts }, 0)).toBeUndefined();
});

it('a folder with a draft in it has what somebody copied there since the draft began', async () => {
  save('fixtures/one/document.xml', 'before');
  const owner = { who: 'anna', mapping: name };
  await type('anna', file, says({ description: 'anna' }));
  save(file, says({ description: 'bert' }));
  save(`fixtures/${name}.late/document.xml`, 'copied');
  const files = readDraftFolder(drafts, (await readDrafts(drafts, owner)).draft);
  expect([...listFixtureNames(name, files)]).toEqual([`${name}.late`]);
  expect(Buffer.from(files.get(file) ?? []).toString()).toContain('anna');
});

it('goes on top of what others have published in other files, and takes nothing of it back', async () => {
  await type('anna', file, says({ description: 'anna' }));
  await type('bert', 'tables/units-to-exchange.add.csv', 'erp,iso\nSTK,C62\n');
  expect(await publish('anna')).toMatchObject({ kind: 'published', id: 1, edition: 1 });
  expect(await publish('bert')).toMatchObject({ kind: 'published', id: 2 });
  expect(running(file)).toContain('anna');
  expect(running('tables/units-to-exchange.add.csv')).toContain('STK,C62');
  expect(await journal.publications()).toMatchObject([{ who: 'anna' }, { who: 'bert' }]);
});

it('shows what somebody else has published in the same file, and merges it where that is asked for', async () => {
  await type('anna', file, says({ description: 'anna' }));
  await type('bert', file, says({ supplierAccountNumber: 'bert' }));
  await publish('anna', false, 'agreed with purchasing');
  const { outcome } = await plan('bert');
  expect(outcome).toMatchObject({
    ...{ kind: 'refused', code: 'others-changed' },
    since: [{ who: 'anna', reason: 'agreed with purchasing' }],
    theirs: [{ file, kind: 'added' }],
    ours: [{ file, kind: 'added' }],
  });
  expect(running(file)).not.toContain('bert');
});

it('rules that both have added stay both; one that both have changed is told, and nothing is written', async () => {
  save(file, says({ description: 'first', supplierAccountNumber: 'x' }));
  await type('anna', file, says({ description: 'anna', supplierAccountNumber: 'x' }));
  await type('bert', file, says({ description: 'first', supplierAccountNumber: 'bert' }));
  await type('carl', file, says({ description: 'carl', supplierAccountNumber: 'x' }));
  await publish('anna');
  expect(await publish('bert', true)).toMatchObject({ kind: 'published' });
  expect([running(file).includes('anna'), running(file).includes('bert')]).toEqual([true, true]);
  const before = running(file);
  expect((await plan('carl', true)).outcome).toMatchObject({
    ...{ kind: 'refused', code: 'conflict' },
    conflicts: [expect.stringContaining('description')],
  });
  expect(running(file)).toBe(before);
});

it('a file of a fixture that the draft empties goes, and those of others stay', async () => {
  save('fixtures/one/expected.json', '{}\n');
  await type('anna', 'fixtures/one/expected.json', '');
  save('tables/mine.csv', 'a,b\n');
  const { outcome } = await plan('anna');
  expect(outcome).toMatchObject({
    kind: 'plan',
    changes: { write: [], aside: ['fixtures/one/expected.json'] },
  });
  expect(outcome.kind === 'plan' && [...outcome.next.keys()]).toEqual(['tables/mine.csv']);
});

it('an earlier version is put back as a new one, with a reason alone; what is not known is told', async () => {
  await type('anna', file, says({ description: 'anna' }));
  await publish('anna');
  await type('bert', file, says({ description: 'bert' }));
  await publish('bert');
  const owner = { who: 'carl', mapping: name };
  const restore = async (version: number) => {
    const token = (await publisher.startRestore(site, { owner, version, since: '' }, 60_000)) ?? '';
    return { token, outcome: await outcomeOf(token, owner) };
  };
  const by = (reason: string) => ({ who: 'carl', reason, origin: 'page' }) as const;
  expect((await restore(9)).outcome).toMatchObject({ kind: 'refused', code: 'not-restorable' });
  const { token, outcome } = await restore(1);
  expect(outcome).toMatchObject({ kind: 'plan', restores: { mapping: name, number: 1 } });
  expect(await publisher.publish(site, token, owner, by(' '))).toEqual({
    kind: 'refused',
    code: 'goes-back',
  });
  expect(running(file)).toContain('bert');
  const done = await publisher.publish(site, token, owner, by('bert was wrong'));
  expect(done).toMatchObject({ kind: 'published', versions: [{ name, number: 1 }] });
  expect(done).not.toHaveProperty('edition');
  expect(running(file)).toContain('anna');
  expect((await journal.publications()).at(-1)).toMatchObject({ action: 'restore', who: 'carl' });
  expect((await journal.history()).at(-1)?.result).toContain(`${name} v1 was put back.`);
});
