import type { Answer } from '../../exchange/exchange-client.ts';
import { localizeFailure } from '../../exchange/transport/answer.ts';
import type { Outage, OutageStore } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { crashAt } from '../../system/crash-point.ts';
import type { Log } from '../../system/log.ts';
import { steadyNow } from '../../time/steady-clock.ts';

interface BreakerParts {
  readonly journal: Pick<OutageStore, 'noteAnswered' | 'noteUnanswered'>;
  readonly log: Log;
}

/** What an answer to an attempt says of the exchange, whatever it says of the document. */
export type AnswerEvidence = 'answered' | 'unanswered' | 'unsent' | 'none';

/**
 * `unanswered`: it is away, or takes nothing now. `unsent`: it could not be asked, and so nobody knows. A refused login (`down`) is an
 * answer: the exchange is there. `none`: there was nothing to ask.
 */
function judgeEvidence({ kind, status, away }: Answer): AnswerEvidence {
  if (away) return 'unanswered';
  if (status > 0 || kind === 'down') return 'answered';
  return kind === 'retry' ? 'unsent' : 'none';
}

/**
 * Stops deliveries to an exchange that takes nothing: attempts of three orders in a row that met none open an outage, which the journal
 * holds for all gateways. From then on one message at a time asks (a probe, an ordinary attempt), and any answer ends it.
 */
export class ExchangeBreaker {
  readonly #parts: BreakerParts;
  readonly #ended: () => void;
  /** Since when the outage lasts that was told last: its end may be met, and told, by another gateway. */
  #told: number | undefined;

  /** `ended` is called when an outage has ended: there is much to do. */
  constructor(parts: BreakerParts, ended: () => void) {
    this.#parts = parts;
    this.#ended = ended;
  }

  /** What an attempt to deliver met. */
  async noteDelivery(message: Message, answer: Answer): Promise<void> {
    if (judgeEvidence(answer) !== 'answered') return await this.noteFailure(message, answer);
    const outage = await this.#parts.journal.noteAnswered();
    if (outage) this.#tellEnd(outage);
  }

  /**
   * What a question before the delivery met (an order that is asked for, a file that is uploaded): when it fails, so would the delivery.
   * That it was answered says nothing: an exchange may show orders and take none.
   */
  async noteFailure(message: Message, answer: Answer): Promise<void> {
    const evidence = judgeEvidence(answer);
    if (evidence !== 'unanswered' && evidence !== 'unsent') return;
    const outage = await this.#parts.journal.noteUnanswered({
      message: message.id,
      ...(evidence === 'unanswered' ? { orderKey: message.orderKey ?? `message:${message.id}` } : {}),
      at: steadyNow(),
      // of our own words it is how long no login is tried
      ...(answer.retryAfter !== undefined && answer.status > 0 ? { retryAfter: answer.retryAfter } : {}),
      said: localizeFailure(answer),
    });
    if (!outage || outage.since === this.#told) return;
    crashAt('outage-noted');
    this.#tellBegin(outage);
  }

  #tellBegin({ since, said }: Outage): void {
    this.#told = since;
    this.#parts.log.warn(
      { code: 'exchange-outage', said: said.en },
      'the exchange takes nothing: all that is for it waits, and one message at a time asks again',
    );
  }

  #tellEnd({ since }: Outage): void {
    const seconds = Math.round((steadyNow() - since) / 1000);
    this.#parts.log.info(
      { code: 'exchange-answers', seconds },
      'the exchange answers again: what waited goes',
    );
    this.#ended();
  }
}
