import type { ChannelSummary } from '../../src/config/load/channel-summary.ts';
import type { Journal } from '../../src/journal/journal.ts';
import type { Message, NewMessage } from '../../src/journal/model/message.ts';
import { sampleRecord } from '../../src/journal/testkit/sample-record.ts';
import { findOrders } from '../../src/operator/orders/find-orders.ts';
import { buildTimeline, type OrderTimeline } from '../../src/operator/orders/order-timeline.ts';
import { inboundKey, outboundKey, stateAddress } from '../../src/pipeline/channel/state-addresses.ts';
import {
  buildStoredState,
  changeState,
  parseState,
  type StateChange,
} from '../../src/pipeline/order-state/order-state.ts';
import type { Outcome, Role } from '../../src/types.ts';

/** One order in a journal, filled as the pipeline does, event by event; what `gateway order` says of it. */

const number = '4711';
const hour = 3_600_000;

/** Documents that an event begins with, and their channels. */
const documents: Readonly<Record<string, string>> = {
  order: 'orders',
  xml: 'orders-xml',
  answer: 'responses',
  response: 'answers',
  request: 'requests',
};

const statuses: Readonly<Record<string, string>> = {
  accepted: 'Confirmed',
  rejected: 'Rejected',
  issued: 'Issued',
  cancelled: 'Cancelled',
  completed: 'Completed',
};

export class OrderJournal {
  readonly #journal: Journal;
  readonly #address: string;
  readonly #channels: ReadonlyMap<string, ChannelSummary>;
  #last = 0;
  #ahead = 0;

  constructor(journal: Journal, role: Role) {
    this.#journal = journal;
    this.#address = stateAddress(role, 'acme', number);
    this.#channels = new Map<string, ChannelSummary>([
      ['orders', { kind: 'order', operation: 'api-connector/order' }],
      ['orders-xml', { kind: 'order', operation: 'sci-connector/order' }],
      ['responses', { kind: 'response', collectedWithin: 4 * hour }],
      ['answers', { kind: 'response', operation: 'api-connector/order-response' }],
      ['requests', { kind: 'order' }],
    ]);
  }

  /** `sent 10,20=12` (line 20 with 12 pieces), `answer accepted:10,20 rejected:30`, `#1 discard`, `parks`: of the message with that number, else of the last one. */
  async carryOut(event: string): Promise<void> {
    await this.#nextMillisecond();
    const [, id, word = '', rest = ''] = /^(?:#(\d+) )?(\S+) ?(.*)$/.exec(event) ?? [];
    const channel = documents[word];
    if (channel !== undefined) return await this.#receive(channel, rest);
    const act = this.#acts[word];
    if (act === undefined) throw new Error(`not an event: ${event}`);
    await act(id === undefined ? this.#last : Number(id), rest);
  }

  /** Times tell what came first: no two events have the same. */
  async #nextMillisecond(): Promise<void> {
    const { now } = this;
    while (this.now === now) await new Promise((done) => setImmediate(done));
  }

  readonly #acts: Readonly<Record<string, (id: number, rest: string) => Promise<void>>> = {
    checked: (id) => this.#checked(id),
    sent: (id, lines) => this.#deliver(id, 202, lines || '10,20'),
    published: (id, lines) => this.#deliver(id, 0, lines || '10,20'),
    collected: (id) => this.#journal.noteCollected([id]),
    refused: (id) => this.#settle(id, 'rejected'),
    duplicate: (id) => this.#settle(id, 'duplicate'),
    unchanged: (id) => this.#settle(id, 'unchanged'),
    ignored: (id) => this.#settle(id, 'ignored'),
    superseded: (id) => this.#settle(id, 'superseded'),
    outdated: (id) => this.#settle(id, 'outdated'),
    parks: (id) => this.#journal.park(id, 'Look at it.', []),
    waits: (id) => this.#journal.wait(id, Date.now() + hour, 'The exchange cannot be reached.'),
    asks: (id, line) => this.#settle(id, 'ignored', line),
    discard: (message) => this.#decide('discard', message),
    close: (message) => this.#decide('close', message),
    retry: (message) => this.#decide('retry', message),
    release: (message) => this.#decide('release', message),
    done: (message) => this.#decide('done', message),
    hours: async (_, count) => {
      this.#ahead += Number(count) * hour;
    },
  };

  async #receive(channel: string, rest: string): Promise<void> {
    const direction = channel === 'responses' || channel === 'requests' ? 'outbound' : 'inbound';
    const bytes = Buffer.from(direction === 'outbound' ? bodyOf(rest, this.#last + 1) : `${channel} ${rest}`);
    const id = `${this.#last + 1}`;
    const document: NewMessage = {
      ...{ channel, direction, name: `document-${id}`, bytes },
      source:
        direction === 'outbound'
          ? { kind: 'webhook', method: 'POST' }
          : { kind: 'file', id, name: id, size: 1, mtime: 1 },
      ...(direction === 'inbound' ? { lane: 'out' } : {}),
    };
    [this.#last = 0] = await this.#journal.receive([document]);
    if (rest !== 'unchecked') await this.#checked(this.#last);
  }

  async #checked(id: number): Promise<void> {
    const { channel, direction } = await this.#message(id);
    const orderKey = direction === 'inbound' ? inboundKey(this.#address) : outboundKey(channel, number);
    const keys = [
      { kind: 'purchase order', value: number },
      { kind: 'party', value: '204518' },
    ] as const;
    const about = { address: this.#address, purchaseOrderNumber: number, keys };
    await this.#journal.storeChecked(id, { ...about, orderKey, findings: [] });
  }

  async #deliver(id: number, status: number, lines: string): Promise<void> {
    const message = await this.#message(id);
    const { direction, hash } = message;
    const parts = lines.split(',').map((one) => one.split('='));
    const prints = Object.fromEntries(parts.map(([line = '']) => [line, `${line} of ${id}`]));
    const values = Object.fromEntries(
      parts.map(([line = '', quantity]) => [line, { values: valuesOf(quantity) }]),
    );
    const change: StateChange = {
      delivered: {
        fingerprint: `${id}`,
        bytes: hash,
        lines: prints,
        ...(message.channel === 'orders' ? { values } : {}),
      },
      ...(await this.#received(message)),
    };
    const plan = JSON.stringify({ change, fields: {}, findings: [] });
    const bytes = Buffer.from('{}');
    const { attempt } = await this.#journal.startDelivery(id, {
      bytes,
      saw: sampleRecord,
      plan,
      mapping: '3f2a99',
      findings: [],
    });
    const file = direction === 'outbound' ? { name: `${id}.xml`, folder: 'mark' } : undefined;
    if (file) await this.#journal.noteStaged(id, attempt, { temporary: 't', ...file });
    const published = file ? { published: true as const } : {};
    await this.#journal.endAttempt(id, attempt, {
      status,
      detail: status < 300 ? 'ok' : 'retry',
      unknown: false,
      ...published,
    });
    await this.#end(message, 'delivered', change, file);
  }

  async #settle(id: number, outcome: Outcome, task?: string): Promise<void> {
    const message = await this.#message(id);
    await this.#end(message, outcome, await this.#received(message), undefined, task);
  }

  async #end(
    message: Message,
    outcome: Outcome,
    change: StateChange,
    published?: { readonly name: string; readonly folder: string },
    task?: string,
  ): Promise<void> {
    const { id, arrival, channel, direction } = message;
    const by = { channel, direction, message: id, arrival, at: new Date().toISOString() };
    const asked = {
      code: 'refuse-in-portal',
      severity: 'warning',
      message: 'Refused.',
      advice: 'Do it.',
    } as const;
    await this.#journal.settle(id, {
      ...{ outcome, reason: 'So it is.', findings: [] },
      ...(Object.keys(change).length === 0
        ? {}
        : { change: (state) => buildStoredState(changeState(parseState(state), change, by)) }),
      ...(published ? { published } : {}),
      ...(task === undefined ? {} : { tasks: [{ line: task, finding: asked }] }),
    });
  }

  async #received({ direction, hash, id }: Message): Promise<Pick<StateChange, 'received'>> {
    if (direction === 'inbound') return {};
    const { lines }: { lines: { id: string }[] } = JSON.parse(
      Buffer.from((await this.#journal.body(hash)) ?? []).toString(),
    );
    return { received: { body: hash, lines: Object.fromEntries(lines.map((line) => [line.id, stamp(id)])) } };
  }

  async #decide(action: 'discard' | 'close' | 'retry' | 'release' | 'done', message: number): Promise<void> {
    const reason = 'Besloten.';
    await this.#journal.enqueueCommand({ action, message, force: false, reason, who: 'anna' });
    const [taken] = await this.#journal.carryOutCommands();
    if (taken?.refused !== false) throw new Error(`${action} ${message}: ${taken?.result}`);
  }

  async #message(id: number): Promise<Message> {
    const message = await this.#journal.message(id);
    if (!message) throw new Error(`no message ${id}`);
    return message;
  }

  get now(): number {
    return Date.now() + this.#ahead;
  }

  async timeline(): Promise<OrderTimeline> {
    const { orders } = await findOrders(this.#journal, { text: number });
    const [order] = orders;
    if (!order || orders.length > 1) throw new Error(`${orders.length} orders`);
    return buildTimeline(this.#journal, order, {
      channels: this.#channels,
      now: this.now,
      all: false,
    });
  }
}

const valuesOf = (quantity = '10') => ({ quantity, dates: '2026-04-01', split: quantity });

const stamp = (id: number): string => new Date(Date.UTC(2026, 2, 1, 10, id)).toISOString();

/** `accepted:10,20 proposed:30`: an order with those lines. */
function bodyOf(text: string, id: number): string {
  const lines = text.split(' ').flatMap((part) => {
    const [word = '', positions = ''] = part.split(':');
    return positions === '' ? [] : positions.split(',').map((position) => lineOf(word, position, id));
  });
  return JSON.stringify({ id: 'o', buyerOrder: { purchaseOrderNumber: number }, lines });
}

function lineOf(word: string, position: string, id: number): object {
  const values = (quantity: number, date: string) => ({ deliverySchedule: [{ quantity, date }] });
  const request = { requests: { reopenRequest: { ...values(10, '2026-04-08'), status: 'Open' } } };
  const isOpen = word === 'proposed' || word === 'asked';
  return {
    id: position,
    lastUpdatedAt: stamp(id),
    ...values(10, '2026-04-01'),
    buyerLine: { position, ...values(10, '2026-04-01'), ...(word === 'asked' ? request : {}) },
    supplierLine: {
      ...(word === 'proposed' ? request : {}),
      ...(word === 'rejected' ? { reason: 'geen voorraad' } : {}),
    },
    status: { processStatus: isOpen ? 'InProgress' : statuses[word] },
  };
}
