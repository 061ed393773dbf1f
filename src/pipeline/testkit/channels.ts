import { type Config, configSchema, inboundChannel } from '../../config/schema/config-schema.ts';
import type { InboundChannel } from '../channel/channel.ts';

export const companyId = '6a1d2c0e-0000-4000-8000-000000000001';

/** A config with these channels, at an exchange that nobody asks. */
export const buildChannelConfig = (channels: object, company = companyId): Config =>
  configSchema.parse({
    exchange: {
      baseUrl: 'https://exchange.example',
      companyId: company,
      auth: { email: 'a@b', password: 'x' },
    },
    channels,
  });

/** A buyer's channel that sends orders as they are. `settings`: what its config says otherwise; `about`: what else is other than here. */
export const buildOrderChannel = (
  settings: object = {},
  about: Partial<InboundChannel> = {},
): InboundChannel => ({
  ...{ name: 'orders', kind: 'order', companyId, as: 'buyer', language: 'en' },
  ...{ direction: 'inbound', upload: false },
  settings: inboundChannel.parse({
    from: { folder: '/erp/out' },
    document: 'scsn/Order',
    to: { exchange: 'sci-connector/order' },
    ...settings,
  }),
  ...about,
});

/** Settings of one that sends them as JSON. */
export const asJson = { to: { exchange: 'api-connector/order' }, map: 'order-to-exchange' };
