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
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasLinks, hasRights } from '../../test/kit/machine.ts';
import { startServer, type TestServer } from '../folders/testkit/sftp-server.ts';
import { runCommandLine } from './testkit/ran.ts';

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

const trust = (...more: readonly string[]) =>
  runCommandLine(folder, ...['sftp', 'trust', '127.0.0.1', '--port', `${server.endpoint.port}`], ...more);

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
    expect(await trust('--config', path)).toMatchObject({
      code: 1,
      out: expect.stringContaining(`hostKey: "${server.endpoint.hostKey}"`),
    });
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(server.logins).toBe(0);
  });

  it('puts it into the config when told so, and leaves everything else as it is', async () => {
    const stored = await trust('--config', path, '--yes');
    expect(stored).toMatchObject({ code: 0, out: expect.stringContaining('It is stored') });
    expect(readFileSync(path, 'utf8')).toContain(
      `  host: 127.0.0.1 # ours\n  hostKey: "${server.endpoint.hostKey}"\n  port:`,
    );
    if (hasRights) expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = await trust('--config', path);
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('It is the one that') });
  });

  it('tells where to put it when the config does not name the server, or is not there', async () => {
    const none = join(folder, 'none.yaml');
    const asked = await trust('--config', none);
    expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('names no such server') });
    expect((await trust('--config', none, '--yes')).code).toBe(1);
  });

  it('says that nobody answers', async () => {
    const failed = await runCommandLine(folder, 'sftp', 'trust', '127.0.0.1', '--port', '1');
    expect(failed).toMatchObject({ code: 2, err: expect.stringContaining('cannot be reached') });
  });
});
