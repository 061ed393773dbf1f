import { afterAll } from 'vitest';
import { arrivalsPerMessage, type MessageSource } from '../../journal/model/message.ts';
import { sha256 } from '../../text/sha256.ts';
import { buildChannels, type Channel } from '../channel/channel.ts';
import { checkDocument } from '../check/check-document.ts';
import type { CheckVerdict } from '../check/check-verdict.ts';
import { changeState, emptyState, type OrderState } from '../order-state/order-state.ts';
import { prepareDocument } from '../prepare/prepare.ts';
import type { Deliverable, PrepareResult, PrepareTask } from '../prepare/prepare-task.ts';
import { loadChannelRuntimes } from '../runtime/channel-runtime.ts';
import { buildChannelConfig, companyId } from './channels.ts';

/** check and prepare as the workers run them, with the delivered schemas and mappings, and no I/O. */

const all = loadChannelRuntimes(undefined);
const tools = all.forSchemas(undefined);
afterAll(() => all.dispose());

const channels = buildChannels(
  buildChannelConfig({
    orders: { from: { folder: '/o' }, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } },
    'orders-json': {
      from: { folder: '/j' },
      document: 'scsn/Order',
      map: 'order-to-exchange',
      to: { exchange: 'api-connector/order' },
    },
    answers: {
      from: { folder: '/r' },
      document: 'scsn/OrderResponse',
      map: 'order-response-to-exchange',
      to: { exchange: 'api-connector/order-response' },
    },
    responses: {
      as: 'buyer',
      from: { webhook: '/e' },
      map: 'order-to-order-response',
      document: 'scsn/OrderResponse',
      to: { folder: '/i' },
    },
    'responses-edifact': {
      as: 'buyer',
      from: { webhook: '/e' },
      map: ['order-to-order-response', 'order-response-to-edifact-ordrsp'],
      document: 'edifact-d96a-ordrsp',
      to: { folder: '/x' },
    },
    'supplier-orders': {
      as: 'supplier',
      from: { webhook: '/e' },
      map: 'order-to-order',
      document: 'scsn/Order',
      to: { folder: '/s' },
    },
  }),
);

export function channel(name: string): Channel {
  const found = channels.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
}

export interface Told {
  readonly state?: OrderState;
  readonly id?: number;
  readonly arrival?: number;
  readonly issued?: string;
  readonly forced?: boolean;
  readonly note?: boolean;
  readonly gathered?: Uint8Array;
  readonly bodies?: Readonly<Record<string, Uint8Array>>;
}

export function run(name: string, bytes: Uint8Array, told: Told = {}): PrepareResult {
  const {
    state,
    id = 1,
    arrival = id * arrivalsPerMessage,
    issued,
    forced = false,
    note = false,
    gathered,
    bodies = {},
  } = told;
  const task: PrepareTask = {
    channel: channel(name),
    message: {
      ...{ id, arrival, hash: sha256(bytes), forced, note },
      ...(issued ? { issued } : {}),
    },
    bytes,
    bodies,
    now: '2026-03-02T10:00:00.000Z',
    ...(gathered ? { gathered } : {}),
    ...(state ? { state: JSON.stringify(state) } : {}),
  };
  return prepareDocument(tools, task);
}

export function delivered(name: string, bytes: Uint8Array, told: Told = {}): Deliverable {
  const prepared = run(name, bytes, told);
  if (prepared.kind !== 'deliver') throw new Error(JSON.stringify(prepared));
  return prepared;
}

/** The order state after the message was delivered. */
export function stateAfter(name: string, { change }: Deliverable, told: Told = {}): OrderState {
  const { direction } = channel(name);
  return changeState(told.state ?? emptyState, change, {
    channel: name,
    direction,
    message: told.id ?? 1,
    arrival: told.arrival ?? (told.id ?? 1) * arrivalsPerMessage,
    at: '2026-03-02T10:00:00.000Z',
  });
}

export const linesOf = (deliverable: Deliverable): string[] =>
  JSON.parse(Buffer.from(deliverable.bytes).toString()).lines.map(
    (line: { position: string }) => line.position,
  );

const file = { kind: 'file', id: 'c', name: 'a.xml', size: 1, mtime: 1 } as const;
export const webhook = { kind: 'webhook', method: 'POST' } as const;

export const checked = (name: string, bytes: Uint8Array, source: MessageSource = file): CheckVerdict =>
  checkDocument(tools, channel(name), { bytes, source });

/** As `checked`, where the exchange takes files by upload. */
export function checkedWithUpload(name: string, bytes: Uint8Array): CheckVerdict {
  const given = channel(name);
  if (given.direction === 'outbound') throw new Error(name);
  return checkDocument(tools, { ...given, upload: true }, { bytes, source: file });
}

export const line = (position: string, processStatus: string, lastUpdatedAt: string) => ({
  id: `o-PO-1-${position}`,
  buyerLine: {
    position,
    item: { number: `P-${position}`, name: 'Part', purchaseUnitOfMeasureIso: 'C62' },
    deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5 }],
  },
  confirmedLine: { deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5 }] },
  status: { processStatus, logisticsStatus: 'Open' },
  lastUpdatedAt,
});

export const t1 = '2026-03-01T10:00:00.001Z';
export const t2 = '2026-03-01T10:00:00.002Z';

export interface Order {
  readonly lines?: readonly object[];
  readonly buyer?: string;
  readonly supplier?: string;
}

export const order = ({
  lines = [line('10', 'Confirmed', t1)],
  buyer = companyId,
  supplier = companyId,
}: Order = {}) => ({
  buyerOrder: {
    companyId: buyer,
    purchaseOrderNumber: 'PO-1',
    supplierAccountNumber: '540830',
    destination: { code: 'WH' },
  },
  supplierOrder: { companyId: supplier, buyerAccountNumber: 'D1' },
  lines,
  version: 2,
  lastUpdatedAt: t2,
});

export const event = (eventName: string, told: Order = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      eventName,
      orderEvent: { orderId: 'o-PO-1', ...order(told) },
      meta: { messageId: 'm', createdDateTime: t2 },
    }),
  );

export const fetched = (told: Order = {}): Buffer =>
  Buffer.from(JSON.stringify({ id: 'o-PO-1', ...order(told) }));
