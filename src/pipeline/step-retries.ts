import {
  buildOwnPhrase,
  buildPhrase,
  createFinding,
  cutText,
  type Phrase,
} from '../findings/create-finding.ts';
import { explainFailure } from '../findings/localized-error.ts';
import { FolderError, systemCodeOf } from '../folders/folder-error.ts';
import { runOneAtATime } from '../folders/one-at-a-time.ts';
import type { Journal } from '../journal/journal.ts';
import { BodyDamaged, JournalNotWritten, LeaseLost } from '../journal/model/journal-errors.ts';
import type { Message, RetriedStep } from '../journal/model/message.ts';
import type { Language } from '../types.ts';
import type { MessageTransitions } from './deliver/transitions.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { ProcessEnded, type StepRunner } from './workers/isolated-process.ts';
import { WorkersNotStarted } from './workers/task-clock.ts';

/**
 * A message is put aside after so many tries that failed. Ends of the gateway say nothing of the message that was in hand: somebody
 * may kill it again and again. Who was in hand alone at so many of them is tried in a process of its own, and an end of that one is a
 * failure.
 */
const mostTries = { failures: 3, ends: 3 };

/** Characters of a reason that are kept: it may quote the document. */
const longest = 500;

/**
 * Trouble of what is around us (disks, folders, servers, threads): it says nothing of the message that met it, ends by itself
 * or by somebody's hand, and then all goes on.
 */
export const isEnvironmentTrouble = (error: unknown): boolean =>
  [LeaseLost, JournalNotWritten, WorkersNotStarted, FolderError].some((kind) => error instanceof kind) ||
  /^(E[A-Z]+|UND_ERR_\w+)$/.test(systemCodeOf(error));

interface RetryParts {
  readonly journal: Pick<Journal, 'id' | 'suspectsUpTo' | 'noteTry' | 'noteTryEnded'>;
  readonly workers: StepRunner & { readonly isolated: StepRunner };
  readonly log: PipelineParts['log'];
}

/**
 * Counts in the journal the tries of a step that fails on one message, and parks the message when they are enough: nobody
 * waits for the impossible. Where the process itself has ended again and again, those that were there are tried one at a time,
 * each noted before it begins; and at last in a process of its own.
 */
export class StepRetries {
  readonly #parts: RetryParts;
  readonly #transitions: Pick<MessageTransitions, 'park'>;

  constructor(parts: RetryParts, transitions: Pick<MessageTransitions, 'park'>) {
    this.#parts = parts;
    this.#transitions = transitions;
  }

  /** True: it is parked. False: it may be tried again. Throws what is no fault of the message. */
  async noteFailure(
    message: Message,
    step: RetriedStep,
    error: unknown,
    language?: Language,
  ): Promise<boolean> {
    if (isEnvironmentTrouble(error)) throw error;
    const { en, nl } = explainFailure(error);
    const what = cutText(en, longest);
    const said = buildOwnPhrase({ en: what, nl: cutText(nl, longest) });
    this.#parts.log.error(
      { code: 'step-failed', err: error, message: message.id, channel: message.channel, step },
      'a step failed on this message',
    );
    if (error instanceof BodyDamaged) return this.#parkDamaged(message, said, language);
    const { tries } = await this.#parts.journal.noteTry(message.id, step, what);
    if (tries < mostTries.failures) return false;
    await this.#park(
      message,
      step,
      error instanceof ProcessEnded ? buildPhrase('ended-alone') : said,
      language,
    );
    return true;
  }

  /** Runs a step that may take the process with it, by workers that make it as safe as it has to be. */
  async runGuarded<T>(
    message: Message,
    step: RetriedStep,
    work: (workers: StepRunner) => Promise<T>,
  ): Promise<T> {
    const { journal, workers } = this.#parts;
    if (message.id > journal.suspectsUpTo) return work(workers);
    return await runOneAtATime(`suspects of ${journal.id}`, async () => {
      const { attempt, ends } = await journal.noteTry(message.id, step);
      try {
        return await work(ends > mostTries.ends ? workers.isolated : workers);
      } finally {
        // whether it failed or not: the process is still there
        await journal.noteTryEnded(message.id, attempt);
      }
    });
  }

  /** What is damaged does not become whole by another try. */
  async #parkDamaged(message: Message, what: Phrase, language?: Language): Promise<true> {
    const found = createFinding('body-damaged', { what }, {}, language);
    await this.#transitions.park(message, found.message, [found]);
    return true;
  }

  async #park(message: Message, step: RetriedStep, what: Phrase, language?: Language): Promise<void> {
    const found = createFinding('step-failed', { step: buildPhrase(`step-${step}`), what }, {}, language);
    await this.#transitions.park(message, found.message, [found]);
  }
}
