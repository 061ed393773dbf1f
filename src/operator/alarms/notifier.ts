import { performance } from 'node:perf_hooks';
import type { AlarmSettings } from '../../config/schema/config-schema.ts';
import { explainFailure } from '../../findings/localized-error.ts';
import type { LocalizedText } from '../../findings/localized-text.ts';
import type { Acknowledgement, FirstLoss } from '../../journal/trouble-store.ts';
import type { Log } from '../../system/log.ts';
import type { AlarmMessage } from './alarm-message.ts';
import type { AlarmStore } from './alarm-store.ts';
import type { AlarmTarget } from './alarm-target.ts';
import {
  type ActiveAlarm,
  type Alarm,
  alarmKeyOf,
  decideNotifications,
  hasNotifications,
  markNotified,
  type Notification,
  type SilenceMatcher,
} from './evaluate.ts';
import { buildLostValueAlarms } from './lost-value-alarms.ts';

/** Makes texts for people. */
export interface AlarmWording {
  /** `active`: how many alarms are wrong beside those of the notification. `now`: milliseconds since the epoch. */
  message(notification: Notification, active: number, now: number): AlarmMessage;
  /** Paths that a channel lost for the first time. */
  lostValues(losses: readonly FirstLoss[]): string;
}

export interface NotifierParts {
  readonly settings: Pick<AlarmSettings, 'wait' | 'repeat'>;
  readonly wording: AlarmWording;
  readonly store: Pick<AlarmStore, 'activeAlarms' | 'setActiveAlarms' | 'write'>;
  readonly log: Log;
}

interface NotifyOptions {
  readonly alone: boolean;
  readonly now: number;
  /** The newest paths that channels lost. */
  readonly losses?: readonly FirstLoss[];
  readonly acknowledgements?: readonly Acknowledgement[];
}

/** Milliseconds until what could not be sent is tried again: doubled with every failure. */
const retry = { first: 15_000, most: 600_000 };

/** Tells one target what is wrong: one notice at a time, tried again until it was sent, each time as it is then. */
export class Notifier {
  readonly name: AlarmTarget['name'];
  readonly #target: AlarmTarget;
  readonly #parts: NotifierParts;
  #sending: Promise<void> | undefined;
  #trouble: LocalizedText | undefined;
  #failures = 0;
  #sentAt: number | undefined;
  #notBefore = Number.NEGATIVE_INFINITY;

  /** `before`: the one in whose place it comes; what that is sending is told first. */
  constructor(target: AlarmTarget, parts: NotifierParts, before?: Notifier) {
    this.name = target.name;
    this.#target = target;
    this.#parts = parts;
    this.#sentAt = before?.sentAt;
    this.#sending = before?.waitUntilSent().finally(() => {
      this.#sending = undefined;
    });
  }

  /** Why alarms do not arrive; undefined: they do. */
  get trouble(): LocalizedText | undefined {
    return this.#trouble;
  }

  /** Milliseconds since the epoch; undefined: nothing was sent since the start. */
  get sentAt(): number | undefined {
    return this.#sentAt;
  }

  /** The sending under way has ended. */
  async waitUntilSent(): Promise<void> {
    await this.#sending;
  }

  /**
   * Begins to send what is due. `alone`: the alarms are those of this gateway only, since the journal is away: of what others
   * saw nothing is known, so that it is neither over nor changed.
   */
  notify(
    all: readonly Alarm[],
    silences: readonly SilenceMatcher[],
    { alone, now, losses = [], acknowledgements = [] }: NotifyOptions,
  ): void {
    const { store, settings, wording } = this.#parts;
    const before = store.activeAlarms(this.name);
    const alarms = [
      // that it cannot be sent cannot be sent
      ...all.filter(({ code, about }) => code !== 'alarm' || about !== this.name),
      ...buildLostValueAlarms(losses, before, wording.lostValues),
    ];
    const there = new Set(alarms.map(alarmKeyOf));
    const unknown = alone ? before.filter((one) => !there.has(alarmKeyOf(one))) : [];
    const { active, ...notification } = decideNotifications(
      alone ? before.filter((one) => there.has(alarmKeyOf(one))) : before,
      alarms,
      {
        ...{ silences, acknowledgements, now, wait: settings.wait, repeat: settings.repeat },
      },
    );
    store.setActiveAlarms(this.name, [...active, ...unknown]);
    const isFree = this.#sending === undefined && performance.now() >= this.#notBefore;
    if (!isFree || !hasNotifications(notification)) return;
    const left = active.filter(({ code, gone }) => gone === undefined && code !== 'lost-values').length;
    this.#sending = this.#send(notification, left, now).finally(() => {
      this.#sending = undefined;
    });
  }

  async #send(notification: Notification, left: number, now: number): Promise<void> {
    const { wording, store, log } = this.#parts;
    const message = wording.message(notification, left, now);
    const about = { target: this.name, place: this.#target.address };
    try {
      this.#trouble = (await this.#target.send(message))?.words;
      this.#failures = 0;
      this.#sentAt = now;
      store.setActiveAlarms(this.name, markNotified(store.activeAlarms(this.name), notification, now));
      log.info({ code: 'alarm-sent', ...about, alarms: names(notification) }, message.subject);
      if (this.#trouble !== undefined) log.error({ code: 'alarm-not-sent', ...about }, this.#trouble.en);
    } catch (error) {
      return this.#failed(explainFailure(error), about);
    }
    // at once, so that a crash makes nobody be told twice; with a journal that is away it is written later
    await store
      .write()
      .catch((error: unknown) => log.debug({ err: error }, 'not written yet that it was told'));
  }

  /** Told once, until it goes well again; what is to be said then is made anew. */
  #failed(reason: LocalizedText, about: object): void {
    const level = this.#trouble === undefined ? 'error' : 'debug';
    this.#trouble = reason;
    this.#notBefore = performance.now() + Math.min(retry.first * 2 ** this.#failures, retry.most);
    this.#failures += 1;
    this.#parts.log[level]({ code: 'alarm-not-sent', ...about }, `An alarm could not be sent: ${reason.en}`);
  }
}

const names = ({ news, more, still, over }: Notification): readonly string[] =>
  [...news, ...more, ...still, ...over].map((one: ActiveAlarm) => alarmKeyOf(one).trim());
