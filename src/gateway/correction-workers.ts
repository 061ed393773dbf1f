import type { Config } from '../config/schema/config-schema.ts';
import type { CorrectionChecker } from '../operator/decisions/check-correction.ts';
import type { Channel } from '../pipeline/channel/channel.ts';
import { resolveOwnFolders } from '../pipeline/runtime/runtime-snapshot.ts';
import { Workers } from '../pipeline/workers/workers.ts';

/** Milliseconds without a check after which the threads end. */
const idle = 300_000;

/** What the work runs with: other threads are needed as soon as one of them is another. */
interface InUse {
  readonly config: Config;
  /** Of that config. */
  readonly channels: readonly Channel[];
  /** Stands for mappings and XSDs. */
  readonly generation: object;
}

/** Threads that check what people correct, beside those of the work: there while somebody edits a document. */
export class CorrectionWorkers {
  #open:
    | { readonly inUse: InUse; readonly workers: Workers; readonly checker: CorrectionChecker }
    | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #closing = new Set<Promise<void>>();

  /** With config and mappings as they are now. */
  checker(inUse: InUse): CorrectionChecker {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), idle).unref();
    const before = this.#open?.inUse;
    if (before?.config !== inUse.config || before.generation !== inUse.generation) this.#end();
    this.#open ??= begin(inUse);
    return this.#open.checker;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#end();
    await Promise.all(this.#closing);
  }

  #end(): void {
    const closing = this.#open?.workers.close();
    this.#open = undefined;
    if (!closing) return;
    this.#closing.add(closing);
    void closing.finally(() => this.#closing.delete(closing));
  }
}

function begin(inUse: InUse) {
  const workers = new Workers(resolveOwnFolders(inUse.config));
  return { inUse, workers, checker: { workers, channels: inUse.channels } };
}
