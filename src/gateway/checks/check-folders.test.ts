import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../folders/testkit/folder.ts';
import { configIn, inEnglish } from '../testkit/config.ts';
import { checkFolders } from './check-folders.ts';

const to = { exchange: 'sci-connector/order' };
const document = 'scsn/Order';

/** A site with a folder `orders`; what is wrong with it. */
async function site(from: Readonly<Record<string, unknown>> = {}) {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'orders'));
  const config = configIn(folder, {
    channels: { orders: { from: { folder: 'orders', ...from }, document, to } },
  });
  const look = async (told: 'warn' | 'wrong' = 'wrong') =>
    inEnglish(await checkFolders(config))
      .filter(({ level }) => level === told)
      .map(({ what }) => what);
  return { folder, look };
}

it('leaves nothing behind', async () => {
  const { folder, look } = await site({ reports: 'reports/here' });
  await mkdir(join(folder, 'orders/archive'));
  expect(await look()).toEqual([]);
  expect(await readdir(folder)).toEqual(['orders']);
  expect(await readdir(folder, { recursive: true })).toEqual(['orders', join('orders', 'archive')]);
});

it.each(['archive', 'error', 'parked'])('tells a file in the place of %s/', async (place) => {
  const { folder, look } = await site();
  await writeFile(join(folder, 'orders', place), '');
  expect(await look()).toEqual([`${join(folder, 'orders', place)} is not a folder.`]);
});

it('tells a folder of reports that cannot be made', async () => {
  const { folder, look } = await site({ reports: 'file/reports' });
  await writeFile(join(folder, 'file'), '');
  expect(await look()).toEqual([
    `${join(folder, 'file')} is no folder: ${join(folder, 'file', 'reports')} cannot be made.`,
  ]);
});

it('tells a file in the place of the folder, and one that is not there', async () => {
  const { folder, look } = await site({ folder: 'file' });
  expect(await look()).toEqual([
    `The folder ${join(folder, 'file')} does not exist. Create it, or mount the share it lies on.`,
  ]);
  await writeFile(join(folder, 'file'), '');
  expect(await look()).toEqual([`${join(folder, 'file')} is a file: name a folder.`]);
});

/** What another account finds wrong with the folders and the private files of a site. */
function askAsNobody(folder: string): string {
  const moduleOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    const { checkFolders } = await import(${moduleOf('./check-folders.ts')});
    const { findReadableByOthers, listPrivateFiles } = await import(${moduleOf('./file-rights.ts')});
    const { configIn } = await import(${moduleOf('../testkit/config.ts')});
    const [, folder] = process.argv;
    const channels = { orders: { from: { folder: 'orders' }, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } } };
    const config = configIn(folder, { channels, journal: { sqlite: 'data/journal.db' } });
    for (const { what } of await checkFolders(config)) console.log(what.en);
    for (const { en } of findReadableByOthers(listPrivateFiles(config, folder + '/gateway.yaml'))) console.log(en);`;
  const args = ['--input-type=module', '-e', script, folder];
  return execFileSync(process.execPath, args, { uid: 65_534, gid: 65_534, cwd: '/' }).toString();
}

/** Only root can be somebody else. */
it.skipIf(process.getuid?.() !== 0)('tells a file that the account may not read', async () => {
  const { folder } = await site();
  const file = join(folder, 'orders', 'closed.xml');
  await writeFile(file, '<Order/>', { mode: 0o600 });
  await writeFile(join(folder, 'gateway.yaml'), '');
  await utimes(file, 0, Date.UTC(2026, 0, 1) / 1000);
  for (const [path, mode] of [
    [folder, 0o755],
    [join(folder, 'orders'), 0o777],
  ] as const)
    await chmod(path, mode);
  const said = askAsNobody(folder);
  expect(said).toMatch(/a file lies that nobody takes\. It is "closed\.xml".*may not read it \(EACCES\)/);
});

it.skipIf(process.getuid?.() !== 0)(
  'says nothing of other gateways where it may not read our journal',
  async () => {
    const { folder } = await site();
    await writeFile(join(folder, 'gateway.yaml'), '');
    await mkdir(join(folder, 'data'), { mode: 0o700 });
    await mkdir(join(folder, 'orders', '.gateway', 'an-id'), { recursive: true });
    for (const path of [folder, join(folder, 'orders'), join(folder, 'orders', '.gateway')])
      await chmod(path, 0o777);
    expect(askAsNobody(folder)).not.toContain('a gateway with another journal');
    await chmod(join(folder, 'data'), 0o777);
    // there is none yet
    expect(askAsNobody(folder)).toContain('a gateway with another journal');
  },
);

it('tells files that no channel takes, with the oldest', async () => {
  const { folder, look } = await site();
  for (const [name, minute] of [
    ['a.txt', 5],
    ['b.csv', 3],
    ['c.xml', 1],
  ] as const) {
    await writeFile(join(folder, 'orders', name), '<Order/>');
    await utimes(join(folder, 'orders', name), 0, Date.UTC(2026, 0, 1, 8, minute) / 1000);
  }
  expect(await look('warn')).toEqual([
    expect.stringMatching(
      /^In .*orders 2 files lie that nobody takes\. The oldest is "b\.csv", of 2026-01-01T08:03:00\.000Z: .*\.$/,
    ),
  ]);
});
