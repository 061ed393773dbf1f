import { performance } from 'node:perf_hooks';
import type { AlarmSettings } from '../../config/schema.ts';
import { quoted, type Told, told } from '../../findings/troubles.ts';
import { reasonOf } from '../../folders/error.ts';
import type { FirstLoss } from '../../journal/watching.ts';
import type { Log } from '../../log.ts';
import type { Language } from '../../types.ts';
import {
  type Alarm,
  type Hush,
  isSomething,
  keyOf,
  type Ringing,
  type Round,
  ring,
  told as toldOf,
} from './bell.ts';
import type { AlarmBook } from './book.ts';
import { alarmsOfLosses } from './lost-alarms.ts';
import { noticeOf } from './notice.ts';
import type { Target } from './target.ts';

export interface CallerParts {
  readonly settings: Pick<AlarmSettings, 'wait' | 'repeat'>;
  readonly language: Language;
  readonly gateway: string;
  /** Path of its config. */
  readonly config?: string | undefined;
  readonly book: Pick<AlarmBook, 'ringing' | 'note' | 'write'>;
  readonly log: Log;
}

interface Look {
  readonly alone: boolean;
  readonly now: number;
  /** The newest paths that channels lost. */
  readonly losses?: readonly FirstLoss[];
}

/** Milliseconds until what could not be sent is tried again: doubled with every failure. */
const retry = { first: 15_000, most: 600_000 };

/** Tells one target what is wrong: one notice at a time, tried again until it was sent, each time as it is then. */
export class Caller {
  readonly name: Target['name'];
  readonly #target: Target;
  readonly #parts: CallerParts;
  #sending: Promise<void> | undefined;
  #trouble: string | undefined;
  #failures = 0;
  #notBefore = Number.NEGATIVE_INFINITY;

  /** `before`: the one in whose place it comes; what that is sending is told first. */
  constructor(target: Target, parts: CallerParts, before?: Caller) {
    this.name = target.name;
    this.#target = target;
    this.#parts = parts;
    this.#sending = before?.done().finally(() => {
      this.#sending = undefined;
    });
  }

  /** Why alarms do not arrive, or undefined. */
  trouble(): Told | undefined {
    return this.#trouble === undefined ? undefined : told('not-sent', { why: quoted(this.#trouble) });
  }

  /** The sending under way has ended. */
  async done(): Promise<void> {
    await this.#sending;
  }

  /**
   * Begins to send what is due. `alone`: the alarms are those of this gateway only, since the journal is away: of what others
   * saw nothing is known, so that it is neither over nor changed.
   */
  look(all: readonly Alarm[], hushes: readonly Hush[], { alone, now, losses = [] }: Look): void {
    const { book, settings, language } = this.#parts;
    const before = book.ringing(this.name);
    const alarms = [
      // that it cannot be sent cannot be sent
      ...all.filter(({ code, about }) => code !== 'alarm' || about !== this.name),
      ...alarmsOfLosses(losses, before, language),
    ];
    const there = new Set(alarms.map(keyOf));
    const unknown = alone ? before.filter((one) => !there.has(keyOf(one))) : [];
    const { ringing, ...round } = ring(
      alone ? before.filter((one) => there.has(keyOf(one))) : before,
      alarms,
      {
        ...{ hushes, now, wait: settings.wait, repeat: settings.repeat },
      },
    );
    book.note(this.name, [...ringing, ...unknown]);
    const isFree = this.#sending === undefined && performance.now() >= this.#notBefore;
    if (!isFree || !isSomething(round)) return;
    const left = ringing.filter(({ code, gone }) => gone === undefined && code !== 'lost-values').length;
    this.#sending = this.#send(round, left, now).finally(() => {
      this.#sending = undefined;
    });
  }

  async #send(round: Round, left: number, now: number): Promise<void> {
    const { gateway, config, language, book, log } = this.#parts;
    const notice = noticeOf(round, left, { gateway, config, language, now });
    const about = { target: this.name, place: this.#target.place };
    try {
      this.#trouble = await this.#target.send(notice);
      this.#failures = 0;
      book.note(this.name, toldOf(book.ringing(this.name), round, now));
      log.info({ code: 'alarm-sent', ...about, alarms: names(round) }, notice.subject);
      if (this.#trouble !== undefined) log.error({ code: 'alarm-not-sent', ...about }, this.#trouble);
    } catch (error) {
      return this.#failed(reasonOf(error), about);
    }
    // at once, so that a crash makes nobody be told twice; with a journal that is away it is written later
    await book
      .write()
      .catch((error: unknown) => log.debug({ err: error }, 'not written yet that it was told'));
  }

  /** Told once, until it goes well again; what is to be said then is made anew. */
  #failed(reason: string, about: object): void {
    const level = this.#trouble === undefined ? 'error' : 'debug';
    this.#trouble = reason;
    this.#notBefore = performance.now() + Math.min(retry.first * 2 ** this.#failures, retry.most);
    this.#failures += 1;
    this.#parts.log[level]({ code: 'alarm-not-sent', ...about }, `An alarm could not be sent: ${reason}`);
  }
}

const names = ({ news, more, still, over }: Round): readonly string[] =>
  [...news, ...more, ...still, ...over].map((one: Ringing) => keyOf(one).trim());
