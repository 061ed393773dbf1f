import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localize } from '../findings/localized-text.ts';
import { FolderError } from '../folders/folder-error.ts';
import type { Journal } from '../journal/journal.ts';
import { BodyDamaged, JournalNotWritten, LeaseLost } from '../journal/model/journal-errors.ts';
import type { Message } from '../journal/model/message.ts';
import { openSqliteJournal } from '../journal/sqlite/open-sqlite.ts';
import { StepRetries } from './step-retries.ts';
import { ProcessEnded } from './workers/isolated-process.ts';
import { WorkersNotStarted } from './workers/task-clock.ts';

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
  suspectsUpTo: suspects,
  noteTry: journal.noteTry.bind(journal),
  noteTryEnded: journal.noteTryEnded.bind(journal),
});

/** Which of the two is told by what it rejects with. */
const workersOf = (where: string) => ({
  check: () => Promise.reject(new Error(where)),
  prepare: () => Promise.reject(new Error(where)),
});
const workers = { ...workersOf('beside others'), isolated: workersOf('alone') };

const tries = (suspects = 0): StepRetries =>
  new StepRetries(
    { journal: suspecting(suspects), workers, log: pino({ level: 'silent' }) },
    { park: async (_, reason) => void parked.push(reason) },
  );

const system = (code: string) => Object.assign(new Error(code), { code });

describe('a step that fails on one message', () => {
  it('is tried three times, over restarts, and then the message is parked with the reason', async () => {
    expect(await tries().noteFailure(message, 'check', new Error('index row size 5440'))).toBe(false);
    expect(await tries().noteFailure(message, 'check', new Error('index row size 5440'))).toBe(false);
    await restart();
    expect(parked).toEqual([]);
    expect(await tries().noteFailure(message, 'check', new Error('index row size 5440'))).toBe(true);
    expect(parked).toEqual(['The gateway could not check it: index row size 5440.']);
  });

  it('says so in the language of the channel, and quotes what is said in another', async () => {
    const error = new Error('index row size 5440');
    for (let n = 0; n < 3; n++) await tries().noteFailure(message, 'check', error, 'nl');
    expect(parked).toEqual(['De gateway kon het niet controleren: “index row size 5440”.']);
  });

  it('is parked at once when what the journal keeps of it is damaged', async () => {
    const error = new BodyDamaged('the bytes abc are not what was stored');
    expect(await tries().noteFailure(message, 'work', error, 'nl')).toBe(true);
    expect(parked).toEqual([expect.stringMatching(/beschadigd: de bytes abc zijn niet/)]);
  });

  it('is not counted when the trouble is around it', async () => {
    const around = [
      new JournalNotWritten('full'),
      new LeaseLost('gone'),
      new WorkersNotStarted('no thread'),
      new FolderError('folder-unavailable', localize('folder-was-away', { folder: '/erp' })),
      system('ENOSPC'),
      system('UND_ERR_SOCKET'),
    ];
    for (const error of [...around, ...around])
      await expect(tries().noteFailure(message, 'work', error)).rejects.toBe(error);
    expect(await journal.attempts(message.id)).toEqual([]);
  });
});

let lives = 0;

/** As a gateway does that is killed in the middle of it; each is a process of its own. */
async function killed(times: number): Promise<void> {
  const before = (await journal.attempts(message.id)).length;
  for (let n = 1; n <= times; n += 1) {
    const one = new StepRetries(
      { journal: suspecting(1, `process ${lives++}`), workers, log: pino({ level: 'silent' }) },
      { park: async (_, reason) => void parked.push(reason) },
    );
    void one.runGuarded(message, 'check', () => new Promise(() => undefined));
    await expect.poll(async () => (await journal.attempts(message.id)).length).toBe(before + n);
  }
}

describe('a message that is in hand when the gateway ends', () => {
  it('is not parked however often somebody kills the gateway: it is tried in a process of its own', async () => {
    await killed(11);
    await restart();
    expect(await tries(1).runGuarded(message, 'check', async (by) => by)).toBe(workers.isolated);
    expect(parked).toEqual([]);
  });

  it('is tried beside others until it was in hand alone at three ends', async () => {
    await killed(2);
    expect(await tries(1).runGuarded(message, 'check', async (by) => by)).toBe(workers);
    await killed(1);
    expect(await tries(1).runGuarded(message, 'check', async (by) => by)).toBe(workers.isolated);
  });

  it('is parked when three processes ended that did nothing else', async () => {
    const ended = new ProcessEnded('A process ended (SIGKILL).');
    for (const isEnough of [false, false, true])
      expect(await tries(1).noteFailure(message, 'check', ended)).toBe(isEnough);
    expect(parked).toEqual([
      'The gateway could not check it: a process that did nothing else ended without a word each time it tried.',
    ]);
  });

  it('costs nothing where the gateway did not end so, and leaves no mark on one that goes well', async () => {
    expect(await tries(0).runGuarded(message, 'check', async () => 'checked')).toBe('checked');
    expect(await journal.attempts(message.id)).toEqual([]);
    for (const _ of [1, 2, 3, 4, 5])
      expect(await tries(1).runGuarded(message, 'check', async (by) => by)).toBe(workers);
    expect(parked).toEqual([]);
  });
});
