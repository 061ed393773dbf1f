import type { Logger } from 'pino';
import { dryRunNameOf } from '../../dry-run-names.ts';
import { isAhead } from '../../exchange/documents/search-page.ts';
import type { Answer, ExchangeClient, SearchPage } from '../../exchange/exchange-client.ts';
import { localizeFailure } from '../../exchange/transport/answer.ts';
import { explainFailure } from '../../findings/localized-error.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { Cursor, CursorMove, Inbox, Leases } from '../../journal/journal.ts';
import type { NewMessage } from '../../journal/model/message.ts';
import { cutMessageName, limits } from '../../limits.ts';
import { sha256 } from '../../text/sha256.ts';
import { isLater, subtractMilliseconds } from '../../time/instants.ts';
import { WakeSignal } from '../../time/wake-up.ts';
import { isDryRun, type OutboundChannel } from '../channel/channel.ts';
import { backoff } from '../deliver/backoff.ts';
import type { Pipeline } from '../pipeline.ts';
import { Lease } from './lease.ts';
import { pageSize, SearchPager } from './search-pages.ts';

/** Milliseconds. What reaches the exchange's index late is looked for this far back, on start and this often. */
const day = 24 * 3_600_000;

/** Milliseconds; the period is not shortened below it. */
const shortestSearchPeriod = 10_000;

/** Milliseconds until a gateway that does not search asks again whether the one that does is gone. */
const standbyEvery = 3000;

export interface SearchLoopParts {
  readonly channel: OutboundChannel;
  readonly exchange: Pick<ExchangeClient, 'search'>;
  readonly journal: Pick<Inbox, 'findCursor'> & Omit<Leases, 'reserveTurns'>;
  readonly pipeline: Pick<Pipeline, 'receive'>;
  readonly log: Logger;
}

/**
 * Polls the order search for one channel (specification section 6). The cursor is the exchange's own timestamp, kept
 * verbatim; the gateway's clock is never used. A full page is followed by the next at once, and the period becomes
 * shorter while that happens. On start and once a day the day before the cursor is read again, the cursor staying where
 * it is: orders may reach the index late. What was seen before costs no row in the journal.
 */
export class SearchLoop {
  readonly #parts: SearchLoopParts;
  readonly #lease: Lease;
  readonly #wakeUp = new WakeSignal();
  readonly #stopped = new AbortController();
  #trouble: LocalizedText | undefined;
  #warning: LocalizedText | undefined;
  #failures = 0;
  #retryAfter: number | undefined;
  #period: number | undefined;
  /** Monotonic. */
  #readAgainAt = -Infinity;

  constructor(parts: SearchLoopParts) {
    this.#parts = parts;
    this.#lease = new Lease(`search ${parts.channel.name}`, parts.journal, parts.log);
  }

  get channelName(): string {
    return this.#parts.channel.name;
  }

  /** Why the last search failed, or undefined. */
  trouble(): LocalizedText | undefined {
    return this.#trouble;
  }

  /** A timestamp that lies in the future, or undefined. Orders are handled all the same, unless the cursor stands there. */
  warning(): LocalizedText | undefined {
    return this.#warning;
  }

  stop(): void {
    this.#stopped.abort();
    this.#wakeUp.call();
  }

  async run(): Promise<void> {
    const search = this.#parts.channel.settings.from.search;
    if (!search) return;
    while (!this.#stopped.signal.aborted) {
      if (!(await this.#lease.acquire())) {
        if (!this.#lease.isHeld()) this.#forget();
        await this.#wakeUp.wait(standbyEvery);
        continue;
      }
      const full = await this.#searchSafely(search.since);
      this.#period = computeNextPeriod(this.#period ?? search.every, search.every, full);
      if (!this.#stopped.signal.aborted) await this.#wakeUp.wait(this.#pause(this.#period));
    }
  }

  /** Whoever searches now tells what is in the way: nobody here would see that it is over. */
  #forget(): void {
    this.#trouble = undefined;
    this.#warning = undefined;
    this.#failures = 0;
    this.#retryAfter = undefined;
  }

  /** After a failure it is tried again sooner than the period says. */
  #pause(period: number): number {
    return this.#failures === 0 ? period : Math.min(period, backoff(this.#failures, this.#retryAfter));
  }

  /** True: there was a full page. */
  async #searchSafely(since: string): Promise<boolean> {
    try {
      return await this.#search(since);
    } catch (error) {
      this.#failures += 1;
      this.#retryAfter = undefined;
      this.#trouble = localize('search-not-stored', { why: explainFailure(error) });
      this.#parts.log.error(
        { code: 'search-not-stored', err: error, channel: this.#parts.channel.name },
        'search result could not be stored',
      );
      return false;
    }
  }

  async #search(since: string): Promise<boolean> {
    const { journal, channel } = this.#parts;
    const known = await journal.findCursor(this.#keyOf(channel.name));
    const noting = channel.settings.firstRun === 'noteOnly';
    const full = await this.#drain(known ?? { value: since, noting });
    if (known && this.#failures === 0) await this.#readAgain(known, since);
    return full;
  }

  /** Pages until one is not full. */
  async #drain(from: Cursor): Promise<boolean> {
    const { channel } = this.#parts;
    const pages = new SearchPager(from.value);
    let cursor = from;
    let warning: LocalizedText | undefined;
    for (let count = 0; ; count += 1) {
      const page = await this.#page(pages);
      if (!page) return count > 0;
      warning ??= findTimestampAhead(this.channelName, from.value, page);
      if (warning !== undefined) this.#warn(warning);
      const { cursor: value, more } = pages.takePage(page);
      const next = { value, noting: cursor.noting && more, from: cursor.value };
      const same = next.value === cursor.value && next.noting === cursor.noting;
      await this.#store(
        page,
        cursor.noting,
        same ? undefined : { channel: this.#keyOf(channel.name), ...next },
      );
      cursor = next;
      if (!more) {
        this.#warning = warning;
        this.#tellRestless(pages);
        return count > 0;
      }
    }
  }

  /** The day before the cursor, by the cursor's own timestamp, and nothing from before the configured start. */
  async #readAgain(cursor: Cursor, since: string): Promise<void> {
    if (performance.now() < this.#readAgainAt) return;
    const earlier = subtractMilliseconds(cursor.value, day);
    const from = earlier === undefined || isLater(since, earlier) ? since : earlier;
    const pages = new SearchPager(from);
    for (let more = isLater(cursor.value, from); more; ) {
      const page = await this.#page(pages);
      if (!page) return;
      await this.#store(page, cursor.noting, undefined);
      const past = page.cursor !== undefined && isLater(page.cursor, cursor.value);
      more = pages.takePage(page).more && !(past && pages.position.offset === 0);
    }
    this.#tellRestless(pages);
    this.#readAgainAt = performance.now() + day;
  }

  /** Logged when it begins, not at every search that meets it. */
  #warn(warning: LocalizedText): void {
    if (warning.en !== this.#warning?.en)
      this.#parts.log.warn({ code: 'search-timestamp-ahead', channel: this.channelName }, warning.en);
    this.#warning = warning;
  }

  #tellRestless({ restless }: SearchPager): void {
    if (!restless) return;
    this.#parts.log.warn(
      { code: 'search-restless', channel: this.#parts.channel.name },
      'Orders kept moving while pages of one timestamp were read. What was missed, if anything, is read again within a day.',
    );
  }

  async #page(pages: SearchPager): Promise<SearchPage | undefined> {
    const { exchange } = this.#parts;
    if (this.#stopped.signal.aborted) return undefined;
    const query = { ...pages.position, limit: pageSize };
    const answer = await exchange.search(query, this.#stopped.signal);
    if (this.#stopped.signal.aborted && !answer.page) return undefined;
    this.#failures = answer.page ? 0 : this.#failures + 1;
    this.#retryAfter = answer.retryAfter;
    const before = this.#trouble;
    this.#trouble = answer.page ? undefined : localize('search-failed', { why: localizeFailure(answer) });
    if (answer.page?.cut) this.#tellCut();
    if (this.#trouble?.en !== before?.en) this.#tellTrouble(answer);
    return answer.page;
  }

  /** Once for each trouble, however often it is tried; and that it is over. */
  #tellTrouble({ status, kind }: Pick<Answer, 'status' | 'kind'>): void {
    const { log, channel } = this.#parts;
    if (this.#trouble === undefined)
      log.info({ code: 'search-works', channel: channel.name }, 'The search works again.');
    else log.warn({ code: 'search-failed', channel: channel.name, status, kind }, this.#trouble.en);
  }

  #tellCut(): void {
    this.#parts.log.warn(
      { code: 'search-page-too-long', channel: this.channelName },
      `The exchange gave more than the ${pageSize} orders that were asked for. They are taken ${pageSize} at a time.`,
    );
  }

  /** A dry run searches, and has seen, for itself alone. */
  #keyOf(name: string): string {
    return isDryRun(this.#parts.channel) ? dryRunNameOf(name) : name;
  }

  /** The page and the cursor are one transaction. */
  async #store(page: SearchPage, noting: boolean, cursor: CursorMove | undefined): Promise<void> {
    const documents = page.orders.map(
      (order): NewMessage => ({
        channel: this.#parts.channel.name,
        direction: 'outbound',
        name: cutMessageName(order.id),
        source: { kind: 'search', note: noting },
        bytes: order.bytes,
        seen: this.#keyOf(`order ${searchKeyOf(order)}`),
      }),
    );
    if (documents.length > 0 || cursor)
      await this.#parts.pipeline.receive(documents, { cursor, lease: this.#lease.name });
  }
}

/** By its id; where that is none, by what it says. */
const searchKeyOf = ({ id, bytes }: SearchPage['orders'][number]): string =>
  id === '' || id.length > limits.identifier ? sha256(bytes) : id;

/** What of a page, or where the search begins, lies in the exchange's own future. */
function findTimestampAhead(
  channel: string,
  cursor: string,
  { ahead, now }: SearchPage,
): LocalizedText | undefined {
  if (isAhead(cursor, now)) return localize('search-stands', { channel, at: cursor });
  if (!ahead) return undefined;
  const order = cutMessageName(ahead.id) || withoutId;
  return localize('search-ahead', { order, at: cutMessageName(ahead.lastUpdatedAt) });
}

const withoutId: LocalizedText = { en: 'without an id', nl: 'zonder id' };

/** Halved while full pages come, doubled back afterwards. Milliseconds. */
export function computeNextPeriod(period: number, every: number, full: boolean): number {
  return full ? Math.max(period / 2, Math.min(every, shortestSearchPeriod)) : Math.min(period * 2, every);
}
