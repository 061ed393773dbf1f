import { afterAll, describe, expect, it, vi } from 'vitest';
import { configSchema } from '../../src/config/schema/config-schema.ts';
import { parseSearchPage } from '../../src/exchange/documents/search-page.ts';
import { buildChannels } from '../../src/pipeline/channel/channel.ts';
import { checkWithTree } from '../../src/pipeline/check/check-document.ts';
import { loadChannelRuntimes } from '../../src/pipeline/runtime/channel-runtime.ts';
import { cpuOf } from '../kit/cpu.ts';
import { exponentOf, linear } from '../kit/exponent.ts';
import { patience } from '../kit/machine.ts';

vi.setConfig({ testTimeout: 300_000 * patience });

/** Whatever the exchange answers, as an order or as a page of a search: it is read in time that is in proportion to its size. */

const lastUpdatedAt = '2026-03-02T10:00:00.000Z';
const company = '6a1d2c0e-0000-4000-8000-000000000001';
const known = `"id":"o-1","lastUpdatedAt":"${lastUpdatedAt}","purchaseOrderNumber":"PO-1","companyId":"${company}"`;

const repeat = (size: number, text: (n: number) => string): string => {
  const parts: string[] = [];
  for (let length = 0; length < size; ) {
    const part = text(parts.length);
    parts.push(part);
    length += part.length + 1;
  }
  return parts.join();
};

const line = (n: number): string =>
  `{"position":"${n}","lastUpdatedAt":"${lastUpdatedAt}","item":{"number":"P-${n}"},"status":{"processStatus":"Issued"}}`;

/** One order of about so many bytes. */
const hostileOrders: readonly (readonly [string, (size: number) => string])[] = [
  ['of a great many members', (size) => `{${known},${repeat(size, (n) => `"m${n}":${n}`)}}`],
  ['of one member again and again', (size) => `{${known},${repeat(size, () => '"note":"x"')}}`],
  ['of one long text', (size) => `{${known},"description":"${'\\u0000'.repeat(size / 6)}"}`],
  ['of a list of nothing', (size) => `{${known},"lines":[${repeat(size, () => '{}')}]}`],
  ['of a great many lines', (size) => `{${known},"lines":[${repeat(size, line)}]}`],
  ['of one line again and again', (size) => `{${known},"lines":[${repeat(size, () => line(1))}]}`],
  ['of a number of so many digits', (size) => `{${known},"total":${'9'.repeat(size)}}`],
  ['that is cut off', (size) => `{${known},"lines":[${repeat(size, line)}`],
];

const [channel] = buildChannels(
  configSchema.parse({
    exchange: {
      baseUrl: 'https://exchange.example',
      companyId: company,
      auth: { email: 'a@b', password: 'x' },
    },
    channels: {
      responses: {
        ...{ as: 'buyer', from: { webhook: '/events' }, map: 'order-to-order-response' },
        ...{ document: 'scsn/OrderResponse', to: { folder: '/i' } },
      },
    },
  }),
);
const all = loadChannelRuntimes(undefined);
const tools = all.forSchemas(undefined);
afterAll(() => all.dispose());

/** Bytes of the smallest of five. */
const smallest = 40_000;

const check = (bytes: Buffer) => {
  if (channel === undefined) throw new Error('There is one.');
  return checkWithTree(tools, channel, { bytes, source: { kind: 'webhook', method: 'POST' } }).result;
};

/** A body of a webhook. */
const eventOf = (order: string): Buffer => Buffer.from(`{"eventName":"OrderChanged","orderEvent":${order}}`);

describe.each(hostileOrders)('an order %s', (_, make) => {
  it('is checked in linear time', () => {
    const exponent = exponentOf(smallest, (size) => {
      const bytes = eventOf(make(size));
      return () => expect(check(bytes).verdict).toBeDefined();
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });

  it('is found on a page of a search in linear time', () => {
    const reading = { limit: 100, now: Date.parse(lastUpdatedAt) };
    const exponent = exponentOf(smallest, (size) => {
      const body = Buffer.from(`{"data":[${make(size / 4)},${make(size / 4)},${make(size / 2)}]}`);
      return () => expect(parseSearchPage(body, reading)).toBeDefined();
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });
});

it('an order of a list in a list in a list is parked after a look at its depth', () => {
  const [open, close] = ['['.repeat(5_000_000), ']'.repeat(5_000_000)];
  const bytes = eventOf(`{${known},"notes":${open}${close}}`);
  expect(check(bytes)).toMatchObject({ verdict: 'parked', findings: [{ code: 'document-too-deep' }] });
  expect(cpuOf(() => check(bytes))).toBeLessThan(1_000);
});
