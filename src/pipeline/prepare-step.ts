import { isFailed } from '../exchange/exchange-client.ts';
import type { Message, ReplayRecord } from '../journal/model/message.ts';
import type { Finding } from '../types.ts';
import { type Channel, localDateIn, type OutboundChannel } from './channel/channel.ts';
import { withDryRunNames } from './channel/dry-run-messages.ts';
import { computeSoon } from './deliver/backoff.ts';
import { type AttachedDocuments, attachDocuments } from './gather/attach-documents.ts';
import { readGatheredIdentity } from './gather/fetch-gathered.ts';
import { applyLearnedOrder } from './order-state/learned-order.ts';
import type { Deliverable } from './prepare/prepare-task.ts';
import type { SpeculativeResult } from './prepare/speculative-prepare.ts';
import { buildPrepareRecord } from './replay-record.ts';
import { buildStepFailure, type StepFailure } from './step-failure.ts';
import type { StepTools } from './step-tools.ts';
import type { StepRunner } from './workers/isolated-process.ts';
import type { PrepareReply } from './workers/step-worker.ts';

/** What prepare said, and what it saw. */
interface PrepareRun {
  readonly prepared: PreparedOrFailed;
  readonly saw: ReplayRecord;
}

type PreparedOrFailed = PrepareReply | StepFailure;

/** Step 4, and what follows from what it says. */
export class PrepareStep {
  readonly #tools: StepTools;

  constructor(tools: StepTools) {
    this.#tools = tools;
  }

  /** `documents`: those of the body have been put into it. */
  async run(
    message: Message,
    channel: Channel,
    gathered?: Uint8Array,
    documents?: AttachedDocuments,
  ): Promise<void> {
    const { journal, workers } = this.#tools.parts;
    // what was fetched may have told whose order it is
    const { address } = (gathered && (await journal.message(message.id))) ?? message;
    const state = address === undefined ? undefined : await journal.orderState(address);
    const known = state !== undefined || gathered !== undefined;
    const ahead = this.#tools.speculative.take(message, known, workers.generation);
    const ran = ahead
      ? buildSpeculativeRun(message, ahead)
      : await this.#tools.retries.runGuarded(message, 'work', (by) =>
          this.#prepare(message, channel, state, gathered, by),
        );
    const { prepared } = ran;
    if (prepared.kind === 'ask') return this.#ask(message, channel, prepared.order, gathered);
    await this.#tools.artifacts.save(prepared.made);
    if (
      channel.direction === 'outbound' &&
      prepared.kind === 'deliver' &&
      !documents &&
      channel.settings.documents.place !== 'leave'
    )
      return this.#prepareWithDocuments(message, channel, prepared);
    await this.#carryOut(message, channel, { ...ran, prepared }, documents);
  }

  /** The exchange is asked for an order of which nothing is known; what it says goes into the order state, and prepare begins anew. */
  async #ask(
    message: Message,
    channel: Channel,
    order: string,
    gathered: Uint8Array | undefined,
  ): Promise<void> {
    const { journal, exchange } = this.#tools.parts;
    const attempt = await journal.startGather(message.id);
    const answer = await exchange.order(order, channel.name);
    const { status, kind } = answer;
    await journal.endAttempt(message.id, attempt, { status, detail: kind, unknown: false });
    if (isFailed(answer) && status !== 404) return this.#tools.delivery.conclude(message, channel, answer);
    const body = isFailed(answer) ? undefined : answer.body;
    const at = new Date().toISOString();
    await journal.changeOrderState(message.id, (state) => applyLearnedOrder(state, message, body, at), body);
    await this.run(message, channel, gathered);
  }

  async #prepare(
    message: Message,
    channel: Channel,
    state: string | undefined,
    gathered: Uint8Array | undefined,
    workers: StepRunner,
  ): Promise<PrepareRun> {
    const task = await this.#tools.tasks.buildPrepare(message, channel, state, gathered);
    const prepared: PreparedOrFailed = await workers
      .prepare(task)
      .catch((error: unknown) => buildStepFailure('prepare', error, channel));
    return { prepared, saw: buildPrepareRecord(message, prepared, task) };
  }

  /** Only for what will be published: the documents are fetched, put into the body, and it is prepared with them. */
  async #prepareWithDocuments(
    message: Message,
    channel: OutboundChannel,
    prepared: Deliverable,
  ): Promise<void> {
    const { journal, exchange: reader, exchangeHost: host } = this.#tools.parts;
    // the worker has taken what prepare was given
    const gathered = message.gather && (await journal.part(message.id, 'gathered'));
    const body = gathered ?? (await this.#tools.tasks.readBytes(message));
    const fields = { ...prepared.fields, date: localDateIn(channel) };
    const documents = await attachDocuments(body, {
      reader,
      host,
      fields,
      settings: channel.settings.documents,
      language: channel.language,
    });
    if (documents.wait) return this.#tools.delivery.conclude(message, channel, documents.wait);
    const held = documents.findings.find(({ severity }) => severity === 'park');
    if (held)
      return this.#tools.transitions.park(
        message,
        held.message,
        mergeFindings(message.findings, documents.findings),
      );
    // whose order it is does not depend on its documents
    const identity = withDryRunNames(message, readGatheredIdentity(channel, body));
    await journal.storeGathered(message.id, documents.body, identity);
    await this.run(message, channel, documents.body, documents);
  }

  async #carryOut(
    message: Message,
    channel: Channel,
    {
      prepared,
      saw,
    }: PrepareRun & { readonly prepared: Exclude<PreparedOrFailed, { readonly kind: 'ask' }> },
    documents?: AttachedDocuments,
  ): Promise<void> {
    if (prepared.kind === 'recheck') return this.#tools.transitions.recheck(message, prepared.reason);
    for (const { class: kind, count } of saw.lost ?? [])
      this.#tools.parts.meter?.countLostValues(channel.name, kind, count);
    const findings = mergeFindings(message.findings, [...(documents?.findings ?? []), ...prepared.findings]);
    if (prepared.kind === 'park') {
      const released = 'released' in prepared;
      return this.#tools.transitions.park(message, prepared.reason, findings, { saw, released });
    }
    if (prepared.kind === 'wait')
      return this.#tools.transitions.wait(message, computeSoon(message), prepared.reason, { saw });
    if (prepared.kind === 'settle') {
      const { outcome, reason, change, tasks = [], endsTasks = [] } = prepared;
      const end = { outcome, reason, findings, change, saw, tasks, endsTasks };
      return this.#tools.transitions.settle(message, end);
    }
    await this.#tools.delivery.start(message, channel, { ...prepared, findings }, saw, documents?.files);
  }
}

/** As if nothing were known of its order. */
function buildSpeculativeRun(message: Message, { prepared, made, now }: SpeculativeResult): PrepareRun {
  const run = made === undefined ? prepared : { ...prepared, made };
  return { prepared: run, saw: buildPrepareRecord(message, run, { now, bodies: {} }) };
}

/** Findings of check stay; those of prepare come after. */
function mergeFindings(before: readonly Finding[], after: readonly Finding[]): readonly Finding[] {
  const known = new Set(before.map((finding) => JSON.stringify(finding)));
  return [...before, ...after.filter((finding) => !known.has(JSON.stringify(finding)))];
}
