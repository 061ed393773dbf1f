import { threadProgram } from '../../package.ts';
import type { RuntimeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import {
  openThreadPool,
  runWithDeadline,
  type ThreadPool,
  type TimedRun,
  waitUntilNoneLoads,
} from '../../pipeline/workers/worker-pool.ts';
import { sha256 } from '../../text/sha256.ts';
import type { ReplayAnswer, ReplayCall } from './loaded-versions.ts';

/**
 * The threads of all replays of this process: what one has loaded serves the next, since versions have most of their files in common, and
 * often all. They go away when they have had nothing to do for a minute, and keep no process from ending.
 */

/** MB for the objects of a thread: documents of 48 MB with a file inside and of 200,000 elements were compared in it. */
export const threadMegabytes = 600;

/** At once, of all replays together. */
const mostThreads = 3;

let threads: ThreadPool | undefined;

function openThreads(): ThreadPool {
  const limits = { minThreads: 0, maxThreads: mostThreads, idleTimeout: 60_000, memory: threadMegabytes };
  threads ??= openThreadPool(threadProgram('replay').href, {}, limits);
  return threads;
}

/** The versions of one replay, by their names. */
export type NamedVersions = Readonly<Record<string, RuntimeSnapshot>>;

/** A task in one of the threads. Versions are sent to a thread that does not know them: they are hundreds of files. */
export async function runInThreads<T>(
  versions: NamedVersions,
  { task, ...timed }: Omit<TimedRun, 'transferList'>,
): Promise<T> {
  const keys = Object.fromEntries(Object.entries(versions).map(([name, one]) => [name, keyOf(one)]));
  const call: ReplayCall<unknown> = { task, versions: keys };
  const run = (one: ReplayCall<unknown>) =>
    runWithDeadline<ReplayAnswer<T>>(openThreads(), { ...timed, task: one });
  const answer = await run(call);
  if (answer !== 'missing') return answer.reply;
  const snapshots = new Map(Object.values(versions).map((one) => [keyOf(one), one]));
  const second = await run({ ...call, snapshots });
  if (second === 'missing') throw new Error('A thread does not know the versions that it was sent.');
  return second.reply;
}

/** A thread that loads must not be stopped, also not by the end of the process. */
export async function settleThreads(): Promise<void> {
  if (threads) await waitUntilNoneLoads(threads);
}

const keys = new WeakMap<RuntimeSnapshot, string>();

/** Two snapshots that are equal have one key. */
function keyOf(snapshot: RuntimeSnapshot): string {
  const known = keys.get(snapshot) ?? hashSnapshot(snapshot);
  keys.set(snapshot, known);
  return known;
}

const hashSnapshot = ({ own, files, away }: RuntimeSnapshot): string =>
  sha256(JSON.stringify([own, away, Object.entries(files).map(([path, bytes]) => [path, sha256(bytes)])]));
