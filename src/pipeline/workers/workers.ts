import { snapshotOf } from '../../mapping/files.ts';
import type { Finding } from '../../types.ts';
import type { CheckResult } from '../check/check.ts';
import type { EmbeddedFile } from '../check/embedded.ts';
import type { Prepared, PrepareTask } from '../prepare/prepare.ts';
import { Generation } from './generation.ts';
import { mappingFolders } from './mapping-folders.ts';
import type { UsedMapping } from './used-mappings.ts';
import type { CheckTask } from './worker.ts';

export { DeadlineExceeded } from './generation.ts';

/** Runs check and prepare outside the event loop, under a deadline in milliseconds, always in the newest generation. */
export class Workers {
  readonly #mappings: string | undefined;
  readonly #deadline: number;
  #generation: Generation;
  /** Generations that were replaced and still finish what they have begun. */
  readonly #leaving = new Set<Promise<void>>();

  constructor(mappings: string | undefined, deadline = 120_000) {
    this.#mappings = mappings;
    this.#deadline = deadline;
    this.#generation = this.#begin();
  }

  /** Large bytes of a task are handed over: here they are empty afterwards. */
  check(task: CheckTask): Promise<CheckResult> {
    return this.#generation.check(task);
  }

  /** The files inside a checked document. */
  embedded(bytes: Uint8Array): Promise<readonly EmbeddedFile[]> {
    return this.#generation.embedded(bytes);
  }

  prepare(task: PrepareTask): Promise<Prepared> {
    return this.#generation.prepare(task);
  }

  /** What is wrong with the mappings that are in use now. */
  prove(used: readonly UsedMapping[]): Promise<readonly Finding[]> {
    return this.#generation.prove(used);
  }

  /**
   * Takes up mappings and tables as they are now, if all is well with those in use; otherwise everything stays. The
   * answer: what is wrong.
   */
  async renew(used: readonly UsedMapping[]): Promise<readonly Finding[]> {
    const next = this.#begin();
    const findings = await next.prove(used).catch(async (error: unknown) => {
      await next.close();
      throw error;
    });
    if (findings.length === 0) this.#leave(this.#swap(next));
    else await next.close();
    return findings;
  }

  async close(): Promise<void> {
    await Promise.all([this.#generation.close(), ...this.#leaving]);
  }

  #begin(): Generation {
    const files = snapshotOf(mappingFolders(this.#mappings));
    return new Generation({ mappings: this.#mappings, files }, this.#deadline);
  }

  #swap(next: Generation): Generation {
    const before = this.#generation;
    this.#generation = next;
    return before;
  }

  #leave(generation: Generation): void {
    const gone = generation.close();
    this.#leaving.add(gone);
    void gone.finally(() => this.#leaving.delete(gone));
  }
}
