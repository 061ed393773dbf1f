import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextOf } from '../../mapping/fixture-files.ts';
import { packageFolder } from '../../pipeline/workers/mapping-folders.ts';
import { decodeText } from '../../text.ts';
import type { KeptText } from '../version.ts';
import type { FolderFiles } from './folder-state.ts';

/** The own folder as it will be with a version of a mapping. */
export interface Restored {
  readonly files: FolderFiles;
  /** Of the package, and another one by now, and the own mapping lies over it: it cannot be put back. */
  readonly underneath: readonly string[];
}

/** Files that take part in a mapping, and their additions. */
const addition = (path: string): string => path.replace(/\.csv$/i, '.add.csv');

/**
 * `own`: as it is now. `then`: as it was when the version was published: its fixtures of that mapping come back too; undefined: that is
 * not kept, and those of now stay.
 */
export function buildRestoredFolder(
  mapping: string,
  texts: readonly KeptText[],
  own: FolderFiles,
  then: FolderFiles | undefined,
): Restored {
  const isOwn = new Set(texts.filter(({ shelf }) => shelf === 'own').map(({ name }) => name));
  const write = new Map<string, string>();
  const underneath: string[] = [];
  for (const { shelf, name, text } of texts) {
    if (shelf === 'own') write.set(name, text);
    else if (delivered(name) === text) continue;
    else if (isOwn.has(name)) underneath.push(name);
    else write.set(name, text);
  }
  const files = new Map(own);
  // an own table that was not there then would take part
  for (const name of texts.flatMap(({ name: one }) => [one, addition(one)])) files.delete(name);
  for (const [name, text] of write) files.set(name, withText(text, own.get(name), then?.get(name)));
  return { files: then ? withFixtures(mapping, files, then) : files, underneath };
}

/** The bytes that say it, where there are some: in whatever encoding they were. */
const withText = (text: string, ...known: readonly (Uint8Array | undefined)[]): Uint8Array =>
  known.find((bytes) => bytes !== undefined && decodeText(bytes) === text) ?? Buffer.from(text);

const delivered = (name: string): string | undefined =>
  textAt(join(packageFolder('mappings'), ...name.split('/')));

const textAt = (path: string): string | undefined =>
  existsSync(path) ? decodeText(readFileSync(path)) : undefined;

function withFixtures(mapping: string, files: FolderFiles, then: FolderFiles): FolderFiles {
  const [now, before] = [files, then].map((some) => listFixtures(mapping, some));
  const kept = [...files].filter(([path]) => !now?.has(fixtureIn(path) ?? ''));
  const back = [...then].filter(([path]) => before?.has(fixtureIn(path) ?? ''));
  return new Map([...kept, ...back]);
}

/** The folder without these fixtures, by their names. */
export const removeFixtures = (files: FolderFiles, names: ReadonlySet<string>): FolderFiles =>
  new Map([...files].filter(([path]) => !names.has(fixtureIn(path) ?? '')));

/** Names of the fixtures of a mapping. */
export function listFixtures(mapping: string, files: FolderFiles): ReadonlySet<string> {
  const names = new Set([...files.keys()].flatMap((path) => fixtureIn(path) ?? []));
  return new Set([...names].filter((name) => mappingOf(name, files) === mapping));
}

const fixtureIn = (path: string): string | undefined => /^fixtures\/([^/]+)\//.exec(path)?.[1];

function mappingOf(fixture: string, files: FolderFiles): string {
  const context = files.get(`fixtures/${fixture}/context.json`);
  const said = context && contextOf(decodeText(context)).mapping;
  return said ?? fixture.split('.')[0] ?? fixture;
}
