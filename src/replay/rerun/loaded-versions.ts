import { MappingMemo } from '../../mapping/mapping-memo.ts';
import {
  type ChannelRuntimes,
  loadChannelRuntimes,
  type SharedParts,
} from '../../pipeline/runtime/channel-runtime.ts';
import type { RuntimeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import { loadSchemas } from '../../scsn/load-schemas.ts';

/** What a pool asks of a thread: a task, with the versions of its pool. */
export interface ReplayCall<T> {
  readonly task: T;
  /** Keys of the versions by their names. */
  readonly versions: Readonly<Record<string, string>>;
  /** By these keys; absent: the thread may know them. */
  readonly snapshots?: ReadonlyMap<string, RuntimeSnapshot>;
}

/** Missing: the thread does not know all versions, and has not begun. */
export type ReplayAnswer<T> = { readonly reply: T } | 'missing';

/** Versions that one thread has loaded beside those of the call under way. */
const mostLoaded = 8;

/** The versions that a thread knows, by their keys; each is loaded when it is first asked for. */
export class LoadedVersions {
  readonly #snapshots = new Map<string, RuntimeSnapshot>();
  readonly #runtimes = new Map<string, ChannelRuntimes>();
  #shared: SharedParts | undefined;

  /** Are all of a call there? */
  take({ versions, snapshots = new Map() }: Pick<ReplayCall<unknown>, 'versions' | 'snapshots'>): boolean {
    for (const [key, snapshot] of snapshots) this.#snapshots.set(key, snapshot);
    const wanted = new Set(Object.values(versions));
    this.#forgetOldest(wanted);
    return [...wanted].every((key) => this.#snapshots.has(key));
  }

  get(key: string): ChannelRuntimes {
    const snapshot = this.#snapshots.get(key);
    if (snapshot === undefined) throw new Error('There is no such version.');
    this.#shared ??= { schemas: loadSchemas(), mappings: new MappingMemo() };
    const known =
      this.#runtimes.get(key) ??
      loadChannelRuntimes(snapshot.own.mappings, snapshot, snapshot.own.language, this.#shared);
    this.#runtimes.set(key, known);
    return known;
  }

  #forgetOldest(wanted: ReadonlySet<string>): void {
    const others = [...this.#snapshots.keys()].filter((key) => !wanted.has(key));
    for (const key of others.slice(0, Math.max(0, others.length - mostLoaded))) {
      this.#runtimes.get(key)?.dispose();
      this.#runtimes.delete(key);
      this.#snapshots.delete(key);
    }
  }
}
