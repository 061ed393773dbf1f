import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Publication } from '../../journal/journal.ts';
import type { Artifact } from '../../journal/model/message.ts';
import { listOthersChanges, readFolderEdit } from './folder-edit.ts';
import { buildFolderState, noteOrigin, readFolder } from './mappings-folder.ts';

/** What an edit began from: by the mark of the copy, or by what was there before anything was published. */

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'edits-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A folder that holds just these files; with the mark of a state, where it has one. */
function folder(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(root, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

const state = (files: Readonly<Record<string, string>>) =>
  buildFolderState(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));

/** A journal that holds these states, each published after the one before. */
function journalOf(...states: readonly Readonly<Record<string, string>>[]) {
  const all = states.map(state);
  const artifacts = new Map<string, Artifact>(
    all.flatMap((one) => one.artifacts.map((artifact) => [artifact.hash, artifact] as const)),
  );
  const publications = all.slice(1).map(
    ({ hash: after }, n): Publication => ({
      ...{ id: n + 1, at: `2026-03-0${n + 1}T09:00:00.000Z`, action: 'publish', who: `person ${n + 1}` },
      ...{ reason: '', freed: [], before: all[n]?.hash ?? '', after },
    }),
  );
  return {
    artifact: async (hash: string) => artifacts.get(hash),
    publications: async () => publications,
  };
}

const one = { 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n' };
const two = { ...one, 'a.yaml': 'a: 2\n' };

const othersIn = async (journal: ReturnType<typeof journalOf>, own: string, edited: string) => {
  const edit = await readFolderEdit(journal, own, edited);
  return [listOthersChanges(edit).map(({ file }) => file), edit.since.map(({ who }) => who)];
};

it('before anything was published every copy is of what runs', async () => {
  const [own, edited] = [folder('own', one), folder('edited', { ...one, 'b.yaml': 'b: 9\n' })];
  expect(await othersIn(journalOf(), own, edited)).toEqual([[], []]);
});

it('a copy without a mark is of the time before the first publication', async () => {
  const [own, edited] = [folder('own', two), folder('edited', { ...one, 'b.yaml': 'b: 9\n' })];
  expect(await othersIn(journalOf(one, two), own, edited)).toEqual([['a.yaml'], ['person 1']]);
});

it('a copy with the mark of what runs takes nothing back', async () => {
  const [own, edited] = [folder('own', two), folder('edited', { ...two, 'a.yaml': 'a: 9\n' })];
  await noteOrigin(edited, state(two).hash);
  expect(await othersIn(journalOf(one, two), own, edited)).toEqual([[], []]);
});

it('what somebody has edited by hand counts where the copy does not have it', async () => {
  const byHand = { ...two, 'b.yaml': 'b: 2\n' };
  const own = folder('own', byHand);
  const [before, after] = [folder('before', two), folder('after', { ...byHand, 'a.yaml': 'a: 9\n' })];
  for (const copy of [before, after]) await noteOrigin(copy, state(two).hash);
  expect(await othersIn(journalOf(one, two), own, before)).toEqual([['b.yaml'], []]);
  expect(await othersIn(journalOf(one, two), own, after)).toEqual([[], []]);
});

it('a file that somebody has deleted meanwhile does not come back', async () => {
  const { 'b.yaml': _, ...less } = one;
  const [own, edited] = [folder('own', less), folder('edited', { ...one, 'a.yaml': 'a: 9\n' })];
  await noteOrigin(edited, state(one).hash);
  expect(await othersIn(journalOf(one, less), own, edited)).toEqual([['b.yaml'], ['person 1']]);
});

it('a mark that the journal does not know is told', async () => {
  const [own, edited] = [folder('own', one), folder('edited', one)];
  await noteOrigin(edited, 'of another journal');
  await expect(readFolderEdit(journalOf(one, two), own, edited)).rejects.toThrow('Nobody knows what');
  expect(readFolder(edited).has('.published')).toBe(false);
});
