import { parseSearchPage } from '../../src/exchange/documents/search-page.ts';
import { buildChannels } from '../../src/pipeline/channel/channel.ts';
import { checkWithTree } from '../../src/pipeline/check/check-document.ts';
import type { CheckVerdict } from '../../src/pipeline/check/check-verdict.ts';
import { loadChannelRuntimes } from '../../src/pipeline/runtime/channel-runtime.ts';
import { buildChannelConfig, companyId } from '../../src/pipeline/testkit/channels.ts';

/** Orders and pages that no exchange should answer with, and how the gateway reads them. */

const lastUpdatedAt = '2026-03-02T10:00:00.000Z';
export const known = `"id":"o-1","lastUpdatedAt":"${lastUpdatedAt}","purchaseOrderNumber":"PO-1","companyId":"${companyId}"`;

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

/** Of as many members as an object may have. */
const wideLine = (n: number): string =>
  `{${Array.from({ length: 10_000 }, (_, m) => `"m${n}-${m}":${m}`).join()}}`;

/** One order of about so many bytes. */
export const hostileOrders: readonly (readonly [string, (size: number) => string])[] = [
  ['of a great many members', (size) => `{${known},${repeat(size, (n) => `"m${n}":${n}`)}}`],
  ['of lines of a great many members', (size) => `{${known},"lines":[${repeat(size, wideLine)}]}`],
  ['of one member again and again', (size) => `{${known},${repeat(size, () => '"note":"x"')}}`],
  ['of one long text', (size) => `{${known},"description":"${'\\u0000'.repeat(size / 6)}"}`],
  ['of a list of nothing', (size) => `{${known},"lines":[${repeat(size, () => '{}')}]}`],
  ['of a great many lines', (size) => `{${known},"lines":[${repeat(size, line)}]}`],
  ['of one line again and again', (size) => `{${known},"lines":[${repeat(size, () => line(1))}]}`],
  ['of a number of so many digits', (size) => `{${known},"total":${'9'.repeat(size)}}`],
  ['that is cut off', (size) => `{${known},"lines":[${repeat(size, line)}`],
];

const [channel] = buildChannels(
  buildChannelConfig({
    responses: {
      ...{ as: 'buyer', from: { webhook: '/events' }, map: 'order-to-order-response' },
      ...{ document: 'scsn/OrderResponse', to: { folder: '/i' } },
    },
  }),
);
const all = loadChannelRuntimes(undefined);
const tools = all.forSchemas(undefined);
export const closeHostileOrders = (): void => all.dispose();

/** An order as the body of a webhook. */
export const bodyOf = (order: string): Buffer =>
  Buffer.from(`{"eventName":"OrderChanged","orderEvent":${order}}`);

export function checkBody(bytes: Buffer): CheckVerdict {
  if (channel === undefined) throw new Error('There is one.');
  return checkWithTree(tools, channel, { bytes, source: { kind: 'webhook', method: 'POST' } }).result;
}

/** A page of three orders of about so many bytes together. */
export const pageOf = (make: (size: number) => string, size: number): Buffer =>
  Buffer.from(`{"data":[${make(size / 4)},${make(size / 4)},${make(size / 2)}]}`);

const reading = { limit: 100, now: Date.parse(lastUpdatedAt) };
export const parsePage = (body: Buffer): ReturnType<typeof parseSearchPage> => parseSearchPage(body, reading);
