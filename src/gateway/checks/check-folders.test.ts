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

/** Only root can be somebody else. */
it.skipIf(process.getuid?.() !== 0)('tells a file that the account may not read', async () => {
  const { folder } = await site();
  const file = join(folder, 'orders', 'closed.xml');
  await writeFile(file, '<Order/>', { mode: 0o600 });
  await utimes(file, 0, Date.UTC(2026, 0, 1) / 1000);
  for (const [path, mode] of [
    [folder, 0o755],
    [join(folder, 'orders'), 0o777],
  ] as const)
    await chmod(path, mode);
  const moduleOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    const { checkFolders } = await import(${moduleOf('./check-folders.ts')});
    const { configIn } = await import(${moduleOf('../testkit/config.ts')});
    const channels = { orders: { from: { folder: 'orders' }, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } } };
    for (const { what } of await checkFolders(configIn(process.argv[1], { channels }))) console.log(what.en);`;
  const args = ['--input-type=module', '-e', script, folder];
  const said = execFileSync(process.execPath, args, { uid: 65_534, gid: 65_534, cwd: '/' }).toString();
  expect(said).toMatch(/a file lies that nobody takes\. It is "closed\.xml".*may not read it \(EACCES\)/);
});

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
