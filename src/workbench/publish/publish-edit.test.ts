import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasFolderLinks, hasRights } from '../../../test/kit/machine.ts';
import type { Journal, NewBulkDecision } from '../../journal/journal.ts';
import { hashRunningMappings } from '../drafts/keep-draft.ts';
import { usedMapping as name, openPublicationSite } from '../testkit/open-publication-site.ts';
import { planRestore, restorePlanned } from '../versions/restore-version.ts';
import { compareEdit } from './compare-edit.ts';
import { copyRunningFolder } from './copy-running-folder.ts';
import type { PublicationSite } from './publication-site.ts';
import { type PublicationPlan, planPublication, publishPlanned } from './publish-edit.ts';
import { replaceFiles } from './replace-files.ts';

/** An edit on its way into the folder that runs, on a journal without messages: what each call answers, as data. */

const file = `${name}.yaml`;
let kept: Awaited<ReturnType<typeof openPublicationSite>>;
let root: string;
let journal: Journal;
let site: PublicationSite;

beforeEach(async () => {
  kept = await openPublicationSite();
  ({ root, journal, site } = kept);
});
afterEach(() => kept.close());

const save = (path: string, text: string): void => kept.save(path, text);
const read = (path: string): string => kept.read(path);
const copy = (folder: string) => copyRunningFolder(site.access, join(root, 'own'), join(root, folder));
const says = (text: string, field = 'description'): string =>
  `mapping: ${name}\nextends: scsn-gateway/${name}\ntarget:\n  order:\n    ${field}: { $text: ${text} }\n`;

const ask = (edited: string, more = {}) =>
  planPublication(site, { edited: join(root, edited), since: '', onto: false, mayDelete: false, ...more });

async function plan(edited: string, more = {}): Promise<PublicationPlan> {
  const answer = await ask(edited, more);
  if (answer.kind !== 'plan') throw new Error(JSON.stringify(answer));
  return answer;
}

const by = { who: 'person 1', reason: 'because' };
const publish = async (edited: string) => publishPlanned(site, await plan(edited), by);

it('plans without writing anything, then publishes: files, history, number and version', async () => {
  await copy('edit');
  save(`edit/${file}`, says('one'));
  const planned = await plan('edit');
  expect(planned).toMatchObject({ changes: { write: [file], aside: [] }, report: { of: 0, freed: [] } });
  expect([existsSync(join(root, 'own', file)), await journal.publications()]).toEqual([false, []]);
  expect(await publishPlanned(site, planned, by)).toEqual({
    ...{ kind: 'published', id: 1, changes: { write: [file], aside: [] }, freed: [] },
    versions: [{ name, number: 1 }],
  });
  expect(read(`own/${file}`)).toBe(says('one'));
  expect(await journal.publications()).toMatchObject([{ id: 1, action: 'publish', ...by }]);
  expect((await journal.history())[0]).toMatchObject({ subject: 'mappings', action: 'map publish', ...by });
  expect(await ask('edit')).toEqual({ kind: 'same' });
});

it('refuses a plan when the folder that runs has changed since', async () => {
  await copy('edit');
  save(`edit/${file}`, says('one'));
  const planned = await plan('edit');
  save('own/tables/mine.csv', 'a,b\n');
  expect(await publishPlanned(site, planned, by)).toEqual({ kind: 'refused', code: 'folder-changed' });
  expect([existsSync(join(root, 'own', file)), await journal.publications()]).toEqual([false, []]);
});

it('refuses mappings that are not right, with the findings at the edited files', async () => {
  await copy('edit');
  save(`edit/${file}`, says('one', 'nothing'));
  expect(await ask('edit')).toMatchObject({
    ...{ kind: 'refused', code: 'not-right' },
    findings: [{ file: join(root, 'edit', file), line: 5, severity: 'error' }],
  });
});

it.each(['with a channel', 'without one'])(
  'says what is not right in the language of who asks, %s',
  async (which) => {
    site = { ...site, language: 'nl', channels: which === 'without one' ? [] : site.channels };
    const refused = async () => {
      const asked = await ask('edit');
      return 'findings' in asked ? asked.findings.map(({ message }) => message).join('\n') : asked.kind;
    };
    await copy('edit');
    save(`edit/${file}`, says('one', 'nothing'));
    expect(await refused()).toContain('heeft geen');
    save(`edit/${file}`, says('one'));
    save(`edit/fixtures/${name}.mine/context.json`, '{}');
    expect(await refused()).toMatch(
      new RegExp(
        `^Het testgeval ${name}\\.mine geeft iets anders dan het verwacht: Er is geen document\\.xml in `,
      ),
    );
  },
);

it('refuses to delete files that the edit lacks, unless they may go', async () => {
  save(`own/${file}`, says('one'));
  await copy('edit');
  rmSync(join(root, 'edit', file));
  expect(await ask('edit')).toEqual({ kind: 'refused', code: 'would-delete', files: [file] });
  expect((await plan('edit', { mayDelete: true })).changes).toEqual({ write: [], aside: [file] });
});

it.skipIf(!hasFolderLinks)(
  'writes nowhere but into the folder: a link in it that leads out is refused',
  async () => {
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync('../elsewhere', join(root, 'own/tables'), 'junction');
    await copy('edit');
    save('edit/tables/party-schemes.add.csv', 'scheme,kind\nODD,account\n');
    expect(await ask('edit')).toEqual({
      ...{ kind: 'refused', code: 'leads-out' },
      files: ['tables/party-schemes.add.csv'],
    });
    const files = new Map([['tables/party-schemes.add.csv', Buffer.from('x')]]);
    await expect(replaceFiles(join(root, 'own'), new Map(), files)).rejects.toThrow('leads');
    expect(readdirSync(join(root, 'elsewhere'))).toEqual([]);
  },
);

it.skipIf(!hasRights)('leaves the rights of a file that it replaces, of what is kept too', async () => {
  save(`own/${file}`, says('one'));
  chmodSync(join(root, 'own', file), 0o640);
  await copy('edit');
  save(`edit/${file}`, says('two'));
  const done = await publishPlanned(site, await plan('edit'), { who: 'a', reason: 'r' });
  const kept = done.kind === 'published' ? (done.kept ?? '') : '';
  const modes = [join(root, 'own', file), join(kept, file)].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o640, 0o640]);
});

it('shows what others have published since, and puts the edit on top where they do not touch', async () => {
  await Promise.all([copy('edit'), copy('other')]);
  save(`edit/${file}`, says('mine'));
  save('other/tables/party-schemes.add.csv', 'scheme,kind\nODD,account\n');
  await publish('other');
  expect(await ask('edit')).toMatchObject({
    ...{ kind: 'refused', code: 'others-changed', since: [{ id: 1, who: by.who }] },
    theirs: [{ file: 'tables/party-schemes.add.csv', kind: 'added' }],
    ours: [{ file, kind: 'added' }],
  });
  const { next } = await plan('edit', { onto: true });
  expect([...next.keys()].sort()).toEqual([file, 'tables/party-schemes.add.csv']);
});

it('refuses an edit that touches what others have changed', async () => {
  save(`own/${file}`, says('one'));
  await Promise.all([copy('edit'), copy('other')]);
  save(`edit/${file}`, says('mine'));
  save(`other/${file}`, says('theirs'));
  await publish('other');
  expect(await ask('edit', { onto: true })).toMatchObject({
    ...{ kind: 'refused', code: 'conflict' },
    conflicts: [`${file} target/order/description/$text`],
  });
});

it('restores a version in two calls, and keeps who did it', async () => {
  await copy('edit');
  for (const text of ['one', 'two']) {
    save(`edit/${file}`, says(text));
    await publish('edit');
  }
  const planned = await planRestore(site, { mapping: name, version: 'v1' });
  if (planned.kind !== 'plan') throw new Error(JSON.stringify(planned));
  expect(planned).toMatchObject({ isRunning: true, changes: { write: [file], aside: [] }, underneath: [] });
  expect(read(`own/${file}`)).toBe(says('two'));
  expect(await restorePlanned(site, planned, by)).toMatchObject({
    ...{ kind: 'restored', used: { name, number: 1 }, kept: expect.stringContaining('.replaced') },
  });
  expect(read(`own/${file}`)).toBe(says('one'));
  expect((await journal.publications()).at(-1)).toMatchObject({ id: 3, action: 'restore', ...by });
  // the plan was made of another state
  expect(await restorePlanned(site, planned, by)).toEqual({ kind: 'refused', code: 'folder-changed' });
});

it('compares an edit with the folder that runs', async () => {
  const edited = join(root, 'edit');
  await copy('edit');
  expect(await compareEdit(site, site.folders, { edited })).toEqual({ kind: 'same' });
  save(`edit/${file}`, says('one'));
  expect(await compareEdit(site, site.folders, { edited })).toMatchObject({
    ...{ kind: 'compared', report: { messages: 0, outcomes: [] } },
  });
  save(`edit/${file}`, says('one', 'nothing'));
  expect(await compareEdit(site, site.folders, { edited })).toMatchObject({
    ...{ kind: 'not-usable', findings: [{ severity: 'error', line: 5 }] },
  });
});

it('what waits for a publication waits for the next one that leaves its files, and is given up by one that changes them', async () => {
  const decision: NewBulkDecision = {
    ...{ action: 'retry', force: false, who: 'person 1', reason: 'because', filter: '{}' },
    ...{ messages: [7], heldBack: 0, behind: 0 },
  };
  const last = async () => (await journal.listPublicationDecisions(1))[0];
  const running = () => hashRunningMappings(join(root, 'own'));
  await copy('edit');
  save(`edit/${file}`, says('one'));
  await publishPlanned(site, await plan('edit'), by, decision);
  expect(await last()).toMatchObject({ state: 'deferred', publication: 1, mappings: running(), total: 1 });
  save('edit/order-to-order.yaml', 'mapping: order-to-order\nextends: scsn-gateway/order-to-order\n');
  await publish('edit');
  expect(await last()).toMatchObject({ state: 'deferred', publication: 1, mappings: running() });
  save(`edit/${file}`, says('two'));
  await publish('edit');
  expect(await last()).toMatchObject({ state: 'stopped', overtaken: 3, stoppedBy: 'person 1', left: 1 });
});
