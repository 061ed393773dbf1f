import { setTimeout } from 'node:timers/promises';
import { stampOf } from '../mapping/stamp.ts';
import type { Finding } from '../types.ts';
import type { UsedMapping } from './prove-mappings.ts';

interface Parts {
  /** The user's own folder. */
  readonly folder: string;
  readonly used: readonly UsedMapping[];
  readonly workers: { renew(used: readonly UsedMapping[]): Promise<readonly Finding[]> };
  readonly log: {
    info(what: object, message: string): void;
    error(what: object, message: string): void;
  };
}

/**
 * Hot reload: looks at the folder again and again; what was edited is proved in new workers and only then used. An edit
 * counts once the folder looks the same twice, so that a file that is being written is left in peace.
 */
export class MappingWatch {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  #used: string;
  #seen: string;
  #trouble: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#used = stampOf(parts.folder);
    this.#seen = this.#used;
  }

  /** Why the mappings as they are now are not used; the ones before run on. */
  trouble(): string | undefined {
    return this.#trouble;
  }

  /** Until `stop`; every so many milliseconds. */
  async run(every = 1000): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.look();
      await setTimeout(every, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  /** One look. A reload that fails for another reason than the mappings is tried again on the next edit. */
  async look(): Promise<void> {
    try {
      const now = stampOf(this.#parts.folder);
      const settled = now === this.#seen;
      this.#seen = now;
      if (settled && now !== this.#used) await this.#reload(now);
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error), []);
    }
  }

  async #reload(stamp: string): Promise<void> {
    const { workers, used, log, folder } = this.#parts;
    this.#used = stamp;
    const findings = await workers.renew(used);
    const [first] = findings;
    if (first !== undefined) return this.#fail(told(first), findings);
    this.#trouble = undefined;
    log.info({ folder }, 'edited mappings are in use now');
  }

  #fail(reason: string, findings: readonly Finding[]): void {
    const { log, folder } = this.#parts;
    const trouble = `The mappings as they are now are not used, the ones before run on: ${reason}`;
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    log.error({ code: 'mappings-not-used', folder, findings }, trouble);
  }
}

function told({ file, line, column, message }: Finding): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return `${place} ${message}`.trim();
}
