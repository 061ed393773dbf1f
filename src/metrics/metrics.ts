import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Outcome } from '../types.ts';
import type { MetricFacts } from './facts.ts';
import type { Meter } from './meter.ts';

/** The only file that knows the Prometheus client. Names and meanings stand in docs/monitoring.md, held against it by a test. */

const named = (name: string): string => `scsn_gateway_${name}`;

const buckets = {
  request: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  commit: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
};

/** What is counted, and the page that tells it. */
export class Metrics implements Meter {
  readonly #registry = new Registry();
  readonly #left = this.#counter('messages_total', 'Messages that left the hands of this gateway, by how.', [
    'channel',
    'outcome',
  ]);
  readonly #answers = this.#counter(
    'exchange_answers_total',
    'Answers of the exchange, by operation and status; 0: none came.',
    ['operation', 'status'],
  );
  readonly #requests = new Histogram({
    name: named('exchange_request_seconds'),
    help: 'Time from a request to the exchange to its whole answer.',
    labelNames: ['operation'],
    buckets: buckets.request,
    registers: [this.#registry],
  });
  readonly #commits = new Histogram({
    name: named('journal_commit_seconds'),
    help: 'Time from a change to the moment at which it is on the disk of the journal.',
    buckets: buckets.commit,
    registers: [this.#registry],
  });
  readonly #gauges = this.#makeGauges();
  readonly #cpu = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of this process.',
    registers: [this.#registry],
  });

  left(channel: string, outcome: Outcome | 'parked' | 'waiting'): void {
    this.#left.inc({ channel, outcome });
  }

  answered(operation: string, status: number, seconds: number): void {
    this.#answers.inc({ operation, status: String(status) });
    this.#requests.observe({ operation }, seconds);
  }

  committed(seconds: number): void {
    this.#commits.observe(seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All of it in the text format. What is gone since the last time (a folder, a reason) is not told any more. */
  async page(facts: MetricFacts): Promise<string> {
    for (const gauge of Object.values(this.#gauges)) gauge.reset();
    this.#cpu.reset();
    this.#cpu.inc(facts.process.cpuSeconds);
    this.#tellWork(facts);
    this.#tellMachine(facts);
    return await this.#registry.metrics();
  }

  #tellWork({ health, reasons, open, first, folders }: MetricFacts): void {
    const g = this.#gauges;
    g.health.set({ green: 0, amber: 1, red: 2 }[health]);
    for (const { level, code } of reasons) g.reasons.inc({ level, code });
    for (const { channel, state, count, oldestSeconds } of open) {
      g.open.set({ channel, state }, count);
      g.oldest.set({ channel, state }, oldestSeconds);
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
    for (const { about, days } of certificates) g.certificate.set({ certificate: about }, days);
    if (journalBytes !== undefined) g.journal.set(journalBytes);
    g.loop.set({ quantile: '0.5' }, loop.p50);
    g.loop.set({ quantile: '0.99' }, loop.p99);
    g.loop.set({ quantile: '1' }, loop.longest);
    g.resident.set(process.residentBytes);
    g.started.set(process.started);
  }

  #makeGauges() {
    const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
      new Gauge<L>({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
    return {
      build: gauge(named('build_info'), 'Version of the gateway and of Node; always 1.', ['version', 'node']),
      health: gauge(named('health'), 'As /health: 0 green, 1 amber, 2 red.'),
      reasons: gauge(named('health_reasons'), 'Reasons of /health.', ['level', 'code']),
      open: gauge(named('messages'), 'Messages that have not ended, and those rejected within 24 hours.', [
        'channel',
        'state',
      ]),
      oldest: gauge(named('oldest_message_seconds'), 'Age of the oldest of them.', ['channel', 'state']),
      first: gauge(
        named('lane_first_seconds'),
        'For how long the first message of a lane has been due, or received and not checked.',
        ['channel'],
      ),
      usable: gauge(named('folder_usable'), '1: the folder of the channel can be used.', ['channel']),
      scan: gauge(named('folder_scan_seconds'), 'Time of the last scan of an inbound folder.', ['channel']),
      free: gauge(named('disk_free_bytes'), 'Room on the disks that the gateway writes to.', ['folder']),
      size: gauge(named('disk_size_bytes'), 'Size of those disks.', ['folder']),
      certificate: gauge(named('certificate_days_left'), 'Days until a certificate ends.', ['certificate']),
      journal: gauge(named('journal_bytes'), 'Size of an embedded journal with its log.'),
      loop: gauge(named('event_loop_delay_seconds'), 'How late the event loop was.', ['quantile']),
      resident: gauge('process_resident_memory_bytes', 'Memory of this process.'),
      started: gauge('process_start_time_seconds', 'When this process began.'),
    };
  }

  #counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return new Counter({ name: named(name), help, labelNames: [...labelNames], registers: [this.#registry] });
  }
}
