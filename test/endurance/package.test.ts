import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packagesOf, readLock } from '../../packaging/packages.ts';
import { cpuOfPrograms } from '../kit/cpu.ts';
import { canRun } from '../kit/machine.ts';
import { packOnce } from '../kit/package-once.ts';
import { registryWith } from '../kit/registry.ts';
import { expectPagesServed } from '../kit/served-pages.ts';

/** The package as a user gets it: packed, installed in an empty folder, run from there. */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const node = dirname(process.execPath);
const env = { ...process.env, PATH: `${node}:${process.env.PATH}` };
const hasNpm = canRun('npm', '--version');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'package-'));
  const tarball = await packOnce();
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const others = (await run('npm', ['config', 'get', 'registry'], { cwd: folder, env })).stdout.trim();
  const registry = await registryWith(tarball, join(root, 'package.json'), others);
  const quiet = ['--no-audit', '--no-fund', '--omit=dev', '--registry', registry.url];
  try {
    await run('npm', ['install', ...quiet, 'scsn-gateway'], { cwd: folder, env });
  } finally {
    registry.close();
  }
}, 600_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const gateway = (...words: string[]) =>
  run(join(folder, 'node_modules/.bin/gateway'), words, { cwd: folder, env });

it.skipIf(!hasNpm)('tells its version and its commands', async () => {
  expect((await gateway('--version')).stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  expect((await gateway('--help')).stdout).toContain('journal');
});

it.skipIf(!hasNpm)('runs with the very packages that it was tested with', () => {
  const installed = join(folder, 'node_modules/scsn-gateway');
  const manifests = packagesOf(readLock(join(root, 'package-lock.json')))
    .map(({ path, version }) => ({ path: join(installed, path, 'package.json'), version }))
    .filter(({ path }) => existsSync(path));
  expect(manifests.length).toBeGreaterThan(100);
  for (const { path, version } of manifests)
    expect(JSON.parse(readFileSync(path, 'utf8')), path).toMatchObject({ version });
  expect(existsSync(join(installed, 'node_modules/vitest'))).toBe(false);
});

// In processors' time, which is the same beside others: how long Node itself takes to start differs by machine.
it.skipIf(!hasNpm || process.platform !== 'linux')('is there within three starts of Node', async () => {
  const taken = { bare: 0, help: 0 };
  for (let n = 0; n < 20; n += 1) {
    taken.bare += await cpuOfPrograms(() => run(process.execPath, ['-e', '']));
    taken.help += await cpuOfPrograms(() => gateway('--help'));
  }
  expect(taken.help / taken.bare).toBeLessThan(3);
});

it.skipIf(!hasNpm)('makes a config that its own check finds in order', async () => {
  await gateway('init', 'site');
  const filledIn = [
    ['https://exchange.example', 'https://exchange.test'],
    ['00000000-0000-0000-0000-000000000000', '5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752'],
    ['integration-user@example.com', 'gateway@erp.test'],
  ] as const;
  const path = join(folder, 'site/gateway.yaml');
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    filledIn.reduce((before, [example, own]) => before.replaceAll(example, own), text),
  );
  writeFileSync(join(folder, 'site/secrets/password'), 'secret');
  const { stdout } = await gateway('check', '--offline', '--config', 'site/gateway.yaml');
  // the account of root is worth a warning
  expect(stdout).toMatch(/Everything is in order\.|Nothing is wrong; look at/);
  expect(stdout).not.toContain('WRONG');
});

it.skipIf(!hasNpm)('brings schemas, mappings and samples', async () => {
  const sample = join(folder, 'node_modules/scsn-gateway/samples/good');
  const files = (await readdir(sample))
    .filter((name) => name.endsWith('.xml'))
    .map((name) => join(sample, name));
  expect(files.length).toBeGreaterThan(3);
  expect((await gateway('validate', ...files)).stdout).not.toContain('INVALID');
});

it.skipIf(!hasNpm)('serves its pages whole, under their policy', async () => {
  const bin = join(folder, 'node_modules/scsn-gateway/bin/gateway.js');
  await expectPagesServed([process.execPath, bin], join(folder, 'pages'));
});
