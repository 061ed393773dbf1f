import { childrenOf } from './page-cells.ts';
import type { PageFile } from './page-file.ts';

/** Which table a page belongs to. */

/** Kinds of pages in the map of parents, which SQLite keeps so that it can give room back (`auto_vacuum`). */
const kinds = { root: 1, btree: 5 };

/** Where SQLite locks; no page of the file lies there. */
const lockByte = 0x4000_0000;

/** Levels of a tree; no journal has more. */
const deepest = 40;

/**
 * The root of each page that holds rows, by page. The map of parents tells it also of a page whose parents are damaged; where the
 * map is damaged itself, the tree tells it from above.
 */
export function ownersOf(file: PageFile, roots: readonly number[]): ReadonlyMap<number, number> {
  const fromAbove = walk(file, roots);
  const known = new Set(roots);
  const owners = new Map<number, number>();
  for (let page = 1; page <= file.count; page += 1) {
    const owner = known.has(page) ? page : (fromMap(file, page, known) ?? fromAbove.get(page));
    if (owner !== undefined) owners.set(page, owner);
  }
  return owners;
}

function fromMap(file: PageFile, page: number, roots: ReadonlySet<number>): number | undefined {
  let at = page;
  for (let level = 0; level < deepest; level += 1) {
    if (roots.has(at)) return at;
    const { kind, parent } = entryOf(file, at);
    if (kind !== kinds.btree || parent < 1 || parent > file.count) return undefined;
    at = parent;
  }
  return undefined;
}

function entryOf(file: PageFile, page: number): { readonly kind: number; readonly parent: number } {
  if (page < 2 || !file.hasMap) return { kind: 0, parent: 0 };
  const each = Math.floor(file.usable / 5) + 1;
  const lock = lockByte / file.pageSize + 1;
  const first = Math.floor((page - 2) / each) * each + 2;
  const map = first === lock ? first + 1 : first;
  if (page <= map) return { kind: 0, parent: 0 };
  const bytes = file.page(map);
  const at = 5 * (page - map - 1);
  return { kind: bytes[at] ?? 0, parent: bytes.readUInt32BE(at + 1) };
}

function walk(file: PageFile, roots: readonly number[]): ReadonlyMap<number, number> {
  const owners = new Map<number, number>();
  for (const root of roots) {
    const open = [root];
    for (let page = open.pop(); page !== undefined; page = open.pop()) {
      if (page < 1 || page > file.count || owners.has(page)) continue;
      owners.set(page, root);
      open.push(...childrenOf(file, page));
    }
  }
  return owners;
}
