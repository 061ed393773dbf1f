import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasLinks, hasRights } from '../../test/kit/machine.ts';
import { startServer, type TestServer } from '../folders/testkit/sftp-server.ts';

const run = promisify(execFile);
const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'trust-'));
const path = join(folder, 'gateway.yaml');

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function trust(...more: readonly string[]): Promise<string> {
  const port = `${server.endpoint.port}`;
  const { stdout } = await run(process.execPath, [
    main,
    'sftp',
    'trust',
    '127.0.0.1',
    '--port',
    port,
    ...more,
  ]);
  return stdout;
}

describe('gateway sftp trust', () => {
  beforeEach(() => {
    rmSync(path, { force: true });
    writeFileSync(
      join(folder, 'real.yaml'),
      `sftp:\n  host: 127.0.0.1 # ours\n  port: ${server.endpoint.port}\n`,
    );
    chmodSync(join(folder, 'real.yaml'), 0o600);
    if (hasLinks) symlinkSync('real.yaml', path);
    else copyFileSync(join(folder, 'real.yaml'), path);
  });

  it('shows the fingerprint of a server without logging in, and stores nothing unasked', async () => {
    const before = readFileSync(path, 'utf8');
    await expect(trust('--config', path)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`hostKey: "${server.endpoint.hostKey}"`),
    });
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(server.logins).toBe(0);
  });

  it('puts it into the config when told so, and leaves everything else as it is', async () => {
    expect(await trust('--config', path, '--yes')).toContain('It is stored');
    expect(readFileSync(path, 'utf8')).toContain(
      `  host: 127.0.0.1 # ours\n  hostKey: "${server.endpoint.hostKey}"\n  port:`,
    );
    if (hasRights) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await trust('--config', path)).toContain('It is the one that');
  });

  it('tells where to put it when the config does not name the server, or is not there', async () => {
    const none = join(folder, 'none.yaml');
    expect(await trust('--config', none)).toContain('names no such server');
    await expect(trust('--config', none, '--yes')).rejects.toMatchObject({ code: 1 });
  });

  it('says that nobody answers', async () => {
    const failed = run(process.execPath, [main, 'sftp', 'trust', '127.0.0.1', '--port', '1']);
    await expect(failed).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot be reached'),
    });
  });
});
