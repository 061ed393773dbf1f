import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Runs `gateway …` as a shell does. */
const gateway = (...words: readonly string[]) =>
  promisify(execFile)(process.execPath, [path('main.ts'), ...words]);

it('prints what a command prints, and its exit status says how it went', async () => {
  const good = path('../samples/good/response-accepted.xml');
  expect((await gateway('validate', good)).stdout).toContain('(scsn/OrderResponse)');
  await expect(gateway('validate', path('main.ts'))).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('INVALID'),
  });
  await expect(gateway('map', 'try', 'nothing', good)).rejects.toMatchObject({
    code: expect.any(Number),
    stderr: expect.stringContaining('nothing'),
  });
  await expect(gateway('start', '--config', 'none.yaml')).rejects.toMatchObject({ code: 2, stdout: '' });
});
