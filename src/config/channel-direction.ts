import type { InboundSettings, OutboundSettings } from './schema/config-schema.ts';

/** The direction of a channel is where it leads. */
export const isInbound = (channel: InboundSettings | OutboundSettings): channel is InboundSettings =>
  'exchange' in channel.to;
