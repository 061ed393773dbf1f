import type { Logger } from 'pino';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { type ClockSources, machineClocks } from '../../time/steady-clock.ts';
import { headerOf, type Reply, type SendCall } from './call.ts';

/** Milliseconds by which clocks may differ before it is told: certificates, tokens and issue times go wrong beyond. */
const toleratedDifference = 5 * 60_000;

/** Milliseconds for which a jump is told, where the exchange says nothing of the time. */
const jumpShownFor = 3_600_000;

/**
 * Holds the clock of this machine against the exchange's own (`Date`, RFC 9110, 6.6.1) and against time that only passes.
 * A machine that slept looks like a clock that jumped, until the exchange says that it is right.
 */
export class ClockWatch {
  readonly #log: Logger;
  readonly #times: ClockSources;
  /** What the wall says when the monotonic clock says 0. */
  #start: number;
  #jump: { readonly text: LocalizedText; readonly at: number } | undefined;
  #difference: LocalizedText | undefined;

  constructor(log: Logger, times = machineClocks) {
    this.#log = log;
    this.#times = times;
    this.#start = times.wall() - times.monotonic();
  }

  /** What is wrong with the clock, or undefined. */
  trouble(): LocalizedText | undefined {
    this.#look();
    const jump =
      this.#jump && this.#times.monotonic() - this.#jump.at < jumpShownFor ? this.#jump.text : undefined;
    return this.#difference ?? jump;
  }

  watch(send: SendCall): SendCall {
    return async (call) => {
      const reply = await send(call);
      this.#look();
      this.#hold(reply);
      return reply;
    };
  }

  #look(): void {
    const start = this.#times.wall() - this.#times.monotonic();
    const moved = start - this.#start;
    this.#start = start;
    if (Math.abs(moved) <= toleratedDifference) return;
    const text = localize(moved > 0 ? 'clock-forward' : 'clock-back', { span: span(moved) });
    this.#jump = { text, at: this.#times.monotonic() };
    this.#log.warn({ code: 'clock-jumped', milliseconds: moved }, text.en);
  }

  #hold({ headers }: Reply): void {
    const theirs = Date.parse(headerOf(headers, 'date') ?? '');
    // an answer out of a cache has the time at which it was made
    if (Number.isNaN(theirs) || headers.age !== undefined) return;
    const ahead = this.#times.wall() - theirs;
    const text =
      Math.abs(ahead) > toleratedDifference
        ? localize(ahead > 0 ? 'clock-ahead' : 'clock-behind', { span: span(ahead) })
        : undefined;
    if (text === undefined) this.#jump = undefined;
    else if (this.#difference === undefined)
      this.#log.warn({ code: 'clock-differs', milliseconds: ahead }, text.en);
    this.#difference = text;
  }
}

/** `13 minutes`, `5 hours`, `3 days`. */
function span(milliseconds: number): LocalizedText {
  const minutes = Math.round(Math.abs(milliseconds) / 60_000);
  if (minutes < 120) return localize('minutes', { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? localize('hours', { count: hours })
    : localize('days', { count: Math.round(hours / 24) });
}
