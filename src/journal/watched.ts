import { Asked } from '../asked.ts';
import { type Told, told } from '../findings/troubles.ts';
import type { Log } from '../log.ts';
import type { Meter } from '../metrics/meter.ts';
import { JournalNotWritten } from './errors.ts';
import { type Dialect, type Engine, run, type Steps } from './sql.ts';

/** Milliseconds between two tries to write again. */
const probeEvery = 1000;

/** Milliseconds without an answer of its own thread after which a start anew is the last hope. */
const lost = 120_000;

/** Characters that must find room before the trouble counts as over: a single row often still fits on a full disk. */
const probeLength = 256_000;

/**
 * An engine that knows why it cannot be written. The trouble is told once, under the code `journal-not-written`; it is over
 * when a probe could be written, and that is told too.
 */
export class WatchedEngine implements Engine {
  readonly dialect: Dialect;
  readonly #engine: Engine;
  readonly #log: Log | undefined;
  #trouble: Told | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #writes = new Asked();
  readonly #meter: Meter | undefined;

  constructor(engine: Engine, log?: Log, meter?: Meter) {
    this.#engine = engine;
    this.#meter = meter;
    this.#log = log;
    this.dialect = engine.dialect;
  }

  trouble(): Told | undefined {
    return this.#engine.broken() ?? this.#trouble ?? this.#hanging();
  }

  /** A database elsewhere is none of this process's parts. */
  alive(): boolean {
    return this.dialect.shared || this.#writes.hanging(lost) === undefined;
  }

  unable(error: unknown): Told | undefined {
    return this.#engine.unable(error);
  }

  damaged(what: string): Told | undefined {
    return this.#engine.damaged(what);
  }

  broken(): Told | undefined {
    return this.#engine.broken();
  }

  checkPart(): Promise<boolean> {
    return this.#engine.checkPart();
  }

  async write<T>(steps: () => Steps<T>, urgent?: boolean): Promise<T> {
    const started = performance.now();
    try {
      const written = await this.#writes.ask(() => this.#engine.write(steps, urgent));
      this.#meter?.committed((performance.now() - started) / 1000);
      return written;
    } catch (error) {
      const reason = this.#engine.unable(error);
      if (reason === undefined) throw error;
      this.#begin(reason, error);
      throw new JournalNotWritten(reason.en, { cause: error });
    }
  }

  /** Rejects with JournalNotWritten too: what cannot be read because of the whole journal is no fault of what was looked for. */
  async read<T>(steps: () => Steps<T>): Promise<T> {
    try {
      return await this.#engine.read(steps);
    } catch (error) {
      const reason = this.#engine.unable(error);
      if (reason === undefined) throw error;
      throw new JournalNotWritten(reason.en, { cause: error });
    }
  }

  browse<T>(steps: () => Steps<T>): Promise<T> {
    return this.#engine.browse(steps);
  }

  shrink(): Promise<boolean> {
    return this.#engine.shrink();
  }

  close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    return this.#engine.close();
  }

  /** It is not given up: what was asked for may be on disk any moment. */
  #hanging(): Told | undefined {
    const seconds = this.#writes.hanging();
    return seconds === undefined ? undefined : told('journal-hangs', { seconds });
  }

  #begin(reason: Told, error: unknown): void {
    const news = this.#trouble?.en !== reason.en;
    this.#trouble = reason;
    if (news) this.#log?.error({ code: 'journal-not-written', err: error }, reason.en);
    this.#timer ??= this.#later();
  }

  #later(): NodeJS.Timeout {
    return setTimeout(() => void this.#probe(), probeEvery).unref();
  }

  async #probe(): Promise<void> {
    try {
      await this.#engine.write(() => run(put, '.'.repeat(probeLength)));
      await this.#engine.write(() => run("delete from meta where key = 'probe'"));
      this.#trouble = undefined;
      this.#timer = undefined;
      this.#log?.info({ code: 'journal-written' }, 'The journal can be written again.');
    } catch {
      // told when it began; `trouble` says it
      if (!this.#closed) this.#timer = this.#later();
    }
  }
}

const put =
  "insert into meta (key, value) values ('probe', ?) on conflict (key) do update set value = excluded.value";
