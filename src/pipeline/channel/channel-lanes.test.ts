import { expect, it } from 'vitest';
import { buildChannelConfig } from '../testkit/channels.ts';
import { buildChannels } from './channel.ts';
import { resolveLanes } from './channel-lanes.ts';

const folder = (path: string, lane?: string) => ({
  from: { folder: path, ...(lane === undefined ? {} : { lane }) },
  document: 'scsn/Order',
  to: { exchange: 'sci-connector/order' },
});

const outbound = {
  as: 'buyer',
  from: { webhook: '/e' },
  map: 'order-to-order-response',
  document: 'scsn/OrderResponse',
  to: { folder: '/i' },
};

const lanes = (channels: object) =>
  Object.fromEntries(resolveLanes(buildChannels(buildChannelConfig(channels))));

it('channels of one folder share a lane, and folders do that name the same one', () => {
  expect(
    lanes({
      b: folder('/one'),
      a: folder('/one'),
      c: folder('/two'),
      d: folder('/three', 'orders'),
      e: folder('/four', 'orders'),
      f: outbound,
    }),
  ).toEqual({
    b: 'inbound/a',
    a: 'inbound/a',
    c: 'inbound/c',
    d: 'inbound lane/orders',
    e: 'inbound lane/orders',
    f: 'outbound/f',
  });
});

it('a lane keeps its name when channels change their places in the config: messages of it are still open', () => {
  const one = { a: folder('/one'), b: folder('/one') };
  const other = { b: folder('/one'), a: folder('/one') };
  expect(lanes(one)).toEqual(lanes(other));
});
