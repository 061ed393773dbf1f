import { existsSync } from 'node:fs';
import { stampOf } from '../../mapping/stamp.ts';
import { pause } from '../../pause.ts';
import type { Finding } from '../../types.ts';
import { isBroken, type UsedMapping } from './used-mappings.ts';

interface Parts {
  /** The user's own folder. */
  readonly folder: string;
  readonly used: readonly UsedMapping[];
  readonly workers: {
    /** What is wrong with the mappings that are in use. */
    prove(used: readonly UsedMapping[]): Promise<readonly Finding[]>;
    /** Takes up those of the folder if all is well with them; else what is wrong. */
    renew(used: readonly UsedMapping[]): Promise<readonly Finding[]>;
  };
  readonly log: {
    info(what: object, message: string): void;
    error(what: object, message: string): void;
  };
}

/** How it stands with the mappings; `ok` is false when those in use do not work, so that messages wait for them. */
export interface MappingState {
  readonly ok: boolean;
  readonly reason?: string;
}

/**
 * Hot reload: looks at the folder again and again, so that shares without events are served too; what was edited is proved
 * in new workers and only then used. An edit counts once the folder looks the same twice: a file that is being written is
 * left in peace. A folder that goes away changes nothing: a share may be down.
 */
export class MappingWatch {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  /** The folder as it was when it was last proved. */
  #proved: string;
  #seen: string;
  #state: MappingState = { ok: true };
  #gone = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#proved = stampOf(parts.folder);
    this.#seen = this.#proved;
  }

  state(): MappingState {
    if (!this.#gone) return this.#state;
    const reason = `The folder of your mappings ${this.#parts.folder} is not there; those that were read before are used.`;
    return { ok: this.#state.ok, reason };
  }

  /** Until `stop`; every so many milliseconds. */
  async run(every = 1000): Promise<void> {
    await this.begin();
    while (!this.#stop.signal.aborted) {
      await this.look();
      await pause(every, this.#stop.signal);
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Proves what the gateway begins with: there is nothing else to run. */
  async begin(): Promise<void> {
    await this.#surely(async () => {
      const { workers, used } = this.#parts;
      const findings = await workers.prove(used);
      const broken = findings.some(isBroken);
      const words = broken
        ? 'The mappings cannot be used, their messages wait'
        : 'The mappings are used, but';
      this.#tell(findings, words, !broken);
    });
  }

  /** One look. A reload that fails for another reason than the mappings is tried again on the next edit. */
  async look(): Promise<void> {
    await this.#surely(async () => {
      this.#missing(!existsSync(this.#parts.folder));
      if (this.#gone) return;
      const now = stampOf(this.#parts.folder);
      const settled = now === this.#seen;
      this.#seen = now;
      if (settled && now !== this.#proved) await this.#reload(now);
    });
  }

  async #surely(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#fail(`The folder of your mappings cannot be taken up: ${reason}`, [], this.#state.ok);
    }
  }

  async #reload(stamp: string): Promise<void> {
    const { workers, used, log, folder } = this.#parts;
    this.#proved = stamp;
    const findings = await workers.renew(used);
    this.#tell(findings, 'The mappings as they are now are not used, the ones before run on', this.#state.ok);
    if (findings.length === 0) log.info({ folder }, 'edited mappings are in use now');
  }

  #tell(findings: readonly Finding[], words: string, ok: boolean): void {
    const [first, ...more] = findings;
    if (first === undefined) this.#state = { ok: true };
    else
      this.#fail(
        `${words}: ${told(first)}${more.length > 0 ? ` (and ${more.length} more findings)` : ''}`,
        findings,
        ok,
      );
  }

  #missing(gone: boolean): void {
    if (gone === this.#gone) return;
    const { log, folder } = this.#parts;
    this.#gone = gone;
    if (gone) log.error({ code: 'mappings-not-used', folder }, this.state().reason ?? '');
    else log.info({ folder }, 'the folder of mappings is there again');
  }

  #fail(reason: string, findings: readonly Finding[], ok: boolean): void {
    const { log, folder } = this.#parts;
    if (reason === this.#state.reason) return;
    this.#state = { ok, reason };
    log.error({ code: 'mappings-not-used', folder, findings }, reason);
  }
}

function told({ file, line, column, message, advice }: Finding): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return `${place} ${message} ${advice}`.trim();
}
