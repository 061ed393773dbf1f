import type { Journal } from '../../src/journal/journal.ts';
import { buildChannels, type Channel } from '../../src/pipeline/channel/channel.ts';
import { changeState, listReceivedBodies, parseState } from '../../src/pipeline/order-state/order-state.ts';
import { type ChannelRuntime, loadChannelRuntimes } from '../../src/pipeline/runtime/channel-runtime.ts';
import { computeGeneration } from '../../src/pipeline/runtime/generation-hash.ts';
import { buildArtifacts } from '../../src/pipeline/runtime/used-versions.ts';
import { asJson, buildChannelConfig } from '../../src/pipeline/testkit/channels.ts';
import { rerun } from '../../src/replay/rerun/rerun-steps.ts';

export interface DeliveredOrder {
  readonly number: string;
  readonly issued: string;
  readonly bytes: Buffer;
}

/** Orders that are mapped to JSON. */
export function buildOrderChannel(): Channel {
  const [channel] = buildChannels(
    buildChannelConfig({ 'orders-json': { ...asJson, from: { folder: '/o' }, document: 'scsn/Order' } }),
  );
  if (channel === undefined) throw new Error('There is one.');
  return channel;
}

/** Delivers orders of one channel into a journal as the gateway does it, on one thread and with no exchange. */
export async function deliverOrders(
  journal: Journal,
  channel: Channel,
  orders: Iterable<DeliveredOrder>,
): Promise<void> {
  const boxes = loadChannelRuntimes(undefined);
  const tools = boxes.forSchemas(undefined);
  await journal.saveArtifacts(buildArtifacts(tools, channel));
  let n = 0;
  for (const order of orders) {
    await deliver(journal, tools, channel, order, n);
    n += 1;
  }
  boxes.dispose();
}

async function deliver(
  journal: Journal,
  tools: ChannelRuntime,
  channel: Channel,
  { number, issued, bytes }: DeliveredOrder,
  n: number,
): Promise<void> {
  const source = { kind: 'file', id: `claim-${n}`, name: `${n}.xml`, size: 1, mtime: n } as const;
  const [id = 0] = await journal.receive([
    { channel: channel.name, direction: 'inbound', name: `${n}.xml`, source, bytes },
  ]);
  const message = await journal.message(id);
  if (message === undefined) throw new Error('It was just received.');
  const address = `buyer/c/${number}`;
  const state = await journal.orderState(address);
  const now = new Date().toISOString();
  const known = state === undefined ? {} : { state };
  const result = rerun(tools, {
    check: { channel, bytes, source },
    prepare: { channel, bytes, now, bodies: {}, message: { ...message, note: false }, ...known },
  });
  const { change } = result;
  if (!result.bytes || !change) throw new Error(result.reason);
  await journal.storeChecked(id, { address, orderKey: `inbound/${address}`, issued, findings: [] });
  const saw = { step: 'prepare', at: now, forced: false, said: 'deliver', bodies: [], ...known } as const;
  const generation = computeGeneration(tools, channel);
  const { attempt } = await journal.startDelivery(id, {
    ...{ bytes: result.bytes, plan: '{}', mapping: 'm', findings: [], saw: { ...saw, generation } },
  });
  await journal.settle(id, {
    ended: { attempt, status: 202, detail: 'ok', unknown: false },
    ...{ outcome: 'delivered', reason: '', findings: [] },
    change: (before) => {
      const by = { channel: channel.name, direction: 'inbound', message: id, at: now } as const;
      const after = changeState(parseState(before), change, { ...by, arrival: message.arrival });
      return { state: JSON.stringify(after), revision: after.revision, bodies: listReceivedBodies(after) };
    },
  });
}
