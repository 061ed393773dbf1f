import { setTimeout } from 'node:timers/promises';
import type { Journal, Message } from '../src/journal/interface.ts';
import { openPostgresJournal } from '../src/journal/postgres.ts';
import { startPostgres } from '../src/journal/testkit/postgres-server.ts';
import { percentile, report, rounded } from './kit/report.ts';

/**
 * What do 1, 10 and 100 gateways get out of one PostgreSQL? `node bench/many-gateways.ts [MESSAGES]`: each simulated gateway
 * has a journal of its own on the same database and takes its share of 10 kB messages through their whole lives, from
 * received to filed, with an exchange that takes no time. All of them run in one process beside the database, so one
 * machine bears what a hundred would: a floor, not a forecast.
 */
const messages = Number(process.argv[2] ?? 2000);
/** Orders, each with many versions. */
const orders = 400;
const atOnce = 4;
/** Milliseconds until somebody who found nothing looks again. */
const idle = 250;

const bytes = (n: number): Buffer => Buffer.from(JSON.stringify({ n, text: `${n} `.repeat(2000) }));

class SimulatedGateway {
  readonly #journal: Journal;
  readonly #finished: (message: Message, milliseconds: number) => void;
  readonly #over: () => boolean;

  constructor(
    journal: Journal,
    finished: (message: Message, milliseconds: number) => void,
    over: () => boolean,
  ) {
    this.#journal = journal;
    this.#finished = finished;
    this.#over = over;
  }

  async run(numbers: readonly number[]): Promise<void> {
    await Promise.all([this.#receive(numbers), this.#check(), this.#work()]);
    await this.#journal.close();
  }

  async #receive(numbers: readonly number[]): Promise<void> {
    for (const n of numbers) {
      const source = { kind: 'webhook', method: 'POST', path: '/events' } as const;
      const document = { channel: 'responses', direction: 'outbound', name: `${n}`, source } as const;
      await this.#journal.receive([{ ...document, bytes: bytes(n) }]);
    }
  }

  async #check(): Promise<void> {
    while (!this.#over()) {
      const message = await this.#journal.nextToCheck([]);
      if (message === undefined) await setTimeout(idle);
      else
        await this.#journal.checked(message.id, {
          orderKey: `order-${Number(message.name) % orders}`,
          findings: [],
        });
    }
  }

  async #work(): Promise<void> {
    while (!this.#over()) {
      const claimed = await this.#journal.claim(atOnce, Date.now(), []);
      await Promise.all(claimed.map((message) => this.#deliver(message)));
      if (claimed.length === 0) await setTimeout(idle);
    }
  }

  async #deliver(message: Message): Promise<void> {
    const { id } = message;
    const parts = { bytes: bytes(id), mapping: '', findings: [], state: '{}', plan: '{}' };
    const { attempt } = await this.#journal.prepared(id, parts);
    await this.#journal.ended(id, attempt, { status: 200, detail: 'ok', unknown: false });
    await this.#journal.settle(id, { outcome: 'delivered', reason: '', findings: [] });
    await this.#journal.filed(id, 'somewhere');
    this.#finished(message, Date.now() - Date.parse(message.receivedAt));
  }
}

async function measure(url: string, gateways: number) {
  const times: number[] = [];
  const last = new Map<number, number>();
  let outOfOrder = 0;
  const finished = ({ id, name }: Message, milliseconds: number): void => {
    const order = Number(name) % orders;
    if ((last.get(order) ?? 0) > id) outOfOrder += 1;
    last.set(order, id);
    times.push(milliseconds);
  };
  const journals = await Promise.all(Array.from({ length: gateways }, () => openPostgresJournal(url)));
  const numbers = Array.from({ length: messages }, (_, n) => n);
  const started = performance.now();
  await Promise.all(
    journals.map((journal, n) =>
      new SimulatedGateway(journal, finished, () => times.length >= messages).run(
        numbers.filter((number) => number % gateways === n),
      ),
    ),
  );
  const perSecond = messages / ((performance.now() - started) / 1000);
  return { perSecond, p99: percentile(times, 0.99), outOfOrder };
}

const server = await startPostgres();
if (server === undefined) throw new Error('PostgreSQL is not installed here');
try {
  const rows = [];
  let one = 0;
  for (const gateways of [1, 10, 100]) {
    const { perSecond, p99, outOfOrder } = await measure(await server.database(), gateways);
    if (gateways === 1) one = perSecond;
    rows.push({ what: `${gateways} gateways: messages a second, all together`, figure: rounded(perSecond) });
    rows.push({ what: `${gateways} gateways: against one`, figure: rounded(perSecond / one, 2) });
    rows.push({ what: `${gateways} gateways: received to filed, p99, ms`, figure: rounded(p99) });
    const met = outOfOrder === 0;
    rows.push({ what: `${gateways} gateways: out of order`, figure: outOfOrder, target: '0', met });
  }
  report(`What do 1, 10 and 100 gateways get out of one PostgreSQL? (${messages} messages)`, rows);
} finally {
  await server.close();
}
