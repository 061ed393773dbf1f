import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../folders/testkit/sftp-server.ts';

const run = promisify(execFile);
const main = fileURLToPath(new URL('../main.ts', import.meta.url));

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.close());

it('shows the fingerprint of a server without logging in', async () => {
  const { port, hostKey } = server.endpoint;
  const { stdout } = await run(process.execPath, [main, 'sftp', 'trust', '127.0.0.1', '--port', `${port}`]);
  expect(stdout).toContain(`hostKey: "${hostKey}"`);
  expect(server.logins).toBe(0);
});

it('says that nobody answers', async () => {
  const failed = run(process.execPath, [main, 'sftp', 'trust', '127.0.0.1', '--port', '1']);
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot be reached'),
  });
});
