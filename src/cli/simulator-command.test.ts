import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { hasSignals } from '../../test/kit/machine.ts';

const program =
  "import { simulatorCommand } from './src/cli/simulator-command.ts'; await simulatorCommand().parseAsync(process.argv.slice(1), { from: 'user' });";

let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

/** Starts it and returns the address it prints. */
async function start(...flags: string[]): Promise<string> {
  const made = spawn(process.execPath, ['--input-type=module', '-e', program, '--', ...flags], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = made;
  const [line] = await once(createInterface({ input: made.stdout }), 'line');
  return /http:\/\/\S+/.exec(String(line))?.[0] ?? '';
}

it('runs the simulator until it is stopped', async () => {
  const url = await start(
    '--port',
    '0',
    '--user',
    'me',
    '--password',
    'p',
    '--webhook',
    'http://127.0.0.1:9/x',
    '--webhook-method',
    'GET-QUERY',
  );
  const authorization = `Basic ${Buffer.from('me:p').toString('base64')}`;
  const login = await request(`${url}/v2/authentication/login`, { headers: { authorization } });
  expect(login.statusCode).toBe(200);
  const webhooks = await request(`${url}/simulator/webhooks`);
  expect(await webhooks.body.json()).toEqual([{ url: 'http://127.0.0.1:9/x', shape: 'GET-QUERY' }]);
  const stopped = child && once(child, 'exit');
  child?.kill('SIGTERM');
  expect(await stopped).toEqual(hasSignals ? [0, null] : [null, 'SIGTERM']);
});
