import { setTimeout } from 'node:timers/promises';
import { JournalNotWritten } from '../src/journal/errors.ts';
import type { Journal } from '../src/journal/interface.ts';
import type { Message, NewMessage } from '../src/journal/message.ts';
import { openPostgresJournal } from '../src/journal/postgres.ts';
import { type PostgresServer, startPostgres } from '../src/journal/testkit/postgres-server.ts';
import { WakeUp } from '../src/pipeline/wake-up.ts';
import { percentile, report, rounded } from './kit/report.ts';

/**
 * What do 1, 10 and 100 gateways get out of one PostgreSQL? `node bench/many-gateways.ts [ORDERS]`: each simulated gateway
 * has a journal of its own on the same database and takes its share of 10 kB orders through their whole lives, from received
 * to filed, as many at once as a real one, with an exchange that takes no time. All of them run in one process beside the
 * database, so one machine bears what a hundred would: it shows what they cost each other, not what a hundred machines give.
 */
const orders = Number(process.argv[2] ?? 2000);
/** Order keys, each with many versions. */
const keys = 400;
/** As the pipeline has them. */
const atOnce = { received: 20, checked: 4, worked: 16 };
/** Milliseconds until somebody who found nothing looks again, and until what could not be written is tried again. */
const later = 1000;
const lookAtLocks = 250;

const bytes = (n: number): Buffer => Buffer.from(JSON.stringify({ n, text: `${n} `.repeat(2000) }));

function order(n: number): NewMessage {
  const source = { kind: 'file', id: `claim-${n}`, name: `${n}`, size: 1, mtime: 1 } as const;
  return { channel: 'orders', direction: 'inbound', name: `${n}`, source, bytes: bytes(n) };
}

/** What all gateways of one round have done. */
class Round {
  readonly lives: number[] = [];
  readonly claims: number[] = [];
  outOfOrder = 0;
  /** Writes that the database was too slow for. */
  late = 0;
  readonly #last = new Map<number, number>();

  get over(): boolean {
    return this.lives.length >= orders;
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

  finished({ id, name, receivedAt }: Message): void {
    const key = Number(name) % keys;
    if ((this.#last.get(key) ?? 0) > id) this.outOfOrder += 1;
    this.#last.set(key, id);
    this.lives.push(Date.now() - Date.parse(receivedAt));
  }
}

class SimulatedGateway {
  readonly #journal: Journal;
  readonly #round: Round;
  readonly #checking = new Set<number>();
  readonly #working = new Map<number, Promise<void>>();
  readonly #toCheck = new WakeUp();
  readonly #toWork = new WakeUp();

  constructor(journal: Journal, round: Round) {
    this.#journal = journal;
    this.#round = round;
  }

  async run(numbers: readonly number[]): Promise<void> {
    const checks = Array.from({ length: atOnce.checked }, () => this.#check());
    await Promise.all([this.#receive(numbers), ...checks, this.#work()]);
    await this.#journal.close();
  }

  async #receive(numbers: readonly number[]): Promise<void> {
    for (let at = 0; at < numbers.length; at += atOnce.received) {
      const some = numbers.slice(at, at + atOnce.received);
      const documents = some.map(order);
      await this.#round.surely(() => this.#journal.receive(documents));
      this.#toCheck.call();
    }
  }

  async #check(): Promise<void> {
    while (!this.#round.over) {
      const message = await this.#round.surely(() => this.#journal.nextToCheck([...this.#checking]));
      if (message === undefined) await this.#toCheck.wait(later);
      else if (!this.#checking.has(message.id)) {
        this.#checking.add(message.id);
        const checked = { orderKey: `order-${Number(message.name) % keys}`, findings: [] };
        await this.#round.surely(() => this.#journal.checked(message.id, checked));
        this.#checking.delete(message.id);
        this.#toWork.call();
      }
    }
  }

  async #work(): Promise<void> {
    while (!this.#round.over) {
      const room = atOnce.worked - this.#working.size;
      const started = performance.now();
      const busy = [...this.#working.keys()];
      const query = { direction: 'inbound', count: room, due: Date.now(), busy } as const;
      const claimed = await this.#round.surely(() => this.#journal.claim(query));
      this.#round.claims.push(performance.now() - started);
      for (const message of claimed) this.#working.set(message.id, this.#deliver(message));
      if (claimed.length < room) await this.#toWork.wait(later);
      else await Promise.race(this.#working.values());
    }
    await Promise.all(this.#working.values());
  }

  async #deliver(message: Message): Promise<void> {
    const { id } = message;
    const parts = { bytes: bytes(id), mapping: '', findings: [], state: '{}', plan: '{}' };
    const end = { status: 200, detail: 'ok', unknown: false };
    const settlement = { outcome: 'delivered', reason: '', findings: [] } as const;
    const { attempt } = await this.#round.surely(() => this.#journal.prepared(id, parts));
    await this.#round.surely(() => this.#journal.ended(id, attempt, end));
    await this.#round.surely(() => this.#journal.settle(id, settlement));
    await this.#round.surely(() => this.#journal.filed({ id, ends: 1 }, 'somewhere'));
    this.#working.delete(id);
    this.#toWork.call();
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

async function measure(server: PostgresServer, gateways: number) {
  const url = await server.database();
  const round = new Round();
  const journals = await Promise.all(Array.from({ length: gateways }, () => openPostgresJournal(url)));
  const numbers = Array.from({ length: orders }, (_, n) => n);
  const share = (n: number): number[] => numbers.filter((number) => number % gateways === n);
  const started = performance.now();
  const [waits] = await Promise.all([
    lockWaits(server, url, round),
    ...journals.map((journal, n) => new SimulatedGateway(journal, round).run(share(n))),
  ]);
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: orders / seconds, waits, round };
}

const server = await startPostgres();
if (server === undefined) throw new Error('PostgreSQL is not installed here');
try {
  const rows = [];
  for (const gateways of [1, 10, 100]) {
    const { perSecond, waits, round } = await measure(server, gateways);
    const { lives, claims, outOfOrder } = round;
    const figures: readonly (readonly [string, number])[] = [
      ['orders/s, all together', rounded(perSecond)],
      ['received to filed, p99, ms', rounded(percentile(lives, 0.99))],
      ['a claim, p50, ms', rounded(percentile(claims, 0.5), 1)],
      ['a claim, p99, ms', rounded(percentile(claims, 0.99))],
      ['connections waiting for a lock', rounded(waits, 1)],
      ['writes tried again', round.late],
    ];
    for (const [what, figure] of figures) rows.push({ what: `${gateways} gateways: ${what}`, figure });
    const met = outOfOrder === 0;
    rows.push({ what: `${gateways} gateways: out of order`, figure: outOfOrder, target: '0', met });
  }
  report(`What do 1, 10 and 100 gateways get out of one PostgreSQL? (${orders} orders)`, rows);
} finally {
  await server.close();
}
