import type { SearchPage } from '../../exchange/exchange-client.ts';
import { isLater, isSameInstant } from '../../time/instants.ts';

/** Orders a page, the most the exchange gives (specification section 8). */
export const pageSize = 100;

/** Pages by offset overlap by so many: fewer may leave between two of them, since they were changed, and none is missed. */
const overlap = 10;

/** Most passes over pages by offset while orders move. */
const mostPasses = 10;

/** So many passes in a row in which nothing new was found are enough, however much moves. */
const quietPasses = 2;

/** What is asked for next. */
export interface SearchPosition {
  readonly since: string;
  readonly offset: number;
}

/** How to go on, and from where to search after a crash. */
interface PagerStep {
  readonly next: SearchPosition | undefined;
  readonly cursor: string;
}

/** What comes after a full page, counted from where that page began. */
interface PageRest extends SearchPosition {
  readonly keys: readonly string[];
  readonly newest: string;
}

/** Pages read by offset, where timestamps cannot lead further. */
interface OffsetWalk {
  readonly since: string;
  /**
   * It ends with the first page that goes past this instant. Undefined: pages are not sorted, so it goes to
   * the very end.
   */
  leaveBehind: string | undefined;
  newest: string;
  /** Of the page before. */
  keys: readonly string[];
  readonly seen: Set<string>;
  /** Some that nobody has seen may lie between two pages of this pass. */
  moved: boolean;
  /** How many were new in this pass. */
  found: number;
  passes: number;
  quiet: number;
  /** Where to go on instead of behind it. */
  readonly onward?: SearchPosition;
}

/**
 * The way through the pages of a search, from a cursor to a page that is not full.
 *
 * A full page moves the cursor to its newest timestamp, and the next page begins there: what is changed meanwhile comes
 * later and is met again. Two kinds of full pages cannot be left by the cursor: one that ends on the timestamp it began
 * with, and one that is not sorted. Those are followed by `offset`, and the cursor stays until the last of them. There,
 * what is changed between two pages moves to the end and draws others into its place, over the edge of the page that was
 * read. So pages by offset overlap; where a page does not go on where the one before ends, the way is gone once more.
 *
 * "Since" may include its own instant or not (the specification does not say). Where a page that begins at the end of
 * the one before holds nothing of that instant, it probably does not, and orders of the same instant were left behind:
 * they are asked for by `offset` from where the page before began.
 */
export class SearchPager {
  #at: SearchPosition;
  #rest: PageRest | undefined;
  #walk: OffsetWalk | undefined;
  #restless = false;

  constructor(since: string) {
    this.#at = { since, offset: 0 };
  }

  get position(): SearchPosition {
    return this.#at;
  }

  /** Orders kept moving under a way by offset: one may have been missed until it is read again. */
  get restless(): boolean {
    return this.#restless;
  }

  /** Takes the page at `position`. `cursor`: from where to search after a crash; `more`: there is a next position. */
  takePage(page: SearchPage): { readonly cursor: string; readonly more: boolean } {
    const { next, cursor } = this.#walk ? this.#follow(page, this.#walk) : this.#straight(page);
    if (next) this.#at = next;
    return { cursor, more: next !== undefined };
  }

  #straight(page: SearchPage): PagerStep {
    const { since } = this.#at;
    const rest = this.#leavesBehind(page) ? this.#rest : undefined;
    this.#rest = undefined;
    if (rest)
      return this.#set(
        startWalk({ ...rest, leaveBehind: rest.newest, onward: { since, offset: 0 } }),
        rest.offset,
      );
    const newest = pickLater(since, page.cursor);
    if (page.orders.length < pageSize) return { next: undefined, cursor: newest };
    if (isSorted(page) && !isOneInstant(page) && isLater(newest, since))
      return this.#behind(page, { since, offset: 0 }, newest);
    const past = isSorted(page) ? newest : undefined;
    return this.#set(
      startWalk({ since, leaveBehind: past, newest, keys: keysOf(page) }),
      page.orders.length - overlap,
    );
  }

  #set(walk: OffsetWalk, offset: number): PagerStep {
    this.#walk = walk;
    return { next: { since: walk.since, offset }, cursor: walk.since };
  }

  /** On from the newest timestamp of a full page. */
  #behind(page: SearchPage, { since, offset }: SearchPosition, newest: string): PagerStep {
    this.#rest = { since, offset: offset + page.orders.length - overlap, keys: keysOf(page), newest };
    return { next: { since: newest, offset: 0 }, cursor: newest };
  }

  #leavesBehind(page: SearchPage): boolean {
    if (!this.#rest) return false;
    return !page.orders.some((order) => isSameInstant(order.lastUpdatedAt, this.#at.since));
  }

  #follow(page: SearchPage, walk: OffsetWalk): PagerStep {
    const { offset } = this.#at;
    notePage(walk, page, offset);
    const short = page.orders.length < pageSize;
    if (!short && !goesPast(page, walk)) return this.#set(walk, offset + page.orders.length - overlap);
    if (needsNextPass(walk)) return this.#set(startNextPass(walk), 0);
    this.#walk = undefined;
    this.#restless ||= walk.moved && walk.quiet < quietPasses;
    const { since, newest, onward } = walk;
    if (onward) return { next: onward, cursor: onward.since };
    return short ? { next: undefined, cursor: newest } : this.#behind(page, { since, offset }, newest);
  }
}

const goesPast = ({ cursor }: SearchPage, { leaveBehind: past }: OffsetWalk): boolean =>
  past !== undefined && cursor !== undefined && isLater(cursor, past);

const startWalk = (
  begin: Pick<OffsetWalk, 'since' | 'leaveBehind' | 'newest' | 'keys' | 'onward'>,
): OffsetWalk => ({
  ...begin,
  seen: new Set(begin.keys),
  moved: false,
  found: 0,
  passes: 1,
  quiet: 0,
});

function notePage(walk: OffsetWalk, page: SearchPage, offset: number): void {
  const keys = keysOf(page);
  if (offset > 0 && !continues(walk.keys, keys)) walk.moved = true;
  if (!isSorted(page)) walk.leaveBehind = undefined;
  for (const key of keys) if (!walk.seen.has(key)) walk.found += 1;
  for (const key of keys) walk.seen.add(key);
  walk.keys = keys;
  walk.newest = pickLater(walk.newest, page.cursor);
}

/** At the end of a pass. */
function needsNextPass(walk: OffsetWalk): boolean {
  walk.quiet = walk.found === 0 ? walk.quiet + 1 : 0;
  return walk.moved && walk.quiet < quietPasses && walk.passes < mostPasses;
}

const startNextPass = (walk: OffsetWalk): OffsetWalk => ({
  ...walk,
  moved: false,
  found: 0,
  passes: walk.passes + 1,
});

/** An order as it is now: changed, it is another. */
const keysOf = ({ orders }: SearchPage): readonly string[] =>
  orders.map(({ id, lastUpdatedAt }) => `${id} ${lastUpdatedAt}`);

/** Does a page go on where the one before ends, be it that it begins earlier or later in it? */
function continues(before: readonly string[], page: readonly string[]): boolean {
  const [first = ''] = page;
  const tail = before.slice(before.indexOf(first));
  return before.includes(first) && tail.every((key, index) => key === page[index]);
}

/** Of two timestamps the later one, verbatim; of equal ones the newer spelling. */
const pickLater = (before: string, next: string | undefined): string =>
  next === undefined || isLater(before, next) ? before : next;

const instants = ({ orders }: SearchPage): readonly number[] =>
  orders.map(({ lastUpdatedAt }) => Date.parse(lastUpdatedAt)).filter((instant) => !Number.isNaN(instant));

const isSorted = (page: SearchPage): boolean =>
  instants(page).every((instant, index, all) => instant >= (all[index - 1] ?? instant));

const isOneInstant = (page: SearchPage): boolean => new Set(instants(page)).size <= 1;
