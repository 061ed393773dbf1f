import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { belowOf } from '../../../test/kit/random.ts';
import type { Journal } from '../journal.ts';
import { openSqliteJournal, readSqliteJournal } from '../sqlite/open-sqlite.ts';
import {
  copyJournal,
  type Filling,
  fillJournal,
  fillPageTables,
  newMessage,
  overwrite,
  type PageUse,
  pageTables,
  pageUses,
  parkedCount,
  textOf,
} from '../testkit/damage.ts';
import { rescueJournal } from './rescue-journal.ts';

/** What a rescue brings back of a journal with damaged pages. */

const count = 250;
let folder: string;
let whole: string;
let uses: readonly PageUse[];
let copies = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rescue-'));
  whole = join(folder, 'whole.db');
  await fillJournal(whole, count);
  uses = pageUses(whole);
});
afterAll(() => rmSync(folder, { recursive: true }));

function copied(): string {
  copies += 1;
  const path = join(folder, `${copies}.db`);
  copyJournal(whole, path);
  return path;
}

const onThese = (pages: readonly number[]): readonly PageUse[] =>
  uses.filter(({ page }) => pages.includes(page));

/** Messages whose rows stand on none of these pages. */
function readable(pages: readonly number[]): readonly number[] {
  const lost = new Set(onThese(pages).flatMap(({ messages }) => messages));
  return Array.from({ length: count }, (_, n) => n + 1).filter((id) => !lost.has(id));
}

/** What stands in no table: the map that names the parent of each page. Without it nobody knows whose the pages below a damaged one are. */
const hasMapPage = (pages: readonly number[]): boolean =>
  pages.some((page) => !uses.some((use) => use.page === page));

const withThoseBelow = (damaged: readonly PageUse[]): readonly PageUse[] =>
  uses.filter((use) => damaged.some(({ table, path }) => use.table === table && use.path.startsWith(path)));

/** Bodies that can be lost with these pages: rows that hold or name one, and pages that rows go on. */
const bodiesOn = (pages: readonly number[]): number =>
  (hasMapPage(pages) ? withThoseBelow(onThese(pages)) : onThese(pages))
    .filter(({ table }) => table === 'blob' || table === 'part')
    .reduce((sum, { kind, cells }) => sum + (kind === 'overflow' ? 1 : cells), 0);

interface Found {
  readonly ids: readonly number[];
  /** Messages of which a body is gone. */
  readonly incomplete: readonly number[];
}

/** All that is there, held against what was written. */
async function heldAgainst(journal: Journal): Promise<Found> {
  const messages = (await journal.list({ limit: 5000 })).toReversed();
  const incomplete: number[] = [];
  for (const { id, name, state } of messages) {
    const parts = [await journal.part(id, 'received'), await journal.part(id, 'prepared')];
    const [received, prepared] = parts.map((bytes) => bytes && Buffer.from(bytes).toString());
    const n = Number(name.split('.')[0]);
    if (received !== undefined) expect(received).toBe(textOf(n));
    if (prepared !== undefined) expect(prepared).toBe(`sent ${textOf(n)}`);
    if (received === undefined || (prepared === undefined && state === 'settled')) incomplete.push(id);
  }
  return { ids: messages.map(({ id }) => id), incomplete };
}

it('brings everything back of a journal that is whole, row by row', async () => {
  const path = copied();
  const { lost, messages } = await rescueJournal(path);
  expect([lost, messages]).toEqual([[], count]);
  const [before, after] = [whole, path].map((one) => new DatabaseSync(one, { readOnly: true }));
  const tables =
    before?.prepare("select name from sqlite_schema where type = 'table' and sql not like '%fts5%'").all() ??
    [];
  for (const { name } of tables.filter(
    ({ name }) => !/^(meta|history|message_text.*|sqlite_.*)$/.test(String(name)),
  )) {
    // the audit holds the rescue, too
    const own = name === 'audit_entry' ? "where action <> 'rescue'" : '';
    // bodies have no order
    const order = name === 'blob' ? 'order by hash' : '';
    const rows = (db: DatabaseSync | undefined): unknown =>
      db?.prepare(`select * from ${name} ${own} ${order}`).all();
    expect(rows(after), String(name)).toEqual(rows(before));
  }
  const audited = after?.prepare("select object, detail from audit_entry where action = 'rescue'").all();
  expect(audited).toEqual([{ object: 'journal', detail: 'All of it could be read.' }]);
  before?.close();
  after?.close();
});

describe.each(['garbage', 'zeros'] as const)('pages filled with %s', (filling: Filling) => {
  it.each([1, 2, 3, 4, 5])(
    'at random places: all that can be read comes back, what is lost has its name (%i)',
    async (seed) => {
      const path = copied();
      const below = belowOf(seed);
      const last = Math.max(...uses.map(({ page }) => page));
      const pages = Array.from({ length: 12 }, () => 2 + below(last - 1));
      overwrite(path, pages, filling, seed);
      const { lost, messages } = await rescueJournal(path);
      const journal = openSqliteJournal(path);
      expect(await journal.verify()).toEqual([]);
      const { ids, incomplete } = await heldAgainst(journal);
      expect(ids).toEqual(readable(pages));
      expect(messages).toBe(ids.length);
      expect(incomplete.length).toBeLessThanOrEqual(bodiesOn(pages));
      const named = lost.join('\n');
      for (const id of incomplete) expect(named).toMatch(new RegExp(`Message ${id} .*has lost`));
      for (let id = 1; id <= count; id += 1) if (!ids.includes(id)) expect(namesNumber(named, id)).toBe(true);
      expect(
        (await journal.list({ limit: 5000, state: 'parked' })).every(({ id }) => incomplete.includes(id)),
      ).toBe(true);
      const [next = 0] = await journal.receive([newMessage('next.xml', 'next')]);
      expect(next).toBeGreaterThan(count);
      await journal.close();
    },
  );
});

/** As itself, or within a span. */
function namesNumber(text: string, id: number): boolean {
  if (new RegExp(`Message ${id}\\b`).test(text)) return true;
  const spans = [...text.matchAll(/(\d+) to (\d+)/g)];
  return (
    spans.some(([, from, to]) => Number(from) <= id && id <= Number(to)) ||
    new RegExp(`(deleted before|could be read): [^.]*\\b${id}\\b`).test(text)
  );
}

/** Pages on which very much depends. */
const roots: readonly (readonly [string, () => readonly number[]])[] = [
  ['the table of messages', () => pagesOf('message', 'internal')],
  ['bodies', () => pagesOf('blob', 'internal').slice(0, 1)],
  ['the list of tables', () => pagesOf('sqlite_schema', 'leaf')],
  ['the first page', () => [1]],
  ['parents of pages', () => [2]],
];

const pagesOf = (table: string, kind: string): readonly number[] =>
  uses.filter((use) => use.table === table && use.kind === kind).map(({ page }) => page);

it.each(roots)('the root of %s: no message is lost', async (_, pages) => {
  const path = copied();
  expect(pages().length).toBeGreaterThan(0);
  overwrite(path, pages(), 'garbage');
  await rescueJournal(path);
  const journal = openSqliteJournal(path);
  const { ids, incomplete } = await heldAgainst(journal);
  expect(ids).toEqual(readable([]));
  expect(incomplete.length).toBeLessThanOrEqual(bodiesOn(pages()));
  expect(journal.id).toBe(idOf(whole));
  await journal.close();
});

function idOf(path: string): string {
  const journal = readSqliteJournal(path);
  void journal.close();
  return journal.id;
}

describe('what the pages of the gateway keep', () => {
  const fresh = async (): Promise<string> => {
    copies += 1;
    const path = join(folder, `${copies}.db`);
    await fillPageTables(path);
    return path;
  };

  it('comes back row by row, but for sessions and links: users, drafts, decisions, findings, counts', async () => {
    const path = await fresh();
    const before = new DatabaseSync(path, { readOnly: true });
    const rows = (db: DatabaseSync, table: string) => db.prepare(`select * from ${table}`).all();
    const expected = pageTables.map((table) => [table, rows(before, table)] as const);
    for (const [table, all] of expected) expect(all, table).not.toEqual([]);
    before.close();
    expect((await rescueJournal(path)).lost).toEqual([]);
    // the audit holds the rescue, too
    const isOfBefore = (row: Record<string, unknown>): boolean => row.action !== 'rescue';
    const after = new DatabaseSync(path, { readOnly: true });
    for (const [table, all] of expected) expect(rows(after, table).filter(isOfBefore), table).toEqual(all);
    for (const table of ['login_session', 'login_link']) expect(rows(after, table), table).toEqual([]);
    after.close();
  });

  it('costs no message where it is damaged; what is lost is told, what follows from messages is made anew', async () => {
    const path = await fresh();
    const damaged = pageUses(path).filter(({ table }) => pageTables.includes(table));
    const pages = damaged.map(({ page }) => page);
    expect(new Set(damaged.map(({ table }) => table))).toEqual(new Set(pageTables));
    overwrite(path, pages, 'garbage');
    const { lost, messages } = await rescueJournal(path);
    expect(messages).toBe(parkedCount);
    for (const table of ['account', 'audit_entry', 'draft', 'bulk_decision', 'bulk_item'])
      expect(lost.join('\n')).toContain(`table ${table},`);
    const journal = openSqliteJournal(path);
    expect(await journal.verify()).toEqual([]);
    const causes = await journal.list({ limit: 100, state: 'parked' });
    expect(causes.every(({ findings }) => findings.length === 1)).toBe(true);
    await journal.close();
    const db = new DatabaseSync(path, { readOnly: true });
    expect(db.prepare('select count(*) as n from finding').get()).toEqual({ n: parkedCount });
    db.close();
  });
});

it('takes what stands in the log alone, and leaves the damaged journal as it was', async () => {
  const path = copied();
  const journal = openSqliteJournal(path);
  await journal.receive([newMessage(`${count + 1}.xml`, textOf(count + 1))]);
  const killed = join(folder, 'killed.db');
  for (const end of ['', '-wal', '.mark']) copyFileSync(path + end, killed + end);
  await journal.close();
  overwrite(killed, pagesOf('message', 'internal'), 'garbage');
  const before = readFileSync(killed);
  const { kept = '' } = await rescueJournal(killed);
  expect(readFileSync(kept).equals(before)).toBe(true);
  const rescued = readSqliteJournal(killed);
  expect((await heldAgainst(rescued)).ids).toEqual([...readable([]), count + 1]);
  await rescued.close();
});

it('is refused while a gateway has it open, and where nothing can be read', async () => {
  const path = copied();
  const journal = openSqliteJournal(path);
  await expect(rescueJournal(path)).rejects.toThrow(/another gateway/);
  await journal.close();
  rmSync(`${path}.mark`);
  overwrite(path, [1], 'garbage');
  await expect(rescueJournal(path)).rejects.toThrow(/Nothing of the journal .* can be read.*restore FILE/);
});
