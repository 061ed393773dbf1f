import { isDryRunMessage } from '../../dry-run-names.ts';
import type { Answer, AnswerKind } from '../../exchange/exchange-client.ts';
import { distinctName } from '../../folders/file-name.ts';
import type { OutboundFolder, StagedFile } from '../../folders/folder-types.ts';
import type { Attempt, AttemptEnd, Message, ReplayRecord, Settlement } from '../../journal/model/message.ts';
import { crashAt } from '../../system/crash-point.ts';
import { steadyNow } from '../../time/steady-clock.ts';
import { type Channel, type InboundChannel, localDateIn, type OutboundChannel } from '../channel/channel.ts';
import type { AttachedFile } from '../gather/attach-documents.ts';
import { parseState } from '../order-state/order-state.ts';
import type { PipelineParts } from '../pipeline-parts.ts';
import { computeAge } from '../prepare/prepare-inbound.ts';
import type { Deliverable, TaskChanges } from '../prepare/prepare-task.ts';
import { type DeliveryPlan, parseDeliveryPlan } from './delivery-plan.ts';
import type { ExchangeBreaker } from './exchange-breaker.ts';
import { judgeAnswer } from './judge-answer.ts';
import { computeNotFoundTime } from './not-found-time.ts';
import { retryUntilWritten } from './retry-until-written.ts';
import type { MessageTransitions } from './transitions.ts';

/** Step 5: attempts to send or publish what was prepared, and what their ends mean. */
export class MessageDelivery {
  readonly #parts: PipelineParts;
  readonly #ending: MessageTransitions;
  readonly #breaker: ExchangeBreaker;
  readonly #stopping: AbortSignal;

  constructor(
    parts: PipelineParts,
    ending: MessageTransitions,
    breaker: ExchangeBreaker,
    stopping: AbortSignal,
  ) {
    this.#parts = parts;
    this.#ending = ending;
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
    const { attempt, sequence } = await this.#parts.journal.startDelivery(message.id, parts);
    if (isDryRunMessage(message)) return await this.#endDry(message, plan, attempt);
    if (channel.direction === 'inbound') await this.#send(message, channel, attempt, bytes, plan);
    else {
      await this.#publishBeside(channel, files, `${message.id}.${attempt}`);
      await this.#stage(message, channel, attempt, bytes, plan, sequence);
    }
  }

  /** What would leave the gateway is kept, and stays here. */
  async #endDry(message: Message, { findings, change }: DeliveryPlan, attempt: number): Promise<void> {
    const ended = { attempt, status: 0, detail: 'dry run: it stays here', unknown: false };
    await this.#ending.settle(message, 'delivered', '', findings, change, { ended });
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
      await this.#ending.settle(
        message,
        'delivered',
        'Delivered before the gateway stopped.',
        plan.findings,
        plan.change,
        { ...pickTaskChanges(plan), ...(open.staged ? { published: open.staged } : {}) },
      );
    } else if (channel.direction === 'inbound') {
      await this.#endedUnknown(message, open);
      // a person let its successors pass: prepare says what has become of it
      if (await this.#isOvertaken(message, channel)) return false;
      await this.#sendAgain(message, channel, plan);
    } else if (open.staged && !(await this.#isLost(message, channel, open.staged))) {
      await this.#publish(message, channel, open.n, open.staged, plan);
    } else {
      await journal.endAttempt(message.id, open.n, {
        status: 0,
        detail: 'nothing was published',
        unknown: false,
      });
      await this.#sweep(channel, `${message.id}.${open.n}`);
      return false;
    }
    return true;
  }

  /** What an answer of the exchange means for the message (docs/design.md, "What an answer means"). */
  async conclude(message: Message, channel: Channel, answer: Answer, plan?: DeliveryPlan): Promise<void> {
    const attempts = await this.#parts.journal.attempts(message.id);
    const verdict = judgeAnswer(answer, {
      attempts: attempts.length,
      notFoundFor: computeNotFoundTime(attempts, steadyNow()),
      patience: channel.settings.notFound.patience,
      language: channel.language,
    });
    await this.#noteEvidence(message, channel, answer, plan);
    const findings = plan?.findings ?? message.findings;
    if (verdict.step === 'wait') {
      const away = answer.away === true && channel.direction === 'inbound';
      return this.#ending.wait(message, verdict.ms, verdict.reason, undefined, { away });
    }
    if (verdict.step === 'delivered') {
      const tasks = plan ? pickTaskChanges(plan) : {};
      return this.#ending.settle(
        message,
        'delivered',
        renderTaken(answer.status),
        findings,
        plan?.change,
        tasks,
      );
    }
    const all = [...findings, verdict.finding, ...(verdict.more ?? [])];
    // an order that cannot be fetched is nobody's fault that a report in error/ could mend
    if (verdict.step === 'park' || channel.direction === 'outbound') {
      return this.#ending.park(message, verdict.finding.message, all);
    }
    return this.#ending.settle(message, 'rejected', verdict.finding.message, all);
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

  async #send(
    message: Message,
    channel: InboundChannel,
    attempt: number,
    bytes: Uint8Array,
    plan: DeliveryPlan,
  ): Promise<void> {
    if (isDryRunMessage(message)) throw new Error(`Message ${message.id} is of a dry run: it is never sent.`);
    crashAt('before-send');
    const answer = await this.#parts.exchange.send(channel.settings.to.exchange, bytes, channel.name);
    crashAt('after-send');
    const ended = { attempt, ...buildAttemptEnd(answer) };
    if (answer.kind === 'ok') {
      await this.#accepted(message, plan, ended);
      return await this.#breaker.noteDelivery(message, answer);
    }
    await this.#ended(message, ended);
    await this.conclude(message, channel, answer, plan);
  }

  /** What cannot be settled is noted at least as sent. */
  async #accepted(message: Message, plan: DeliveryPlan, ended: EndedAttempt): Promise<void> {
    const { findings, change } = plan;
    const more = { ended, ...pickTaskChanges(plan) };
    try {
      await retryUntilWritten(
        () => this.#ending.settle(message, 'delivered', renderTaken(ended.status), findings, change, more),
        this.#stopping,
      );
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
    await this.#send(message, channel, await journal.startRedelivery(message.id), bytes, plan);
  }

  async #stage(
    message: Message,
    channel: OutboundChannel,
    attempt: number,
    bytes: Uint8Array,
    plan: DeliveryPlan,
    sequence: number,
  ): Promise<void> {
    const date = localDateIn(channel);
    const name = distinctName(channel.settings.to.name, { ...plan.fields, date, sequence: String(sequence) });
    const staged = await this.#folder(channel).stage(name, bytes, `${message.id}.${attempt}`);
    crashAt('before-staged');
    await this.#parts.journal.noteStaged(message.id, attempt, staged);
    await this.#publish(message, channel, attempt, staged, plan);
  }

  async #publish(
    message: Message,
    channel: OutboundChannel,
    attempt: number,
    staged: StagedFile,
    plan: DeliveryPlan,
  ): Promise<void> {
    crashAt('before-rename');
    const name = await this.#folder(channel).publish(staged);
    crashAt('after-rename');
    const published = { ...staged, name };
    if (name !== staged.name) await this.#parts.journal.noteStaged(message.id, attempt, published);
    await this.#parts.journal.endAttempt(message.id, attempt, {
      status: 0,
      detail: `published as ${name}`,
      unknown: false,
      published: true,
    });
    const reason = `Published as ${name}.`;
    const more = { published, ...pickTaskChanges(plan) };
    await this.#ending.settle(message, 'delivered', reason, plan.findings, plan.change, more);
  }

  /** Whoever began that attempt has died, here or on another machine, or it failed: what it left is nobody's. */
  async #sweep(channel: OutboundChannel, dead: string): Promise<void> {
    const folder = this.#folder(channel);
    if (folder.trouble() === undefined) await folder.sweep(({ attempt }) => attempt === dead);
  }

  /** A person says that it is to be published anew, because the folder it was written into is gone for good. */
  async #isLost({ forced }: Message, channel: OutboundChannel, { folder }: StagedFile): Promise<boolean> {
    return forced && folder !== undefined && (await this.#folder(channel).mark()) !== folder;
  }

  /** The file of the same order that the ERP has still to collect before the next one may come. */
  async findUncollected({ orderKey }: Message, channel: OutboundChannel): Promise<string | undefined> {
    if (!channel.settings.to.collected.beforeNext || orderKey === undefined) return undefined;
    const mark = await this.#folder(channel).mark();
    const before = await this.#parts.journal.listUncollected({ orderKey });
    return before.find(({ folder }) => folder === mark)?.name;
  }

  /** Documents come before the XML that names them. Their names hold a hash of the content: what is there is the same. */
  async #publishBeside(
    channel: OutboundChannel,
    files: readonly AttachedFile[],
    attempt: string,
  ): Promise<void> {
    const folder = this.#folder(channel);
    for (const { name, bytes } of files) {
      if (await folder.exists(name)) continue;
      const staged = await folder.stage(name, bytes, attempt);
      crashAt('document-staged');
      await folder.publish(staged);
    }
  }

  #folder(channel: OutboundChannel): OutboundFolder {
    const folder = this.#parts.outbound.get(channel.name);
    if (!folder) throw new Error(`The outbound folder of channel ${channel.name} is not open.`);
    return folder;
  }
}

/** Without the others, which are settled with it otherwise. */
const pickTaskChanges = ({ tasks, endsTasks }: TaskChanges): TaskChanges => ({
  ...(tasks ? { tasks } : {}),
  ...(endsTasks ? { endsTasks } : {}),
});

type EndedAttempt = NonNullable<Settlement['ended']>;

const renderTaken = (status: number): string => `The exchange took it (${status}).`;

const buildAttemptEnd = (answer: Answer): AttemptEnd => ({
  status: answer.status,
  detail: answer.kind,
  unknown: answer.unknown === true,
  ...(answer.body.length > 0 ? { answer: answer.body } : {}),
});

/** Carried out as far as we know: a 2xx answer, or a file that was published. */
const hasSucceeded = ({ ended, unknown, status, published }: Attempt): boolean =>
  ended !== undefined && !unknown && ((status >= 200 && status < 300) || published);

/**
 * Answers that say that it was not taken now: of an attempt before that got none they say nothing. None that a message is parked for:
 * what is tried again then is prepared anew, with a mapping that was mended or a document that was corrected.
 */
const notTakenNow: readonly string[] = ['retry', 'down'] satisfies AnswerKind[];

/** The attempt to deliver that has to be finished before anything else: the last one, but for those that were not taken. */
export function findOpenAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const last = attempts.findLast(
    ({ what, ended, unknown, detail }) =>
      what === 'deliver' && (ended === undefined || unknown || !notTakenNow.includes(detail)),
  );
  return last && (last.ended === undefined || last.unknown || hasSucceeded(last)) ? last : undefined;
}
