import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noSshd, type Sshd, startSshd } from '../src/folders/testkit/sshd.ts';
import { orderXml } from './kit/documents.ts';
import { GatewayProcess } from './kit/process.ts';
import { Site, until } from './kit/site.ts';

/** A network share, mounted through Debian's sshfs, whose server can be frozen: what its files are asked for never ends. */
const canMount =
  noSshd === undefined && existsSync('/usr/bin/sshfs') && existsSync('/dev/fuse') && process.getuid?.() === 0;
if (!canMount) console.warn('skipped: a frozen share needs root, /dev/fuse and sshfs');

vi.setConfig({ testTimeout: 240_000 });

const clean: (() => unknown)[] = [];

afterEach(async () => {
  for (const undo of clean.splice(0).reverse()) await undo();
});

/** Six folders of a share, and its server. */
async function mountShare(): Promise<{ readonly shares: readonly string[]; readonly server: Sshd }> {
  const server = await startSshd();
  clean.push(() => server.close());
  const folder = mkdtempSync(join(tmpdir(), 'share-'));
  const [far, share] = [join(folder, 'far'), join(folder, 'near')];
  for (const path of [far, share]) mkdirSync(path);
  const { host, port, user } = server.endpoint;
  const options = [`port=${port}`, `IdentityFile=${server.plainKey}`, 'StrictHostKeyChecking=no'];
  options.push('UserKnownHostsFile=/dev/null', 'cache=no');
  const mounted = spawn('sshfs', [
    '-f',
    ...options.flatMap((one) => ['-o', one]),
    `${user}@${host}:${far}`,
    share,
  ]);
  clean.push(() => {
    execFileSync('umount', ['-l', share]);
    mounted.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await until('the share', () => readFileSync('/proc/mounts', 'utf8').includes(share) || undefined);
  const shares = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => join(share, name));
  for (const path of shares) mkdirSync(path);
  return { shares, server };
}

/** A gateway with one local folder and six on the share. */
async function openSite(shares: readonly string[]): Promise<Site> {
  const site = await Site.open({
    config(config) {
      const { 'orders-json': orders = {} } = config.channels;
      const far = shares.map((folder, n) => [`far-${n}`, { ...orders, from: { folder, byDate: false } }]);
      config.channels = { 'orders-json': orders, ...Object.fromEntries(far) };
      config.http = {};
    },
  });
  clean.push(() => site.close());
  return site;
}

async function start(site: Site, server: Sshd): Promise<GatewayProcess> {
  const gateway = GatewayProcess.spawn(site.path('gateway.yaml'));
  clean.push(() => gateway.kill());
  // not even SIGKILL ends a process that waits for the share
  clean.push(() => server.thaw());
  return gateway;
}

/** Archived, since it was delivered. */
const archived = (path: string): true | undefined => existsSync(path) || undefined;

describe.runIf(canMount)('a share that hangs stops its own channels only', () => {
  it('while the gateway runs', async () => {
    const { server, shares } = await mountShare();
    const site = await openSite(shares);
    await start(site, server);
    writeFileSync(join(shares[0] ?? '', 'far.xml'), orderXml({ number: 'PO-FAR' }));
    await until('the order from the share', () => archived(join(shares[0] ?? '', 'archive/far.xml')));
    for (const path of shares)
      for (let n = 0; n < 20; n += 1) writeFileSync(join(path, `${n}.xml`), orderXml({ number: `PO-${n}` }));
    server.freeze();
    site.drop('erp/out/orders-json', 'near.xml', orderXml({ number: 'PO-NEAR' }));
    const near = site.path('erp/out/orders-json/archive/near.xml');
    expect(await until('the order from the local folder', () => archived(near))).toBe(true);
  });

  it('when the gateway starts', async () => {
    const { server, shares } = await mountShare();
    const site = await openSite(shares);
    server.freeze();
    site.drop('erp/out/orders-json', 'near.xml', orderXml({ number: 'PO-NEAR' }));
    await start(site, server);
    const near = site.path('erp/out/orders-json/archive/near.xml');
    expect(await until('the order from the local folder', () => archived(near))).toBe(true);
  });
});

describe.runIf(canMount)('a folder of mappings on a share that hangs', () => {
  /** Files of CSV, whose ending their format says, need the folder; others and webhooks do not. */
  async function open(shares: readonly string[]): Promise<Site> {
    const site = await Site.open({
      config(config) {
        const { orders = {}, responses = {} } = config.channels;
        const csv = {
          from: { folder: 'erp/out/csv', byDate: false },
          document: 'csv-order',
          map: ['csv-order-to-order', 'order-to-exchange'],
          to: { exchange: 'api-connector/order' },
        };
        config.channels = { orders, responses, csv };
        config.mappings = shares[0];
        config.http = { webhook: { listen: '127.0.0.1:0', auth: { basic: { user: 'u', password: 'p' } } } };
      },
    });
    clean.push(() => site.close());
    return site;
  }

  const webhookOf = ({ log }: GatewayProcess): string | undefined => /"webhook":"(http[^"]+)"/.exec(log)?.[1];

  const event = { eventName: 'OrderResentByBuyer', messageId: 'm', orderEvent: { order: { id: 'o' } } };

  /** Milliseconds: a loop that a frozen share holds answers nothing until it thaws. */
  const soon = 20_000;

  /** Milliseconds until a call of the exchange is answered. */
  async function called(url: string): Promise<number> {
    const started = performance.now();
    const authorization = `Basic ${Buffer.from('u:p').toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ ...event, messageId: `${started}` });
    const signal = AbortSignal.timeout(60_000);
    const answer = await request(`${url}/events`, { method: 'POST', headers, body, signal });
    await answer.body.dump();
    expect(answer.statusCode).toBe(202);
    return performance.now() - started;
  }

  it('holds up neither the start nor what needs no mapping', async () => {
    const { server, shares } = await mountShare();
    const site = await open(shares);
    server.freeze();
    site.drop('erp/out/orders', 'near.xml', orderXml({ number: 'PO-NEAR' }));
    const gateway = await start(site, server);
    const url = await until('the gateway to listen', () => webhookOf(gateway), 60);
    expect(await called(url)).toBeLessThan(soon);
    const near = site.path('erp/out/orders/archive/near.xml');
    expect(await until('the order that needs no mapping', () => archived(near))).toBe(true);
  });

  it('nor webhooks while a changed config is taken up', async () => {
    const { server, shares } = await mountShare();
    const site = await open(shares);
    const gateway = await start(site, server);
    const url = await until('the gateway to listen', () => webhookOf(gateway), 60);
    server.freeze();
    const config = readFileSync(site.path('gateway.yaml'), 'utf8');
    writeFileSync(site.path('gateway.yaml'), config.replace('  orders:', '  renamed:'));
    let slowest = 0;
    await until(
      'the config to be taken up',
      async () => {
        slowest = Math.max(slowest, await called(url));
        return gateway.log.includes('config-taken') || undefined;
      },
      90,
    );
    expect(slowest).toBeLessThan(soon);
  });
});
