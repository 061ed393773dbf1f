import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasLinks } from '../../../test/kit/machine.ts';
import { localize } from '../../findings/localized-text.ts';
import {
  computeStamp,
  listFiles,
  listXsds,
  originFileName,
  placeMappings,
  takeSnapshot,
} from './runtime-snapshot.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const own = () => ({ mappings: join(folder, 'mappings'), schemas: [join(folder, 'xsds')] });

function fill(): void {
  mkdirSync(join(folder, 'mappings/fixtures/a'), { recursive: true });
  mkdirSync(join(folder, 'xsds/common'), { recursive: true });
  writeFileSync(join(folder, 'mappings/a.yaml'), 'mapping: a');
  writeFileSync(join(folder, 'mappings/ORDERS05.txt'), 'a parser report');
  writeFileSync(join(folder, 'mappings/fixtures/a/x.yaml'), 'no mapping');
  writeFileSync(join(folder, 'xsds/Order.xsd'), '<order/>');
  writeFileSync(join(folder, 'xsds/common/Types.xsd'), '<types/>');
}

it('holds mappings, tables, XSDs and what a format names beside it; fixtures only tell that something was edited', async () => {
  fill();
  const snapshot = await takeSnapshot(own());
  const mine = Object.keys(snapshot.files).filter((path) => path.startsWith(folder));
  expect(mine.map((path) => path.slice(folder.length + 1).replaceAll('\\', '/'))).toEqual([
    'mappings/ORDERS05.txt',
    'mappings/a.yaml',
    'xsds/Order.xsd',
    'xsds/common/Types.xsd',
  ]);
  expect([...listXsds(snapshot, join(folder, 'xsds'))]).toEqual([
    ['Order.xsd', '<order/>'],
    ['common/Types.xsd', '<types/>'],
  ]);
  const before = snapshot.stamps[join(folder, 'mappings')];
  expect(computeStamp(await listFiles(join(folder, 'mappings')))).toBe(before);
  writeFileSync(join(folder, 'mappings/fixtures/a/x.yaml'), 'edited');
  expect(computeStamp(await listFiles(join(folder, 'mappings')))).not.toBe(before);
});

it('says what its folder of mappings was published as, and no other', async () => {
  fill();
  expect((await takeSnapshot(own())).published).toBeUndefined();
  for (const place of ['mappings', 'xsds'])
    writeFileSync(join(folder, place, originFileName), `state of ${place}\n`);
  expect((await takeSnapshot(own())).published).toBe('state of mappings');
});

it.skipIf(!hasLinks)('has nothing that a link leads to outside of its folder', async () => {
  fill();
  writeFileSync(join(folder, 'secret.yaml'), 'mapping: secret');
  symlinkSync('../secret.yaml', join(folder, 'mappings/secret.yaml'));
  symlinkSync('a.yaml', join(folder, 'mappings/b.yaml'));
  const { files } = await takeSnapshot({ mappings: join(folder, 'mappings') });
  expect(files[join(folder, 'mappings/b.yaml')]).toBeDefined();
  expect(files[join(folder, 'mappings/secret.yaml')]).toBeUndefined();
});

it.skipIf(!hasLinks)(
  'has what a linked folder inside of it holds, as a ConfigMap of Kubernetes is mounted',
  async () => {
    const mappings = join(folder, 'mappings');
    mkdirSync(join(mappings, '..2026', 'formats'), { recursive: true });
    writeFileSync(join(mappings, '..2026', 'formats', 'own.yaml'), 'format: own');
    symlinkSync('..2026', join(mappings, '..data'));
    symlinkSync('..data/formats', join(mappings, 'formats'));
    symlinkSync('.', join(mappings, 'again'));
    const { files } = await takeSnapshot({ mappings });
    const mine = Object.keys(files).filter((path) => path.startsWith(mappings));
    expect(mine).toEqual([join(mappings, 'formats', 'own.yaml')]);
  },
);

it('is as if the mappings lay in another folder, and all else where it is', async () => {
  fill();
  const snapshot = await takeSnapshot(own());
  const elsewhere = join(folder, 'elsewhere');
  const placed = placeMappings(snapshot, elsewhere);
  expect(placed.own).toEqual({ ...own(), mappings: elsewhere });
  expect(placed.files[join(elsewhere, 'a.yaml')]).toBe(snapshot.files[join(folder, 'mappings/a.yaml')]);
  const moved = Object.keys(placed.files).filter((path) => !(path in snapshot.files));
  expect(moved.every((path) => path.startsWith(elsewhere))).toBe(true);
  expect([moved.length, Object.keys(placed.files).length]).toEqual([2, Object.keys(snapshot.files).length]);
  expect(Object.keys(placed.stamps)).toEqual([elsewhere, join(folder, 'xsds')]);
});

it('tells when another file of the same size and time is renamed into the place of one; hidden files are left out', async () => {
  fill();
  const mappings = join(folder, 'mappings');
  const file = join(mappings, 'a.yaml');
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  const before = computeStamp(await listFiles(mappings));
  writeFileSync(join(mappings, '.tmp'), 'mapping: b');
  utimesSync(join(mappings, '.tmp'), 1_700_000_000, 1_700_000_000);
  expect(computeStamp(await listFiles(mappings))).toBe(before);
  // a system counts times in ticks of some milliseconds
  await setTimeout(50);
  renameSync(join(mappings, '.tmp'), file);
  expect(computeStamp(await listFiles(mappings))).not.toBe(before);
});

it('keeps what it knew of a folder that has gone; one that was never there is told', async () => {
  fill();
  const before = await takeSnapshot(own());
  rmSync(join(folder, 'xsds'), { recursive: true });
  const after = await takeSnapshot(own(), before);
  expect([...listXsds(after, join(folder, 'xsds')).keys()]).toEqual(['Order.xsd', 'common/Types.xsd']);
  expect(after.away).toEqual({});
  const anew = await takeSnapshot(own());
  expect(anew.away).toEqual({
    [join(folder, 'xsds')]: localize('folder-none', { folder: join(folder, 'xsds') }),
  });
});

it('a folder that does not answer in time holds nobody up, and is asked once', async () => {
  const slow = join(folder, 'slow');
  mkdirSync(slow);
  for (let n = 0; n < 2000; n += 1) writeFileSync(join(slow, `${n}.yaml`), '');
  await expect(listFiles(slow, 1)).rejects.toThrow('does not answer');
  expect(await listFiles(slow, 60_000)).toHaveLength(2000);
});

it.skipIf(process.platform === 'win32')('has no pipe, which has no end', async () => {
  fill();
  execFileSync('mkfifo', [join(folder, 'mappings/b.yaml')]);
  const { away, files } = await takeSnapshot(own());
  expect(away).toEqual({});
  expect(Object.keys(files)).not.toContain(join(folder, 'mappings/b.yaml'));
});

it('reads the mappings that come with the gateway however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const taken = takeSnapshot({});
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  const names = Object.keys((await taken).files).map((path) => basename(path));
  expect(names).toContain('order-to-exchange.yaml');
});
