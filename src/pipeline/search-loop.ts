import type { Logger } from 'pino';
import type { ExchangeClient, SearchPage } from '../exchange/interface.ts';
import type { Cursor, Journal, NewMessage } from '../journal/interface.ts';
import type { OutboundChannel } from './channel.ts';
import { Nudge } from './nudge.ts';
import type { Pipeline } from './pipeline.ts';

/** Orders a page, the most the exchange gives (specification section 8). */
const pageSize = 100;

export interface SearchParts {
  readonly channel: OutboundChannel;
  readonly exchange: ExchangeClient;
  readonly journal: Journal;
  readonly pipeline: Pipeline;
  readonly log: Logger;
}

/**
 * Polls the order search for one channel (specification section 6). The cursor is the exchange's own timestamp, kept
 * verbatim; the gateway's clock is never used. A full page is followed by the next at once.
 */
export class SearchLoop {
  readonly #parts: SearchParts;
  readonly #nudge = new Nudge();
  #stopping = false;
  #trouble: string | undefined;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  get channelName(): string {
    return this.#parts.channel.name;
  }

  /** Why the last search failed, or undefined. */
  trouble(): string | undefined {
    return this.#trouble;
  }

  stop(): void {
    this.#stopping = true;
    this.#nudge.nudge();
  }

  async run(): Promise<void> {
    const search = this.#parts.channel.settings.from.search;
    if (!search) return;
    while (!this.#stopping) {
      await this.#drainSafely(search.since);
      if (!this.#stopping) await this.#nudge.wait(search.every);
    }
  }

  async #drainSafely(since: string): Promise<void> {
    try {
      await this.#drain(since);
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
      this.#parts.log.error(
        { err: error, channel: this.#parts.channel.name },
        'search result could not be stored',
      );
    }
  }

  /** Pages until one is not full. */
  async #drain(since: string): Promise<void> {
    const { journal, channel } = this.#parts;
    const noting = channel.settings.firstRun === 'noteOnly';
    let cursor: Cursor = (await journal.cursor(channel.name)) ?? { value: since, noting };
    let offset = 0;
    while (!this.#stopping) {
      const page = await this.#page(cursor.value, offset);
      if (!page) return;
      const full = page.orders.length >= pageSize;
      const moved = page.cursor !== undefined && page.cursor !== cursor.value;
      const next = { value: page.cursor ?? cursor.value, noting: cursor.noting && full };
      await this.#store(page, cursor, next);
      // a page that ends on the timestamp it began with cannot be left by the cursor alone
      offset = moved ? 0 : offset + page.orders.length;
      cursor = next;
      if (!full) return;
    }
  }

  async #page(since: string, offset: number): Promise<SearchPage | undefined> {
    const { exchange, log, channel } = this.#parts;
    const answer = await exchange.search({ since, offset, limit: pageSize });
    if (answer.page) {
      this.#trouble = undefined;
      return answer.page;
    }
    this.#trouble =
      `The search failed: ${answer.status || 'no answer'} ${Buffer.from(answer.body).toString('utf8').slice(0, 200)}`.trim();
    log.warn({ channel: channel.name, status: answer.status, kind: answer.kind }, this.#trouble);
    return undefined;
  }

  /** The page and the cursor are one transaction. */
  async #store(page: SearchPage, before: Cursor, next: Cursor): Promise<void> {
    const { pipeline, channel } = this.#parts;
    const documents = page.orders.map(
      (order): NewMessage => ({
        channel: channel.name,
        direction: 'outbound',
        name: order.id,
        source: { kind: 'search', note: before.noting },
        bytes: order.bytes,
        seen: `order ${order.id}`,
      }),
    );
    const same = next.value === before.value && next.noting === before.noting;
    if (documents.length > 0 || !same) await pipeline.receive(documents, { channel: channel.name, ...next });
  }
}
