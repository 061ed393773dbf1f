import { findEventEnvelope, parseBoundedJson } from '../../exchange/documents/event-envelope.ts';
import { findOrderIdentity } from '../../exchange/documents/order-identity.ts';
import { findShipmentIdentity, type ShipmentIdentity } from '../../exchange/documents/shipment-identity.ts';
import type { MessageSource } from '../../journal/model/message.ts';
import type { OutboundChannel } from '../channel/channel.ts';
import { identifyShipment } from '../channel/message-identity.ts';
import { outboundKey } from '../channel/state-addresses.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { buildIgnored, buildParkedCheck, buildUnknownShape } from './build-check-result.ts';
import { findOwnActionReason, findUnheardReason, isSameCompany } from './check-received.ts';
import type { CheckVerdict } from './check-verdict.ts';
import { findUnusableInBody } from './unusable-identifiers.ts';

/**
 * A notice or an event for a channel that carries shipments. The specification does not show what a shipment event holds:
 * only the id is read of it, and the shipment is fetched.
 */
export function checkShipment(
  tools: ChannelRuntime,
  channel: OutboundChannel,
  bytes: Uint8Array,
  source: MessageSource,
): CheckVerdict {
  if (source.kind === 'notice')
    return source.what === 'shipment'
      ? buildFetch(channel, { id: source.id, orders: [] })
      : buildIgnored('An order was announced; this channel carries shipments.', {});
  const body = parseBoundedJson(bytes);
  const shipment = findShipmentIdentity(body);
  if (!shipment)
    return findOrderIdentity(body)
      ? buildIgnored('It is about an order; this channel carries shipments.', {})
      : buildUnknownShape(channel, bytes);
  const envelope = findEventEnvelope(body);
  const unusable = findUnusableInBody({ ...envelope, ...shipment }, channel.language);
  if (unusable) return buildParkedCheck(unusable);
  const nothing =
    findOtherBuyerReason(channel, shipment) ??
    findUnheardReason(channel, envelope) ??
    findOwnActionReason(tools, channel, envelope);
  return nothing ? buildIgnored(nothing, identifyShipment(shipment)) : buildFetch(channel, shipment);
}

const buildFetch = (channel: OutboundChannel, shipment: ShipmentIdentity): CheckVerdict => ({
  verdict: 'ready',
  checked: {
    ...identifyShipment(shipment),
    orderKey: outboundKey(channel.name, shipment.id),
    gather: { what: 'shipment', id: shipment.id },
    lines: 'all',
    findings: [],
  },
});

/** Why this shipment does not concern this channel, or undefined when it does or cannot be told yet. */
export function findOtherBuyerReason(
  { companyId }: OutboundChannel,
  { buyerCompanyId }: ShipmentIdentity,
): string | undefined {
  if (buyerCompanyId === undefined || isSameCompany(buyerCompanyId, companyId)) return undefined;
  return `The buyer of this shipment is company ${buyerCompanyId}, not ours (${companyId}).`;
}
