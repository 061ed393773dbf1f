import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Outcome } from '../types.ts';
import type { Meter } from './meter.ts';
import type { MetricFacts } from './metric-facts.ts';
import { type Series, series } from './metric-series.ts';

/** The only file that knows the Prometheus client. */

const buckets = {
  request: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  commit: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
};

/** What is counted, and the page that tells it. */
export class PrometheusMetrics implements Meter {
  readonly #registry = new Registry();
  readonly #left = this.#counter(series.left);
  readonly #lost = this.#counter(series.lost);
  readonly #answers = this.#counter(series.answers);
  readonly #requests = this.#histogram(series.requests, buckets.request);
  readonly #commits = this.#histogram(series.commits, buckets.commit);
  readonly #gauges = this.#makeGauges();
  readonly #cpu = this.#counter(series.cpu);

  countMessage(channel: string, outcome: Outcome | 'parked' | 'waiting'): void {
    this.#left.inc({ channel, outcome });
  }

  countLostValues(channel: string, kind: 'commercial' | 'other', count: number): void {
    this.#lost.inc({ channel, class: kind }, count);
  }

  observeRequest(operation: string, status: number, seconds: number): void {
    this.#answers.inc({ operation, status: String(status) });
    this.#requests.observe({ operation }, seconds);
  }

  observeCommit(seconds: number): void {
    this.#commits.observe(seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All of it in the text format. What is gone since the last time (a folder, a reason) is not told any more. */
  async renderPage(facts: MetricFacts): Promise<string> {
    for (const gauge of Object.values(this.#gauges)) gauge.reset();
    this.#cpu.reset();
    this.#cpu.inc(facts.process.cpuSeconds);
    this.#tellWork(facts);
    this.#tellMachine(facts);
    return await this.#registry.metrics();
  }

  #tellWork({ health, reasons, open, outage, tasks, first, folders }: MetricFacts): void {
    const g = this.#gauges;
    g.health.set({ green: 0, amber: 1, red: 2 }[health]);
    for (const { level, code } of reasons) g.reasons.inc({ level, code });
    for (const { channel, state, count, oldestSeconds } of open) {
      g.open.set({ channel, state }, count);
      g.oldest.set({ channel, state }, oldestSeconds);
    }
    g.outage.set(outage.seconds);
    g.outageWaiting.set(outage.waiting);
    for (const { channel, count, oldestSeconds } of tasks) {
      g.tasks.set({ channel }, count);
      g.tasksOldest.set({ channel }, oldestSeconds);
    }
    for (const { channel, seconds } of first) g.first.set({ channel }, seconds);
    for (const { channel, scanSeconds, usable } of folders) {
      g.usable.set({ channel }, usable ? 1 : 0);
      g.scan.set({ channel }, scanSeconds);
    }
  }

  #tellMachine({ version, disks, certificates, journalBytes, loop, process }: MetricFacts): void {
    const g = this.#gauges;
    g.build.set({ version, node: globalThis.process.version }, 1);
    for (const { folder, free, size } of disks) {
      g.free.set({ folder }, free);
      g.size.set({ folder }, size);
    }
    for (const { about, days } of certificates) g.certificate.set({ certificate: about }, days * 86_400);
    if (journalBytes !== undefined) g.journal.set(journalBytes);
    g.loop.set({ percentile: '50' }, loop.p50);
    g.loop.set({ percentile: '99' }, loop.p99);
    g.loop.set({ percentile: '100' }, loop.longest);
    g.resident.set(process.residentBytes);
    g.started.set(process.started);
  }

  #makeGauges() {
    return {
      build: this.#gauge(series.build),
      health: this.#gauge(series.health),
      reasons: this.#gauge(series.reasons),
      open: this.#gauge(series.open),
      oldest: this.#gauge(series.oldest),
      outage: this.#gauge(series.outage),
      outageWaiting: this.#gauge(series.outageWaiting),
      tasks: this.#gauge(series.tasks),
      tasksOldest: this.#gauge(series.tasksOldest),
      first: this.#gauge(series.first),
      usable: this.#gauge(series.usable),
      scan: this.#gauge(series.scan),
      free: this.#gauge(series.free),
      size: this.#gauge(series.size),
      certificate: this.#gauge(series.certificate),
      journal: this.#gauge(series.journal),
      loop: this.#gauge(series.loop),
      resident: this.#gauge(series.resident),
      started: this.#gauge(series.started),
    };
  }

  #gauge<L extends string>(of: SeriesOf<L>): Gauge<L> {
    return new Gauge(this.#settings(of));
  }

  #counter<L extends string>(of: SeriesOf<L>): Counter<L> {
    return new Counter(this.#settings(of));
  }

  #histogram<L extends string>(of: SeriesOf<L>, buckets: readonly number[]): Histogram<L> {
    return new Histogram({ ...this.#settings(of), buckets: [...buckets] });
  }

  #settings<L extends string>({ name, help, labels }: SeriesOf<L>) {
    return { name, help, labelNames: [...labels], registers: [this.#registry] };
  }
}

type SeriesOf<L extends string> = Series & { readonly labels: readonly L[] };
