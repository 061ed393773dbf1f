import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { Meter } from '../../metrics/meter.ts';
import type { Log } from '../../system/log.ts';
import { PendingCalls } from '../../time/pending-calls.ts';
import { JournalNotWritten } from '../model/journal-errors.ts';
import { execute, type SqlDialect, type SqlEngine, type SqlSteps } from './sql-engine.ts';

/** Milliseconds between two tries to write again. */
const probeEvery = 1000;

/** Milliseconds without an answer of the thread after which only a restart may help. */
const hopelessAfter = 120_000;

/** Characters that must find room before the trouble counts as over: a single row often still fits on a full disk. */
const probeLength = 256_000;

/**
 * An engine that knows why it cannot be written. The trouble is told once, under the code `journal-not-written`; it is over
 * when a probe could be written, and that is told too.
 */
export class WatchedEngine implements SqlEngine {
  readonly dialect: SqlDialect;
  readonly #engine: SqlEngine;
  readonly #log: Log | undefined;
  #trouble: LocalizedText | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #writes = new PendingCalls();
  readonly #meter: Meter | undefined;

  constructor(engine: SqlEngine, log?: Log, meter?: Meter) {
    this.#engine = engine;
    this.#meter = meter;
    this.#log = log;
    this.dialect = engine.dialect;
  }

  trouble(): LocalizedText | undefined {
    return this.#engine.broken() ?? this.#trouble ?? this.#hanging();
  }

  /** A database elsewhere is none of this process's parts. */
  alive(): boolean {
    return this.dialect.shared || this.#writes.hangingSeconds(hopelessAfter) === undefined;
  }

  explainUnwritable(error: unknown): LocalizedText | undefined {
    return this.#engine.explainUnwritable(error);
  }

  damaged(what: string): LocalizedText | undefined {
    return this.#engine.damaged(what);
  }

  broken(): LocalizedText | undefined {
    return this.#engine.broken();
  }

  checkPart(): Promise<boolean> {
    return this.#engine.checkPart();
  }

  async write<T>(steps: () => SqlSteps<T>, urgent?: boolean): Promise<T> {
    const started = performance.now();
    try {
      const written = await this.#writes.track(() => this.#engine.write(steps, urgent));
      this.#meter?.observeCommit((performance.now() - started) / 1000);
      return written;
    } catch (error) {
      const reason = this.#engine.explainUnwritable(error);
      if (reason === undefined) throw error;
      this.#begin(reason, error);
      throw new JournalNotWritten(reason.en, { cause: error });
    }
  }

  /** Rejects with JournalNotWritten too: what cannot be read because of the whole journal is no fault of what was looked for. */
  async read<T>(steps: () => SqlSteps<T>): Promise<T> {
    try {
      return await this.#engine.read(steps);
    } catch (error) {
      const reason = this.#engine.explainUnwritable(error);
      if (reason === undefined) throw error;
      throw new JournalNotWritten(reason.en, { cause: error });
    }
  }

  runQuery<T>(steps: () => SqlSteps<T>): Promise<T> {
    return this.#engine.runQuery(steps);
  }

  runPage<T>(steps: () => SqlSteps<T>): Promise<T> {
    return this.#engine.runPage(steps);
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
  #hanging(): LocalizedText | undefined {
    const seconds = this.#writes.hangingSeconds();
    return seconds === undefined ? undefined : localize('journal-hangs', { seconds });
  }

  #begin(reason: LocalizedText, error: unknown): void {
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
      await this.#engine.write(() => execute(writeProbe, '.'.repeat(probeLength)));
      await this.#engine.write(() => execute("delete from meta where key = 'probe'"));
      this.#trouble = undefined;
      this.#timer = undefined;
      this.#log?.info({ code: 'journal-written' }, 'The journal can be written again.');
    } catch {
      // told when it began; `trouble` says it
      if (!this.#closed) this.#timer = this.#later();
    }
  }
}

const writeProbe =
  "insert into meta (key, value) values ('probe', ?) on conflict (key) do update set value = excluded.value";
