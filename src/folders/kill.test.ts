import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { patience, startsQuickly } from '../../test/kit/machine.ts';
import { namesIn, order, temporaryFolder } from './testkit/folder.ts';

vi.setConfig({ testTimeout: 180_000 * patience });

const taker = fileURLToPath(new URL('./testkit/taker.ts', import.meta.url));

async function start(folder: string, journal: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [taker, folder, journal], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describe('a gateway that is killed again and again', () => {
  it('leaves every file in exactly one place, taken once, with its report', async () => {
    const folder = await temporaryFolder();
    const journal = join(await temporaryFolder(), 'journal.txt');
    const count = 300;
    for (let n = 0; n < count; n++) await writeFile(join(folder, `${n}.xml`), order(String(n)));
    for (let round = 0; round < (startsQuickly ? 8 : 4); round++) {
      const child = await start(folder, journal);
      await pause(60 + round * 9);
      await kill(child);
    }
    const last = await start(folder, journal);
    const archived = async () =>
      (await namesIn(join(folder, 'archive'))).filter((name) => name.endsWith('.xml'));
    const inWork = async () =>
      (await readdir(join(folder, '.gateway', 'journal-1'), { recursive: true })).filter((name) =>
        name.endsWith('.xml'),
      );
    // a file lies in both places for a moment
    await vi.waitFor(async () => expect([(await archived()).length, await inWork()]).toEqual([count, []]), {
      timeout: 90_000 * patience,
      interval: 50,
    });
    await kill(last);

    expect((await archived()).sort()).toEqual(Array.from({ length: count }, (_, n) => `${n}.xml`).sort());
    expect(await namesIn(folder)).toEqual(['archive']);
    const claims = (await readFile(journal, 'utf8')).trim().split('\n');
    expect(claims).toHaveLength(count);
    const reports = (await namesIn(join(folder, 'archive'))).filter((name) => name.endsWith('.report.txt'));
    expect(reports).toHaveLength(count);
    expect(await inWork()).toEqual([]);
  });
});
