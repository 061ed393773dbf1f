import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Formats } from '../../formats/document-format.ts';
import { openFormats } from '../../formats/open-formats.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { extensionOf } from '../../mapping/fixtures/fixture-files.ts';
import { runFixture } from '../../mapping/fixtures/run-fixtures.ts';
import { loadMapping } from '../../mapping/load-mapping.ts';
import type { KeptValue } from '../../mapping/mask/mask-fixture.ts';
import { NotMaskable } from '../../mapping/mask/maskable-document.ts';
import { mappingFolders } from '../../pipeline/channel/mapping-folders.ts';
import type { FixtureTask } from '../../replay/replay-worker.ts';
import type { MessageFixture, NoFixture } from '../../replay/rerun/message-fixture.ts';
import type { NotReplayable } from '../../replay/rerun/message-record.ts';
import { type PreparedReplay, prepareReplay, type ReplaySite } from '../../replay/rerun/replay-message.ts';
import { ReplayPool } from '../../replay/rerun/replay-pool.ts';
import { previousNames } from '../preview/mapping-context.ts';
import { parseSource, readSourceFile } from '../preview/read-source.ts';
import { createMaskSeed, maskDocumentFiles } from './mask-fixture-files.ts';
import { requireMappingFolders } from './named-mapping.ts';

export interface FixtureRequest {
  /** What the case is called: small letters, digits and hyphens. */
  readonly name: string;
  /** The folder of one's own mappings, where the fixture goes. */
  readonly own: string;
  /** With pseudonyms for everything that could name somebody. */
  readonly mask: boolean;
  /** With `mask`: what the way through the mapping depends on may stay readable. */
  readonly keep: boolean;
}

/** A fixture that was written. */
export interface MadeFixture {
  readonly kind: 'made';
  readonly folder: string;
  /** Names of all its files. */
  readonly files: readonly string[];
  /** Of these, what the mapping gives now: nobody has read it yet. Empty: it gives nothing. */
  readonly expected: readonly string[];
  /** Values that stayed readable in a masked one. */
  readonly kept: readonly KeptValue[];
}

/** Why nothing was written. */
export type FixtureRefusal =
  /** The way through the mapping depends on these values, and nobody has agreed that they stay. */
  | { readonly kind: 'stays-readable'; readonly kept: readonly KeptValue[] }
  | { readonly kind: 'no-message' }
  | { readonly kind: 'not-replayable'; readonly why: NotReplayable }
  /** Why, in words. */
  | { readonly kind: 'not-possible'; readonly reason: string };

export const isFixtureName = (name: string): boolean => /^[a-z0-9][a-z0-9-]*$/.test(name);

/** Where it goes. Throws an Error in words where there is one already. */
export function requireNewFixture({ own, name }: FixtureRequest, mapping: string): string {
  const folder = join(own, 'fixtures', `${mapping}.${name}`);
  if (existsSync(folder))
    throw new Error(`There is a fixture ${folder} already; \`map test --update\` renews it.`);
  return folder;
}

/** Of a file, with what lies beside it. What the mapping gives now becomes what is expected. */
export function makeFixtureFromDocument(
  mapping: FileMapping,
  document: string,
  request: FixtureRequest,
  formats: Formats,
): MadeFixture | FixtureRefusal {
  requireNewFixture(request, mapping.name);
  parseSource(mapping, readSourceFile(document), formats);
  const given = request.mask
    ? orNotPossible(() => maskDocumentFiles(document, mapping, formats))
    : { files: readDocumentFiles(document, mapping.from, formats), kept: [] };
  return 'reason' in given ? given : writeFixture(mapping.name, given, request, formats);
}

/**
 * Of a message of the journal, with the mapping that made it then: what comes of it now is held against the fixture like of every
 * other. That mapping runs in a thread of its own; those of now run where this is called, on this one document.
 */
export async function makeFixtureFromMessage(
  site: ReplaySite,
  id: number,
  request: FixtureRequest,
): Promise<MadeFixture | FixtureRefusal> {
  const fixture = await readMessageFixture(site, id, request.mask);
  if ('kind' in fixture) return fixture;
  // a folder of one's own begins with its first fixture
  const { formats, dispose } = openFormats({}, mappingFolders(request.own));
  try {
    return writeFixture(fixture.mapping, fixture, request, formats);
  } finally {
    dispose();
  }
}

/** What the mapping was given for a message, as the files of a fixture without expectations. In a thread of its own. */
export async function readMessageFixture(
  site: ReplaySite,
  id: number,
  mask: boolean,
): Promise<MessageFixture | FixtureRefusal> {
  const prepared = await prepareReplay(site, id);
  if (prepared === undefined) return { kind: 'no-message' };
  if (typeof prepared === 'string') return { kind: 'not-replayable', why: prepared };
  const fixture = await runInThread(prepared, mask);
  return 'reason' in fixture ? { kind: 'not-possible', reason: fixture.reason } : fixture;
}

function orNotPossible<T>(mask: () => T): T | Extract<FixtureRefusal, { readonly kind: 'not-possible' }> {
  try {
    return mask();
  } catch (error) {
    if (!(error instanceof NotMaskable)) throw error;
    return { kind: 'not-possible', reason: error.message };
  }
}

async function runInThread(
  { version, task }: PreparedReplay,
  mask: boolean,
): Promise<MessageFixture | NoFixture> {
  const pool = new ReplayPool({ [task.version]: version.snapshot }, 1);
  try {
    const asked: FixtureTask = { ...task, ...(mask ? { seed: createMaskSeed() } : {}) };
    return await pool.run('makeFixture', asked);
  } finally {
    await pool.close();
  }
}

function readDocumentFiles(document: string, type: string, formats: Formats): MessageFixture['files'] {
  const beside = ['context.json', ...previousNames(formats)]
    .map((name) => [name, join(dirname(document), name)] as const)
    .filter(([, path]) => existsSync(path));
  const all = [[`document${extensionOf(type, formats)}`, document] as const, ...beside];
  return Object.fromEntries(all.map(([name, path]) => [name, readFileSync(path)]));
}

function writeFixture(
  mapping: string,
  { files, kept }: Pick<MessageFixture, 'files' | 'kept'>,
  request: FixtureRequest,
  formats: Formats,
): MadeFixture | FixtureRefusal {
  if (!request.keep && kept.length > 0) return { kind: 'stays-readable', kept };
  const folder = requireNewFixture(request, mapping);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const folders = requireMappingFolders(request.own);
  const tools = { mapping: (name: string) => loadMapping(name, folders, formats), formats };
  const { updated } = runFixture(folder, tools, true);
  return { kind: 'made', folder, files: readdirSync(folder).sort(), expected: updated, kept };
}
