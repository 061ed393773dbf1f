import { finding, type Phrase, phrase } from '../findings/messages.ts';
import { FolderError, reasonOf, systemCode } from '../folders/error.ts';
import { oneAtATime } from '../folders/serial.ts';
import { BodyDamaged, JournalNotWritten, LeaseLost } from '../journal/errors.ts';
import type { Journal } from '../journal/interface.ts';
import type { Message, TriedStep } from '../journal/message.ts';
import type { Language } from '../types.ts';
import type { Ending } from './deliver/ending.ts';
import type { PipelineParts } from './parts.ts';
import { ProcessEnded, type StepWorkers } from './workers/own-process.ts';
import { NotStarted } from './workers/task-clock.ts';

/**
 * A message is put aside after so many tries that failed. Ends of the gateway say nothing of the message that was in hand: somebody
 * may kill it again and again. Who was in hand alone at so many of them is tried in a process of its own, and an end of that one is a
 * failure.
 */
const most = { failures: 3, ends: 3 };

/** Characters of a reason that are kept: it may quote the document. */
const longest = 500;

/**
 * Trouble of what is around us (disks, folders, servers, threads): it says nothing of the message that met it, ends by itself
 * or by somebody's hand, and then all goes on.
 */
export const isAround = (error: unknown): boolean =>
  [LeaseLost, JournalNotWritten, NotStarted, FolderError].some((kind) => error instanceof kind) ||
  /^(E[A-Z]+|UND_ERR_\w+)$/.test(systemCode(error));

interface Parts {
  readonly journal: Pick<Journal, 'id' | 'suspects' | 'tried' | 'wentWell'>;
  readonly workers: StepWorkers & { readonly alone: StepWorkers };
  readonly log: PipelineParts['log'];
}

/**
 * Counts in the journal the tries of a step that fails on one message, and parks the message when they are enough: nobody
 * waits for the impossible. Where the process itself has ended again and again, those that were there are tried one at a time,
 * each noted before it begins; and at last in a process of its own.
 */
export class Tries {
  readonly #parts: Parts;
  readonly #ending: Pick<Ending, 'park'>;

  constructor(parts: Parts, ending: Pick<Ending, 'park'>) {
    this.#parts = parts;
    this.#ending = ending;
  }

  /** True: it is parked. False: it may be tried again. Throws what is no fault of the message. */
  async failed(message: Message, step: TriedStep, error: unknown, language?: Language): Promise<boolean> {
    if (isAround(error)) throw error;
    const what = reasonOf(error).slice(0, longest);
    this.#parts.log.error(
      { code: 'step-failed', err: error, message: message.id, channel: message.channel, step },
      'a step failed on this message',
    );
    if (error instanceof BodyDamaged) return this.#parkDamaged(message, what, language);
    const { tries } = await this.#parts.journal.tried(message.id, step, what);
    if (tries < most.failures) return false;
    await this.#park(message, step, error instanceof ProcessEnded ? phrase('ended-alone') : what, language);
    return true;
  }

  /** Runs a step that may take the process with it, by workers that make it as safe as it has to be. */
  async carefully<T>(
    message: Message,
    step: TriedStep,
    work: (workers: StepWorkers) => Promise<T>,
  ): Promise<T> {
    const { journal, workers } = this.#parts;
    if (message.id > journal.suspects) return work(workers);
    return await oneAtATime(`suspects of ${journal.id}`, async () => {
      const { attempt, ends } = await journal.tried(message.id, step);
      try {
        return await work(ends > most.ends ? workers.alone : workers);
      } finally {
        // whether it failed or not: the process is still there
        await journal.wentWell(message.id, attempt);
      }
    });
  }

  /** What is damaged does not become whole by another try. */
  async #parkDamaged(message: Message, what: string, language?: Language): Promise<true> {
    const found = finding('body-damaged', { what }, {}, language);
    await this.#ending.park(message, found.message, [found]);
    return true;
  }

  async #park(message: Message, step: TriedStep, what: string | Phrase, language?: Language): Promise<void> {
    const found = finding('step-failed', { step: phrase(`step-${step}`), what }, {}, language);
    await this.#ending.park(message, found.message, [found]);
  }
}
