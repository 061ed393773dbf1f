import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freesOpenFiles, heldUntilExit } from '../../test/kit/machine.ts';
import { belowOf } from '../../test/kit/random.ts';
import type { Journal } from './journal.ts';
import { JournalNotWritten, JournalUnusable } from './model/journal-errors.ts';
import { rescueJournal } from './salvage/rescue-journal.ts';
import { openSqliteJournal, openWritableJournal, readSqliteJournal } from './sqlite/open-sqlite.ts';
import {
  copyJournal,
  fillJournal,
  newMessage,
  overwrite,
  type PageUse,
  pageUses,
  textOf,
} from './testkit/damage.ts';

/** Pages that are overwritten under an open journal. */

const count = 600;
let folder: string;
let whole: string;
let uses: readonly PageUse[];
let copies = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), freesOpenFiles ? 'damaged-' : heldUntilExit));
  whole = join(folder, 'whole.db');
  await fillJournal(whole, count);
  uses = pageUses(whole);
});
// a damaged journal stays open until its process ends
afterAll(() => {
  if (freesOpenFiles) rmSync(folder, { recursive: true });
});

function copied(): string {
  copies += 1;
  const path = join(folder, `${copies}.db`);
  copyJournal(whole, path);
  return path;
}

const receive = (journal: Journal, text: string): Promise<unknown> =>
  journal.receive([newMessage(text, text)]);

async function checkAll(journal: Journal): Promise<void> {
  while (await journal.checkPart());
}

const pagesOf = (table: string, kind: string): readonly number[] =>
  uses.filter((use) => use.table === table && use.kind === kind).map(({ page }) => page);

it('a journal that is whole is found so, by as many checks as one likes', async () => {
  const journal = openSqliteJournal(copied());
  for (const text of ['one', 'two']) {
    await checkAll(journal);
    await receive(journal, text);
  }
  expect(journal.trouble()).toBeUndefined();
  await journal.close();
});

it.each([1, 2, 3])(
  'at random places: one check notices it, nothing is written any more, no gateway starts, a rescue goes on (%i)',
  async (seed) => {
    const path = copied();
    const journal = openSqliteJournal(path);
    const below = belowOf(seed);
    const live = uses.filter(({ page }) => page > 2);
    overwrite(path, [live[below(live.length)]?.page ?? 3], seed % 2 ? 'garbage' : 'zeros', seed);
    await checkAll(journal);
    expect(journal.trouble()?.en).toMatch(/pages of it are damaged .*gateway journal rescue/);
    expect(journal.trouble()?.nl).toMatch(/pagina’s ervan zijn beschadigd .*gateway journal rescue/);
    await expect(receive(journal, 'late')).rejects.toThrow(JournalNotWritten);
    await journal.close();
    expect(() => openSqliteJournal(path)).toThrow(
      /is damaged .*no gateway starts on it.*gateway journal rescue/,
    );
    expect(() => openWritableJournal(path)).toThrow(JournalUnusable);
    await readSqliteJournal(path).close();
    // this process has the files open until it ends: it is another that rescues
    const left = copied();
    copyJournal(path, left);
    await rescueJournal(left);
    const rescued = openSqliteJournal(left);
    await receive(rescued, 'late');
    const [newest] = await rescued.list({ limit: 1 });
    expect(newest?.id).toBeGreaterThan(count + 1);
    expect(await rescued.verify()).toEqual([]);
    await checkAll(rescued);
    expect(rescued.trouble()).toBeUndefined();
    await rescued.close();
  },
);

it.each([
  ['the work reads', (journal: Journal, n: number) => journal.part(n, 'received')],
  ['somebody asks', (journal: Journal) => journal.list({ limit: 5000 })],
  ['the work writes', (journal: Journal, n: number) => receive(journal, textOf(n))],
])('a statement that meets damage ends all writing: %s', async (_, meet) => {
  const path = copied();
  const journal = openSqliteJournal(path);
  // where a new body is looked for before it is written
  const ofHashes = pagesOf('sqlite_autoindex_blob_1', 'leaf');
  overwrite(
    path,
    [...pagesOf('message', 'leaf'), ...pagesOf('blob', 'leaf'), ...pagesOf('blob', 'overflow'), ...ofHashes],
    'garbage',
  );
  const meetAll = async (): Promise<void> => {
    for (let n = 1; n <= count; n += 1) await meet(journal, n);
  };
  await expect(meetAll()).rejects.toThrow(/damaged|malformed/);
  expect(journal.trouble()?.en).toMatch(/pages of it are damaged/);
  await expect(receive(journal, 'late')).rejects.toThrow(JournalNotWritten);
  await journal.close();
});

it('bytes that are not what was stored are never handed out', async () => {
  const path = copied();
  const db = new DatabaseSync(path);
  const [first, second] = db.prepare('select hash, body from blob limit 2').all();
  db.prepare('update blob set body = ? where hash = ?').run(
    Buffer.from(bytesOf(first)),
    String(second?.hash),
  );
  db.close();
  const journal = openSqliteJournal(path);
  await expect(journal.body(String(second?.hash))).rejects.toThrow(JournalNotWritten);
  expect(journal.trouble()?.en).toContain(`the bytes ${second?.hash} are not what was stored`);
  await journal.close();
});

const bytesOf = (row: Readonly<Record<string, unknown>> | undefined): Uint8Array => {
  if (row?.body instanceof Uint8Array) return row.body;
  throw new TypeError('no body');
};

it('a file that is put right is of no use while its mark says that it is damaged', async () => {
  const path = copied();
  const before = readFileSync(path);
  const journal = openSqliteJournal(path);
  overwrite(path, pagesOf('blob', 'leaf').slice(0, 1), 'garbage');
  await checkAll(journal);
  await journal.close();
  writeFileSync(path, before);
  expect(() => openSqliteJournal(path)).toThrow(/is damaged|is not the file/);
});
