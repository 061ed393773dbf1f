import { kindOf } from '../../formats/format-names.ts';
import type { Kind } from '../../types.ts';
import { isInbound } from '../channel-direction.ts';
import { kindsReceived, kindsTaken } from '../document-kinds.ts';
import type { InboundSettings, OutboundSettings } from '../schema/config-schema.ts';

export { kindsReceived, kindsTaken };

/**
 * What the documents of a channel are, as far as the config alone tells: an SCSN document by its name, a described one by where
 * it goes or who gets it. Undefined: its mappings tell.
 */
export function kindByConfig(channel: InboundSettings | OutboundSettings): Kind | undefined {
  const named = kindOf(channel.document);
  if (named !== undefined) return named;
  if (isInbound(channel)) return kindsTaken[channel.to.exchange];
  const [kind, ...more] = kindsReceived[channel.as];
  return more.length === 0 ? kind : undefined;
}
