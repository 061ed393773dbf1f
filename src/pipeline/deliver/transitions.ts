import { isDryRunMessage } from '../../dry-run-names.ts';
import type { MessageWork, ParkOptions, WaitOptions } from '../../journal/journal.ts';
import type { Message, Settlement } from '../../journal/model/message.ts';
import type { Meter } from '../../metrics/meter.ts';
import { crashAt } from '../../system/crash-point.ts';
import type { Log } from '../../system/log.ts';
import { steadyNow } from '../../time/steady-clock.ts';
import type { Finding } from '../../types.ts';
import { renderDryRunReason } from '../channel/dry-run-messages.ts';
import { buildStoredState, changeState, parseState, type StateChange } from '../order-state/order-state.ts';

export interface TransitionParts {
  readonly journal: Pick<MessageWork, 'wait' | 'park' | 'settle' | 'recheck'>;
  readonly log: Log;
  readonly meter?: Meter | undefined;
}

/** How a message ends. `change`: of the state of its order. */
export interface MessageEnd extends Omit<Settlement, 'change'> {
  readonly change?: StateChange | undefined;
}

/** Findings which say that the gateway has tried what it could. */
const exhaustedCodes: readonly string[] = [
  'exchange-not-found',
  'deadline-exceeded',
  'step-failed',
  'body-damaged',
];

/** The ways a message leaves the hands that work on it: it waits, is checked again, is parked or settled. */
export class MessageTransitions {
  readonly #parts: TransitionParts;
  readonly #toFile: () => void;

  /** `toFile` is called when a file may have to be moved. */
  constructor(parts: TransitionParts, toFile: () => void) {
    this.#parts = parts;
    this.#toFile = toFile;
  }

  async wait(message: Message, ms: number, reason: string, options?: WaitOptions): Promise<void> {
    await this.#parts.journal.wait(message.id, steadyNow() + ms, reason, options);
    this.#parts.meter?.countMessage(message.channel, 'waiting');
    this.#parts.log.warn({ ...logFields(message), reason, ms }, 'message waits');
  }

  async recheck(message: Message, reason: string): Promise<void> {
    await this.#parts.journal.recheck(message.id, reason);
    this.#parts.log.info({ ...logFields(message), reason }, 'message is checked again');
  }

  async park(
    message: Message,
    reason: string,
    findings: readonly Finding[],
    options: ParkOptions = {},
  ): Promise<void> {
    if (isDryRunMessage(message)) {
      const said = renderDryRunReason('parked', reason);
      return this.settle(message, { outcome: 'ignored', reason: said, findings, saw: options.saw });
    }
    await this.#parts.journal.park(message.id, reason, findings, options);
    this.#parts.meter?.countMessage(message.channel, 'parked');
    const level = findings.some(({ code }) => exhaustedCodes.includes(code)) ? 'error' : 'warn';
    this.#parts.log[level]({ ...logFields(message), reason }, 'message parked');
    this.#toFile();
  }

  /** Outcome and order state in one transaction; the file is moved afterwards, and again after a crash. */
  async settle(message: Message, end: MessageEnd): Promise<void> {
    const { change, tasks = [], endsTasks = [], ...rest } = end;
    const { outcome, reason } = resolveEnd(message, end);
    const by = {
      channel: message.channel,
      direction: message.direction,
      message: message.id,
      arrival: message.arrival,
      at: new Date().toISOString(),
    };
    await this.#parts.journal.settle(message.id, {
      ...rest,
      outcome,
      reason,
      // nobody heard of what a dry run asks
      ...(isDryRunMessage(message) ? {} : { tasks, endsTasks }),
      ...(change ? { change: (state) => buildStoredState(changeState(parseState(state), change, by)) } : {}),
    });
    crashAt('after-settle');
    this.#parts.meter?.countMessage(message.channel, outcome);
    const level = outcome === 'rejected' ? 'warn' : 'info';
    this.#parts.log[level]({ ...logFields(message), outcome, reason }, 'message settled');
    this.#toFile();
  }
}

/** A dry run ends as it began: nobody heard of it. */
function resolveEnd(
  message: Message,
  { outcome, reason }: MessageEnd,
): Pick<MessageEnd, 'outcome' | 'reason'> {
  const isNews = isDryRunMessage(message) && outcome !== 'ignored';
  return isNews ? { outcome: 'ignored', reason: renderDryRunReason(outcome, reason) } : { outcome, reason };
}

const logFields = ({ id, channel, name }: Message) => ({ message: id, channel, name });
