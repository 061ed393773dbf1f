import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { patience } from '../../test/kit/machine.ts';
import type { Journal } from './journal.ts';
import type { Message } from './model/message.ts';
import { openPostgresJournal } from './postgres/open-postgres.ts';
import type { EngineUnderTest } from './testkit/kit.ts';
import { lastingPostgres, lastingSqlite } from './testkit/lasting-journals.ts';
import { startPostgres } from './testkit/postgres-server.ts';

/**
 * After any lives of messages, what a claim gives is what its definition says, computed from all messages one by one: nobody is forgotten,
 * and nobody goes before an earlier one of its order.
 */

const lanes = ['a', 'b'];
const keys = ['k1', 'k2'];
const hour = 3_600_000;

/** What happens next; numbers choose among the messages that it may happen to. */
const steps = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('receive' as const), lane: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('ready' as const), lane: fc.nat(), key: fc.nat() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('check' as const), which: fc.nat(), key: fc.nat() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('claim' as const), count: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('settle', 'wait', 'wait-long', 'park', 'park', 'park-released', 'recheck'),
      which: fc.nat(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('release', 'release', 'discard', 'retry'),
      which: fc.nat(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('later' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(all: readonly T[], which = 0): T | undefined => all[which % all.length];

/** One journal, and the time by which it is asked. */
class Life {
  #journal: Journal;
  #time = Date.now();
  #count = 0;
  readonly #reopen: () => Promise<Journal>;

  constructor(journal: Journal, reopen: () => Promise<Journal>) {
    this.#journal = journal;
    this.#reopen = reopen;
  }

  async live(step: Step): Promise<void> {
    if (step.do === 'receive') await this.#receive(step.lane);
    else if (step.do === 'ready') await this.#ready(step.lane, step.key);
    else if (step.do === 'claim') await this.#claim(step.count);
    else if (step.do === 'later') this.#time += hour / 2;
    else if (step.do === 'crash') await this.#crash();
    else if (step.do === 'check') await this.#check(step.which, step.key);
    else if (step.do === 'release' || step.do === 'discard' || step.do === 'retry')
      await this.#decide(step.do, step.which);
    else await this.#end(step.do, step.which);
  }

  async #ready(lane: number, key: number): Promise<void> {
    const id = await this.#receive(lane);
    await this.#journal.storeChecked(id, { findings: [], orderKey: pick(keys, key) ?? '' });
  }

  async #receive(which: number): Promise<number> {
    this.#count += 1;
    const lane = pick(lanes, which) ?? '';
    const name = `${this.#count}`;
    const source = { kind: 'file', id: name, name, size: 1, mtime: 1 } as const;
    const bytes = Buffer.from(name);
    const document = { channel: 'c', direction: 'inbound', lane, name, source, bytes } as const;
    return (await this.#journal.receive([document]))[0] ?? 0;
  }

  async #check(which: number, key: number): Promise<void> {
    const open = (await this.#messages()).filter(({ state }) => state === 'received');
    const message = pick(open, which);
    if (message)
      await this.#journal.storeChecked(message.id, { findings: [], orderKey: pick(keys, key) ?? '' });
  }

  /** As a gateway with free hands: until it has enough, or none comes. Without limits of a lane, all that may go, up to a number. */
  async #claim(count: number): Promise<void> {
    const all = await this.#messages();
    let expected = this.#claimable(all);
    const most = Math.min(count, new Set(expected.map(({ orderKey }) => orderKey)).size);
    const taken: number[] = [];
    while (taken.length < count) {
      const busy = [...idsInHand(all), ...taken];
      const claimed = await this.#journal.claim({ ...this.#due(), count: count - taken.length, busy });
      if (claimed.length === 0) break;
      for (const { id, orderKey } of claimed) {
        expect(expected.map((one) => one.id)).toContain(id);
        expected = expected.filter((one) => one.orderKey !== orderKey);
        taken.push(id);
      }
    }
    expect(taken).toHaveLength(most);
  }

  #due(): { readonly direction: 'inbound'; readonly due: number } {
    return { direction: 'inbound', due: this.#time };
  }

  /** What stands first of each lane is what the definition says, in hand or not. */
  async agrees(): Promise<void> {
    const all = await this.#messages();
    // a look makes those claimable whose time has come
    await this.#journal.claim({ ...this.#due(), count: 0, busy: idsInHand(all) });
    const first = lanes.flatMap((lane) => {
      const may = all.filter((one) => one.lane === lane && (one.inHand || this.#isFirst(one, all)));
      return may.sort((one, other) => one.arrival - other.arrival)[0]?.id ?? [];
    });
    const { due } = await this.#journal.summarizeBacklog();
    expect(due.map(({ id }) => id).sort()).toEqual(first.sort());
  }

  /** The definition: on its way and due, none of its key before it, and all of its lane that came before it checked. */
  #isFirst(message: Message, all: readonly Message[]): boolean {
    const isBefore = (one: Message): boolean => one.arrival < message.arrival;
    return (
      (message.state === 'ready' || message.state === 'waiting') &&
      message.due <= this.#time &&
      !all.some((one) => one.state === 'received' && one.lane === message.lane && isBefore(one)) &&
      !all.some(
        (one) =>
          one.state !== 'settled' && !one.released && one.orderKey === message.orderKey && isBefore(one),
      )
    );
  }

  /**
   * Those of which none of their key is in hand. Where the first of a key was released, the next one may go as well, and of another lane
   * even before it: it holds nobody back. One of a key goes at a time, and those of one lane in their order.
   */
  #claimable(all: readonly Message[]): readonly Message[] {
    const isKeyFree = ({ orderKey }: Message) => !all.some((one) => one.inHand && one.orderKey === orderKey);
    const may = all.filter((one) => isKeyFree(one) && this.#isFirst(one, all));
    const isBefore = (one: Message, other: Message): boolean =>
      one.orderKey === other.orderKey && one.lane === other.lane && one.arrival < other.arrival;
    return may.filter((one) => !may.some((other) => isBefore(other, one)));
  }

  async #end(how: string, which: number): Promise<void> {
    const message = pick(
      (await this.#messages()).filter(({ inHand }) => inHand),
      which,
    );
    if (!message) return;
    const { id } = message;
    if (how === 'settle') await this.#journal.settle(id, { outcome: 'delivered', reason: '', findings: [] });
    if (how === 'wait') await this.#journal.wait(id, 0, 'soon');
    if (how === 'wait-long') await this.#journal.wait(id, this.#time + hour, 'later');
    if (how === 'recheck') await this.#journal.recheck(id, 'edited');
    if (how === 'park') await this.#journal.park(id, 'decide', []);
    if (how === 'park-released') await this.#journal.park(id, 'decide', [], { released: true });
  }

  async #decide(action: 'release' | 'discard' | 'retry', which: number): Promise<void> {
    const open = (await this.#messages()).filter(({ state }) => state !== 'settled');
    const parked = open.filter(({ state }) => state === 'parked');
    const message = pick(parked.length > 0 ? parked : open, which);
    if (!message) return;
    await this.#journal.enqueueCommand({ action, message: message.id, force: false, reason: 'so' });
    await this.#journal.carryOutCommands();
  }

  async #crash(): Promise<void> {
    await this.#journal.close();
    this.#journal = await this.#reopen();
  }

  #messages(): Promise<readonly Message[]> {
    return this.#journal.list({ limit: 1000 });
  }

  /** Nothing is wrong with it at the end. */
  async verify(): Promise<void> {
    expect(await this.#journal.verify()).toEqual([]);
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}

const idsInHand = (all: readonly Message[]): readonly number[] =>
  all.filter(({ inHand }) => inHand).map(({ id }) => id);

async function holds({ fresh, reopen }: EngineUnderTest, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 30, maxLength: 80 }), async (all) => {
      const life = new Life(await fresh(), reopen);
      try {
        for (const step of all) {
          await life.live(step);
          await life.agrees();
        }
        await life.verify();
      } finally {
        await life.close();
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
}

describe('an embedded journal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'claimable-'));
  const engine = lastingSqlite(folder);
  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  it('gives what may go, after whatever happened', () => holds(engine, 12), 120_000 * patience);
});

const server = await startPostgres();
afterAll(() => server?.close());

describe.skipIf(server === undefined)('a journal in PostgreSQL', () => {
  const database = async (): Promise<string> => (await server?.database()) ?? '';

  it(
    'gives what may go, after whatever happened',
    async () => {
      const engine = await lastingPostgres(await database());
      await holds(engine, 3).finally(() => engine.close());
    },
    120_000 * patience,
  );

  it('points to the next one of an order that becomes known at the moment at which the one before ends', async () => {
    const url = await database();
    const [one, other] = [await openPostgresJournal(url), await openPostgresJournal(url)];
    const receive = async (name: string, lane: string): Promise<number> => {
      const source = { kind: 'file', id: name, name, size: 1, mtime: 1 } as const;
      const bytes = Buffer.from(name);
      const document = { channel: 'c', direction: 'inbound', lane, name, source, bytes } as const;
      return (await one.receive([document]))[0] ?? 0;
    };
    const claim = async () =>
      (await one.claim({ direction: 'inbound', count: 1, due: Date.now(), busy: [] })).map(({ id }) => id);
    for (let n = 0; n < 40; n += 1) {
      const key = { findings: [], orderKey: `k${n}` };
      const first = await receive(`${n} first`, 'a');
      await one.storeChecked(first, key);
      expect(await claim()).toEqual([first]);
      const next = await receive(`${n} next`, 'b');
      await other.takeNextToCheck({ count: 1, busy: [] });
      const end = { outcome: 'delivered', reason: '', findings: [] } as const;
      await Promise.all([one.settle(first, end), other.storeChecked(next, key)]);
      expect(await claim()).toEqual([next]);
      await one.settle(next, end);
    }
    await Promise.all([one.close(), other.close()]);
  });
});
