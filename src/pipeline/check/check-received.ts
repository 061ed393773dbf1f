import {
  type EventEnvelope,
  findEventEnvelope,
  parseBoundedJson,
} from '../../exchange/documents/event-envelope.ts';
import { findOrderIdentity, type OrderIdentity } from '../../exchange/documents/order-identity.ts';
import { isShipment } from '../../exchange/documents/shipment-identity.ts';
import type { MessageSource } from '../../journal/model/message.ts';
import type { OutboundChannel } from '../channel/channel.ts';
import { identifyOrder } from '../channel/message-identity.ts';
import { outboundKey } from '../channel/state-addresses.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { buildIgnored, buildParkedCheck, buildUnknownShape } from './build-check-result.ts';
import type { CheckVerdict } from './check-verdict.ts';
import { findUnusableInBody } from './unusable-identifiers.ts';

/** A GET webhook: only the id is known; gather brings the rest. */
export function checkNotice(
  channel: OutboundChannel,
  source: MessageSource & { readonly kind: 'notice' },
): CheckVerdict {
  if (source.what === 'shipment')
    return buildIgnored('A shipment was announced; this channel carries orders.', {});
  return {
    verdict: 'ready',
    checked: {
      orderKey: outboundKey(channel.name, source.id),
      gather: { what: 'order', id: source.id },
      lines: 'all',
      findings: [],
    },
  };
}

/** An event or a found order. */
export function checkReceived(
  tools: ChannelRuntime,
  channel: OutboundChannel,
  bytes: Uint8Array,
): CheckVerdict {
  const body = parseBoundedJson(bytes);
  if (isShipment(body)) return buildIgnored('It is about a shipment; this channel carries orders.', {});
  const order = findOrderIdentity(body);
  if (!order?.id) return buildUnknownShape(channel, bytes);
  const envelope = findEventEnvelope(body);
  const unusable = findUnusableInBody({ ...envelope, ...order }, channel.language);
  if (unusable) return buildParkedCheck(unusable);
  const identity = identifyOrder(channel, order);
  const foreign = findOtherCompanyReason(channel, order) ?? findUnheardReason(channel, envelope);
  if (foreign) return buildIgnored(foreign, identity);
  const own = findOwnActionReason(tools, channel, envelope);
  const isStamped = order.lines.every((line) => line.lastUpdatedAt !== undefined);
  // an event without lines says that something is new, and not what
  const namesNews = order.kind === 'orderEvent' && isStamped && order.lines.length > 0;
  // what lines it is about is noted all the same, so that older news of them is known to be old
  if (own !== undefined && !namesNews) return buildIgnored(own, identity);
  const isComplete = namesNews && (own !== undefined || (!order.documentsToo && channel.kind !== 'order'));
  return {
    verdict: 'ready',
    checked: {
      ...identity,
      orderKey: outboundKey(channel.name, order.id),
      ...(isComplete ? {} : { gather: { what: 'order', id: order.id } }),
      ...(isStamped ? { lines: listTimestamps(order) } : {}),
      findings: [],
    },
  };
}

const listTimestamps = ({ lines }: OrderIdentity): Readonly<Record<string, string>> =>
  Object.fromEntries(lines.map(({ id, lastUpdatedAt = '' }) => [id, lastUpdatedAt]));

/** Why an event does not concern this channel, by its name alone. */
export function findUnheardReason(
  { settings }: OutboundChannel,
  { eventName }: EventEnvelope,
): string | undefined {
  if (!settings.from.events || eventName === undefined || settings.from.events.includes(eventName))
    return undefined;
  return `The channel does not listen to ${eventName} (from.events).`;
}

/** Why an event that our side caused needs no fetching: by its name there is nothing to say to this ERP. */
export function findOwnActionReason(
  tools: ChannelRuntime,
  channel: OutboundChannel,
  { eventName = '' }: EventEnvelope,
): string | undefined {
  const { as } = channel;
  if (!eventName.endsWith(as === 'buyer' ? 'ByBuyer' : 'BySupplier')) return undefined;
  const [first = ''] = channel.settings.map ?? [];
  if (first === '' || !tools.mapping(first).silent(eventName)) return undefined;
  return `There is nothing to say to the ${as}'s ERP: event ${eventName} is its own action.`;
}

/** UUIDs are the same in any case of their letters. */
export const isSameCompany = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Why this order does not concern this channel, or undefined when it does or cannot be told yet. */
export function findOtherCompanyReason(channel: OutboundChannel, order: OrderIdentity): string | undefined {
  const company = channel.as === 'buyer' ? order.buyerCompanyId : order.supplierCompanyId;
  if (company === undefined || isSameCompany(company, channel.companyId)) return undefined;
  return `The ${channel.as} of this order is company ${company}, not ours (${channel.companyId}).`;
}
