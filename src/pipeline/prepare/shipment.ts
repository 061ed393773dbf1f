import { envelopeOf } from '../../exchange/reading.ts';
import { type ShipmentIdentity, shipmentIdentity } from '../../exchange/shipment.ts';
import { finding } from '../../findings/messages.ts';
import { isLater } from '../../instants.ts';
import type { OutboundChannel } from '../channel.ts';
import { unusableInBody } from '../check/identifiers.ts';
import { otherBuyer } from '../check/shipment.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { park, settle } from './common.ts';
import { type OrderState, parseState } from './order-state.ts';
import { outwards, publication, receivedChange } from './outbound.ts';
import type { PrepareTask, Step } from './prepare.ts';

/** Exchange -> ERP: a shipment as one despatch advice, whole each time; it is told again when anything of it changed. */
export function stepShipment(tools: Toolbox, task: PrepareTask, channel: OutboundChannel): Step {
  const state = parseState(task.state);
  const event = envelopeOf(task.bytes).eventName ?? '';
  const body = task.gathered ?? task.bytes;
  const shipment = shipmentIdentity(body);
  if (!shipment) return park(finding('shipment-unreadable', {}, {}, channel.language));
  const unusable = unusableInBody(shipment, channel.language);
  if (unusable) return park(unusable);
  const foreign = otherBuyer(channel, shipment);
  if (foreign) return settle('ignored', foreign);
  const { mapping, rest } = outwards(tools, channel);
  const again = task.message.forced || mapping.again(event);
  if (!again && isStale(task, state, shipment))
    return settle('ignored', 'A newer state of this shipment was handled before.');
  const received = receivedChange(body, []);
  const fields = { ...numbersOf(shipment), eventName: event };
  const text = Buffer.from(body).toString('utf8');
  return publication(tools, { task, channel, state, again, received, mapping, rest, fields }, text);
}

/** Of what was handled last, by the exchange's own timestamps; documents may come without a new one. */
function isStale(
  { channel, bodies }: PrepareTask,
  state: OrderState,
  { lastUpdatedAt }: ShipmentIdentity,
): boolean {
  const body = bodies[state.received[channel.name]?.body ?? ''];
  const before = body && shipmentIdentity(body)?.lastUpdatedAt;
  return before !== undefined && lastUpdatedAt !== undefined && isLater(before, lastUpdatedAt);
}

/** Several orders in one shipment: then its own number stands for theirs. */
function numbersOf({ id, number = id, orders }: ShipmentIdentity): Readonly<Record<string, string>> {
  const [order = number] = orders;
  return { shipmentNumber: number, purchaseOrderNumber: orders.length > 1 ? number : order };
}
