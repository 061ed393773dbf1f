import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FixtureResult } from '../../mapping/fixtures/run-fixtures.ts';
import type { ReplaySite } from '../../replay/rerun/replay-message.ts';
import type { Language } from '../../types.ts';
import { foldersOf } from '../overlay/list-mappings.ts';
import { type FixtureRefusal, isFixtureName, readMessageFixture } from '../overlay/make-fixture.ts';
import { withStagedFolder } from '../publish/folder-publication.ts';
import type { FolderFiles } from '../publish/mappings-folder.ts';
import type { FixturesTask } from '../trial/preview-thread.ts';
import { PreviewWorker } from '../trial/preview-worker.ts';
import type { TrialReply } from '../trial/trial-reply.ts';
import { listFixtureNames } from '../versions/restored-folder.ts';
import { type DraftTexts, writeDraftText } from './draft-files.ts';

/** Fixtures of one's own with a draft: what publishing asks to pass. Each runs in a thread that is ended with it. */

/** Milliseconds for all fixtures of a mapping, and for one. */
const patience = { all: 60_000, one: 15_000 };

/** `files`: the folder with the draft in it. */
export async function runDraftFixtures(
  files: FolderFiles,
  mapping: string,
  language: Language,
): Promise<TrialReply<readonly FixtureResult[]>> {
  const names = [...listFixtureNames(mapping, files)].sort();
  if (names.length === 0) return { kind: 'answer', answer: [] };
  return await withStagedFolder(files, (own) =>
    test({ own, asked: names, update: false, language }, patience.all),
  );
}

async function test(task: FixturesTask, milliseconds: number): Promise<TrialReply<readonly FixtureResult[]>> {
  const worker = new PreviewWorker({ folders: foldersOf(task.own) });
  try {
    return await worker.testFixtures(task, milliseconds);
  } finally {
    await worker.close();
  }
}

export type FixtureChange =
  | { readonly kind: 'changed'; readonly texts: DraftTexts }
  /** It did not come to an end. */
  | { readonly kind: 'no-end' }
  | { readonly kind: 'no-fixture' };

/** What a fixture gives becomes what is expected: as files of the draft. */
export async function acceptFixture(
  files: FolderFiles,
  mapping: string,
  fixture: string,
): Promise<FixtureChange> {
  if (!listFixtureNames(mapping, files).has(fixture)) return { kind: 'no-fixture' };
  return await withStagedFolder(files, async (own) => {
    const reply = await test({ own, asked: [fixture], update: true, language: 'en' }, patience.one);
    if (reply.kind !== 'answer') return { kind: 'no-end' };
    return { kind: 'changed', texts: listChangedTexts(files, own, fixture) };
  });
}

function listChangedTexts(before: FolderFiles, own: string, fixture: string): DraftTexts {
  const folder = `fixtures/${fixture}`;
  const now = readdirSync(join(own, folder)).map((name) => `${folder}/${name}`);
  const gone = [...before.keys()].filter((path) => path.startsWith(`${folder}/`) && !now.includes(path));
  const texts = now.map((path) => [path, writeDraftText(readFileSync(join(own, path)))] as const);
  const changed = texts.filter(([path, text]) => {
    const known = before.get(path);
    return known === undefined || writeDraftText(known) !== text;
  });
  return Object.fromEntries([...changed, ...gone.map((path) => [path, ''] as const)]);
}

export interface DraftFixtureRequest {
  readonly mapping: string;
  readonly message: number;
  /** What the case is called. */
  readonly name: string;
  /** What the way through the mapping depends on may stay readable. */
  readonly keep: boolean;
}

export type MadeDraftFixture =
  | {
      readonly kind: 'made';
      readonly fixture: string;
      readonly texts: DraftTexts;
      /** Values that stay readable. */
      readonly kept: readonly KeptName[];
    }
  | FixtureRefusal
  | { readonly kind: 'no-name' | 'there-already' | 'no-end' }
  /** The message was made by that mapping. */
  | { readonly kind: 'other-mapping'; readonly mapping: string };

type KeptName = Extract<FixtureRefusal, { readonly kind: 'stays-readable' }>['kept'][number];

/** Of a message, masked: its files with what the mapping with the draft gives now, which nobody has read yet. */
export async function makeDraftFixture(
  site: ReplaySite,
  files: FolderFiles,
  { mapping, message, name, keep }: DraftFixtureRequest,
): Promise<MadeDraftFixture> {
  const fixture = `${mapping}.${name}`;
  if (!isFixtureName(name)) return { kind: 'no-name' };
  if (listFixtureNames(mapping, files).has(fixture)) return { kind: 'there-already' };
  const made = await readMessageFixture(site, message, true);
  if ('kind' in made) return made;
  if (made.mapping !== mapping) return { kind: 'other-mapping', mapping: made.mapping };
  if (!keep && made.kept.length > 0) return { kind: 'stays-readable', kept: made.kept };
  const given = Object.entries(made.files).map(
    ([file, content]) => [`fixtures/${fixture}/${file}`, Buffer.from(content)] as const,
  );
  const accepted = await acceptFixture(new Map([...files, ...given]), mapping, fixture);
  if (accepted.kind !== 'changed') return { kind: 'no-end' };
  const texts = Object.fromEntries(given.map(([path, bytes]) => [path, writeDraftText(bytes)]));
  return { kind: 'made', fixture, texts: { ...texts, ...accepted.texts }, kept: made.kept };
}
