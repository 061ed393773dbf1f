import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cpuOf } from '../../test/kit/cpu.ts';
import { buildStatus, type MetricFacts, statusMembers } from './metric-facts.ts';
import { series } from './metric-series.ts';
import { PrometheusMetrics } from './prometheus-metrics.ts';
import { type Family, findSample, readExposition } from './testkit/exposition.ts';

const facts: MetricFacts = {
  version: '1.2.3',
  health: 'amber',
  reasons: [
    { level: 'amber', code: 'parked' },
    { level: 'amber', code: 'parked' },
  ],
  open: [
    { channel: 'orders', state: 'parked', count: 2, oldestSeconds: 60 },
    { channel: 'answers', state: 'parked', count: 1, oldestSeconds: 90 },
    { channel: 'orders', state: 'waiting', count: 5, oldestSeconds: 7 },
    { channel: 'orders', state: 'rejected', count: 1, oldestSeconds: 3600 },
  ],
  tasks: [{ channel: 'orders', count: 2, oldestSeconds: 50 }],
  first: [{ channel: 'orders', seconds: 3 }],
  folders: [{ channel: 'orders', scanSeconds: 0.02, usable: false }],
  disks: [{ folder: 'C:\\data "x"\nsecond', free: 10, size: 20 }],
  certificates: [{ about: 'http.webhook.tls.cert', days: 12 }],
  outage: { waiting: 38, seconds: 60.4 },
  journalBytes: 4096,
  loop: { p50: 0.001, p99: 0.01, longest: 0.2 },
  process: { residentBytes: 1e8, cpuSeconds: 4.5, started: 1.7e9 },
};

/** Every name with a value. */
async function whole(): Promise<{ readonly page: string; readonly families: ReadonlyMap<string, Family> }> {
  const metrics = new PrometheusMetrics();
  metrics.countMessage('orders', 'delivered');
  metrics.countLostValues('orders', 'commercial', 2);
  metrics.observeRequest('api-connector/order', 202, 0.3);
  metrics.observeCommit(0.004);
  const page = await metrics.renderPage(facts);
  return { page, families: readExposition(page) };
}

describe('the page for Prometheus', () => {
  it('is read by a strict reader, with every value at its place', async () => {
    const { families } = await whole();
    const value = (name: string, labels = {}) => findSample(families, `scsn_gateway_${name}`, labels);
    expect(value('messages_total', { channel: 'orders', outcome: 'delivered' })).toBe(1);
    expect(value('exchange_answers_total', { operation: 'api-connector/order', status: '202' })).toBe(1);
    expect(value('exchange_request_seconds_bucket', { le: '0.25' })).toBe(0);
    expect(value('exchange_request_seconds_bucket', { le: '+Inf' })).toBe(1);
    expect(value('journal_commit_seconds_sum')).toBe(0.004);
    expect(value('messages', { channel: 'orders', state: 'parked' })).toBe(2);
    expect(value('oldest_message_seconds', { channel: 'answers', state: 'parked' })).toBe(90);
    expect(value('open_tasks', { channel: 'orders' })).toBe(2);
    expect(value('oldest_open_task_seconds', { channel: 'orders' })).toBe(50);
    expect(value('health')).toBe(1);
    expect(value('health_reasons', { level: 'amber', code: 'parked' })).toBe(2);
    expect(value('folder_usable', { channel: 'orders' })).toBe(0);
    expect(value('disk_free_bytes', { folder: 'C:\\data "x"\nsecond' })).toBe(10);
    expect(value('certificate_left_seconds', { certificate: 'http.webhook.tls.cert' })).toBe(12 * 86_400);
    expect(value('build_info', { version: '1.2.3' })).toBe(1);
  });

  it.skipIf(spawnSync('promtool', ['--version']).error !== undefined)(
    'is found in order by promtool, where that is installed',
    async () => {
      const { page } = await whole();
      const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: page });
      expect([status, stderr.toString()]).toEqual([0, '']);
    },
  );

  it('does not tell what is gone, and counts on', async () => {
    const metrics = new PrometheusMetrics();
    metrics.countMessage('orders', 'parked');
    await metrics.renderPage(facts);
    metrics.countMessage('orders', 'parked');
    const later = readExposition(await metrics.renderPage({ ...facts, open: [], reasons: [], disks: [] }));
    expect(findSample(later, 'scsn_gateway_messages')).toBeUndefined();
    expect(findSample(later, 'scsn_gateway_disk_free_bytes')).toBeUndefined();
    expect(findSample(later, 'scsn_gateway_health_reasons')).toBeUndefined();
    expect(findSample(later, 'scsn_gateway_messages_total', { outcome: 'parked' })).toBe(2);
    expect(findSample(later, 'process_cpu_seconds_total')).toBe(4.5);
  });

  it('costs little: 10,000 tellings take less than a second', () => {
    const metrics = new PrometheusMetrics();
    const took = cpuOf(() => {
      for (let n = 0; n < 10_000; n += 1) {
        metrics.countMessage('orders', 'delivered');
        metrics.observeRequest('api-connector/order', 200, 0.1);
        metrics.observeCommit(0.001);
      }
    });
    expect(took).toBeLessThan(1000);
  });
});

it('the flat status sums over channels; what is not there is -1, and no age is 0', () => {
  expect(buildStatus(facts)).toMatchObject({
    ...{ status: 'amber', health: 1, reasonsRed: 0, reasonsAmber: 2, parked: 3, parkedOldestSeconds: 90 },
    ...{ waiting: 5, waitingOldestSeconds: 7, underWay: 0, underWayOldestSeconds: 0, rejectedLastDay: 1 },
    ...{ openTasks: 2, openTasksOldestSeconds: 50 },
    ...{ foldersAway: 1, diskFreeBytes: 10, certificateDaysLeft: 12, journalBytes: 4096, version: '1.2.3' },
  });
  const bare = buildStatus({ ...facts, open: [], disks: [], certificates: [], journalBytes: undefined });
  expect(bare).toMatchObject({
    parked: 0,
    parkedOldestSeconds: 0,
    diskFreeBytes: -1,
    certificateDaysLeft: -1,
  });
  expect(bare.journalBytes).toBe(-1);
});

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/** Names of series as dashboards and rules ask for them. */
const asked = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\b(?:scsn_gateway|process)_\w+/g)].map(([name]) => name)),
];

describe('what the manual is made of', () => {
  it('has every name with its type and labels, and no other', async () => {
    const { families } = await whole();
    const labelsOf = ({ samples, type }: Family): readonly string[] =>
      Object.keys(samples[0]?.labels ?? {})
        .filter((name) => name !== 'le' || type !== 'histogram')
        .sort();
    const there = [...families.values()].map((family) => [family.name, family.type, labelsOf(family)]);
    const told = Object.values(series).map(({ name, type, labels }) => [name, type, [...labels].sort()]);
    expect(told.sort()).toEqual(there.sort());
  });

  it('has every member of /status.json, and no other', () => {
    expect(Object.keys(statusMembers).sort()).toEqual(Object.keys(buildStatus(facts)).sort());
  });
});

describe('what lies in ops/', () => {
  it.each(['ops/prometheus/alerts.yaml', 'ops/grafana/scsn-gateway.json'])(
    '%s asks for names that are there',
    async (path) => {
      const { families } = await whole();
      const series = new Set(
        [...families.values()].flatMap(({ samples }) => samples.map(({ name }) => name)),
      );
      const names = asked(read(path));
      expect(names.length).toBeGreaterThan(8);
      expect(names.filter((name) => !series.has(name))).toEqual([]);
    },
  );

  it('the template for PRTG asks for members that are there, and is JSON but for its paths', () => {
    const text = read('ops/prtg/scsn-gateway.template');
    const members = [...text.matchAll(/\$\.(\w+)/g)].map(([, name = '']) => name);
    expect(members.filter((name) => !(name in buildStatus(facts)))).toEqual([]);
    expect(JSON.parse(text.replaceAll(/\$\.\w+/g, '0'))).toMatchObject({
      prtg: { result: expect.any(Array) },
    });
  });
});
