import { orderIdentity } from '../../exchange/model.ts';
import { envelopeOf } from '../../exchange/reading.ts';
import { type ShipmentIdentity, shipmentIdentity } from '../../exchange/shipment.ts';
import type { Source } from '../../journal/message.ts';
import { outboundKey } from '../addresses.ts';
import type { OutboundChannel } from '../channel.ts';
import { identityOfShipment } from '../identity.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { unusableInBody } from './identifiers.ts';
import type { CheckResult } from './interface.ts';
import { isSameCompany, ownSilence, unheard } from './received.ts';
import { ignored, putAside, unknownShape } from './verdict.ts';

/**
 * A notice or an event for a channel that carries shipments. The specification does not show what a shipment event holds:
 * only the id is read of it, and the shipment is fetched.
 */
export function checkShipment(
  tools: Toolbox,
  channel: OutboundChannel,
  bytes: Uint8Array,
  source: Source,
): CheckResult {
  if (source.kind === 'notice')
    return source.what === 'shipment'
      ? toFetch(channel, { id: source.id, orders: [] })
      : ignored('An order was announced; this channel carries shipments.', {});
  const shipment = shipmentIdentity(bytes);
  if (!shipment)
    return orderIdentity(bytes)
      ? ignored('It is about an order; this channel carries shipments.', {})
      : unknownShape(channel, bytes);
  const unusable = unusableInBody({ ...envelopeOf(bytes), ...shipment }, channel.language);
  if (unusable) return putAside(unusable);
  const nothing =
    otherBuyer(channel, shipment) ?? unheard(channel, bytes) ?? ownSilence(tools, channel, bytes);
  return nothing ? ignored(nothing, identityOfShipment(shipment)) : toFetch(channel, shipment);
}

const toFetch = (channel: OutboundChannel, shipment: ShipmentIdentity): CheckResult => ({
  verdict: 'ready',
  checked: {
    ...identityOfShipment(shipment),
    orderKey: outboundKey(channel.name, shipment.id),
    gather: { what: 'shipment', id: shipment.id },
    lines: 'all',
    findings: [],
  },
});

/** Why this shipment does not concern this channel, or undefined when it does or cannot be told yet. */
export function otherBuyer(
  { companyId }: OutboundChannel,
  { buyerCompanyId }: ShipmentIdentity,
): string | undefined {
  if (buyerCompanyId === undefined || isSameCompany(buyerCompanyId, companyId)) return undefined;
  return `The buyer of this shipment is company ${buyerCompanyId}, not ours (${companyId}).`;
}
