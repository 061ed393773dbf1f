import { inboundChannel } from '../../config/schema/config-schema.ts';
import type { InboundChannel } from '../channel/channel.ts';

/** A channel that sends the orders of a folder as they are. */
export const orders: InboundChannel = {
  ...{
    name: 'orders',
    kind: 'order',
    companyId: '1',
    as: 'buyer',
    language: 'en',
    direction: 'inbound',
    upload: false,
  },
  settings: inboundChannel.parse({
    from: { folder: 'out' },
    document: 'scsn/Order',
    to: { exchange: 'sci-connector/order' },
  }),
};

/** Milliseconds. */
export const settle = { interval: 40, patience: 5_000, giveUp: 10_000 };
