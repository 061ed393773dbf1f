import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Message } from '../../src/journal/model/message.ts';
import { orderXml } from '../kit/documents.ts';
import { GatewayProcess } from '../kit/process.ts';
import { everyFileOnce, sentAndAdmitted } from '../kit/promise.ts';
import { randomOf } from '../kit/random.ts';
import { Site, until } from '../kit/site.ts';

/**
 * `npm run torture:kill [-- --files N --claim rename|delete|remember --every MILLISECONDS --seed N]`: an ERP drops files while the gateway is
 * killed every few hundred milliseconds; then every file is in exactly one place, taken once, and the journal agrees with
 * what the exchange received.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '2000' },
    claim: { type: 'string', default: 'rename' },
    every: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
});
const count = Number(values.files);
const every = Number(values.every);
const { claim } = values;
const random = randomOf(Number(values.seed));
const inbound = 'erp/out/orders-json';
const names = Array.from({ length: count }, (_, n) => `order-${String(n).padStart(5, '0')}.xml`);

const site = await Site.open({
  config(config) {
    config.http = {};
    const { 'orders-json': channel = {} } = config.channels;
    config.channels = { 'orders-json': channel };
    Object.assign(channel.from ?? {}, { claim });
  },
});
const config = site.path('gateway.yaml');

const messages = (): Promise<readonly Message[]> =>
  site.withJournal((journal) => journal.list({ limit: 2 * count }));

let running: GatewayProcess | undefined;
// whoever ends this ends the gateway too
process.once('SIGTERM', () => process.exit(1));
process.once('exit', () => void running?.kill());

async function start(): Promise<GatewayProcess> {
  running = await GatewayProcess.start(config);
  return running;
}

/** The ERP writes on, whatever becomes of the gateway. */
async function drop(): Promise<void> {
  for (const name of names) {
    site.drop(inbound, name, orderXml({ number: `PO-${name.slice(6, 11)}` }));
    await setTimeout(random() * 40);
  }
}

const isSettled = ({ state }: Message): boolean => state === 'settled';

/**
 * Until everything was taken; resolves to the number of kills. A gateway that ends ten times in the middle of one message parks
 * it, as it should: so after five lives in which nothing was settled, as on a busy machine, each is twice as long as the last.
 */
async function killAgainAndAgain(): Promise<number> {
  let [barren, settled] = [0, 0];
  for (let kills = 1; ; kills++) {
    const gateway = await start();
    await setTimeout(every * 2 ** Math.max(0, barren - 4) * (0.5 + random()));
    await gateway.kill();
    const all = await messages();
    if (kills % 10 === 0) console.log(`${kills} kills, ${all.length} files taken`);
    if (all.length >= count) return kills;
    const now = all.filter(isSettled).length;
    barren = now > settled ? 0 : barren + 1;
    settled = now;
  }
}

/** Throws when one waits for a person, since nobody will come. */
async function allSettled(): Promise<readonly Message[] | undefined> {
  const all = await messages();
  for (const { name, state, reason } of all) assert.notEqual(state, 'parked', `${name}: ${reason}`);
  const open = await site.withJournal((journal) => journal.listUnfiled());
  return all.every(isSettled) && open.length === 0 ? all : undefined;
}

try {
  const started = performance.now();
  const [kills] = await Promise.all([killAgainAndAgain(), drop()]);
  const gateway = await start();
  try {
    const ended = await until('all messages to end', allSettled, 600);
    const archive = claim === 'remember' ? [] : site.files(`${inbound}/archive`);
    everyFileOnce(names, ended, [archive, site.files(inbound)]);
    sentAndAdmitted(ended, site.simulator.ledger());
    for (const { name, outcome } of ended) assert.equal(outcome, 'delivered', name);
    const twice = ended.filter(({ possiblyTwice }) => possiblyTwice).length;
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(
      `${count} files with claim: ${claim}, ${kills} kills in ${seconds} s: each in one place, taken once; ${twice} possibly twice, as the journal says`,
    );
  } finally {
    await gateway.kill();
  }
} finally {
  await site.close();
}
