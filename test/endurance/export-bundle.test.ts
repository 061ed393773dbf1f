import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { orderXml } from '../kit/documents.ts';
import { patience } from '../kit/machine.ts';
import { Site } from '../kit/site.ts';
import { until } from '../kit/until.ts';

/** A bundle of 300 orders of five lines: how long a processor works on it (twenty lines take about twice as long), and that its memory is that of a few. */

let site: Site;
afterEach(() => site?.close());

const count = 300;
const lines = Array.from({ length: 5 }, (_, n) => ({
  id: String((n + 1) * 10),
  note: 'zinc plated '.repeat(20),
}));

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** Tells at its end what the process took. */
const telling =
  "process.on('exit', () => { const u = process.resourceUsage(); process.stderr.write(JSON.stringify({ cpu: (u.userCPUTime + u.systemCPUTime) / 1e6, mb: u.maxRSS / 1024 }) + '\\n'); });";

interface Exported {
  readonly seconds: number;
  readonly cpu: number;
  readonly mb: number;
  readonly progress: number;
  readonly bytes: number;
}

function exported(ids: readonly number[], name: string): Exported {
  const preload = site.path('telling.cjs');
  writeFileSync(preload, telling);
  const out = site.path(name);
  const words = [
    'journal',
    'export',
    ...ids.map(String),
    '--out',
    out,
    '--config',
    site.path('gateway.yaml'),
  ];
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--require', preload, program, ...words], {
    encoding: 'utf8',
    env: { ...process.env, EXCHANGE_PASSWORD: 'x' },
  });
  const seconds = (performance.now() - started) / 1000;
  expect(status, stderr).toBe(0);
  const said = stderr.trim().split('\n');
  const { cpu, mb } = JSON.parse(said.at(-1) ?? '{}');
  return {
    seconds,
    cpu,
    mb,
    progress: said.filter((line) => / of 300 /.test(line)).length,
    bytes: statSync(out).size,
  };
}

it('is made in less than ten seconds of a processor, with progress, and in the memory of a few', async () => {
  site = await Site.open({
    // by a mapping: the trace has something to tell
    config: ({ channels }) => {
      Object.assign(channels.orders ?? {}, {
        map: 'order-to-exchange',
        to: { exchange: 'api-connector/order' },
      });
    },
  });
  await site.start('none');
  for (let n = 1; n <= count; n += 1)
    site.drop('erp/out/orders', `${n}.xml`, orderXml({ number: `PO-${n}`, lines }));
  const ids = await until(
    'all messages',
    async () => {
      const found = await site.withJournal((journal) => journal.list({ limit: 1000, state: 'settled' }));
      return found.length >= count ? found.map(({ id }) => id) : undefined;
    },
    120,
  );
  const few = exported(ids.slice(0, 10), 'few.zip');
  const all = exported(ids.slice(0, count), 'all.zip');
  expect(all.cpu, JSON.stringify({ few, all })).toBeLessThan(10 * patience);
  expect(all.mb, JSON.stringify({ few, all })).toBeLessThan(512);
  expect(all.progress).toBeGreaterThan(0);
});
