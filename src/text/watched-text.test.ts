import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readText } from './text-file.ts';
import { WatchedText } from './watched-text.ts';

function write(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'watched-text-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'gateway.yaml');
  writeFileSync(path, text);
  return path;
}

it('says what the file says, at once after a change, also to the same length and the same time', async () => {
  const path = write('one');
  const watched = new WatchedText(path);
  expect(await watched.read()).toBe('one');
  const before = new Date();
  for (const text of ['two', 'six', 'ten']) {
    writeFileSync(path, text);
    utimesSync(path, before, before);
    expect(await watched.read()).toBe(text);
  }
  rmSync(path);
  await expect(watched.read()).rejects.toThrow('ENOENT');
});

it('does not read again what has been at rest', async () => {
  const path = write('one');
  const read = vi.fn(readText);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  onTestFinished(() => clock.mockRestore());
  const watched = new WatchedText(path, read);
  for (let n = 0; n < 3; n += 1) expect(await watched.read()).toBe('one');
  expect(read).toHaveBeenCalledTimes(1);
});
