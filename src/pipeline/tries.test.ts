import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderError } from '../folders/error.ts';
import { JournalNotWritten, LeaseLost } from '../journal/errors.ts';
import type { Journal } from '../journal/interface.ts';
import type { Message } from '../journal/message.ts';
import { openSqliteJournal } from '../journal/sqlite.ts';
import { Tries } from './tries.ts';
import { NotStarted } from './workers/task-clock.ts';

let folder: string;
let journal: Journal;
let message: Message;
const parked: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tries-'));
  await restart();
  const source = { kind: 'webhook', method: 'POST' } as const;
  const bytes = Buffer.from('x');
  await journal.receive([{ channel: 'orders', direction: 'inbound', name: 'a', source, bytes }]);
  const [first] = await journal.list({ limit: 1 });
  if (!first) throw new Error('nothing was received');
  message = first;
  parked.length = 0;
});

afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true });
});

async function restart(): Promise<void> {
  await journal?.close().catch(() => undefined);
  journal = openSqliteJournal(join(folder, 'journal.db'));
}

/** The journal as a process has it that suspects messages up to this one. */
const suspecting = (suspects: number, id = journal.id) => ({
  id,
  suspects,
  tried: journal.tried.bind(journal),
  wentWell: journal.wentWell.bind(journal),
});

const tries = (suspects = 0): Tries =>
  new Tries(
    { journal: suspecting(suspects), log: pino({ level: 'silent' }) },
    { park: async (_, reason) => void parked.push(reason) },
  );

const system = (code: string) => Object.assign(new Error(code), { code });

describe('a step that fails on one message', () => {
  it('is tried three times, over restarts, and then the message is parked with the reason', async () => {
    expect(await tries().failed(message, 'check', new Error('index row size 5440'))).toBe(false);
    expect(await tries().failed(message, 'check', new Error('index row size 5440'))).toBe(false);
    await restart();
    expect(parked).toEqual([]);
    expect(await tries().failed(message, 'check', new Error('index row size 5440'))).toBe(true);
    expect(parked).toEqual(['The gateway could not check it: index row size 5440.']);
  });

  it('is not counted when the trouble is around it', async () => {
    const around = [
      new JournalNotWritten('full'),
      new LeaseLost('gone'),
      new NotStarted('no thread'),
      new FolderError('folder-unavailable', 'away'),
      system('ENOSPC'),
      system('UND_ERR_SOCKET'),
    ];
    for (const error of [...around, ...around])
      await expect(tries().failed(message, 'work', error)).rejects.toBe(error);
    expect(await journal.attempts(message.id)).toEqual([]);
  });
});

describe('a message that takes the process with it', () => {
  it('is tried ten times more, one at a time, and then parked', async () => {
    for (let n = 1; n <= 10; n += 1) {
      // each in a process of its own: what runs one at a time there is of no concern here
      const one = new Tries(
        { journal: suspecting(1, `process ${n}`), log: pino({ level: 'silent' }) },
        { park: async (_, reason) => void parked.push(reason) },
      );
      void one.carefully(message, 'check', () => new Promise(() => undefined));
      await expect.poll(async () => (await journal.attempts(message.id)).length).toBe(n);
    }
    expect(parked).toEqual([]);
    expect(await tries(1).carefully(message, 'check', async () => 'checked')).toBeUndefined();
    expect(parked).toEqual([
      'The gateway could not check it: the gateway ended without a word each time it tried.',
    ]);
  });

  it('costs nothing where the gateway did not end so, and leaves no mark on a message that is innocent', async () => {
    expect(await tries(0).carefully(message, 'check', async () => 'checked')).toBe('checked');
    expect(await journal.attempts(message.id)).toEqual([]);
    for (const _ of [1, 2, 3, 4, 5])
      expect(await tries(1).carefully(message, 'check', async () => 'checked')).toBe('checked');
    expect(parked).toEqual([]);
  });
});
