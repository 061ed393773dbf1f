import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Rooms are the folders of `src` (docs/design.md, "Architecture"). */

const src = fileURLToPath(new URL('../src', import.meta.url));
const roomOf = (path: string): string | undefined => {
  const [room, file] = relative(src, path).split(sep);
  return file === undefined || room === '..' ? undefined : room;
};

/** What stands between the braces is types alone. */
const isTypes = (names: string): boolean => /^\s*\{(\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names);

/** The rooms that a file needs when it runs: imports of types are gone by then. */
function roomsNeeded(path: string): readonly string[] {
  const imports = readFileSync(path, 'utf8').matchAll(/^import (?!type )([^;]*?)from '(\.[^']+)';/gm);
  const needed = [...imports].filter(([, names = '']) => !isTypes(names));
  return needed.flatMap(([, , file = '']) => roomOf(join(dirname(path), file)) ?? []);
}

async function needs(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  for await (const file of glob('*/**/*.ts', { cwd: src })) {
    const path = join(src, file);
    const room = roomOf(path);
    if (room === undefined || file.endsWith('.test.ts') || file.includes('testkit')) continue;
    found.set(
      room,
      new Set([...(found.get(room) ?? []), ...roomsNeeded(path)].filter((one) => one !== room)),
    );
  }
  return found;
}

it('rooms need one another in one direction: there is an order in which each needs only those before it', async () => {
  const left = new Map(await needs());
  expect(left.get('pipeline')).toContain('journal');
  for (;;) {
    const next = [...left].find(([, others]) => [...others].every((other) => !left.has(other)));
    if (next === undefined) break;
    left.delete(next[0]);
  }
  expect(
    [...left].map(([room, others]) => `${room} needs ${[...others].filter((one) => left.has(one))}`),
  ).toEqual([]);
});
