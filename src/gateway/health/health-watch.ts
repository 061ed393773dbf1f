import type { ExchangeClient } from '../../exchange/exchange-client.ts';
import { explainFailure } from '../../findings/localized-error.ts';
import { explainKeptReason, joinTexts, type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { BacklogMessage, BacklogSummary, ChannelBacklog, JournalReader } from '../../journal/journal.ts';
import {
  computeHealth,
  type Health,
  type HealthReason,
  settlingTimeOf,
  type TroubleCode,
} from '../../operator/health/health.ts';
import type { Log } from '../../system/log.ts';
import { waitAtMost } from '../../time/deadline.ts';
import { pause } from '../../time/pause.ts';
import { PendingCalls } from '../../time/pending-calls.ts';
import { repeat } from '../../time/repeating.ts';
import { steadyNow } from '../../time/steady-clock.ts';
import { advice } from '../../wording/alarms/alarm-advice.ts';
import { renderOutage } from '../../wording/messages/render-standing.ts';
import { SinceTracker } from './since-tracker.ts';
import type { NoticedTrouble } from './trouble-sources.ts';

/** Milliseconds between two looks. */
const every = 5_000;

/** The pause after a look at the journal is this many times as long as the look. */
const pauseFactor = 50;

/** The longest pause, in milliseconds. */
const longestPause = 60_000;

/** Milliseconds that are waited for the journal when somebody asks. */
const longestLook = 2_000;

interface Parts {
  /** What the parts of the gateway know. */
  readonly noticed: () => readonly NoticedTrouble[];
  readonly journal: Pick<JournalReader, 'summarizeBacklog'>;
  readonly exchange: Pick<ExchangeClient, 'probe'>;
  readonly log: Log;
  /** Milliseconds that a task may be open before somebody is told. */
  readonly tasksWithin: () => number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** A trouble from before a restart. */
export interface RememberedTrouble {
  readonly code: TroubleCode;
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
  readonly #since: SinceTracker;
  readonly #abort = new AbortController();
  readonly #pending = new PendingCalls();
  #backlog: BacklogSummary | undefined;
  #unreadable: LocalizedText | undefined;
  #looking: Promise<void> | undefined;
  #red: ReadonlySet<string> = new Set();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#since = new SinceTracker(parts.now);
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
    await waitAtMost(longestLook, this.#look());
    return this.#judge();
  }

  /** As it was at the last look. */
  lastHealth(): Health {
    return this.#judge();
  }

  /** What was wrong before a restart has lasted since then, when it is seen again soon. */
  remember(before: readonly RememberedTrouble[]): void {
    this.#since.remember(
      before.map(({ code, about, since }) => ({
        key: keyOf({ trouble: code, about, name: '', what: undefined }),
        since,
        within: settlingTimeOf(code),
      })),
    );
  }

  async #lookOn(signal: AbortSignal): Promise<void> {
    const pauseAfter = (took: number) => Math.min(Math.max(every, took * pauseFactor), longestPause);
    await repeat(signal, pauseAfter, async () => {
      await waitAtMost(every, this.#look());
      this.#tell(this.#judge().reasons);
    });
  }

  async #probeOn(signal: AbortSignal): Promise<void> {
    await pause(every, signal);
    await repeat(signal, every, () => this.#parts.exchange.probe());
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
      this.#backlog = await this.#pending.track(() => this.#parts.journal.summarizeBacklog());
      this.#unreadable = undefined;
    } catch (error) {
      this.#unreadable = localize('journal-unread', { why: explainFailure(error) });
    }
  }

  #judge(): Health {
    const ofJournal = this.#ofJournal();
    // what all gateways know of it says more than what this one has met
    const isOutage = ofJournal.some(({ trouble }) => trouble === 'exchange-away');
    const noticed = this.#parts.noticed().filter(({ trouble }) => !(isOutage && trouble === 'exchange-away'));
    const seen = [...noticed, ...ofJournal].filter(({ what }) => what !== undefined);
    this.#since.update(seen.map(keyOf));
    return computeHealth(
      seen.flatMap((one) => {
        const { trouble, about, what, mark } = one;
        const lasting = this.#since.sinceOf(keyOf(one));
        return what ? [{ trouble, about, what, mark, ...lasting, since: one.since ?? lasting.since }] : [];
      }),
    );
  }

  #ofJournal(): readonly NoticedTrouble[] {
    const hanging = this.#pending.hangingSeconds();
    const silent = hanging ? localize('journal-silent', { seconds: hanging }) : undefined;
    const journal = {
      name: 'journal',
      about: '',
      trouble: 'journal',
      what: silent ?? this.#unreadable,
    } as const;
    return [journal, ...(this.#backlog ? troublesOfBacklog(this.#backlog, this.#parts.tasksWithin()) : [])];
  }

  #tell(reasons: readonly HealthReason[]): void {
    const red = reasons.filter(({ level }) => level === 'red');
    const before = this.#red;
    this.#red = new Set(red.map(({ code, about }) => `${code} ${about}`));
    for (const { code, about, what } of red)
      if (!before.has(`${code} ${about}`))
        this.#parts.log.error(
          { code: 'health-red', trouble: code, about },
          `${what.en} ${advice[code].todo.en}`,
        );
    if (before.size > 0 && red.length === 0)
      this.#parts.log.info({ code: 'health-not-red' }, 'nothing keeps the gateway from its work any more');
  }
}

const keyOf = ({ trouble, about, key }: NoticedTrouble): string => [trouble, about, key].join(' ');

function troublesOfBacklog(
  { outage, due, unchecked, waiting, parked, rejected, tasks }: BacklogSummary,
  tasksWithin: number,
): readonly NoticedTrouble[] {
  const late = tasks.filter(({ oldest }) => Date.parse(oldest) + tasksWithin <= steadyNow());
  return [
    ...outageTrouble(outage),
    ...due.map((message) => ({
      ...standstillTrouble('standstill', message),
      since: message.due > 0 ? new Date(message.due).toISOString() : message.receivedAt,
    })),
    ...unchecked.map((message) => ({
      ...standstillTrouble('held', message),
      since: message.receivedAt,
    })),
    ...waitingTrouble(waiting),
    ...parked.map((each) => backlogTrouble('parked', each)),
    ...rejected.map((each) => backlogTrouble('rejected', each)),
    ...late.map((each) => backlogTrouble('task', each)),
  ];
}

function outageTrouble(outage: BacklogSummary['outage']): readonly NoticedTrouble[] {
  if (!outage) return [];
  const about = { name: 'exchange', about: '', since: new Date(outage.since).toISOString() };
  return [{ trouble: 'exchange-away', what: renderOutage(outage, steadyNow()), ...about }];
}

/** A message that comes further is another trouble. */
function standstillTrouble(trouble: 'standstill' | 'held', message: BacklogSummary['due'][number]) {
  const { id, channel, name, due, attempts, reason } = message;
  const why = reason ? localize('and-why', { why: explainKeptReason(reason) }) : '.';
  return {
    trouble,
    name: `message ${id}`,
    about: channel,
    what: localize(trouble, { id, name, channel, why }),
    key: `${id} ${due} ${attempts}`,
  };
}

function waitingTrouble({ count, first }: BacklogSummary['waiting']): readonly NoticedTrouble[] {
  if (!first) return [];
  const values = { id: first.id, at: first.receivedAt, why: explainKeptReason(first.reason) };
  const what = count === 1 ? localize('waits-one', values) : localize('waits-more', { ...values, count });
  const about = { name: 'waiting', about: '', key: `${first.id}`, since: first.receivedAt };
  return [{ trouble: 'waiting', what, ...about }];
}

function backlogTrouble(
  trouble: 'parked' | 'rejected' | 'task',
  { channel, count, oldest, newest, messages = [] }: ChannelBacklog,
): NoticedTrouble {
  const which = count > newest.length ? 'ids-last' : newest.length === 1 ? 'ids-one' : 'ids-all';
  const last = count > messages.length ? localize('pile-last') : '';
  const values = { ids: localize(which, { ids: newest.join(', ') }), at: oldest, count, last };
  return {
    trouble,
    name: `${trouble} of ${channel}`,
    about: channel,
    what: joinTexts(
      [localize(`${trouble}-${count === 1 ? 'one' : 'more'}`, values), ...messages.map(renderBacklogMessage)],
      '\n',
    ),
    since: oldest,
    mark: `${newest[0] ?? ''}`,
  };
}

/** Characters of a reason in a list. */
const longestReason = 300;

function renderBacklogMessage({ id, name, purchaseOrderNumber, reason }: BacklogMessage): LocalizedText {
  const order =
    purchaseOrderNumber === undefined ? '' : localize('pile-order', { order: purchaseOrderNumber });
  const why = explainKeptReason(reason.replaceAll(/\s+/g, ' '), longestReason);
  return localize('pile-message', { id, name, order, why });
}
