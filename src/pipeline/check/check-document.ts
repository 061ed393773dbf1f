import { type Channel, carriesShipments } from '../channel/channel.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { checkInbound } from './check-inbound.ts';
import { checkNotice, checkReceived } from './check-received.ts';
import { checkShipment } from './check-shipment.ts';
import type { CheckedTree, CheckInput, CheckVerdict } from './check-verdict.ts';

/** Decode, cut, XSD, rules, business keys. Pure; needs the bytes alone. */
export const checkDocument = (tools: ChannelRuntime, channel: Channel, arrived: CheckInput): CheckVerdict =>
  checkWithTree(tools, channel, arrived).result;

/** The same, for whoever goes on with the tree. */
export function checkWithTree(tools: ChannelRuntime, channel: Channel, arrived: CheckInput): CheckedTree {
  const { bytes, source } = arrived;
  if (channel.direction === 'inbound') return checkInbound(tools, channel, arrived);
  if (carriesShipments(channel)) return { result: checkShipment(tools, channel, bytes, source) };
  const isNotice = source.kind === 'notice';
  return { result: isNotice ? checkNotice(channel, source) : checkReceived(tools, channel, bytes) };
}
