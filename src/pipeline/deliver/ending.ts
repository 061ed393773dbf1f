import { crashPoint } from '../../crash-point.ts';
import { isDry } from '../../dry-run.ts';
import type { ParkOptions, Work } from '../../journal/interface.ts';
import type { Message, Saw, Settlement } from '../../journal/message.ts';
import type { Log } from '../../log.ts';
import type { Meter } from '../../metrics/meter.ts';
import { steadyNow } from '../../steady-clock.ts';
import type { Finding, Outcome } from '../../types.ts';
import { dryReason } from '../dry-run.ts';
import { changeState, parseState, type StateChange, storedState } from '../prepare/order-state.ts';

export interface EndingParts {
  readonly journal: Pick<Work, 'wait' | 'park' | 'settle' | 'recheck'>;
  readonly log: Log;
  readonly meter?: Meter | undefined;
}

type SettlingOptions = Pick<Settlement, 'ended' | 'published' | 'saw' | 'tasks' | 'endsTasks'>;

/** Findings which say that the gateway has tried what it could. */
const exhausted: readonly string[] = [
  'exchange-not-found',
  'deadline-exceeded',
  'step-failed',
  'body-damaged',
];

/** The ways a message leaves the hands that work on it: it waits, is checked again, is parked or settled. */
export class Ending {
  readonly #parts: EndingParts;
  readonly #toFile: () => void;

  /** `toFile` is called when a file may have to be moved. */
  constructor(parts: EndingParts, toFile: () => void) {
    this.#parts = parts;
    this.#toFile = toFile;
  }

  /** `saw`: of the step that says so; absent where something else does. */
  async wait(message: Message, ms: number, reason: string, saw?: Saw): Promise<void> {
    await this.#parts.journal.wait(message.id, steadyNow() + ms, reason, saw);
    this.#parts.meter?.left(message.channel, 'waiting');
    this.#parts.log.warn({ ...told(message), reason, ms }, 'message waits');
  }

  async recheck(message: Message, reason: string): Promise<void> {
    await this.#parts.journal.recheck(message.id, reason);
    this.#parts.log.info({ ...told(message), reason }, 'message is checked again');
  }

  async park(
    message: Message,
    reason: string,
    findings: readonly Finding[],
    saw?: Saw,
    options: ParkOptions = {},
  ): Promise<void> {
    if (isDry(message)) return this.#parkDry(message, reason, findings, saw);
    await this.#parts.journal.park(message.id, reason, findings, saw, options);
    this.#parts.meter?.left(message.channel, 'parked');
    const level = findings.some(({ code }) => exhausted.includes(code)) ? 'error' : 'warn';
    this.#parts.log[level]({ ...told(message), reason }, 'message parked');
    this.#toFile();
  }

  #parkDry(message: Message, reason: string, findings: readonly Finding[], saw?: Saw): Promise<void> {
    const more = saw === undefined ? {} : { saw };
    return this.settle(message, 'ignored', dryReason('parked', reason), findings, undefined, more);
  }

  /** Outcome and order state in one transaction; the file is moved afterwards, and again after a crash. */
  async settle(
    message: Message,
    ends: Outcome,
    why: string,
    findings: readonly Finding[],
    change?: StateChange,
    { ended, published, saw, ...tasks }: SettlingOptions = {},
  ): Promise<void> {
    const { outcome, reason } = endOf(message, ends, why);
    const by = {
      channel: message.channel,
      direction: message.direction,
      message: message.id,
      arrival: message.arrival,
      at: new Date().toISOString(),
    };
    await this.#parts.journal.settle(message.id, {
      outcome,
      reason,
      findings,
      saw,
      ...(ended ? { ended } : {}),
      ...(published ? { published } : {}),
      // nobody heard of what a dry run asks
      ...(isDry(message) ? {} : tasks),
      ...(change ? { change: (state) => storedState(changeState(parseState(state), change, by)) } : {}),
    });
    crashPoint('after-settle');
    this.#parts.meter?.left(message.channel, outcome);
    const level = outcome === 'rejected' ? 'warn' : 'info';
    this.#parts.log[level]({ ...told(message), outcome, reason }, 'message settled');
    this.#toFile();
  }
}

/** A dry run ends as it began: nobody heard of it. */
function endOf(message: Message, outcome: Outcome, reason: string) {
  const isNews = isDry(message) && outcome !== 'ignored';
  return isNews ? ({ outcome: 'ignored', reason: dryReason(outcome, reason) } as const) : { outcome, reason };
}

const told = ({ id, channel, name }: Message) => ({ message: id, channel, name });
