import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openFormats } from '../../src/formats/open-formats.ts';
import { loadMapping } from '../../src/mapping/load-mapping.ts';
import { maskFixture } from '../../src/mapping/mask/mask-fixture.ts';
import { bareContext } from '../../src/pipeline/channel/bare-context.ts';
import { buildChannels, type InboundChannel } from '../../src/pipeline/channel/channel.ts';
import { checkWithTree } from '../../src/pipeline/check/check-document.ts';
import { prepareDocument } from '../../src/pipeline/prepare/prepare.ts';
import { loadChannelRuntimes } from '../../src/pipeline/runtime/channel-runtime.ts';
import { buildChannelConfig } from '../../src/pipeline/testkit/channels.ts';
import { exponentOf, linear } from '../kit/exponent.ts';
import { type LongOrder, longOrders, writeAcme } from '../kit/long-orders.ts';

/** However long an order is: time is in proportion to its lines, over four doublings. Whatever a file holds: linear-*.test.ts. */

const folder = mkdtempSync(join(tmpdir(), 'linear-'));
writeAcme(folder);
const all = loadChannelRuntimes(folder);
const tools = all.forSchemas(undefined);
const mappings = fileURLToPath(new URL('../../mappings', import.meta.url));
const { formats, dispose } = openFormats({}, [folder, mappings]);
afterAll(() => {
  all.dispose();
  dispose();
  rmSync(folder, { recursive: true });
});

function channelOf({ document, map }: LongOrder): InboundChannel {
  const [channel] = buildChannels(
    buildChannelConfig({
      long: {
        from: { folder: '/o' },
        document,
        limits: { lines: 25_000 },
        ...(map === undefined
          ? { map: 'order-to-exchange' }
          : { map: [map, 'complete-order', 'order-to-exchange'] }),
        to: { exchange: 'api-connector/order' },
      },
    }),
  );
  if (channel?.direction !== 'inbound') throw new Error(`no channel for ${document}`);
  return channel;
}

/** Lines of the smallest of five orders. */
const shortest = 40;
const source = { kind: 'file', id: 'c', name: 'a', size: 1, mtime: 1 } as const;
const now = '2026-03-02T10:00:00.000Z';

describe.each(longOrders)('an order of many lines: $document', (order) => {
  const channel = channelOf(order);
  const checked = (bytes: Uint8Array) => checkWithTree(tools, channel, { bytes, source });

  it('is checked in linear time', () => {
    const exponent = exponentOf(shortest, (lines) => {
      const bytes = order.make(lines);
      return () => expect(checked(bytes).result.verdict).toBe('ready');
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });

  it('is prepared in linear time', () => {
    const message = { id: 1, arrival: 1, hash: 'x', forced: false, note: false };
    const exponent = exponentOf(shortest, (lines) => {
      const bytes = order.make(lines);
      const { result, ...read } = checked(bytes);
      if (result.verdict !== 'ready') throw new Error(JSON.stringify(result));
      return () =>
        expect(prepareDocument(tools, { channel, message, bytes, bodies: {}, now, ...read }).kind).toBe(
          'deliver',
        );
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });

  const { mapping } = loadMapping(order.map ?? 'order-to-exchange', [folder, mappings], formats);
  if (mapping === undefined) throw new Error(`no mapping for ${order.document}`);

  it('is explained in linear time', () => {
    const format = tools.format(order.document);
    const context = bareContext(channel);
    const exponent = exponentOf(shortest, (lines) => {
      const [document] = format.cut(order.make(lines)).documents;
      const tree = document && format.read(document).tree;
      if (tree === undefined) throw new Error(`no tree of ${order.document}`);
      return () => expect(mapping.origins(tree, context).length).toBeGreaterThan(lines);
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });

  it('is masked in linear time', () => {
    const exponent = exponentOf(shortest, (lines) => {
      const document = order.make(lines);
      return () =>
        expect(maskFixture(mapping, formats, { document }, 's').given.document.length).toBeGreaterThan(0);
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });
});
