import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeOnce } from './kit/make-once.ts';
import { removeFolder } from './kit/remove-folder.ts';

/** What many tests need is made by the first of them, which may be killed over it. */

function place(): { readonly parent: string; readonly folder: string } {
  const parent = mkdtempSync(join(tmpdir(), 'make-once-'));
  onTestFinished(() => removeFolder(parent));
  return { parent, folder: join(parent, 'made') };
}

const make = async (unfinished: string): Promise<void> => writeFileSync(join(unfinished, 'a'), '');

/** In a process that is killed while it is at it. */
async function dieMaking(folder: string): Promise<void> {
  const kit = JSON.stringify(new URL('./kit/make-once.ts', import.meta.url).href);
  const text = `import { makeOnce } from ${kit};
    await makeOnce(${JSON.stringify(folder)}, async () => { console.log('begun'); await new Promise(() => setInterval(() => {}, 1000)); });`;
  const maker = spawn(process.execPath, ['--input-type=module', '--eval', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void maker.kill('SIGKILL'));
  await once(maker.stdout, 'data');
  maker.kill('SIGKILL');
  await once(maker, 'exit');
}

it('is made once for all that ask at the same time', async () => {
  const { parent, folder } = place();
  let count = 0;
  const counted = async (unfinished: string) => {
    count += 1;
    await make(unfinished);
  };
  await Promise.all([makeOnce(folder, counted), makeOnce(folder, counted), makeOnce(folder, counted)]);
  expect(count).toBe(1);
  expect(readdirSync(parent)).toEqual(['made']);
});

it('is made at once when its maker was killed, and nothing of that stays', async () => {
  const { parent, folder } = place();
  await dieMaking(folder);
  expect(readdirSync(parent)).not.toEqual([]);
  await makeOnce(folder, make);
  expect(readdirSync(parent)).toEqual(['made']);
  expect(readdirSync(folder)).toEqual(['a']);
});

it('is made by the next one when the first one fails', async () => {
  const { parent, folder } = place();
  await expect(makeOnce(folder, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  await makeOnce(folder, make);
  expect(readdirSync(parent)).toEqual(['made']);
});
