import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { configSchema } from '../../src/config/schema/config-schema.ts';
import { openFormats } from '../../src/formats/format-registry.ts';
import { inferFormat } from '../../src/formats/infer-format.ts';
import { hostileFiles } from '../../src/formats/testkit/hostile.ts';
import { delivered } from '../../src/formats/testkit/kit.ts';
import { loadMapping } from '../../src/mapping/load-mapping.ts';
import { maskFixture } from '../../src/mapping/mask/mask-fixture.ts';
import { bareContext } from '../../src/pipeline/channel/bare-context.ts';
import { buildChannels, type InboundChannel } from '../../src/pipeline/channel/channel.ts';
import { checkWithTree } from '../../src/pipeline/check/check-document.ts';
import { prepareDocument } from '../../src/pipeline/prepare/prepare.ts';
import { loadChannelRuntimes } from '../../src/pipeline/runtime/channel-runtime.ts';
import { exponentOf, linear } from '../kit/exponent.ts';
import { type LongOrder, longOrders, writeAcme } from '../kit/long-orders.ts';
import { patience } from '../kit/machine.ts';

vi.setConfig({ testTimeout: 300_000 * patience });

/** Whatever a file holds, and however long an order is: time is in proportion to the size, over four doublings. */

/** Bytes of the smallest of five hostile files, beside what stands around what is hostile. */
const usualSmallest = 50_000;

/** Documents of one file that are read. */
const most = 2000;

describe.each(hostileFiles)('$name', ({ name, format, make, tooWideFrom }) => {
  const own = format();
  // the largest has 16 times as much, and is to be looked at
  const smallest = tooWideFrom === undefined ? usualSmallest : Math.floor(tooWideFrom / 20);
  const around = make(0).length;

  it('is cut in linear time', () => {
    const exponent = exponentOf(smallest, (size) => {
      const bytes = make(around + size);
      return () => void own.cut(bytes);
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });

  it('is read in linear time', () => {
    const exponent = exponentOf(smallest, (size) => {
      const documents = own.cut(make(around + size)).documents.slice(0, most);
      return () => {
        for (const document of documents) own.read(document);
      };
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });

  it.skipIf(name.startsWith('scsn'))('a format is inferred from it in linear time', () => {
    const exponent = exponentOf(smallest, (size) => {
      const bytes = make(around + size);
      return () => void inferFormat('own', [bytes], delivered);
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });
});

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
    configSchema.parse({
      exchange: {
        baseUrl: 'https://exchange.example',
        companyId: '6a1d2c0e-0000-4000-8000-000000000001',
        auth: { email: 'a@b', password: 'x' },
      },
      channels: {
        long: {
          from: { folder: '/o' },
          document,
          limits: { lines: 25_000 },
          ...(map === undefined
            ? { map: 'order-to-exchange' }
            : { map: [map, 'complete-order', 'order-to-exchange'] }),
          to: { exchange: 'api-connector/order' },
        },
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
