import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { openSqliteJournal } from '../journal/sqlite/open-sqlite.ts';
import { runCommandLine } from './testkit/ran.ts';

/** `gateway alarm`, with a journal in which a folder is away, and a config without channels. */
async function openAlarms() {
  const folder = mkdtempSync(join(tmpdir(), 'cli-alarm-'));
  writeFileSync(join(folder, 'gateway.yaml'), stringify({ journal: { sqlite: 'journal.db' }, channels: {} }));
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  onTestFinished(async () => {
    await journal.close();
    rmSync(folder, { recursive: true });
  });
  const since = new Date(Date.now() - 60_000).toISOString();
  await journal.troubles.replaceTroubles('a', [
    { code: 'folder', about: 'orders', level: 'red', since, what: 'The folder is away.', mark: '' },
  ]);
  const alarm = (...words: readonly string[]) => runCommandLine(folder, 'alarm', ...words);
  return { journal, alarm };
}

it('somebody says that they see to an alarm, and the list says who', async () => {
  const { journal, alarm } = await openAlarms();
  expect((await alarm('list')).out).toContain('not told');

  const unreasoned = await alarm('acknowledge', 'folder', '--about', 'orders');
  expect(unreasoned).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
  expect((await alarm('acknowledge', 'nonsense', '--reason', 'x')).code).not.toBe(0);

  const done = await alarm('acknowledge', 'folder', '--about', 'orders', '--reason', 'I call them');
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining('It is noted that you see to it.') });
  expect((await alarm('list')).out).toMatch(
    /folder +orders +.* not told; \S+ sees to it +The folder is away/,
  );
  expect(await journal.troubles.listAcknowledgements()).toMatchObject([
    { code: 'folder', about: 'orders', reason: 'I call them' },
  ]);
});

it('an alarm that is not open is not acknowledged: the command fails and names what is', async () => {
  const { journal, alarm } = await openAlarms();
  expect(await alarm('acknowledge', 'folder', '--about', 'ordres', '--reason', 'x')).toMatchObject({
    code: 1,
    out: expect.stringContaining(
      'No alarm folder ordres is open now, and nothing is noted. Open are (gateway alarm list): folder orders',
    ),
  });
  expect(await journal.troubles.listAcknowledgements()).toEqual([]);
});

it('a silence about what is neither a channel nor in the list is told beside its number', async () => {
  const { alarm } = await openAlarms();
  const silence = async (about: string) =>
    (await alarm('silence', 'folder', '--about', about, '--for', '1h', '--reason', 'it moves')).out;
  expect(await silence('orders')).toMatch(/^silence folder orders: Silence 1 holds until \S+\.\s*$/);
  expect(await silence('ordres')).toMatch(
    /Silence 2 holds until \S+\. No channel is called ordres, and no alarm/,
  );
});
