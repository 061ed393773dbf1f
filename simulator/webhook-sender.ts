import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { z } from 'zod';

/** The four shapes of a webhook (specification, section 6). */
export const shapes = ['POST', 'PUT', 'GET-PATH', 'GET-QUERY'] as const;
export type Shape = (typeof shapes)[number];

export const receiverSchema = z.strictObject({
  url: z.url(),
  shape: z.enum(shapes).default('POST'),
  auth: z
    .union([
      z.strictObject({ basic: z.strictObject({ user: z.string(), password: z.string() }) }),
      z.strictObject({ bearer: z.string() }),
    ])
    .optional(),
  /** Only these events; all without it. */
  events: z.array(z.string()).optional(),
  /** Only of these; both without it. */
  about: z.enum(['order', 'shipment']).optional(),
});
export type Receiver = z.output<typeof receiverSchema>;
export type ReceiverInput = z.input<typeof receiverSchema>;

/** What a webhook tells. */
export interface WebhookEvent {
  readonly eventName: string;
  readonly id: string;
  readonly kind: 'order' | 'shipment';
  /** Of POST and PUT. */
  readonly body: string;
}

/** One webhook call and what came of it. */
export interface WebhookDelivery {
  readonly n: number;
  readonly at: string;
  readonly url: string;
  readonly shape: Shape;
  readonly eventName: string;
  readonly id: string;
  attempts: number;
  /** Of the last answer; 0 when there was none. */
  status: number;
  state: 'under way' | 'delivered' | 'given up';
}

/** Milliseconds. */
const patience = { first: 200, most: 5_000, answer: 5_000 };

/**
 * Calls the receivers. One that answers above 500, or not at all, is called again until it answers; 4xx and 500 are
 * never repeated. Calls run side by side: nothing is said about their order.
 */
export class Webhooks {
  readonly deliveries: WebhookDelivery[] = [];
  readonly #agent = new Agent();
  readonly #closing: AbortSignal;
  readonly #running = new Set<Promise<void>>();
  #receivers: Receiver[] = [];

  constructor(closing: AbortSignal) {
    this.#closing = closing;
  }

  set(receivers: readonly ReceiverInput[]): void {
    this.#receivers = receivers.map((receiver) => receiverSchema.parse(receiver));
  }

  list(): readonly Receiver[] {
    return this.#receivers;
  }

  notify(notice: WebhookEvent): void {
    for (const receiver of this.#receivers) {
      if (receiver.events && !receiver.events.includes(notice.eventName)) continue;
      if (receiver.about && receiver.about !== notice.kind) continue;
      const run = this.#deliver(receiver, notice).finally(() => this.#running.delete(run));
      this.#running.add(run);
    }
  }

  /** Resolves when no call is under way. */
  async waitUntilIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async close(): Promise<void> {
    await this.waitUntilIdle();
    await this.#agent.destroy();
  }

  async #deliver(receiver: Receiver, notice: WebhookEvent): Promise<void> {
    const delivery = this.#begin(receiver, notice);
    while (!this.#closing.aborted) {
      delivery.attempts += 1;
      delivery.status = await this.#call(receiver, notice);
      if (delivery.status > 0 && delivery.status <= 500) break;
      await this.#pause(Math.min(patience.first * 2 ** (delivery.attempts - 1), patience.most));
    }
    delivery.state = delivery.status >= 200 && delivery.status < 300 ? 'delivered' : 'given up';
  }

  #begin(receiver: Receiver, { eventName, id }: WebhookEvent): WebhookDelivery {
    const delivery: WebhookDelivery = {
      n: this.deliveries.length + 1,
      at: new Date().toISOString(),
      url: receiver.url,
      shape: receiver.shape,
      eventName,
      id,
      attempts: 0,
      status: 0,
      state: 'under way',
    };
    this.deliveries.push(delivery);
    return delivery;
  }

  /** The status; 0 when there was no answer. */
  async #call(receiver: Receiver, notice: WebhookEvent): Promise<number> {
    const url = new URL(addressOf(receiver, notice));
    const writes = receiver.shape === 'POST' || receiver.shape === 'PUT';
    try {
      const response = await this.#agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: receiver.shape === 'PUT' ? 'PUT' : writes ? 'POST' : 'GET',
        headers: { ...credentials(receiver), ...(writes ? { 'content-type': 'application/json' } : {}) },
        body: writes ? notice.body : null,
        signal: AbortSignal.any([this.#closing, AbortSignal.timeout(patience.answer)]),
      });
      await response.body.dump();
      return response.statusCode;
    } catch {
      return 0; // not reached, or no answer in time: called again
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    try {
      await sleep(milliseconds, undefined, { signal: this.#closing });
    } catch {
      // the simulator closes
    }
  }
}

function addressOf(receiver: Receiver, { id, kind }: WebhookEvent): string {
  const url = new URL(receiver.url);
  if (receiver.shape === 'GET-QUERY') url.searchParams.set(`${kind}Id`, id);
  if (receiver.shape === 'GET-PATH')
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(id)}`;
  return url.href;
}

function credentials({ auth }: Receiver): Record<string, string> {
  if (!auth) return {};
  if ('bearer' in auth) return { authorization: `Bearer ${auth.bearer}` };
  const { user, password } = auth.basic;
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
