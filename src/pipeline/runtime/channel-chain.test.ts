import { afterAll, describe, expect, it } from 'vitest';
import { outboundChannel } from '../../config/schema/config-schema.ts';
import type { Channel } from '../channel/channel.ts';
import { buildOrderChannel } from '../testkit/channels.ts';
import { resolveChain, resolveEntry } from './channel-chain.ts';
import { loadChannelRuntimes } from './channel-runtime.ts';
import { NotUsable } from './not-usable.ts';

const all = loadChannelRuntimes(undefined);
const tools = all.forSchemas(undefined);
afterAll(() => all.dispose());

const common = { name: 'c', companyId: '1', language: 'en' } as const;

const inbound = (document: string, exchange: string, ...map: readonly string[]) =>
  buildOrderChannel({ document, to: { exchange }, ...(map.length > 0 ? { map } : {}) }, common);

const outbound = (document: string, as: 'buyer' | 'supplier', ...map: readonly string[]): Channel => ({
  ...{ ...common, kind: as === 'supplier' ? 'order' : 'response', as, direction: 'outbound' },
  settings: outboundChannel.parse({ as, from: { webhook: '/e' }, document, to: { folder: '/in' }, map }),
});

function wrong(channel: Channel): string {
  try {
    resolveChain(tools, channel);
  } catch (error) {
    if (error instanceof NotUsable)
      return error.findings.map(({ message }) => message).join(' ') || error.message;
    throw error;
  }
  return '';
}

const names = (channel: Channel) => {
  const { scsn, translation, maps } = resolveChain(tools, channel);
  return [scsn, translation?.name, ...maps.map(({ name }) => name)];
};

describe('the way of a channel', () => {
  it.each([
    [inbound('scsn/Order', 'sci-connector/order'), ['scsn/Order', undefined]],
    [
      inbound('scsn/Order', 'api-connector/order', 'order-to-exchange'),
      ['scsn/Order', undefined, 'order-to-exchange'],
    ],
    [inbound('csv-order', 'sci-connector/order', 'csv-order-to-order'), ['scsn/Order', 'csv-order-to-order']],
    [
      inbound('csv-order', 'api-connector/order', 'csv-order-to-order', 'order-to-exchange'),
      ['scsn/Order', 'csv-order-to-order', 'order-to-exchange'],
    ],
    [
      outbound('csv-order', 'supplier', 'order-to-order', 'order-to-csv-order'),
      ['scsn/Order', 'order-to-csv-order', 'order-to-order'],
    ],
    [
      outbound('scsn/OrderResponse', 'buyer', 'order-to-order-response'),
      ['scsn/OrderResponse', undefined, 'order-to-order-response'],
    ],
  ])('lies over an SCSN document (%#)', (channel, expected) => {
    expect(names(channel)).toEqual(expected);
  });

  it.each([
    [
      inbound('csv-order', 'api-connector/order', 'order-to-exchange'),
      /order-to-exchange reads scsn\/Order, and csv-order comes to it/,
    ],
    [
      inbound('csv-order', 'api-connector/order', 'csv-order-to-order'),
      /makes scsn\/Order, and exchange\/order is wanted at the end/,
    ],
    [
      inbound('scsn/Order', 'api-connector/order', 'order-to-exchange', 'order-to-exchange'),
      /reads scsn\/Order, and exchange\/order comes to it/,
    ],
    [
      outbound('csv-order', 'supplier', 'order-to-csv-order'),
      /reads scsn\/Order, and exchange\/order comes to it/,
    ],
    [outbound('csv-order', 'supplier', 'order-to-order'), /makes scsn\/Order, and csv-order is wanted/],
    [
      outbound('csv-order', 'buyer', 'order-to-order', 'order-to-csv-order'),
      /scsn\/Order, which csv-order becomes or is made of, does not fit the other end/,
    ],
    [inbound('csv-ordr', 'api-connector/order', 'order-to-exchange'), /There is no format csv-ordr/],
    [inbound('csv-order', 'api-connector/order', 'nothing'), /nothing/],
  ])('is told of where one does not fit the next (%#)', (channel, expected) => {
    expect(wrong(channel)).toMatch(expected);
  });

  it.each([
    [inbound('scsn/Order', 'api-connector/order', 'nothing'), ['scsn/Order', undefined]],
    [
      inbound('csv-order', 'api-connector/order', 'csv-order-to-order', 'nothing'),
      ['scsn/Order', 'csv-order-to-order'],
    ],
  ])('is judged at its beginning while what stands behind it is broken (%#)', (channel, expected) => {
    const { scsn, translation } = resolveEntry(tools, channel);
    expect([scsn, translation?.name]).toEqual(expected);
    expect(() => resolveChain(tools, channel)).toThrow(NotUsable);
  });
});

it('what a translation leaves open is closed on the way', () => {
  const way = (...map: readonly string[]): Channel => ({
    ...inbound('csv-order-response', 'api-connector/order-response', ...map),
    kind: 'response',
    as: 'supplier',
  });
  const translation = 'csv-order-response-to-order-response';
  expect(wrong(way(translation, 'order-response-to-exchange'))).toBe(
    '`channels.c`: what its mappings leave open (status, values, lines) is not closed on the way.',
  );
  expect(wrong(way(translation, 'complete-order-response', 'order-response-to-exchange'))).toBe('');
});
