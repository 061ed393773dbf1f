import { explainFailure } from '../../findings/localized-error.ts';
import {
  explainKeptReason,
  type LocalizedText,
  localize,
  quoteText,
  type TroubleName,
} from '../../findings/localized-text.ts';
import { systemCodeOf } from '../../folders/folder-error.ts';
import { repeat } from '../../time/repeating.ts';
import type { Finding } from '../../types.ts';
import { type DistinctChannel, isBlocking } from '../runtime/distinct-channels.ts';
import {
  computeStamp,
  explainAway,
  listFiles,
  listFolders,
  type OwnFolders,
} from '../runtime/runtime-snapshot.ts';
import type { Workers } from './workers.ts';

interface MappingWatchParts {
  readonly own: OwnFolders;
  readonly used: readonly DistinctChannel[];
  readonly workers: Pick<Workers, 'prove' | 'renew' | 'readStamps' | 'waitingChannels'>;
  readonly log: {
    info(what: object, message: string): void;
    error(what: object, message: string): void;
  };
}

/** How it stands with the mappings; `ok` is false when those in use do not work, so that messages wait for them. */
export interface MappingState {
  readonly ok: boolean;
  readonly reason?: LocalizedText;
}

/** One folder as the watch knows it. */
interface WatchedFolder {
  /** As it was when it was last taken up or refused. */
  readonly proved: string;
  readonly seen: string;
}

/**
 * Hot reload: looks at the user's folders again and again, so that shares without events are served too; what was edited is
 * proved in new workers and only then used. An edit counts once the folder looks the same twice: a file that is being written
 * is left in peace. A folder that goes away changes nothing: a share may be down. One that was away when the gateway began is
 * taken up when it is there. A share that hangs holds up nobody but this loop.
 */
export class MappingWatch {
  readonly #parts: MappingWatchParts;
  readonly #folders: readonly string[];
  readonly #stop = new AbortController();
  #watched: ReadonlyMap<string, WatchedFolder> | undefined;
  #state: MappingState = { ok: true };
  /** Folders that are away, and why. */
  readonly #away = new Map<string, LocalizedText>();

  constructor(parts: MappingWatchParts) {
    this.#parts = parts;
    this.#folders = listFolders(parts.own);
  }

  state(): MappingState {
    const [[channel, why] = []] = this.#parts.workers.waitingChannels;
    if (channel !== undefined && why !== undefined)
      return { ok: false, reason: localize('mappings-wait', { channel, why: explainKeptReason(why) }) };
    const [away] = this.#away.values();
    if (away === undefined) return this.#state;
    return { ok: this.#state.ok, reason: this.#state.ok ? away : (this.#state.reason ?? away) };
  }

  /** Until `stop`; every so many milliseconds. */
  async run(every = 1000): Promise<void> {
    await this.#orStopped(this.begin());
    if (this.#folders.length > 0) await repeat(this.#stop.signal, every, () => this.#orStopped(this.look()));
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Proves what the gateway begins with: there is nothing else to run. */
  async begin(): Promise<void> {
    await this.#runSafely(async () => {
      const { workers, used } = this.#parts;
      const findings = await workers.prove(used);
      const broken = findings.some(isBlocking);
      this.#tell(findings, broken ? 'mappings-broken' : 'mappings-used-but', !broken);
    });
  }

  /** One look at each folder. A reload that fails for another reason than the mappings is tried again on the next edit. */
  async look(): Promise<void> {
    await this.#runSafely(async () => {
      const before = this.#watched ?? (await this.#inUse());
      const now = new Map<string, WatchedFolder>();
      for (const folder of this.#folders) {
        const { proved = '', seen = '' } = before.get(folder) ?? {};
        now.set(folder, { proved, seen: (await this.#stampOf(folder)) ?? seen });
      }
      this.#watched = now;
      const settled = [...now].every(([folder, { seen }]) => seen === before.get(folder)?.seen);
      if (settled && [...now.values()].some(({ seen, proved }) => seen !== proved)) await this.#reload(now);
    });
  }

  async #inUse(): Promise<ReadonlyMap<string, WatchedFolder>> {
    const stamps = Object.entries(await this.#parts.workers.readStamps());
    return new Map(stamps.map(([folder, stamp]) => [folder, { proved: stamp, seen: stamp }]));
  }

  /** Undefined while it is away. */
  async #stampOf(folder: string): Promise<string | undefined> {
    try {
      const stamp = computeStamp(await listFiles(folder));
      this.#there(folder);
      return stamp;
    } catch (error) {
      const why =
        systemCodeOf(error) === 'ENOENT'
          ? localize('mappings-none', { folder })
          : localize('mappings-away', { why: explainAway(folder, error) });
      this.#missing(folder, why);
      return undefined;
    }
  }

  /** A share that hangs does not keep the gateway from stopping. */
  async #orStopped(work: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#stop.signal.addEventListener('abort', () => resolve(), { once: true });
    if (!this.#stop.signal.aborted) await Promise.race([work, promise]);
  }

  async #runSafely(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#fail(localize('mappings-not-taken', { why: explainFailure(error) }), [], this.#state.ok);
    }
  }

  async #reload(now: ReadonlyMap<string, WatchedFolder>): Promise<void> {
    const { workers, used, log } = this.#parts;
    this.#watched = new Map([...now].map(([folder, { seen }]) => [folder, { seen, proved: seen }]));
    const { taken, findings } = await workers.renew(used);
    const words = taken ? 'mappings-some' : 'mappings-old';
    this.#tell(findings, words, taken ? !findings.some(isBlocking) : this.#state.ok);
    if (findings.length === 0) log.info({ folders: this.#folders }, 'edited mappings are in use now');
  }

  #tell(findings: readonly Finding[], words: TroubleName, ok: boolean): void {
    const [first, ...more] = findings;
    if (first === undefined) this.#state = { ok: true };
    else this.#fail(localize(words, { why: renderFirstFinding(first, more.length) }), findings, ok);
  }

  #missing(folder: string, why: LocalizedText): void {
    const news = this.#away.get(folder)?.en !== why.en;
    this.#away.set(folder, why);
    if (news) this.#parts.log.error({ code: 'mappings-not-used', folder }, (this.state().reason ?? why).en);
  }

  #there(folder: string): void {
    if (this.#away.delete(folder)) this.#parts.log.info({ folder }, 'the folder is there again');
  }

  #fail(reason: LocalizedText, findings: readonly Finding[], ok: boolean): void {
    if (reason.en === this.#state.reason?.en) return;
    this.#state = { ok, reason };
    this.#parts.log.error({ code: 'mappings-not-used', folders: this.#folders, findings }, reason.en);
  }
}

function renderFirstFinding({ file, line, column, message, advice }: Finding, more: number): LocalizedText {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const why = quoteText(`${place} ${message} ${advice}`.trim());
  return more === 0 ? why : localize('mappings-more', { why, count: more });
}
