import { readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startSimulator } from '../simulator/simulator.ts';
import { startSshd } from '../src/folders/testkit/sshd.ts';
import { orderXml } from '../test/kit/documents.ts';
import { below, report, rounded } from './kit/report.ts';
import { BenchSite } from './kit/site.ts';

/**
 * How long do orders take from an OpenSSH server to the exchange? `node bench/sftp-pick-up.ts [FILES]`: files of 2 kB lie in
 * an SFTP folder when the gateway starts; the simulator takes them without a rate limit; each is archived on the server.
 */
const files = Number(process.argv[2] ?? 4_000);

const sshd = await startSshd();
const simulator = await startSimulator();
const site = new BenchSite();
const folder = site.make('out');
for (let n = 0; n < files; n++) writeFileSync(`${folder}/order-${n}.xml`, orderXml({ number: `PO-${n}` }));

const { host, port, user, privateKey, passphrase, hostKey } = sshd.endpoint;
const sftp = { host, port, user, privateKey, passphrase, hostKey, folder };
const to = { exchange: 'api-connector/order' };
const channel = { from: { sftp }, document: 'scsn/Order', map: 'order-to-exchange', to };
const { companyId, credentials } = simulator;
const account = { companyId, auth: { email: credentials.user, password: credentials.password } };
site.configure(simulator.url, { orders: channel }, undefined, account);

const started = performance.now();
const seconds = (): number => (performance.now() - started) / 1000;
await site.start();
const sent = await reached(() => simulator.ledger().length);
const filed = await reached(() => archived());
report(`How long do ${files} orders take from an SFTP server to the exchange?`, [
  { what: 'all were sent after, s', figure: rounded(sent, 1) },
  { what: 'all were archived after, s', ...below(120, filed, 1) },
]);
await site.close();
await simulator.close();
await sshd.close();

async function reached(count: () => number): Promise<number> {
  while (count() < files) await pause(200);
  return seconds();
}

function archived(): number {
  try {
    return readdirSync(`${folder}/archive`, { recursive: true }).filter((name) => `${name}`.endsWith('.xml'))
      .length;
  } catch {
    // it is made with the first file
    return 0;
  }
}
