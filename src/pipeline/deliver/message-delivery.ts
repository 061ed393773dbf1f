import { isDryRunMessage } from '../../dry-run-names.ts';
import { type Answer, type FailedAnswer, isFailed } from '../../exchange/exchange-client.ts';
import {
  type Attempt,
  type AttemptEnd,
  hasSucceeded,
  type Message,
  type ReplayRecord,
  type Settlement,
} from '../../journal/model/message.ts';
import { computeOnce } from '../../system/compute-once.ts';
import { crashAt } from '../../system/crash-point.ts';
import { steadyNow } from '../../time/steady-clock.ts';
import type { Channel, InboundChannel } from '../channel/channel.ts';
import { areTurnsFew } from '../concurrency-limits.ts';
import type { AttachedFile } from '../gather/attach-documents.ts';
import { computeAge } from '../order-state/document-age.ts';
import { parseState } from '../order-state/order-state.ts';
import type { PipelineParts } from '../pipeline-parts.ts';
import type { Deliverable } from '../prepare/prepare-task.ts';
import { countFailures } from './count-failures.ts';
import { buildDelivered, type DeliveryPlan, parseDeliveryPlan, pickTaskChanges } from './delivery-plan.ts';
import type { ExchangeBreaker } from './exchange-breaker.ts';
import type { FilePublisher } from './file-publisher.ts';
import { type AnswerVerdict, judgeAnswer } from './judge-answer.ts';
import { computeNotFoundTime } from './not-found-time.ts';
import { retryUntilWritten } from './retry-until-written.ts';
import type { MessageTransitions } from './transitions.ts';

/** Step 5: attempts to send what was prepared, or to have it published, and what their ends mean. */
export class MessageDelivery {
  readonly #parts: PipelineParts;
  readonly #transitions: MessageTransitions;
  readonly #publisher: FilePublisher;
  readonly #breaker: ExchangeBreaker;
  readonly #stopping: AbortSignal;

  constructor(
    parts: PipelineParts,
    transitions: MessageTransitions,
    publisher: FilePublisher,
    breaker: ExchangeBreaker,
    stopping: AbortSignal,
  ) {
    this.#parts = parts;
    this.#transitions = transitions;
    this.#publisher = publisher;
    this.#breaker = breaker;
    this.#stopping = stopping;
  }

  /** The first attempt: what was prepared and the start of the attempt are one commit. */
  async start(
    message: Message,
    channel: Channel,
    deliverable: Deliverable,
    saw: ReplayRecord,
    files: readonly AttachedFile[] = [],
  ): Promise<void> {
    const { change, fields, findings, mapping, bytes } = deliverable;
    const plan: DeliveryPlan = { change, fields, findings, ...pickTaskChanges(deliverable) };
    const parts = { bytes, mapping, findings, saw, plan: JSON.stringify(plan) };
    const begin = () => this.#parts.journal.startDelivery(message.id, parts);
    const isDry = isDryRunMessage(message);
    if (!isDry && channel.direction === 'inbound')
      return await this.#send(message, channel, async () => (await begin()).attempt, bytes, plan);
    const { attempt, sequence } = await begin();
    if (isDry || channel.direction === 'inbound') return await this.#endDry(message, plan, attempt);
    await this.#publisher.publishBeside(channel, files, `${message.id}.${attempt}`);
    await this.#publisher.start(message, channel, { attempt, bytes, plan, sequence });
  }

  /** What would leave the gateway is kept, and stays here. */
  async #endDry(message: Message, plan: DeliveryPlan, attempt: number): Promise<void> {
    const ended = { attempt, status: 0, detail: 'dry run: it stays here', unknown: false };
    await this.#transitions.settle(message, { ...buildDelivered(plan, ''), ended });
  }

  /**
   * Finishes an attempt whose end is not known, or that succeeded without being settled: the same bytes once more, or the
   * staged file into place. Resolves to false when nothing left the gateway, or what left it is old news by now: then it is
   * prepared anew.
   */
  async resume(message: Message, channel: Channel, open: Attempt): Promise<boolean> {
    const { journal } = this.#parts;
    const plan = parseDeliveryPlan(await journal.part(message.id, 'plan'));
    if (hasSucceeded(open)) {
      const end = buildDelivered(plan, 'Delivered before the gateway stopped.');
      await this.#transitions.settle(message, { ...end, ...(open.staged ? { published: open.staged } : {}) });
    } else if (channel.direction === 'inbound') {
      await this.#endedUnknown(message, open);
      // a person let its successors pass: prepare says what has become of it
      if (await this.#isOvertaken(message, channel)) return false;
      await this.#sendAgain(message, channel, plan);
    } else if (open.staged && !(await this.#publisher.isLost(message, channel, open.staged))) {
      await this.#publisher.publish(message, channel, { attempt: open.n, staged: open.staged, plan });
    } else {
      await journal.endAttempt(message.id, open.n, {
        status: 0,
        detail: 'nothing was published',
        unknown: false,
      });
      await this.#publisher.sweep(channel, `${message.id}.${open.n}`);
      return false;
    }
    return true;
  }

  /** What an answer that is no yes means for the message (docs/design.md, "What an answer means"). */
  async conclude(
    message: Message,
    channel: Channel,
    answer: FailedAnswer,
    plan?: DeliveryPlan,
  ): Promise<void> {
    const verdict = await this.#judge(message, channel, answer);
    await this.#noteEvidence(message, channel, answer, plan);
    if (verdict.step === 'wait') {
      const away = answer.away === true && channel.direction === 'inbound';
      return this.#transitions.wait(message, verdict.ms, verdict.reason, { away });
    }
    const { finding, more = [] } = verdict;
    const findings = [...(plan?.findings ?? message.findings), finding, ...more];
    // an order that cannot be fetched is nobody's fault that a report in error/ could mend
    if (verdict.step === 'park' || channel.direction === 'outbound')
      return this.#transitions.park(message, finding.message, findings);
    return this.#transitions.settle(message, { outcome: 'rejected', reason: finding.message, findings });
  }

  async #judge(message: Message, channel: Channel, answer: FailedAnswer): Promise<AnswerVerdict> {
    const attempts = await this.#parts.journal.attempts(message.id);
    return judgeAnswer(answer, {
      failures: countFailures(attempts, answer),
      notFoundFor: computeNotFoundTime(attempts, steadyNow()),
      patience: channel.settings.notFound.patience,
      language: channel.language,
    });
  }

  /**
   * What is fetched for the ERP has pauses of its own, and says nothing: an exchange may show orders and take none. Whatever is sent says
   * it of all operations: one exchange stands behind them.
   */
  async #noteEvidence(
    message: Message,
    channel: Channel,
    answer: Answer,
    plan: DeliveryPlan | undefined,
  ): Promise<void> {
    if (channel.direction !== 'inbound') return;
    await (plan ? this.#breaker.noteDelivery(message, answer) : this.#breaker.noteFailure(message, answer));
  }

  /**
   * `start`: writes that the attempt begins, and gives its number. Where a message may wait long for its turn that is written when it
   * has come: else each that waited when the power failed would be one that was possibly sent.
   */
  async #send(
    message: Message,
    channel: InboundChannel,
    start: () => Promise<number>,
    bytes: Uint8Array,
    plan: DeliveryPlan,
  ): Promise<void> {
    if (isDryRunMessage(message)) throw new Error(`Message ${message.id} is of a dry run: it is never sent.`);
    const { exchange, perSecond } = this.#parts;
    const begin = computeOnce(async () => {
      const attempt = await start();
      crashAt('before-send');
      return attempt;
    });
    if (!areTurnsFew(perSecond)) await begin();
    const answer = await exchange.send(channel.settings.to.exchange, bytes, channel.name, begin);
    crashAt('after-send');
    const ended = { attempt: await begin(), ...buildAttemptEnd(answer) };
    if (!isFailed(answer)) {
      await this.#accepted(message, plan, ended);
      return await this.#breaker.noteDelivery(message, answer);
    }
    await this.#ended(message, ended);
    await this.conclude(message, channel, answer, plan);
  }

  /** What cannot be settled is noted at least as sent. */
  async #accepted(message: Message, plan: DeliveryPlan, ended: EndedAttempt): Promise<void> {
    const end = { ...buildDelivered(plan, renderTaken(ended.status)), ended };
    try {
      await retryUntilWritten(() => this.#transitions.settle(message, end), this.#stopping);
    } catch (error) {
      await this.#ended(message, ended);
      throw error;
    }
  }

  /** Forgotten, it would be sent twice: as long as the journal cannot be written, the answer is kept here. */
  async #ended({ id }: Message, { attempt, ...end }: EndedAttempt): Promise<void> {
    await retryUntilWritten(() => this.#parts.journal.endAttempt(id, attempt, end), this.#stopping);
  }

  async #endedUnknown({ id }: Message, { n, ended }: Attempt): Promise<void> {
    const detail = 'the gateway stopped before an answer came';
    if (ended === undefined)
      await this.#parts.journal.endAttempt(id, n, { status: 0, detail, unknown: true });
  }

  /** Was a later document of its order delivered meanwhile? The same bytes again would take that back. */
  async #isOvertaken(message: Message, { settings }: InboundChannel): Promise<boolean> {
    if (message.forced || message.address === undefined) return false;
    const state = parseState(await this.#parts.journal.orderState(message.address));
    return computeAge(state, message, settings.timeZone) !== 'newer';
  }

  /** After an unknown outcome the very same bytes go out before any successor. */
  async #sendAgain(message: Message, channel: InboundChannel, plan: DeliveryPlan): Promise<void> {
    const { journal } = this.#parts;
    const bytes = await journal.part(message.id, 'prepared');
    if (!bytes) throw new Error(`The journal has lost what was prepared for message ${message.id}.`);
    await this.#send(message, channel, () => journal.startRedelivery(message.id), bytes, plan);
  }
}

type EndedAttempt = NonNullable<Settlement['ended']>;

const renderTaken = (status: number): string => `The exchange took it (${status}).`;

const buildAttemptEnd = (answer: Answer): AttemptEnd => ({
  status: answer.status,
  detail: answer.kind,
  unknown: answer.unknown === true,
  ...(answer.body.length > 0 ? { answer: answer.body } : {}),
});
