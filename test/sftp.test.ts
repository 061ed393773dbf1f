import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noSshd, type Sshd, startSshd } from '../src/folders/testkit/sshd.ts';
import { orderXml } from './kit/documents.ts';
import { Site, until } from './kit/site.ts';

/** Orders from and responses to folders of an SFTP server, by a whole gateway. */

let place: string;
let site: Site | undefined;
let sshd: Sshd | undefined;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sftp-site-'));
  for (const name of ['out', 'in']) mkdirSync(join(place, name), { recursive: true });
});

afterEach(async () => {
  await site?.close();
  await sshd?.close();
  rmSync(place, { recursive: true, force: true });
});

function endOf({ endpoint }: Sshd, folder: string) {
  const { host, port, user, privateKey, passphrase, hostKey } = endpoint;
  return { host, port, user, privateKey, passphrase, hostKey, folder: join(place, folder) };
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(place, folder), { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

it.skipIf(noSshd !== undefined)('takes orders from and publishes to an SFTP server', async () => {
  const server = await startSshd();
  sshd = server;
  site = await Site.open({
    config: ({ channels }) => {
      Object.assign(channels['orders-json'] ?? {}, {
        from: { sftp: endOf(server, 'out'), every: '1s' },
      });
      Object.assign(channels['supplier-orders'] ?? {}, { to: { sftp: endOf(server, 'in') } });
    },
  });
  await site.start();
  for (const n of [1, 2, 3]) writeFileSync(join(place, 'out', `${n}.xml`), orderXml({ number: `PO-${n}` }));
  writeFileSync(join(place, 'out', 'bad.xml'), '<Order><ID>1</Oder></Order>');
  for (const name of ['1.xml', '2.xml', '3.xml'])
    expect(await site.ended(name)).toMatchObject({ outcome: 'delivered' });
  expect(await site.ended('bad.xml')).toMatchObject({ outcome: 'rejected' });
  const archived = await filesBelow('out/archive');
  expect([...archived].sort()).toEqual(['1.xml', '2.xml', '3.xml']);
  expect(await filesBelow('out/error')).toContain('bad.xml.report.txt');
  const published = await until('published files', async () => {
    const names = (await filesBelow('in')).filter((name) => name.endsWith('.xml'));
    return names.length >= 3 ? names : undefined;
  });
  expect(published.some((name) => name.startsWith('PO-1-'))).toBe(true);
});

it.skipIf(noSshd !== undefined)(
  'goes on with other channels while the server is frozen',
  async () => {
    const server = await startSshd();
    sshd = server;
    site = await Site.open({
      config: ({ channels }) => {
        const sftp = { ...endOf(server, 'out'), timeout: '1s' };
        Object.assign(channels['orders-json'] ?? {}, { from: { sftp, every: '500ms' } });
      },
    });
    await site.start('none');
    const { gateway } = site;
    writeFileSync(join(place, 'out', 'before.xml'), orderXml({ number: 'PO-1' }));
    await site.ended('before.xml', 1, 60);
    server.freeze();
    writeFileSync(join(place, 'out', 'meanwhile.xml'), orderXml({ number: 'PO-2' }));
    const trouble = async () =>
      (await gateway.readiness()).find(({ name }) => name === 'folder of orders-json')?.reason;
    const reason = await until('the alarm', trouble, 60);
    expect(reason).toContain('127.0.0.1');
    site.drop('erp/out/orders', 'local.xml', orderXml({ number: 'PO-3' }));
    expect(await site.ended('local.xml', 1, 60)).toMatchObject({ outcome: 'delivered' });
    server.thaw();
    expect(await site.ended('meanwhile.xml', 1, 60)).toMatchObject({ outcome: 'delivered' });
    await until('the end of the alarm', async () => ((await trouble()) === undefined ? true : undefined));
  },
  90_000,
);
