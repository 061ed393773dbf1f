import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { init } from './init-command.ts';
import { runCommandLine } from './testkit/ran.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
let folder: string;
let config: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-'));
  await init(folder, new Date());
  config = join(folder, 'gateway.yaml');
});
afterAll(() => rm(folder, { recursive: true }));

const run = (kind: string, ...more: readonly string[]) =>
  runCommandLine(folder, 'service', 'print', kind, '--config', config, ...more);

const print = async (kind: string, ...more: readonly string[]): Promise<string> => {
  const { code, out } = await run(kind, ...more);
  expect(code).toBe(0);
  return out;
};

describe('service print', () => {
  it('fills in what runs here, whose password is not there yet', async () => {
    expect(await print('systemd', '--account', 'erp')).toContain('User=erp\n');
    const script = await print('windows');
    for (const path of [process.execPath, main, config, join(folder, 'data')])
      expect(script).toContain(`'${path}'`);
  });

  it('names a service and an account of its own', async () => {
    const script = await print('windows', '--name', 'gateway-test');
    expect(script).toContain("$name = 'gateway-test'");
    expect(script).toContain("$account = 'NT SERVICE\\gateway-test'");
  });

  it('writes a script as Windows PowerShell reads it', async () => {
    const out = join(folder, 'install.ps1');
    expect(await print('windows', '--out', out)).toBe('');
    const text = await readFile(out, 'utf8');
    expect(text.startsWith('\ufeff#')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('refuses a name that would end a line or be a path, and a config that cannot be read', async () => {
    const name = await run('systemd', '--name', '../x');
    expect(name).toMatchObject({ code: 2, err: expect.stringContaining('no name for a service') });
    const account = await run('systemd', '--account', 'x\nExecStartPre=/bin/false');
    expect(account).toMatchObject({ code: 2, err: expect.stringContaining('no account') });
    const broken = join(folder, 'broken.yaml');
    await writeFile(broken, 'channels: 1\n');
    expect((await run('systemd', '--config', broken)).code).toBe(2);
  });
});
