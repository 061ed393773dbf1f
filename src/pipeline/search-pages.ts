import type { SearchPage } from '../exchange/interface.ts';
import { isLater, isSameInstant } from '../instants.ts';

/** Orders a page, the most the exchange gives (specification section 8). */
export const pageSize = 100;

/** What is asked for next. */
export interface Position {
  readonly since: string;
  readonly offset: number;
}

interface Left {
  readonly instant: string;
  readonly onward: Position | undefined;
  readonly cursor: string;
}

/**
 * The way through the pages of a search, from a cursor to a page that is not full.
 *
 * A full page moves the cursor to its newest timestamp, and the next page begins there. Two kinds of full pages cannot be
 * left by the cursor: one that ends on the timestamp it began with, and one that is not sorted. Those are followed by
 * `offset`, and the cursor stays until the last of them.
 *
 * "Since" may include its own instant or not (the specification does not say). Where a page that begins at the end of
 * the one before holds nothing of that instant, it probably does not, and orders of the same instant were left behind:
 * they are asked for by `offset` from where the page before began.
 */
export class Pages {
  #at: Position;
  /** The newest timestamp of the pages that were followed by offset. */
  #newest: string | undefined;
  /** What comes after the full page before, counted from where that page began. */
  #rest: Position | undefined;
  /** Set while what was left behind at this instant is read: how to go on afterwards. */
  #left: Left | undefined;

  constructor(since: string) {
    this.#at = { since, offset: 0 };
  }

  get position(): Position {
    return this.#at;
  }

  /** Takes the page at `position`. `cursor`: from where to search after a crash; `more`: there is a next position. */
  take(page: SearchPage): { readonly cursor: string; readonly more: boolean } {
    if (this.#left) return this.#takeLeft(page, this.#left);
    const rest = this.#leavesBehind(page) ? this.#rest : undefined;
    const { next, cursor } = this.#follow(page);
    if (!rest) return this.#go(next, cursor);
    this.#left = { instant: this.#at.since, onward: next, cursor };
    return this.#go(rest, cursor);
  }

  #follow(page: SearchPage): { readonly next: Position | undefined; readonly cursor: string } {
    const { since, offset } = this.#at;
    const newest = laterOf(this.#newest ?? since, page.cursor);
    this.#rest = undefined;
    this.#newest = undefined;
    if (page.orders.length < pageSize) return { next: undefined, cursor: newest };
    const after = { since, offset: offset + page.orders.length };
    if (!isSorted(page) || isOneInstant(page) || !isLater(newest, since)) {
      this.#newest = newest;
      return { next: after, cursor: since };
    }
    this.#rest = after;
    return { next: { since: newest, offset: 0 }, cursor: newest };
  }

  #leavesBehind(page: SearchPage): boolean {
    if (!this.#rest || this.#at.offset > 0) return false;
    return !page.orders.some((order) => isSameInstant(order.lastUpdatedAt, this.#at.since));
  }

  #takeLeft(page: SearchPage, left: Left): { cursor: string; more: boolean } {
    const { since, offset } = this.#at;
    const through =
      page.orders.length < pageSize || (page.cursor !== undefined && isLater(page.cursor, left.instant));
    if (!through) return this.#go({ since, offset: offset + page.orders.length }, left.cursor);
    this.#left = undefined;
    return this.#go(left.onward, left.cursor);
  }

  #go(next: Position | undefined, cursor: string): { cursor: string; more: boolean } {
    if (next) this.#at = next;
    return { cursor, more: next !== undefined };
  }
}

/** Of two timestamps the later one, verbatim; of equal ones the newer spelling. */
const laterOf = (before: string, next: string | undefined): string =>
  next === undefined || isLater(before, next) ? before : next;

const instants = ({ orders }: SearchPage): readonly number[] =>
  orders.map(({ lastUpdatedAt }) => Date.parse(lastUpdatedAt)).filter((instant) => !Number.isNaN(instant));

const isSorted = (page: SearchPage): boolean =>
  instants(page).every((instant, index, all) => instant >= (all[index - 1] ?? instant));

const isOneInstant = (page: SearchPage): boolean => new Set(instants(page)).size <= 1;
