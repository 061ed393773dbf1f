import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from '../journal.ts';
import { openPostgresJournal } from '../postgres/open-postgres.ts';
import { openSqliteJournal, readSqliteJournal } from '../sqlite/open-sqlite.ts';
import { fillEveryState } from '../testkit/every-state.ts';
import { startPostgres } from '../testkit/postgres-server.ts';
import { moveJournal } from './move-to-postgres.ts';

const server = await startPostgres();
afterAll(() => server?.close());

let folder: string;
let path: string;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'move-'));
  path = join(folder, 'journal.db');
  url = (await server?.database()) ?? '';
  const journal = openSqliteJournal(path);
  await fillEveryState(journal);
  await journal.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Everything that a journal says of its messages. */
async function told(journal: Journal): Promise<unknown> {
  const messages = await journal.list({ limit: 100 });
  const ids = messages.map(({ id }) => id);
  const about = async (id: number) => ({
    parts: await journal.parts(id),
    attempts: await journal.attempts(id),
    history: await journal.history(id),
    received: Buffer.from((await journal.part(id, 'received')) ?? []).toString(),
  });
  const state = await journal.orderState('buyer/c/PO-1');
  return [
    journal.id,
    messages,
    await Promise.all(ids.map(about)),
    state,
    await journal.findCursor('responses'),
  ];
}

describe.skipIf(server === undefined)('moving a journal to PostgreSQL', () => {
  it('brings everything over, and the work goes on there alone', async () => {
    expect(await moveJournal(path, url)).toEqual({ messages: 6, bodies: expect.any(Number), before: false });
    const [old, journal] = [readSqliteJournal(path), await openPostgresJournal(url)];
    expect(await told(journal)).toEqual(await told(old));
    await journal.bind('https://exchange.example, company c');
    expect(await journal.carryOutCommands()).toMatchObject([{ action: 'resend', message: 3 }]);
    expect((await journal.list({ limit: 5, find: 'rder-4' })).map(({ id }) => id)).toEqual([4]);
    const next = await journal.receive([
      {
        channel: 'orders-json',
        direction: 'inbound',
        name: 'next.xml',
        source: { kind: 'webhook', method: 'POST' },
        bytes: Buffer.from('next'),
      },
    ]);
    expect(next).toEqual([7]);
    await Promise.all([old.close(), journal.close()]);
    expect(() => openSqliteJournal(path)).toThrow(/was moved at .* journal\.postgres/);
  });

  it('refuses a database that is in use, and then nothing has changed', async () => {
    const used = await openPostgresJournal(url);
    await used.acquireLease('search responses');
    await expect(moveJournal(path, url)).rejects.toThrow(/must be empty/);
    await used.close();
    await openSqliteJournal(path).close();
  });

  it('says that it was done when only the note in the file is missing', async () => {
    const copy = join(folder, 'copy.db');
    writeFileSync(copy, readFileSync(path));
    await moveJournal(path, url);
    expect(await moveJournal(copy, url)).toMatchObject({ messages: 6, before: true });
    expect(() => openSqliteJournal(copy)).toThrow(/was moved/);
  });

  it('is refused while a gateway has the journal open', async () => {
    const journal = openSqliteJournal(path);
    await expect(moveJournal(path, url)).rejects.toThrow(/another gateway/);
    await journal.close();
  });
});
