import { Asked } from '../asked.ts';
import { atMost } from '../deadline.ts';
import type { ExchangeClient } from '../exchange/interface.ts';
import { joined, keptReason, quoted, type Told, told } from '../findings/troubles.ts';
import type { Browsing, Pile, PileMessage, Standing } from '../journal/interface.ts';
import type { Log } from '../log.ts';
import { type Health, healthOf, type Reason, settles, type Trouble } from '../operator/health.ts';
import { pause } from '../pause.ts';
import { steadyNow } from '../steady-clock.ts';
import { Lasting } from './lasting.ts';
import type { Noticed } from './noticing.ts';

/** Milliseconds between two looks. */
const every = 5_000;

/** A look at a journal with very much to do takes its time: the pause after it is so many times as long. */
const rest = 50;

/** Milliseconds; the pause does not become longer. */
const seldom = 60_000;

/** Milliseconds that are waited for the journal when somebody asks. */
const longestLook = 2_000;

interface Parts {
  /** What the parts of the gateway know. */
  readonly noticed: () => readonly Noticed[];
  readonly journal: Pick<Browsing, 'standing'>;
  readonly exchange: Pick<ExchangeClient, 'probe'>;
  readonly log: Log;
  /** Milliseconds that a task may be open before somebody is told. */
  readonly tasksWithin: () => number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** A trouble from before a restart. */
export interface Remembered {
  readonly code: Trouble;
  readonly about: string;
  /** RFC 3339, UTC. */
  readonly since: string;
}

/**
 * Looks again and again how it stands, so that what lasts is known by its beginning; logs what becomes red, and that it is
 * over. An exchange to which nothing is sent is asked for a sign of life.
 */
export class HealthWatch {
  readonly #parts: Parts;
  readonly #lasting: Lasting;
  readonly #abort = new AbortController();
  readonly #asked = new Asked();
  #standing: Standing | undefined;
  #unread: Told | undefined;
  #looking: Promise<void> | undefined;
  #red: ReadonlySet<string> = new Set();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#lasting = new Lasting(parts.now);
  }

  async run(): Promise<void> {
    const { signal } = this.#abort;
    await Promise.all([this.#lookOn(signal), this.#probeOn(signal)]);
  }

  stop(): void {
    this.#abort.abort();
  }

  /** As it is now; a journal that does not answer at once is told as it was. */
  async health(): Promise<Health> {
    await atMost(longestLook, this.#look());
    return this.#judge();
  }

  /** As it was at the last look. */
  current(): Health {
    return this.#judge();
  }

  /** What was wrong before a restart has lasted since then, when it is seen again soon. */
  remember(before: readonly Remembered[]): void {
    this.#lasting.remember(
      before.map(({ code, about, since }) => ({
        key: keyOf({ trouble: code, about, name: '', what: undefined }),
        since,
        within: settles(code),
      })),
    );
  }

  async #lookOn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const started = performance.now();
      await atMost(every, this.#look());
      this.#tell(this.#judge().reasons);
      await pause(Math.min(Math.max(every, (performance.now() - started) * rest), seldom), signal);
    }
  }

  async #probeOn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(every, signal);
      if (!signal.aborted) await this.#parts.exchange.probe();
    }
  }

  /** One at a time. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    try {
      this.#standing = await this.#asked.ask(() => this.#parts.journal.standing());
      this.#unread = undefined;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#unread = told('journal-unread', { why: quoted(why) });
    }
  }

  #judge(): Health {
    const seen = [...this.#parts.noticed(), ...this.#ofJournal()].filter(({ what }) => what !== undefined);
    this.#lasting.see(seen.map(keyOf));
    return healthOf(
      seen.flatMap((one) => {
        const { trouble, about, what, mark } = one;
        const lasting = this.#lasting.of(keyOf(one));
        return what ? [{ trouble, about, what, mark, ...lasting, since: one.since ?? lasting.since }] : [];
      }),
    );
  }

  #ofJournal(): readonly Noticed[] {
    const hanging = this.#asked.hanging();
    const silent = hanging ? told('journal-silent', { seconds: hanging }) : undefined;
    const journal = { name: 'journal', about: '', trouble: 'journal', what: silent ?? this.#unread } as const;
    return [journal, ...(this.#standing ? ofStanding(this.#standing, this.#parts.tasksWithin()) : [])];
  }

  #tell(reasons: readonly Reason[]): void {
    const red = reasons.filter(({ level }) => level === 'red');
    const before = this.#red;
    this.#red = new Set(red.map(({ code, about }) => `${code} ${about}`));
    for (const { code, about, what, todo } of red)
      if (!before.has(`${code} ${about}`))
        this.#parts.log.error({ code: 'health-red', trouble: code, about }, `${what.en} ${todo}`);
    if (before.size > 0 && red.length === 0)
      this.#parts.log.info({ code: 'health-not-red' }, 'nothing keeps the gateway from its work any more');
  }
}

const keyOf = ({ trouble, about, key }: Noticed): string => [trouble, about, key].join(' ');

function ofStanding(
  { due, unchecked, waiting, parked, rejected, tasks }: Standing,
  tasksWithin: number,
): readonly Noticed[] {
  const late = tasks.filter(({ oldest }) => Date.parse(oldest) + tasksWithin <= steadyNow());
  return [
    ...due.map((message) => ({
      ...stands('standstill', message),
      since: message.due > 0 ? new Date(message.due).toISOString() : message.receivedAt,
    })),
    ...unchecked.map((message) => ({
      ...stands('held', message),
      since: message.receivedAt,
    })),
    ...waits(waiting),
    ...parked.map((each) => pile('parked', each)),
    ...rejected.map((each) => pile('rejected', each)),
    ...late.map((each) => pile('task', each)),
  ];
}

/** A message that comes further is another trouble. */
function stands(trouble: 'standstill' | 'held', message: Standing['due'][number]) {
  const { id, channel, name, due, attempts, reason } = message;
  const why = reason ? told('and-why', { why: keptReason(reason) }) : '.';
  return {
    trouble,
    name: `message ${id}`,
    about: channel,
    what: told(trouble, { id, name, channel, why }),
    key: `${id} ${due} ${attempts}`,
  };
}

function waits({ count, first }: Standing['waiting']): readonly Noticed[] {
  if (!first) return [];
  const values = { id: first.id, at: first.receivedAt, why: keptReason(first.reason) };
  const what = count === 1 ? told('waits-one', values) : told('waits-more', { ...values, count });
  const about = { name: 'waiting', about: '', key: `${first.id}`, since: first.receivedAt };
  return [{ trouble: 'waiting', what, ...about }];
}

function pile(
  trouble: 'parked' | 'rejected' | 'task',
  { channel, count, oldest, newest, messages = [] }: Pile,
): Noticed {
  const which = count > newest.length ? 'ids-last' : newest.length === 1 ? 'ids-one' : 'ids-all';
  const last = count > messages.length ? told('pile-last') : '';
  const values = { ids: told(which, { ids: newest.join(', ') }), at: oldest, count, last };
  return {
    trouble,
    name: `${trouble} of ${channel}`,
    about: channel,
    what: joined([told(`${trouble}-${count === 1 ? 'one' : 'more'}`, values), ...messages.map(inPile)], '\n'),
    since: oldest,
    mark: `${newest[0] ?? ''}`,
  };
}

/** Characters of a reason in a list. */
const longestReason = 300;

function inPile({ id, name, purchaseOrderNumber, reason }: PileMessage): Told {
  const order = purchaseOrderNumber === undefined ? '' : told('pile-order', { order: purchaseOrderNumber });
  const text = reason.replaceAll(/\s+/g, ' ');
  const why = text.length > longestReason ? quoted(`${text.slice(0, longestReason)}…`) : keptReason(text);
  return told('pile-message', { id, name, order, why });
}
