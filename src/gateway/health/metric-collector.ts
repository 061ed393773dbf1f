import { stat } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { BacklogSummary, JournalReader, OpenMessageCount } from '../../journal/journal.ts';
import type { EventLoopFact, MetricFacts } from '../../metrics/metric-facts.ts';
import type { Health } from '../../operator/health/health.ts';
import { waitAtMost } from '../../time/deadline.ts';
import { version } from '../../version.ts';
import type { TroubleSources } from './trouble-sources.ts';

/** Milliseconds for which the numbers of the journal are reused. */
const fresh = 5_000;
/** A slow journal is asked less often: the pause is this many times as long as the look. */
const rest = 20;
/** Milliseconds that whoever asks waits for the journal; then it is told as it was. */
const longestLook = 2_000;

interface Parts {
  readonly watched: () => TroubleSources;
  readonly journal: Pick<JournalReader, 'summarizeBacklog' | 'countOpenMessages'>;
  /** Path of an embedded one. */
  readonly file: string | undefined;
  /** As it was at the last look. */
  readonly health: () => Health;
}

interface JournalNumbers {
  readonly backlog: BacklogSummary;
  readonly open: readonly OpenMessageCount[];
}

/** Gathers how it stands for whoever scrapes it, every second if they like: journal and health are asked every few seconds at most. */
export class MetricCollector {
  readonly #parts: Parts;
  readonly #loop = new LoopDelay();
  #numbers: JournalNumbers | undefined;
  #health: Health = { status: 'green', reasons: [] };
  #until = 0;
  #looking: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  stop(): void {
    this.#loop.stop();
  }

  async collect(): Promise<MetricFacts> {
    if (performance.now() > this.#until) await waitAtMost(longestLook, this.#look());
    const { file } = this.#parts;
    const watched = this.#parts.watched();
    const { status, reasons } = this.#health;
    const { user, system } = process.cpuUsage();
    return {
      ...{ version, health: status, reasons },
      ...(this.#numbers ? journalFactsOf(this.#numbers, Date.now()) : noJournalFacts),
      folders: [...watched.inbound].map(([channel, folder]) => ({
        channel,
        scanSeconds: folder.scanTime() / 1000,
        usable: folder.trouble() === undefined,
      })),
      disks: watched.disks.diskRooms(),
      certificates: watched.certificates.daysLeft(),
      journalBytes: file === undefined ? undefined : (await sizeOf(file)) + (await sizeOf(`${file}-wal`)),
      loop: this.#loop.now(),
      process: {
        residentBytes: process.memoryUsage.rss(),
        cpuSeconds: (user + system) / 1e6,
        started: performance.timeOrigin / 1000,
      },
    };
  }

  /** One at a time. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** A journal that cannot be read is told by health; its numbers are left out until it can. */
  async #lookNow(): Promise<void> {
    const { journal, health } = this.#parts;
    const started = performance.now();
    try {
      this.#numbers = { backlog: await journal.summarizeBacklog(), open: await journal.countOpenMessages() };
    } catch {
      this.#numbers = undefined;
    }
    this.#health = health();
    this.#until = performance.now() + Math.max(fresh, (performance.now() - started) * rest);
  }
}

const noOutage = { waiting: 0, seconds: 0 };

const noJournalFacts = { open: [], outage: noOutage, tasks: [], first: [] };

function journalFactsOf(
  { backlog, open }: JournalNumbers,
  now: number,
): Pick<MetricFacts, 'open' | 'outage' | 'tasks' | 'first'> {
  const since = (instant: string): number => Math.max(0, (now - Date.parse(instant)) / 1000);
  return {
    open: open.map(({ channel, state, count, oldest }) => ({
      ...{ channel, state, count },
      oldestSeconds: since(oldest),
    })),
    outage: backlog.outage
      ? { waiting: backlog.outage.waiting, seconds: Math.max(0, (now - backlog.outage.since) / 1000) }
      : noOutage,
    tasks: backlog.tasks.map(({ channel, count, oldest }) => ({
      ...{ channel, count },
      oldestSeconds: since(oldest),
    })),
    first: longestWaits(backlog, now, since),
  };
}

/** Of each channel: what has waited longest for its turn. */
function longestWaits(
  { due: dueNow, unchecked }: JournalNumbers['backlog'],
  now: number,
  since: (instant: string) => number,
): MetricFacts['first'] {
  const waits = [
    ...dueNow.map(({ channel, due, receivedAt }) => ({
      channel,
      seconds: due > 0 ? Math.max(0, (now - due) / 1000) : since(receivedAt),
    })),
    ...unchecked.map(({ channel, receivedAt }) => ({ channel, seconds: since(receivedAt) })),
  ];
  return [...Map.groupBy(waits, ({ channel }) => channel)].map(([channel, all]) => ({
    channel,
    seconds: Math.max(...all.map(({ seconds }) => seconds)),
  }));
}

/** Bytes; 0 when it is not there. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** Milliseconds after which it is measured anew. */
const window = 10_000;

/**
 * How late the event loop was; several scrapers share one measure. It begins with the first who asks: its timer wakes the process fifty
 * times a second.
 */
class LoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: 20 });
  #last: EventLoopFact = { p50: 0, p99: 0, longest: 0 };
  #until = 0;

  stop(): void {
    this.#histogram.disable();
  }

  now(): EventLoopFact {
    if (performance.now() < this.#until) return this.#last;
    this.#histogram.enable();
    const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - 0.02);
    const histogram = this.#histogram;
    if (histogram.count > 0)
      this.#last = {
        p50: late(histogram.percentile(50)),
        p99: late(histogram.percentile(99)),
        longest: late(histogram.max),
      };
    histogram.reset();
    this.#until = performance.now() + window;
    return this.#last;
  }
}
