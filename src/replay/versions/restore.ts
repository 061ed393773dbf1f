import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../folders/local/durable.ts';
import { packageFolder } from '../../pipeline/workers/mapping-folders.ts';
import { decodeText } from '../../text.ts';
import type { KeptText } from '../version.ts';

/** What restoring a version does to the own folder. Paths inside it, with `/`. */
export interface Restoring {
  readonly write: readonly { readonly path: string; readonly text: string }[];
  /** What has to go, so that the version is used as it was: an own table that was not there then. */
  readonly aside: readonly string[];
  /** Of the package, and another one by now, and the own mapping lies over it: it cannot be put back. */
  readonly underneath: readonly string[];
}

/** Files that take part in a mapping, and their additions. */
const addition = (path: string): string => path.replace(/\.csv$/i, '.add.csv');

export function planRestore(texts: readonly KeptText[], own: string): Restoring {
  const isOwn = new Set(texts.filter(({ shelf }) => shelf === 'own').map(({ name }) => name));
  const write: { path: string; text: string }[] = [];
  const underneath: string[] = [];
  for (const { shelf, name, text } of texts) {
    if (shelf === 'own') write.push({ path: name, text });
    else if (delivered(name) === text) continue;
    else if (isOwn.has(name)) underneath.push(name);
    else write.push({ path: name, text });
  }
  const names = new Set(write.map(({ path }) => path));
  const others = texts.flatMap(({ name }) => [name, addition(name)]).filter((name) => !names.has(name));
  return {
    write: write.filter(({ path, text }) => textAt(join(own, ...path.split('/'))) !== text),
    aside: [...new Set(others)].filter((name) => existsSync(join(own, ...name.split('/')))),
    underneath,
  };
}

const delivered = (name: string): string | undefined =>
  textAt(join(packageFolder('mappings'), ...name.split('/')));

const textAt = (path: string): string | undefined =>
  existsSync(path) ? decodeText(readFileSync(path)) : undefined;

/**
 * Carries it out, each file at once whole or as before, the mapping itself last. What was there lies under `.replaced/STAMP`
 * afterwards, which no gateway reads. Resolves to that folder; undefined where nothing was replaced.
 */
export async function restore(
  { write, aside }: Restoring,
  own: string,
  now = new Date().toISOString(),
): Promise<string | undefined> {
  const kept = join(own, '.replaced', now.replace(/[:.]/g, '-'));
  const before = [...write.map(({ path }) => path), ...aside].filter((path) => existsSync(join(own, path)));
  for (const path of before) {
    await mkdir(dirname(join(kept, path)), { recursive: true });
    await replaceFile(join(kept, path), readFileSync(join(own, path)));
  }
  const tablesFirst = write.toSorted((a, b) => Number(b.path.includes('/')) - Number(a.path.includes('/')));
  for (const { path, text } of tablesFirst) {
    await mkdir(dirname(join(own, path)), { recursive: true });
    await replaceFile(join(own, path), text);
  }
  for (const path of aside) await rename(join(own, path), join(kept, path));
  return before.length === 0 ? undefined : kept;
}
