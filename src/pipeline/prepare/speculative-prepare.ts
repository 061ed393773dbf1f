import type { Message } from '../../journal/model/message.ts';
import type { Channel } from '../channel/channel.ts';
import type { UsedVersions } from '../runtime/used-versions.ts';
import type { PrepareResult } from './prepare-task.ts';

/** How many are kept, up to which size (bytes received), and for how long (milliseconds). */
const speculationLimits = { count: 256, bytes: 100_000, age: 30_000 };

/** With its clock, and what it was made with. */
export interface SpeculativeResult {
  readonly prepared: PrepareResult;
  readonly now: string;
  readonly made?: UsedVersions | undefined;
}

interface KeptResult extends SpeculativeResult {
  readonly hash: string;
  readonly issued: string | undefined;
  readonly generation: object;
  /** Monotonic. */
  readonly at: number;
}

/**
 * What was prepared in the same call as the check, as if nothing were known of the order. It is used when the message's turn
 * has come and that is still so: then prepare would see the very same, and give the same. In all other cases (a state by now,
 * another document, a decision, other mappings) it is prepared anew. Only a cache.
 */
export class SpeculativePrepare {
  readonly #kept = new Map<number, KeptResult>();

  /** Is it worth while? Where many wait already those behind them would only fill memory. */
  isWorthwhile({ forced }: Message, { direction }: Channel, bytes: number): boolean {
    this.#drop();
    return (
      direction === 'inbound' &&
      !forced &&
      bytes <= speculationLimits.bytes &&
      this.#kept.size < speculationLimits.count
    );
  }

  /** `generation`: the mappings and schemas that made it. */
  keep(
    { id, hash }: Message,
    issued: string | undefined,
    ahead: SpeculativeResult,
    generation: object,
  ): void {
    this.#kept.set(id, { ...ahead, hash, issued, generation, at: performance.now() });
  }

  /** Once; `known`: something is known of the order, or was gathered. */
  take(
    { id, hash, issued, forced }: Message,
    known: boolean,
    generation: object,
  ): SpeculativeResult | undefined {
    const kept = this.#kept.get(id);
    this.#kept.delete(id);
    if (!kept || known || forced || performance.now() - kept.at > speculationLimits.age) return undefined;
    const same = kept.hash === hash && kept.issued === issued && kept.generation === generation;
    return same ? kept : undefined;
  }

  /** Those that are too old are the first of all. */
  #drop(): void {
    for (const [id, { at }] of this.#kept) {
      if (performance.now() - at <= speculationLimits.age) return;
      this.#kept.delete(id);
    }
  }
}
