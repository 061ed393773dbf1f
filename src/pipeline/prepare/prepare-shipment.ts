import { readEventEnvelope } from '../../exchange/documents/event-envelope.ts';
import { readShipmentIdentity, type ShipmentIdentity } from '../../exchange/documents/shipment-identity.ts';
import { createFinding } from '../../findings/create-finding.ts';
import { isLater } from '../../time/instants.ts';
import type { OutboundChannel } from '../channel/channel.ts';
import { findOtherBuyerReason } from '../check/check-shipment.ts';
import { findUnusableInBody } from '../check/unusable-identifiers.ts';
import { type OrderState, parseState } from '../order-state/order-state.ts';
import { buildReceivedChange } from '../order-state/received-order.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { preparePublication, resolveOutboundMappings } from './prepare-outbound.ts';
import { buildParked, buildSettled } from './prepare-results.ts';
import type { PrepareStep, PrepareTask } from './prepare-task.ts';

/** Exchange -> ERP: a shipment as one despatch advice, whole each time; it is told again when anything of it changed. */
export function prepareShipment(
  tools: ChannelRuntime,
  task: PrepareTask,
  channel: OutboundChannel,
): PrepareStep {
  const state = parseState(task.state);
  const event = readEventEnvelope(task.bytes).eventName ?? '';
  const body = task.gathered ?? task.bytes;
  const shipment = readShipmentIdentity(body);
  if (!shipment) return buildParked(createFinding('shipment-unreadable', {}, {}, channel.language));
  const unusable = findUnusableInBody(shipment, channel.language);
  if (unusable) return buildParked(unusable);
  const foreign = findOtherBuyerReason(channel, shipment);
  if (foreign) return buildSettled('ignored', foreign);
  const { mapping, rest } = resolveOutboundMappings(tools, channel);
  const again = task.message.forced || mapping.again(event);
  if (!again && isStale(task, state, shipment))
    return buildSettled('ignored', 'A newer state of this shipment was handled before.');
  const received = buildReceivedChange(body, []);
  const fields = { ...buildFileFields(shipment), eventName: event };
  const text = Buffer.from(body).toString('utf8');
  return preparePublication(tools, { task, channel, state, again, received, mapping, rest, fields }, text);
}

/** Of what was handled last, by the exchange's own timestamps; documents may come without a new one. */
function isStale(
  { channel, bodies }: PrepareTask,
  state: OrderState,
  { lastUpdatedAt }: ShipmentIdentity,
): boolean {
  const body = bodies[state.received[channel.name]?.body ?? ''];
  const before = body && readShipmentIdentity(body)?.lastUpdatedAt;
  return before !== undefined && lastUpdatedAt !== undefined && isLater(before, lastUpdatedAt);
}

/** Several orders in one shipment: then its own number stands for theirs. */
function buildFileFields({ id, number = id, orders }: ShipmentIdentity): Readonly<Record<string, string>> {
  const [order = number] = orders;
  return { shipmentNumber: number, purchaseOrderNumber: orders.length > 1 ? number : order };
}
