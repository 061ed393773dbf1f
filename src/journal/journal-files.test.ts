import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freesOpenFiles, hasLinks } from '../../test/kit/machine.ts';
import { until } from '../../test/kit/site.ts';
import type { Journal } from './journal.ts';
import { JournalNotWritten, JournalUnusable } from './model/journal-errors.ts';
import { rescueJournal } from './salvage/rescue-journal.ts';
import { backupJournal } from './sqlite/backup-journal.ts';
import { openSqliteJournal, openWritableJournal, readSqliteJournal } from './sqlite/open-sqlite.ts';
import { restoreJournal } from './sqlite/restore-journal.ts';
import { sampleRecord } from './testkit/sample-record.ts';

/** What may happen to the files of an embedded journal, while it is open and before it is opened. */

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
  path = join(folder, 'data', 'journal.db');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const receive = (journal: Journal, ...texts: readonly string[]): Promise<unknown> =>
  journal.receive(
    texts.map((text) => ({
      channel: 'orders',
      direction: 'inbound',
      name: text,
      source: { kind: 'webhook', method: 'POST' },
      bytes: Buffer.from(text),
    })),
  );

/** The number that the next file of this channel gets. */
async function publish(journal: Journal, channel: string): Promise<number> {
  const source = { kind: 'webhook', method: 'POST' } as const;
  const event = { channel, direction: 'outbound', lane: channel, name: 'e', source } as const;
  const [id = 0] = await journal.receive([{ ...event, bytes: Buffer.from('{}') }]);
  await journal.storeChecked(id, { findings: [] });
  const made = { bytes: Buffer.from('{}'), mapping: 'm', findings: [], plan: '{}', saw: sampleRecord };
  const { sequence } = await journal.startDelivery(id, made);
  await journal.settle(id, { outcome: 'delivered', reason: '', findings: [] });
  return sequence;
}

async function names(journal: Journal): Promise<readonly string[]> {
  const found = (await journal.list({ limit: 1000 })).map(({ name }) => name);
  await journal.close();
  return found.reverse();
}

/** The files as a gateway leaves them that is killed now. */
function killed(): string {
  const there = mkdtempSync(join(folder, 'killed-'));
  for (const name of readdirSync(dirname(path))) copyFileSync(join(dirname(path), name), join(there, name));
  return join(there, 'journal.db');
}

/** A journal with two messages, one of them in a backup. */
async function withBackup(): Promise<{ readonly journal: Journal; readonly backup: string }> {
  const journal = openSqliteJournal(path);
  await receive(journal, 'first');
  const backup = join(folder, 'backup.db');
  await backupJournal(path, backup);
  await receive(journal, 'second');
  return { journal, backup };
}

const rights = (file: string): string => (statSync(file).mode & 0o777).toString(8);

describe.skipIf(!process.getuid)('rights', () => {
  it('of a new journal, its log, its lock, its copies and its folder: for this account alone', async () => {
    const { journal, backup } = await withBackup();
    const files = readdirSync(dirname(path)).map((name) => join(dirname(path), name));
    expect(files.length).toBeGreaterThanOrEqual(5);
    expect([...files, backup].map((file) => `${rights(file)} ${file}`)).toEqual(
      [...files, backup].map((file) => `600 ${file}`),
    );
    expect(rights(dirname(path))).toBe('700');
    await journal.close();
  });

  it('of a journal that is there stay', async () => {
    await openSqliteJournal(path).close();
    chmodSync(path, 0o640);
    await openSqliteJournal(path).close();
    expect(rights(path)).toBe('640');
  });
});

/** Only root can be somebody else; the folder of the tests is closed to others. */
describe.skipIf(process.getuid?.() !== 0)('somebody of a group that may read the journal', () => {
  const group = 54_321;
  const script = `
    const [sqlite] = process.argv.slice(1);
    const { readJournal, withJournalBeside } = await import(${JSON.stringify(new URL('./open/open-journal.ts', import.meta.url).href)});
    try {
      const journal = await readJournal({ sqlite });
      console.log((await journal.list({ limit: 9 })).map(({ name }) => name).join());
      await journal.close();
      if (process.argv[2] === 'decide')
        await withJournalBeside({ sqlite }, (open) => open.enqueueCommand({ action: 'discard', message: 1, force: false, reason: '' }));
    } catch (error) { console.log(error.code, error.message); }`;
  const asks = (gid: number, ...more: readonly string[]): string => {
    const args = ['--input-type=module', '-e', script, path, ...more];
    return execFileSync(process.execPath, args, { uid: 65_534, gid, cwd: '/' }).toString().trim();
  };
  const share = (): void => {
    chmodSync(folder, 0o755);
    chownSync(dirname(path), 0, group);
    chmodSync(dirname(path), 0o2750);
    chownSync(path, 0, group);
    chmodSync(path, 0o640);
  };

  it('asks while the gateway runs and while it is stopped, and anybody else is told that they may not', async () => {
    await openSqliteJournal(path).close();
    share();
    const journal = openSqliteJournal(path);
    await receive(journal, 'first');
    expect(asks(group)).toBe('first');
    await receive(journal, 'second');
    expect(asks(group)).toBe('second,first');
    expect(asks(65_534)).toMatch(/^access-denied .*may not use the journal/);
    expect(asks(group, 'decide')).toMatch(/\naccess-denied .*It belongs to the account 0/);
    await journal.close();
    expect(asks(group)).toBe('second,first');
    expect(asks(65_534)).toMatch(/^access-denied /);
  });
});

describe.skipIf(!hasLinks)('a link', () => {
  it('leads to the journal: log, lock and mark lie beside the file itself', async () => {
    const real = join(folder, 'elsewhere', 'real.db');
    await openSqliteJournal(real).close();
    mkdirSync(dirname(path));
    symlinkSync(real, path);
    const journal = openSqliteJournal(path);
    await receive(journal, 'first');
    expect(() => openSqliteJournal(real)).toThrow(/another gateway/);
    expect(readdirSync(dirname(path))).toEqual(['journal.db']);
    expect(await names(readSqliteJournal(path))).toEqual(['first']);
    await journal.close();
  });

  it('that leads nowhere is called by its name', () => {
    mkdirSync(dirname(path));
    symlinkSync(join(folder, 'nowhere'), path);
    expect(() => openSqliteJournal(path)).toThrow(/is a link to a file that is not there/);
    expect(() => readSqliteJournal(path)).toThrow(/is a link to a file that is not there/);
  });
});

/** What somebody does to the files of a running gateway, and what the journal says of it. */
const attacks: readonly (readonly [string, (backup: string) => void, RegExp])[] = [
  ['deleted', () => rmSync(path), /journal\.db was deleted or moved away/],
  ['moved away', () => renameSync(path, `${path}.old`), /journal\.db was deleted or moved away/],
  [
    'replaced',
    (backup) => {
      copyFileSync(backup, `${path}.new`);
      renameSync(`${path}.new`, path);
    },
    /another file was put in the place of .*journal\.db/,
  ],
  ['overwritten', (backup) => copyFileSync(backup, path), /journal\.db was overwritten/],
  ['cut', () => truncateSync(path, 8192), /journal\.db was cut short/],
  ['its log deleted', () => rmSync(`${path}-wal`), /journal\.db-wal was deleted/],
  ['its log cut', () => truncateSync(`${path}-wal`, 5000), /journal\.db-wal was cut short/],
];

// Windows lets nobody take away or replace a file that is open
describe.skipIf(!freesOpenFiles)('the files of a journal that is open', () => {
  it.each(attacks)('%s: nothing is confirmed any more, and it says why', async (_, attack, reason) => {
    const { journal, backup } = await withBackup();
    attack(backup);
    await expect(receive(journal, 'third')).rejects.toThrow(JournalNotWritten);
    expect(journal.trouble()?.en).toMatch(reason);
    expect(journal.trouble()?.en).toContain('gateway journal restore');
    // a reason without Dutch words of ours would stand between quotes
    expect(journal.trouble()?.nl).toMatch(/^Het journaal [^“]*$/);
    await expect(receive(journal, 'fourth')).rejects.toThrow(JournalNotWritten);
    await journal.close();
    // what is left is not taken for the journal, not even without its name
    expect(() => openSqliteJournal(path)).toThrow(JournalUnusable);
    expect(() => readSqliteJournal(path)).toThrow(reason);
  });

  it.each(attacks.filter(([name]) => !['overwritten', 'cut', 'its log cut'].includes(name)))(
    '%s: what it held is saved, and can be put back',
    async (_, attack) => {
      const { journal, backup } = await withBackup();
      attack(backup);
      await expect(receive(journal, 'third')).rejects.toThrow(JournalNotWritten);
      const saved = await until('the rescue', () =>
        readdirSync(dirname(path)).find((name) => /\.rescued-[^.]*Z$/.test(name)),
      );
      await journal.close();
      // the gateway has ended: its lock is free
      rmSync(`${path}.lock`);
      await restoreJournal(path, join(dirname(path), saved));
      expect((await names(openSqliteJournal(path))).slice(0, 2)).toEqual(['first', 'second']);
    },
  );

  it('overwritten with a backup: the end of the process leaves the backup as it is', async () => {
    const script = `
      import { copyFileSync } from 'node:fs';
      import { backupJournal } from '${new URL('sqlite/backup-journal.ts', import.meta.url)}';
      import { openSqliteJournal } from '${new URL('sqlite/open-sqlite.ts', import.meta.url)}';
      const [path, copy] = process.argv.slice(2);
      const journal = openSqliteJournal(path);
      await backupJournal(path, copy);
      await journal.bind('exchange');
      copyFileSync(copy, path);
      await journal.bind('exchange').catch(() => undefined);
      await journal.close();
      process.exit();`;
    const copy = join(folder, 'copy.db');
    const file = join(folder, 'script.mjs');
    writeFileSync(file, script);
    execFileSync(process.execPath, [file, path, copy]);
    expect(readFileSync(path).equals(readFileSync(copy))).toBe(true);
  });
});

describe('a backup that was copied back', () => {
  it('beside the log of another journal is never opened with it', async () => {
    const { journal, backup } = await withBackup();
    const there = killed();
    await journal.close();
    expect(statSync(`${there}-wal`).size).toBeGreaterThan(0);
    const log = readFileSync(`${there}-wal`);
    copyFileSync(backup, there);
    expect(() => openSqliteJournal(there)).toThrow(/not the file that .*-wal belongs to/);
    expect(() => readSqliteJournal(there)).toThrow(/not the file that .*-wal belongs to/);
    expect(() => openWritableJournal(there)).toThrow(/not the file that .*-wal belongs to/);
    await expect(backupJournal(there, `${there}.copy`)).rejects.toThrow(/not the file/);
    expect(readFileSync(there).equals(readFileSync(backup))).toBe(true);
    expect(readFileSync(`${there}-wal`).equals(log)).toBe(true);
  });

  it('over one that was closed is refused too, by its mark; what a kill left is opened, and what was restored', async () => {
    const { journal, backup } = await withBackup();
    const there = killed();
    await journal.close();
    expect(await names(openSqliteJournal(there))).toEqual(['first', 'second']);
    copyFileSync(backup, there);
    expect(() => openSqliteJournal(there)).toThrow(
      /not the file that the gateway ran with last.*restore FILE/,
    );
    expect(() => readSqliteJournal(there)).toThrow(/not the file that the gateway ran with last/);
    await restoreJournal(there, backup);
    expect(await names(openSqliteJournal(there))).toEqual(['first']);
  });
});

describe('a journal that is no journal any more', () => {
  beforeEach(async () => {
    const journal = openSqliteJournal(path);
    await receive(journal, ...Array.from({ length: 200 }, (_, n) => `message ${n}`));
    await journal.close();
  });

  const garbage = (from: number): void => {
    const bytes = readFileSync(path);
    bytes.fill('garbage!', from, from + 20_000);
    writeFileSync(path, bytes);
  };

  it.each([
    ['with garbage at its beginning', () => garbage(0), /is damaged .*restore FILE/],
    ['with garbage in the middle', () => garbage(40_000), /is damaged .*restore FILE/],
    ['that was cut', () => truncateSync(path, statSync(path).size - 20_000), /is damaged .*restore FILE/],
    ['that is empty', () => truncateSync(path, 0), /is empty, and there was one.*restore FILE/],
    ['that is gone', () => rmSync(path), /is gone, and there was one.*restore FILE/],
  ])('%s is not started on', (_, spoil, reason) => {
    spoil();
    expect(() => openSqliteJournal(path)).toThrow(reason);
  });

  it('begins anew when its mark is deleted too', async () => {
    rmSync(path);
    rmSync(`${path}.mark`);
    expect(await names(openSqliteJournal(path))).toEqual([]);
  });
});

describe('restore', () => {
  it('puts a backup in place and keeps what was there, with its log', async () => {
    const { journal, backup } = await withBackup();
    const there = killed();
    await journal.close();
    const { kept, messages, newest } = await restoreJournal(there, backup);
    expect([messages, newest]).toEqual([1, expect.stringMatching(/^20/)]);
    expect(await names(openSqliteJournal(there))).toEqual(['first']);
    expect(await names(openSqliteJournal(kept ?? ''))).toEqual(['first', 'second']);
    expect(existsSync(backup)).toBe(true);
  });

  it.skipIf(!process.getuid)('leaves the journal to who may read it, and so does a rescue', async () => {
    const { journal, backup } = await withBackup();
    await journal.close();
    chmodSync(path, 0o640);
    await restoreJournal(path, backup);
    expect(rights(path)).toBe('640');
    await rescueJournal(path);
    expect(rights(path)).toBe('640');
  });

  /** Only root can be somebody else. */
  it.skipIf(process.getuid?.() !== 0)('by root is for the account of the gateway', async () => {
    const { journal, backup } = await withBackup();
    await journal.close();
    const account = 65_534;
    const owners = (): readonly number[] =>
      ['', '.lock'].map((end) => statSync(path + end)).flatMap(({ uid, gid }) => [uid, gid]);
    for (const file of [dirname(path), path, `${path}.lock`]) chownSync(file, account, account);
    await restoreJournal(path, backup);
    expect(owners()).toEqual(Array(4).fill(account));
    await rescueJournal(path);
    expect(owners()).toEqual(Array(4).fill(account));
    for (const name of readdirSync(dirname(path))) rmSync(join(dirname(path), name));
    await restoreJournal(path, backup);
    expect(owners()).toEqual(Array(4).fill(account));
    expect(rights(path)).toBe('600');
  });

  it('gives no number again that was given after the backup', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 0, 1) });
    const { journal, backup } = await withBackup();
    await journal.close();
    let highest = 2;
    const again = join(folder, 'again.db');
    // the last one is a backup of what was restored
    for (const from of [backup, backup, again]) {
      vi.setSystemTime(Date.now() + 60_000);
      await restoreJournal(path, from);
      rmSync(again, { force: true });
      await backupJournal(path, again);
      const restored = openSqliteJournal(path);
      await receive(restored, 'third', 'fourth');
      const [newest, before] = await restored.list({ limit: 2 });
      expect(newest?.id).toBe((before?.id ?? 0) + 1);
      expect(before?.id).toBeGreaterThan(highest);
      highest = newest?.id ?? 0;
      await restored.close();
    }
  });

  it('gives no number of a file for the ERP again that was given after the backup, to channels of before or after', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = openSqliteJournal(path);
    const given = { old: await publish(first, 'old'), later: 0 };
    await backupJournal(path, join(folder, 'backup.db'));
    vi.setSystemTime(Date.now() + 3_600_000);
    for (let n = 0; n < 3; n += 1) given.later = await publish(first, 'later');
    await first.close();
    // an hour with four files each second
    const db = new DatabaseSync(path);
    db.exec("update sequence set value = 14400 where channel = 'old'");
    db.close();
    given.old = 14_400;
    // the last one is a backup of what was restored
    const again = join(folder, 'again.db');
    for (const from of [join(folder, 'backup.db'), join(folder, 'backup.db'), again]) {
      vi.setSystemTime(Date.now() + 1000);
      await restoreJournal(path, from);
      rmSync(again, { force: true });
      await backupJournal(path, again);
      const restored = openSqliteJournal(path);
      const next = { old: await publish(restored, 'old'), later: await publish(restored, 'later') };
      expect(next.old).toBeGreaterThan(given.old);
      expect(next.later).toBeGreaterThan(given.later);
      // they go on from there one by one, and are no longer than they have to be
      expect(await publish(restored, 'old')).toBe(next.old + 1);
      expect(await publish(restored, 'later')).toBe(next.later + 1);
      expect(next.old).toBeLessThan(100_000);
      Object.assign(given, { old: next.old + 1, later: next.later + 1 });
      await restored.close();
    }
  });

  it('is refused while a gateway runs, and changes nothing', async () => {
    const { journal, backup } = await withBackup();
    await expect(restoreJournal(path, backup)).rejects.toThrow(/another gateway/);
    await receive(journal, 'third');
    await journal.close();
    expect(await names(openSqliteJournal(path))).toEqual(['first', 'second', 'third']);
  });

  // elsewhere a file that is open can be moved
  it.skipIf(freesOpenFiles)('is refused while somebody reads the journal, and changes nothing', async () => {
    const { journal, backup } = await withBackup();
    await journal.close();
    const reader = readSqliteJournal(path);
    await expect(restoreJournal(path, backup)).rejects.toThrow(/a program has it open .*Nothing was changed/);
    expect(await names(reader)).toEqual(['first', 'second']);
    expect(await names(openSqliteJournal(path))).toEqual(['first', 'second']);
    await restoreJournal(path, backup);
    expect(await names(openSqliteJournal(path))).toEqual(['first']);
  });

  it('refuses what is no whole backup, and changes nothing', async () => {
    const { journal, backup } = await withBackup();
    const running = killed();
    await journal.close();
    const bytes = readFileSync(backup);
    bytes.fill(0, 40_000, 60_000);
    writeFileSync(backup, bytes);
    writeFileSync(`${backup}.txt`, 'no journal at all, but long enough to be read as one'.repeat(100));
    await expect(restoreJournal(path, backup)).rejects.toThrow(/damaged/);
    await expect(restoreJournal(path, `${backup}.txt`)).rejects.toThrow(/damaged/);
    await expect(restoreJournal(path, running)).rejects.toThrow(/copied while a gateway had it open/);
    await expect(restoreJournal(path, path)).rejects.toThrow(/is the journal itself/);
    await expect(restoreJournal(path, `${backup}.none`)).rejects.toThrow(/There is no backup/);
    expect(await names(openSqliteJournal(path))).toEqual(['first', 'second']);
    expect(readdirSync(dirname(path)).filter((name) => /tmp|restor/.test(name))).toEqual([]);
  });

  it('that was cut short is told, and repeated', async () => {
    const { journal, backup } = await withBackup();
    await journal.close();
    copyFileSync(backup, `${path}.restoring`);
    expect(() => openSqliteJournal(path)).toThrow(/repeat it with .*restoring/);
    await restoreJournal(path, `${path}.restoring`);
    expect(await names(openSqliteJournal(path))).toEqual(['first']);
  });
});
