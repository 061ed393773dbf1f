import type { Logger } from 'pino';
import { type Told, told } from '../findings/troubles.ts';
import { header, type Reply, type Send } from './call.ts';

/** Milliseconds by which clocks may differ before it is told: certificates, tokens and issue times go wrong beyond. */
const tolerated = 5 * 60_000;

/** Milliseconds for which a jump is told, where the exchange says nothing of the time. */
const toldFor = 3_600_000;

/** Where the time comes from; milliseconds. */
export interface Times {
  /** Since 1970; may be set. */
  wall(): number;
  monotonic(): number;
}

const ofThisMachine: Times = { wall: Date.now, monotonic: () => performance.now() };

/**
 * Holds the clock of this machine against the exchange's own (`Date`, RFC 9110, 6.6.1) and against time that only passes.
 * A machine that slept looks like a clock that jumped, until the exchange says that it is right.
 */
export class ClockWatch {
  readonly #log: Logger;
  readonly #times: Times;
  /** What the wall says when the monotonic clock says 0. */
  #start: number;
  #jump: { readonly text: Told; readonly at: number } | undefined;
  #difference: Told | undefined;

  constructor(log: Logger, times = ofThisMachine) {
    this.#log = log;
    this.#times = times;
    this.#start = times.wall() - times.monotonic();
  }

  /** What is wrong with the clock, or undefined. */
  text(): Told | undefined {
    this.#look();
    const jump =
      this.#jump && this.#times.monotonic() - this.#jump.at < toldFor ? this.#jump.text : undefined;
    return this.#difference ?? jump;
  }

  watch(send: Send): Send {
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
    if (Math.abs(moved) <= tolerated) return;
    const text = told(moved > 0 ? 'clock-forward' : 'clock-back', { span: span(moved) });
    this.#jump = { text, at: this.#times.monotonic() };
    this.#log.warn({ code: 'clock-jumped', milliseconds: moved }, text.en);
  }

  #hold({ headers }: Reply): void {
    const theirs = Date.parse(header(headers, 'date') ?? '');
    // an answer out of a cache has the time at which it was made
    if (Number.isNaN(theirs) || headers.age !== undefined) return;
    const ahead = this.#times.wall() - theirs;
    const text =
      Math.abs(ahead) > tolerated
        ? told(ahead > 0 ? 'clock-ahead' : 'clock-behind', { span: span(ahead) })
        : undefined;
    if (text === undefined) this.#jump = undefined;
    else if (this.#difference === undefined)
      this.#log.warn({ code: 'clock-differs', milliseconds: ahead }, text.en);
    this.#difference = text;
  }
}

/** `13 minutes`, `5 hours`, `3 days`. */
function span(milliseconds: number): Told {
  const minutes = Math.round(Math.abs(milliseconds) / 60_000);
  if (minutes < 120) return told('minutes', { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? told('hours', { count: hours }) : told('days', { count: Math.round(hours / 24) });
}
