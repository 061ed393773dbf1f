import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFixtureContext } from '../../mapping/fixtures/fixture-files.ts';
import { packageFolder } from '../../pipeline/channel/mapping-folders.ts';
import type { RecordedText } from '../../replay/rerun/recorded-version.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import type { FolderFiles } from '../publish/mappings-folder.ts';

/** The own folder as it will be with a version of a mapping. */
export interface RestoredFolder {
  readonly files: FolderFiles;
  /** Of the package, and another one by now, and the own mapping lies over it: it cannot be put back. */
  readonly underneath: readonly string[];
}

/** Files that take part in a mapping, and their additions. */
const additionPathOf = (path: string): string => path.replace(/\.csv$/i, '.add.csv');

/**
 * `own`: as it is now. `then`: as it was when the version was published: its fixtures of that mapping come back too; undefined: that is
 * not kept, and those of now stay.
 */
export function buildRestoredFolder(
  mapping: string,
  texts: readonly RecordedText[],
  own: FolderFiles,
  then: FolderFiles | undefined,
): RestoredFolder {
  const isOwn = new Set(texts.filter(({ shelf }) => shelf === 'own').map(({ name }) => name));
  const write = new Map<string, string>();
  const underneath: string[] = [];
  for (const { shelf, name, text } of texts) {
    if (shelf === 'own') write.set(name, text);
    else if (readDelivered(name) === text) continue;
    else if (isOwn.has(name)) underneath.push(name);
    else write.set(name, text);
  }
  const files = new Map(own);
  // an own table that was not there then would take part
  for (const name of texts.flatMap(({ name: one }) => [one, additionPathOf(one)])) files.delete(name);
  for (const [name, text] of write) files.set(name, keepEncoding(text, own.get(name), then?.get(name)));
  return { files: then ? withFixturesOfThen(mapping, files, then) : files, underneath };
}

/** The bytes that say it, where there are some: in whatever encoding they were. */
const keepEncoding = (text: string, ...known: readonly (Uint8Array | undefined)[]): Uint8Array =>
  known.find((bytes) => bytes !== undefined && decodeSavedText(bytes) === text) ?? Buffer.from(text);

const readDelivered = (name: string): string | undefined =>
  readTextAt(join(packageFolder('mappings'), ...name.split('/')));

const readTextAt = (path: string): string | undefined =>
  existsSync(path) ? decodeSavedText(readFileSync(path)) : undefined;

function withFixturesOfThen(mapping: string, files: FolderFiles, then: FolderFiles): FolderFiles {
  const [now, before] = [files, then].map((some) => listFixtureNames(mapping, some));
  const kept = [...files].filter(([path]) => !now?.has(fixtureIn(path) ?? ''));
  const back = [...then].filter(([path]) => before?.has(fixtureIn(path) ?? ''));
  return new Map([...kept, ...back]);
}

/** The folder without these fixtures, by their names. */
export const removeFixtures = (files: FolderFiles, names: ReadonlySet<string>): FolderFiles =>
  new Map([...files].filter(([path]) => !names.has(fixtureIn(path) ?? '')));

/** Names of the fixtures of a mapping. */
export function listFixtureNames(mapping: string, files: FolderFiles): ReadonlySet<string> {
  const names = new Set([...files.keys()].flatMap((path) => fixtureIn(path) ?? []));
  return new Set([...names].filter((name) => mappingNameOf(name, files) === mapping));
}

const fixtureIn = (path: string): string | undefined => /^fixtures\/([^/]+)\//.exec(path)?.[1];

function mappingNameOf(fixture: string, files: FolderFiles): string {
  const context = files.get(`fixtures/${fixture}/context.json`);
  const said = context && parseFixtureContext(decodeSavedText(context)).mapping;
  return said ?? fixture.split('.')[0] ?? fixture;
}
