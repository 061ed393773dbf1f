import { setTimeout } from 'node:timers/promises';
import type { CapacityQuery, Journal } from '../src/journal/journal.ts';
import { JournalNotWritten, LeaseLost } from '../src/journal/model/journal-errors.ts';
import type { Message, NewMessage } from '../src/journal/model/message.ts';
import { openPostgresJournal } from '../src/journal/postgres/open-postgres.ts';
import type { PostgresServer } from '../src/journal/testkit/postgres-server.ts';
import { sampleRecord } from '../src/journal/testkit/sample-record.ts';
import {
  ConcurrencyLimiter,
  computeDeliveryLimit,
  concurrencyLimits,
} from '../src/pipeline/concurrency-limits.ts';
import { type CountingPostgres, startCountingPostgres } from './kit/counting-postgres.ts';
import { readOwnSeconds } from './kit/processors.ts';
import { atLeast, percentile, type Row, report, rounded } from './kit/report.ts';

/**
 * What do 1, 10 and 100 gateways get out of one PostgreSQL? `node bench/many-gateways.ts [ORDERS] [SEVERAL…]`, with `STATEMENTS=1` also which
 * statements took the time: each simulated gateway
 * has a journal and a channel, and so a lane, of its own on the same database and takes its share of 10 kB orders through their whole lives, from received
 * to filed, as many at once as a real one, with an exchange that takes no time. All of them run in one process beside the
 * database, so one machine bears what a hundred would: it shows what they cost each other, not what a hundred machines give.
 * A quarter as many go before, and are in no figure: in these connections are opened and statements planned, and gateways run for weeks.
 * Several are held against the mean of one before them and one after them: a machine that others share is not as quick all the time.
 */
const [orders = 2000, ...given] = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [10, 100];
/** Orders a second beside those of one gateway, at least. */
const targets: ReadonlyMap<number, number> = new Map([
  [10, 0.95],
  [100, 0.5],
]);
const warmUp = Math.ceil(orders / 4);
/** Order keys, each with many versions. */
const keys = 400;
const receivedAtOnce = 20;
/** Requests that the exchange takes. */
const perSecond = 1000;
/** Milliseconds until somebody who found nothing looks again, and until what could not be written is tried again. */
const later = 1000;
const lookAtLocks = 250;

const bytes = (n: number): Buffer => Buffer.from(JSON.stringify({ n, text: `${n} `.repeat(2000) }));

function order(channel: string, n: number): NewMessage {
  const source = { kind: 'file', id: `claim-${n}`, name: `${n}`, size: 1, mtime: 1 } as const;
  return { channel, lane: channel, direction: 'inbound', name: `${n}`, source, bytes: bytes(n) };
}

/** What all gateways of one round have done. */
class Round {
  claims: number[] = [];
  /** Looks of them that found nothing. */
  empty = 0;
  outOfOrder = 0;
  /** Messages that another gateway took over, because theirs gave no sign of life for too long. */
  lost = 0;
  /** Writes that the database was too slow for. */
  late = 0;
  readonly #warm = Promise.withResolvers<void>();
  readonly #begun = Promise.withResolvers<void>();
  #startedAt: number | undefined;
  #endedAt = 0;
  readonly #last = new Map<number, number>();
  /** Milliseconds from received to filed, by message. */
  readonly #lives = new Map<number, number>();

  get lives(): readonly number[] {
    return [...this.#lives.values()];
  }

  /** All that go before have been filed. */
  get warm(): Promise<void> {
    return this.#warm.promise;
  }

  /** What is measured may come. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  begin(): void {
    this.claims = [];
    this.empty = 0;
    this.#lives.clear();
    this.#startedAt = performance.now();
    this.#begun.resolve();
  }

  get over(): boolean {
    return this.#startedAt !== undefined && this.#lives.size >= orders;
  }

  get perSecond(): number {
    return (orders * 1000) / (this.#endedAt - (this.#startedAt ?? 0));
  }

  async surely<T>(write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof JournalNotWritten)) throw error;
        this.late += 1;
        await setTimeout(later);
      }
    }
  }

  /** Whoever works on it; one that was lost may have come to its end all the same, and the answer was lost. */
  async work(journal: Journal, message: Message, steps: () => Promise<void>): Promise<void> {
    try {
      await steps();
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      this.lost += 1;
      const now = await this.surely(() => journal.message(message.id));
      if (now?.state === 'settled') this.finished(now);
    }
  }

  /** Called while it is in hand: no other one of its key is. */
  sent({ id, name }: Message): void {
    const key = Number(name) % keys;
    if ((this.#last.get(key) ?? 0) > id) this.outOfOrder += 1;
    this.#last.set(key, id);
  }

  finished({ id, receivedAt }: Message): void {
    if (this.#lives.has(id)) return;
    this.#lives.set(id, Date.now() - Date.parse(receivedAt));
    if (this.#startedAt === undefined && this.#lives.size === warmUp) this.#warm.resolve();
    if (this.over) this.#endedAt = performance.now();
  }
}

class SimulatedGateway {
  readonly #channel: string;
  readonly #journal: Journal;
  readonly #round: Round;
  readonly #checks: ConcurrencyLimiter;
  readonly #deliveries: ConcurrencyLimiter;

  constructor(channel: string, journal: Journal, round: Round) {
    this.#channel = channel;
    this.#journal = journal;
    this.#round = round;
    this.#checks = new ConcurrencyLimiter({
      ...concurrencyLimits.checks,
      large: false,
      take: (wanted) => round.surely(() => journal.takeNextToCheck(wanted)),
      work: (message) => round.work(journal, message, () => this.#check(message)),
    });
    this.#deliveries = new ConcurrencyLimiter({
      ...computeDeliveryLimit(perSecond),
      large: false,
      take: (wanted) => this.#claim(wanted),
      work: (message) => round.work(journal, message, () => this.#deliver(message)),
    });
  }

  async run(before: readonly number[], numbers: readonly number[]): Promise<void> {
    const works = [this.#checks, this.#deliveries].map((each) => this.#loop(each));
    await this.#receive(before);
    await this.#round.begun;
    await Promise.all([this.#receive(numbers), ...works]);
    await this.#journal.close();
  }

  async #receive(numbers: readonly number[]): Promise<void> {
    for (let at = 0; at < numbers.length; at += receivedAtOnce) {
      const some = numbers.slice(at, at + receivedAtOnce);
      const documents = some.map((n) => order(this.#channel, n));
      await this.#round.surely(() => this.#journal.receive(documents));
      this.#checks.wake();
    }
  }

  async #loop(each: ConcurrencyLimiter): Promise<void> {
    while (!this.#round.over) {
      if (!(await each.take())) await each.wait(later);
      await each.waitForRoom();
    }
    await each.waitUntilIdle();
  }

  async #check({ id, name }: Message): Promise<void> {
    const checked = { orderKey: `order-${Number(name) % keys}`, findings: [] };
    await this.#round.surely(() => this.#journal.storeChecked(id, checked));
    this.#deliveries.wake();
  }

  async #claim(wanted: CapacityQuery): Promise<readonly Message[]> {
    const started = performance.now();
    const query = { ...wanted, direction: 'inbound', due: Date.now() } as const;
    const claimed = await this.#round.surely(() => this.#journal.claim(query));
    this.#round.claims.push(performance.now() - started);
    if (claimed.length === 0) this.#round.empty += 1;
    return claimed;
  }

  async #deliver(message: Message): Promise<void> {
    const { id } = message;
    const [prepared, plan] = [Buffer.from(`as JSON ${bytes(id)}`), JSON.stringify({ message: id })];
    const parts = { bytes: prepared, mapping: '', saw: sampleRecord, findings: [], plan };
    const end = { status: 200, detail: 'ok', unknown: false };
    const settlement = { outcome: 'delivered', reason: '', findings: [] } as const;
    const { attempt } = await this.#round.surely(() => this.#journal.startDelivery(id, parts));
    this.#round.sent(message);
    await this.#round.surely(() => this.#journal.endAttempt(id, attempt, end));
    await this.#round.surely(() => this.#journal.settle(id, settlement));
    await this.#round.surely(() => this.#journal.noteFiled({ id, ends: 1 }, 'somewhere'));
    this.#round.finished(message);
  }
}

/** Connections that wait for a lock of another one, on an average of looks. */
async function lockWaits(server: PostgresServer, url: string, round: Round): Promise<number> {
  const waiting =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  let sum = 0;
  let looks = 0;
  for (; !round.over; looks += 1) {
    sum += (await server.run(url, waiting)).length;
    await setTimeout(lookAtLocks);
  }
  return sum / looks;
}

interface Measured {
  readonly waits: number;
  readonly round: Round;
  /** For an order: statements and plans of the server; milliseconds of the processors that it and all gateways took. */
  readonly statements: number;
  readonly plans: number;
  readonly server: number;
  readonly gateways: number;
}

async function measure(server: CountingPostgres, gateways: number): Promise<Measured> {
  const url = await server.database();
  const round = new Round();
  const journals = await Promise.all(Array.from({ length: gateways }, () => openPostgresJournal(url)));
  const share = (from: number, count: number, gateway: number): number[] =>
    Array.from({ length: count }, (_, n) => from + n).filter((n) => n % gateways === gateway);
  const runs = journals.map((journal, n) =>
    new SimulatedGateway(`orders-${n}`, journal, round).run(share(orders, warmUp, n), share(0, orders, n)),
  );
  await round.warm;
  const [before, own] = [await server.readWork(url), readOwnSeconds()];
  round.begin();
  const [waits] = await Promise.all([lockWaits(server, url, round), ...runs]);
  const gatewaySeconds = readOwnSeconds() - own;
  const after = await server.readWork(url);
  if (process.env.STATEMENTS) console.table(await server.listCostliest(url));
  return {
    ...{ waits, round },
    statements: (after.statements - before.statements) / orders,
    plans: (after.plans - before.plans) / orders,
    server: ((after.seconds - before.seconds) * 1000) / orders,
    gateways: (gatewaySeconds * 1000) / orders,
  };
}

/** `alone`: orders a second of one gateway. */
function rowsOf(measured: Measured, gateways: number, alone?: number): readonly Row[] {
  const { round } = measured;
  const { perSecond } = round;
  const figures: readonly (readonly [string, number])[] = [
    ['orders/s, all together', rounded(perSecond)],
    ['received to filed, p99, ms', rounded(percentile(round.lives, 0.99))],
    ['a claim, p50, ms', rounded(percentile(round.claims, 0.5), 1)],
    ['a claim, p99, ms', rounded(percentile(round.claims, 0.99))],
    ['looks for an order', rounded(round.claims.length / orders, 2)],
    ['looks that find nothing', rounded(round.empty / round.claims.length, 2)],
    ['statements for an order, without begin and commit', rounded(measured.statements, 1)],
    ['plans for an order', rounded(measured.plans, 1)],
    ['processors for an order, server, ms', rounded(measured.server, 1)],
    ['processors for an order, gateways, ms', rounded(measured.gateways, 1)],
    ['connections waiting for a lock', rounded(measured.waits, 1)],
    ['writes tried again', round.late],
    ['messages taken over by another', round.lost],
  ];
  const rows: Row[] = figures.map(([what, figure]) => ({ what: `${gateways} gateways: ${what}`, figure }));
  const inOrder = { figure: round.outOfOrder, target: '0', met: round.outOfOrder === 0 };
  rows.push({ what: `${gateways} gateways: out of order`, ...inOrder });
  const target = targets.get(gateways);
  if (target === undefined || alone === undefined) return rows;
  const beside = atLeast(target, perSecond / alone, 2);
  return [...rows, { what: `${gateways} gateways: orders/s beside one gateway`, ...beside }];
}

const server = await startCountingPostgres();
if (server === undefined) throw new Error('PostgreSQL is not installed here');
try {
  const one = await measure(server, 1);
  const rows: Row[] = [...rowsOf(one, 1)];
  let before = one.round.perSecond;
  for (const gateways of sizes) {
    const measured = await measure(server, gateways);
    const after = (await measure(server, 1)).round.perSecond;
    rows.push(...rowsOf(measured, gateways, (before + after) / 2));
    before = after;
  }
  report(`What do 1, ${sizes.join(', ')} gateways get out of one PostgreSQL? (${orders} orders)`, rows);
} finally {
  await server.close();
}
