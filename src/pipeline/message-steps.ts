import { isDryRunMessage } from '../dry-run-names.ts';
import { renderMissingChannel } from '../journal/decisions/missing-channel.ts';
import { JournalNotWritten, LeaseLost } from '../journal/model/journal-errors.ts';
import type { Message } from '../journal/model/message.ts';
import { crashAt } from '../system/crash-point.ts';
import { reasonOf } from '../text/reason-of.ts';
import type { Finding } from '../types.ts';
import type { Channel, OutboundChannel } from './channel/channel.ts';
import { isHeldByDryRun, lookAgainAfter, renderHeldReason } from './channel/dry-run-messages.ts';
import { CheckStep } from './check-step.ts';
import { computeSoon } from './deliver/backoff.ts';
import type { ExchangeBreaker } from './deliver/exchange-breaker.ts';
import { FilePublisher } from './deliver/file-publisher.ts';
import { MessageDelivery } from './deliver/message-delivery.ts';
import { findOpenAttempt } from './deliver/open-attempt.ts';
import type { MessageTransitions } from './deliver/transitions.ts';
import { GatherStep } from './gather-step.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { SpeculativePrepare } from './prepare/speculative-prepare.ts';
import { PrepareStep } from './prepare-step.ts';
import { ArtifactSaver } from './replay-record.ts';
import { isEnvironmentTrouble, StepRetries } from './step-retries.ts';
import { StepTasks } from './step-tasks.ts';
import type { StepTools } from './step-tools.ts';

/** Milliseconds until it is looked again whether the file before was collected. */
const collectionWait = 300_000;

/** The steps of one message's way, from check to settle (docs/design.md, "Architecture"). */
export class MessageSteps {
  readonly #tools: StepTools;
  readonly #checking: CheckStep;
  readonly #gathering: GatherStep;
  readonly #preparing: PrepareStep;
  readonly #stopping: AbortSignal;
  readonly #channels: ReadonlyMap<string, Channel>;

  constructor(
    parts: PipelineParts,
    transitions: MessageTransitions,
    breaker: ExchangeBreaker,
    stopping: AbortSignal,
  ) {
    const publisher = new FilePublisher(parts, transitions);
    this.#tools = {
      ...{ parts, transitions, publisher },
      delivery: new MessageDelivery(parts, transitions, publisher, breaker, stopping),
      retries: new StepRetries(parts, transitions),
      tasks: new StepTasks(parts),
      speculative: new SpeculativePrepare(),
      artifacts: new ArtifactSaver(parts),
    };
    this.#checking = new CheckStep(this.#tools, stopping);
    this.#gathering = new GatherStep(this.#tools);
    this.#preparing = new PrepareStep(this.#tools);
    this.#stopping = stopping;
    this.#channels = new Map(parts.channels.map((channel) => [channel.name, channel]));
  }

  /** Step 2. */
  async check(message: Message): Promise<void> {
    const channel = this.#channels.get(message.channel);
    if (channel) await this.#checking.run(message, channel);
    else await this.#parkWithoutChannel(message, []);
  }

  /** While this stops, another config may follow, which knows the channel: the message is found again. */
  async #parkWithoutChannel(message: Message, findings: readonly Finding[]): Promise<void> {
    if (!this.#stopping.aborted)
      await this.#tools.transitions.park(message, renderMissingChannel(message.channel), findings);
  }

  /**
   * Steps 3 to 6 for a message that is first of its order key. An error of ours, or of a folder, makes it wait, never
   * disappear.
   */
  async work(message: Message): Promise<void> {
    crashAt('message-claimed');
    try {
      await this.#workOn(message);
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof JournalNotWritten) throw error;
      await this.#handleFailure(message, error);
    }
  }

  async #handleFailure(message: Message, error: unknown): Promise<void> {
    if (!isEnvironmentTrouble(error) && (await this.#tools.retries.noteFailure(message, 'work', error)))
      return;
    const trouble = isEnvironmentTrouble(error) ? this.#findFolderTrouble(message) : undefined;
    // the folder has said so, once for all its messages
    if (trouble !== undefined)
      return await this.#tools.transitions.wait(message, computeSoon(message), trouble);
    this.#tools.parts.log.error(
      { code: 'message-not-worked-on', err: error, message: message.id, channel: message.channel },
      'message could not be worked on',
    );
    await this.#tools.transitions.wait(
      message,
      computeSoon(message),
      `The gateway could not work on it: ${reasonOf(error)}`,
    );
  }

  #findFolderTrouble({ channel }: Message): string | undefined {
    return this.#tools.parts.outbound.get(channel)?.trouble()?.en;
  }

  async #workOn(message: Message): Promise<void> {
    const channel = this.#channels.get(message.channel);
    if (!channel) return this.#parkWithoutChannel(message, message.findings);
    if (isHeldByDryRun(message, channel))
      return this.#tools.transitions.wait(message, lookAgainAfter, renderHeldReason(channel));
    // what a crash left in a dry run was never sent
    const open = isDryRunMessage(message)
      ? undefined
      : findOpenAttempt(await this.#tools.parts.journal.attempts(message.id));
    if (open && (await this.#tools.delivery.resume(message, channel, open))) return;
    if (channel.direction === 'outbound' && (await this.#waitsForErp(message, channel))) return;
    if (!message.gather) return this.#preparing.run(message, channel);
    const gathered = await this.#gathering.run(message, channel);
    if (gathered) await this.#preparing.run(message, channel, gathered);
  }

  /** It is woken when the collection is noticed; the time is for the case that it never is. */
  async #waitsForErp(message: Message, channel: OutboundChannel): Promise<boolean> {
    const name = await this.#tools.publisher.findUncollected(message, channel);
    if (name !== undefined)
      await this.#tools.transitions.wait(
        message,
        collectionWait,
        `The ERP has not collected ${name} of this order yet.`,
      );
    return name !== undefined;
  }
}
