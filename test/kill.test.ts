import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { hasSignals, patience } from './kit/machine.ts';
import { gatewayProgram } from './kit/process.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 120_000 * patience });

/** kill -9 at any moment, and a new start: nothing lost, what was open is finished, every file in exactly one place. */

let site: Site;
let child: ChildProcess | undefined;

afterEach(async () => {
  await kill();
  await site.close();
});

function inboundOnly(config: { channels: Record<string, unknown> } & Record<string, unknown>): void {
  config.http = {};
  for (const name of ['responses', 'supplier-orders']) delete config.channels[name];
}

/** A gateway in a process of its own; resolves when it says that it runs. */
async function startProcess(): Promise<void> {
  const started = spawn(process.execPath, [gatewayProgram, 'start', '--config', site.path('gateway.yaml')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  let said = '';
  started.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await until('the gateway to start', () => {
    if (started.exitCode !== null) throw new Error(`the gateway ended: ${said}`);
    return said.includes('gateway started') ? true : undefined;
  });
}

async function kill(): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const count = 60;
const names = Array.from({ length: count }, (_, n) => `order-${String(n).padStart(3, '0')}.xml`);

function numberOf(name: string): string {
  return `PO-${name.slice(6, 9)}`;
}

it('loses nothing and doubles nothing silently when killed again and again', async () => {
  site = await Site.open({ config: inboundOnly });
  const inbound = 'erp/out/orders-json';
  // slow enough that kills fall into every step
  site.simulator.fault({ match: '/v2/api-connector', delayMs: 15, times: 10_000 });
  for (const name of names) site.drop(inbound, name, orderXml({ number: numberOf(name) }));
  for (let round = 0; round < 4; round += 1) {
    await startProcess();
    await setTimeout(60 + round * 160);
    await kill();
  }
  await site.start('none');
  await until('all orders', async () => ((await site.messages()).length === count ? true : undefined), 60);
  await site.idle();

  const messages = await site.messages();
  expect(messages.map(({ outcome }) => outcome)).toEqual(Array(count).fill('delivered'));
  expect(site.files(`${inbound}/archive`)).toEqual(names);
  expect(site.files(inbound)).toEqual([]);
  const sent = site.simulator.ledger().map(({ key }) => key);
  expect([...new Set(sent)].sort()).toEqual(names.map(numberOf));
  const twice = sent.filter((key, index) => sent.indexOf(key) !== index);
  const admitted = messages
    .filter(({ possiblyTwice }) => possiblyTwice)
    .map(({ purchaseOrderNumber }) => purchaseOrderNumber);
  expect(admitted).toEqual(expect.arrayContaining(twice));
});

it.skipIf(!hasSignals)('finishes what is under way when it is asked to stop', async () => {
  site = await Site.open({ config: inboundOnly });
  site.simulator.fault({ match: '/v2/api-connector', delayMs: 500, times: 10 });
  await startProcess();
  site.drop('erp/out/orders-json', 'order-000.xml', orderXml({ number: 'PO-000' }));
  await until('the request', () =>
    site.simulator.requests().some(({ path }) => path.includes('api-connector')) ? true : undefined,
  );
  const gone = once(child as ChildProcess, 'exit');
  child?.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
  expect(await site.messages()).toMatchObject([{ outcome: 'delivered', possiblyTwice: false }]);
  expect(site.files('erp/out/orders-json/archive')).toEqual(['order-000.xml']);
});

it('keeps a second gateway off the same journal', async () => {
  site = await Site.open({ config: inboundOnly });
  await site.start('kept');
  const second = spawn(process.execPath, [gatewayProgram, 'start', '--config', site.path('gateway.yaml')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [second.stdout, second.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  expect(await once(second, 'exit')).toEqual([2, null]);
  expect(said).toContain('open in another gateway');
});

it('stops with an explanation when the journal belongs to another exchange', async () => {
  site = await Site.open({ config: inboundOnly });
  await site.start('none');
  await site.stop();
  const config = readFileSync(site.path('gateway.yaml'), 'utf8').replace(
    site.simulator.companyId,
    '5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d7e2',
  );
  writeFileSync(site.path('gateway.yaml'), config);
  await expect(site.start('none')).rejects.toThrow(/This journal holds the orders of .* the config names/);
});
