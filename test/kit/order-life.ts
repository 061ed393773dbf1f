import { createHash } from 'node:crypto';
import { Clock } from '../../simulator/model/increasing-clock.ts';
import { parseOrder, parseResponse } from '../../simulator/model/request-bodies.ts';
import type { Line as ExchangeLine } from '../../simulator/orders/negotiate-line.ts';
import { type Change, Store } from '../../simulator/orders/order-store.ts';
import { type ActInput, act } from '../../simulator/orders/portal-acts.ts';
import { parseSciOrder } from '../../simulator/orders/read-sci-order.ts';
import { buildChangeEvent } from '../../simulator/webhook-events.ts';
import { readOrderIdentity } from '../../src/exchange/documents/order-identity.ts';
import type { Channel } from '../../src/pipeline/channel/channel.ts';
import { applyLearnedOrder } from '../../src/pipeline/order-state/learned-order.ts';
import {
  changeState,
  emptyState,
  listReferredBodies,
  type OrderState,
  parseState,
  type StateChange,
} from '../../src/pipeline/order-state/order-state.ts';
import { prepareDocument } from '../../src/pipeline/prepare/prepare.ts';
import type { PrepareResult } from '../../src/pipeline/prepare/prepare-task.ts';
import type { ChannelRuntime } from '../../src/pipeline/runtime/channel-runtime.ts';
import { companyId } from '../../src/pipeline/testkit/channels.ts';
import { channel as testChannel } from '../../src/pipeline/testkit/check-and-prepare.ts';
import { addDecimals } from '../../src/tree/values/decimal.ts';
import { type Line, type OrderDocument, orderXml } from './documents.ts';

/** One order between an ERP and the exchange, without processes: prepare decides, the simulator's store negotiates. */

export interface Exported {
  /** Positions that were sent. */
  readonly sent: readonly string[];
  /** `code position`, and for a task `task position`. */
  readonly told: readonly string[];
  readonly outcome: string;
}

const number = 'PO-1';

export class OrderLife {
  readonly store = new Store({
    clock: new Clock(),
    companyId,
    supplierCompanyId: 'supplier-1',
    buyerAccountNumber: 'D1',
  });
  state: OrderState = emptyState;
  tools: ChannelRuntime;
  readonly #bodies = new Map<string, Uint8Array>();
  #unheard: string[] = [];
  #message = 0;
  readonly #channel: string;

  constructor(tools: ChannelRuntime, channel = 'orders-json') {
    this.tools = tools;
    this.#channel = channel;
  }

  /** The ERP exports the order. */
  export(
    lines: readonly Line[],
    { type = 'Changed', forced, issued, ...header }: ExportOptions = {},
  ): Exported {
    const date = issued ?? `2026-03-${String(this.#message + 1).padStart(2, '0')}`;
    const bytes = orderXml({ number, type, date, lines, ...header });
    const prepared = this.#prepareExport(bytes, date, forced);
    if (prepared.kind === 'deliver') this.#deliver(prepared.bytes);
    if (prepared.kind === 'deliver' || (prepared.kind === 'settle' && prepared.change))
      this.#fold(this.#channel, 'inbound', prepared.change ?? {});
    const { tasks = [], findings } = {
      tasks: [],
      ...prepared,
      ...{ findings: 'findings' in prepared ? prepared.findings : [] },
    };
    return {
      sent: prepared.kind === 'deliver' ? positionsOf(prepared.bytes) : [],
      told: [
        ...findings.map(({ code, key }) => `${code} ${key ?? ''}`.trim()),
        ...tasks.map(({ line }) => `task ${line}`),
      ],
      outcome: prepared.kind === 'settle' ? prepared.outcome : prepared.kind,
    };
  }

  #prepareExport(
    bytes: Uint8Array,
    issued: string,
    forced: readonly string[] | 'all' | undefined,
  ): PrepareResult {
    this.#message += 1;
    const channel = testChannel(this.#channel);
    const task = () => this.#task(channel, bytes, issued, forced);
    const prepared = prepareDocument(this.tools, task());
    if (prepared.kind !== 'ask') return prepared;
    const view = this.store.view(prepared.order);
    const body = view && this.#keep(Buffer.from(JSON.stringify(view)));
    const known = this.state.revision === 0 ? undefined : JSON.stringify(this.state);
    const from = {
      channel: channel.name,
      direction: 'inbound' as const,
      id: this.#message,
      arrival: this.#message,
    };
    this.state = parseState(applyLearnedOrder(known, from, body, at(this.#message)).state);
    return prepareDocument(this.tools, task());
  }

  #task(channel: Channel, bytes: Uint8Array, issued: string, forced: readonly string[] | 'all' | undefined) {
    const bodies = listReferredBodies(this.state).flatMap((hash) => {
      const body = this.#bodies.get(hash);
      return body ? [[hash, body] as const] : [];
    });
    this.#keep(bytes);
    return {
      channel,
      message: {
        ...{
          id: this.#message,
          arrival: this.#message,
          hash: sha256(bytes),
          issued,
          note: false,
          forced: forced !== undefined,
        },
        ...(forced === undefined || forced === 'all' ? {} : { forcedLines: forced }),
      },
      bytes,
      bodies: Object.fromEntries(bodies),
      now: at(this.#message),
      ...(this.state.revision === 0 ? {} : { state: JSON.stringify(this.state) }),
    };
  }

  #deliver(bytes: Uint8Array): void {
    const body = Buffer.from(bytes);
    const order = this.#channel === 'orders-json' ? parseOrder(body) : parseSciOrder(body);
    this.#queueEvents(this.store.takeOrder(order));
  }

  /** What the other side, or a person in the portal, does. `heard`: the gateway hears of it at once. */
  act(input: Omit<ActInput, 'order'>, heard = true): void {
    this.#queueEvents(act(this.store, { ...input, order: number }));
    if (heard) this.hear();
  }

  /** The supplier's response to one line, with values of its own. */
  respond({ id, deliveries = [], price = '', base }: Line, heard = true): void {
    const deliverySchedule = deliveries.map((one) => ({ ...one, quantity: Number(one.quantity) }));
    const netPrice = { priceInTransactionCurrency: { value: Number(price), currencyIso: 'EUR' } };
    const priceUnitQuantity = base === undefined ? {} : { priceUnitQuantity: Number(base) };
    const line = {
      purchaseOrderLinePosition: id,
      deliverySchedule,
      prices: { netPrice, ...priceUnitQuantity },
    };
    const order = { buyerAccountNumber: 'D1', purchaseOrderNumber: number };
    const body = parseResponse(Buffer.from(JSON.stringify({ order, lines: [line] })));
    this.#queueEvents(this.store.takeResponse(body));
    if (heard) this.hear();
  }

  /** An event holds its lines as they stood when it happened, however late it is heard. */
  #queueEvents(changes: readonly Change[]): void {
    this.#unheard.push(...changes.map((change) => buildChangeEvent(change).body ?? ''));
  }

  /** The gateway hears of what has happened since it heard last: of all, or of the first so many. */
  hear(count = this.#unheard.length): void {
    for (const body of this.#unheard.splice(0, count)) this.#receive(Buffer.from(body));
  }

  #receive(bytes: Uint8Array): void {
    this.#message += 1;
    const channel = testChannel('responses');
    const prepared = prepareDocument(this.tools, this.#task(channel, bytes, '', undefined));
    const change = 'change' in prepared ? prepared.change : undefined;
    if (readOrderIdentity(bytes) && change) this.#fold('responses', 'outbound', change);
  }

  /** The journal is new; the exchange is not. */
  forget(): void {
    this.state = emptyState;
    this.#unheard = [];
  }

  lineOf(position: string): ExchangeLine {
    const line = this.store.find(number).lines.find((one) => one.position === position);
    if (!line) throw new Error(`no line ${position}`);
    return line;
  }

  #fold(channel: string, direction: 'inbound' | 'outbound', change: StateChange): void {
    const by = { channel, direction, message: this.#message, arrival: this.#message, at: at(this.#message) };
    this.state = parseState(JSON.stringify(changeState(this.state, change, by)));
  }

  #keep(bytes: Uint8Array): Uint8Array {
    this.#bodies.set(sha256(bytes), bytes);
    return bytes;
  }
}

export interface ExportOptions
  extends Pick<OrderDocument, 'note' | 'delivery' | 'payment' | 'contact' | 'place'> {
  readonly type?: 'New' | 'Changed';
  /** Issue date; by default a day later with each message. */
  readonly issued?: string;
  /** Decided by a person: all lines, or these. */
  readonly forced?: readonly string[] | 'all';
}

const at = (message: number): string => new Date(Date.UTC(2026, 2, 1, 10, message)).toISOString();

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function positionsOf(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes).toString();
  if (text.startsWith('<')) return ['all'];
  return JSON.parse(text).lines.map(({ position }: { position: string }) => position);
}

const marks: Readonly<Record<string, string>> = {
  '+': 'added',
  '*': 'revised',
  '!': 'accepted',
  x: 'rejected',
  '-': 'cancelled',
};

/**
 * `20*=6/04-01+4/04-08@7.75`: line 20, revised, two deliveries, their price. `@775:100` is a price for a hundred, `[KGM]` behind it the
 * unit, `#A-7` the item; `(text)` at the end is a note.
 */
export function parseLine(text: string): Line {
  const match = /^(\d+)([+*!x-]?)=([^@]+)@([\d.]+)(?::(\d+))?(?:\[(\w+)\])?(?:#([\w-]+))?(?:\((.*)\))?$/.exec(
    text,
  );
  if (!match) throw new Error(`not a line: ${text}`);
  const [, id = '', mark = '', deliveries = '', price = '', base, unit, item, note] = match;
  const all = parseDeliveries(deliveries);
  const quantity = all.map((one) => one.quantity).reduce((a, b) => addDecimals(a, b) ?? a, '0');
  const status = marks[mark];
  return {
    ...{ id, price, quantity, deliveries: all },
    ...(status === undefined ? {} : { status }),
    ...(base === undefined ? {} : { base }),
    ...(unit === undefined ? {} : { unit }),
    ...(item === undefined ? {} : { item }),
    ...(note === undefined ? {} : { note }),
  };
}

export const parseDeliveries = (text: string): { quantity: string; date: string }[] =>
  text.split('+').map((one) => {
    const [quantity = '', day = ''] = one.split('/');
    return { quantity, date: `2026-${day}` };
  });
