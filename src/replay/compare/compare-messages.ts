import type { ReplayCandidate } from '../../journal/journal.ts';
import { EarlyStop } from '../rerun/early-stop.ts';
import type { ReplayJournal } from '../rerun/message-record.ts';
import { iterateCandidates } from '../rerun/replay-candidates.ts';
import { ReplayPool, ReplayStopped, ReplayTimeout } from '../rerun/replay-pool.ts';
import { OrderComparer, type OrderComparisonResult } from './compare-order.ts';
import { type CompareReport, CompareReportBuilder, type OutcomeGroup } from './compare-report.ts';
import type { TwoVersions } from './two-versions.ts';

/**
 * Which messages are reported: those of channels that the edit touches, received since then, the newest so
 * many.
 */
export interface CompareSelection {
  /** RFC 3339, UTC. */
  readonly since?: string | undefined;
  readonly last?: number | undefined;
  readonly channel?: string | undefined;
  /** Of this party: a number of it stands in the document. */
  readonly party?: string | undefined;
}

export interface CompareOptions {
  /** Ends it: what has been compared by then is reported. */
  readonly signal?: AbortSignal;
  /** Messages compared so far, of how many, and kinds of outcome that were not seen before. */
  readonly progress?: (done: number, of: number, fresh: readonly OutcomeGroup[]) => void;
  readonly threads?: number;
  /** Milliseconds that one message may take. */
  readonly patience?: number;
}

/** Orders under way at once: while threads run some, the journal is read for others. */
const ordersAtOnce = 6;

/** What the edited version would have done with messages of the journal. Writes nothing; what it reads may change meanwhile. */
export async function compareMessages(
  journal: ReplayJournal,
  versions: TwoVersions,
  wanted: CompareSelection,
  { signal, progress, threads = 2, patience }: CompareOptions = {},
): Promise<CompareReport> {
  const { orders, ids } = await listOrders(journal, versions, wanted);
  const groups = new CompareReportBuilder();
  const stop = new EarlyStop(signal);
  const ran = [...versions.ran].map(([name, snapshot]) => [`running ${name}`, snapshot] as const);
  const snapshots = { ...versions.snapshots, ...Object.fromEntries(ran) };
  const pool = new ReplayPool(snapshots, threads, patience, stop.signal);
  let done = 0;
  const work = async (): Promise<void> => {
    for (let some = orders.next(); !some.done && stop.reason === undefined; some = orders.next()) {
      const found = await compareOneOrder({ journal, versions, pool }, ids, some.value);
      if (found === undefined) return;
      stop.addTimeouts(found.endless);
      done += found.compared.length + found.notRun.length;
      const fresh = groups.add(found);
      progress?.(done, ids.size, fresh);
    }
  };
  try {
    await Promise.all(Array.from({ length: ordersAtOnce }, work));
    return groups.report(ids.size, stop.timeouts, done < ids.size ? stop.reason : undefined);
  } finally {
    await pool.close();
  }
}

/** Undefined: it was stopped. */
async function compareOneOrder(
  parts: ConstructorParameters<typeof OrderComparer>[0],
  ids: ReadonlySet<number>,
  order: readonly number[],
): Promise<(OrderComparisonResult & { readonly endless: number }) | undefined> {
  try {
    return { ...(await new OrderComparer(parts, ids).run(order)), endless: 0 };
  } catch (error) {
    if (error instanceof ReplayStopped) return undefined;
    if (!(error instanceof ReplayTimeout)) throw error;
    const notRun = order.filter((id) => ids.has(id)).map((id) => ({ id, why: error.message }));
    return { compared: [], notRun, onceMore: [], endless: 1 };
  }
}

/** Those that are told of, and all messages of their orders, order by order, the newest first. */
async function listOrders(journal: ReplayJournal, versions: TwoVersions, wanted: CompareSelection) {
  const all: ReplayCandidate[] = [];
  for await (const one of iterateCandidates(journal)) all.push(one);
  const told = await keepParty(
    journal,
    all.filter((one) => isSelected(one, versions, wanted)),
    wanted.party,
  );
  const ids = new Set(told.slice(-(wanted.last ?? told.length)).map(({ id }) => id));
  const byOrder = Map.groupBy(all, ({ id, address }) => address ?? `message ${id}`);
  const orders = [...byOrder.values()]
    .map((some) => some.map(({ id }) => id))
    .filter((some) => some.some((id) => ids.has(id)))
    .sort((a, b) => (b.at(-1) ?? 0) - (a.at(-1) ?? 0));
  return { orders: orders.values(), ids };
}

/** Keys that are asked for at once. */
const keysAtOnce = 500;

async function keepParty(
  journal: ReplayJournal,
  all: readonly ReplayCandidate[],
  party: string | undefined,
): Promise<readonly ReplayCandidate[]> {
  if (party === undefined) return all;
  const found = new Set<number>();
  for (let at = 0; at < all.length; at += keysAtOnce) {
    const keys = await journal.listBusinessKeys(all.slice(at, at + keysAtOnce).map(({ id }) => id));
    for (const { kind, value, message } of keys) if (kind === 'party' && value === party) found.add(message);
  }
  return all.filter(({ id }) => found.has(id));
}

const isSelected = (
  { channel, receivedAt }: ReplayCandidate,
  versions: TwoVersions,
  { since = '', channel: only = channel }: CompareSelection,
): boolean => versions.differIn(channel) && channel === only && receivedAt >= since;
