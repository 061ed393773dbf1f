import { isDryRunMessage } from '../dry-run-names.ts';
import { buildPhrase, createFinding } from '../findings/create-finding.ts';
import { renderMissingChannel } from '../journal/decisions/missing-channel.ts';
import { JournalNotWritten, LeaseLost } from '../journal/model/journal-errors.ts';
import type { Message, ReplayRecord } from '../journal/model/message.ts';
import { crashAt } from '../system/crash-point.ts';
import { reasonOf } from '../text/reason-of.ts';
import { pause } from '../time/pause.ts';
import type { Finding } from '../types.ts';
import { type Channel, type InboundChannel, localDateIn, type OutboundChannel } from './channel/channel.ts';
import {
  isHeldByDryRun,
  lookAgainAfter,
  renderHeldReason,
  withDryRunNames,
} from './channel/dry-run-messages.ts';
import { addAllDocuments, buildSamenessKey } from './check/file-documents.ts';
import { backoff } from './deliver/backoff.ts';
import type { ExchangeBreaker } from './deliver/exchange-breaker.ts';
import { findOpenAttempt, MessageDelivery } from './deliver/message-delivery.ts';
import type { MessageTransitions } from './deliver/transitions.ts';
import { type AttachedDocuments, attachDocuments } from './gather/attach-documents.ts';
import { fetchGathered, readGatheredIdentity } from './gather/fetch-gathered.ts';
import { uploadAll } from './gather/upload-files.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { applyLearnedOrder } from './prepare/learned-order.ts';
import type { Deliverable } from './prepare/prepare-task.ts';
import { SpeculativePrepare, type SpeculativeResult } from './prepare/speculative-prepare.ts';
import { ArtifactSaver, buildCheckRecord, buildPrepareRecord } from './replay-record.ts';
import { isEnvironmentTrouble, StepRetries } from './step-retries.ts';
import { StepTasks } from './step-tasks.ts';
import { ProcessEnded, type StepRunner } from './workers/isolated-process.ts';
import type { CheckReply, PrepareReply } from './workers/step-worker.ts';
import { DeadlineExceeded } from './workers/workers.ts';

/** Milliseconds until it is looked again whether the file before was collected. */
const collectionWait = 300_000;

/** Milliseconds until a check that failed on one message is tried again. */
const betweenChecks = 1000;

/** Milliseconds. What we could not do ourselves (a full disk, a share that is away, a mapping that does not work) is tried again soon. */
const longestWait = 30_000;

const computeSoon = ({ attempts }: Message): number => Math.min(backoff(attempts + 3), longestWait);

/** The steps of one message's way, from check to settle (docs/design.md, "Architecture"). */
export class MessageSteps {
  readonly #parts: PipelineParts;
  readonly #ending: MessageTransitions;
  readonly #delivery: MessageDelivery;
  readonly #tries: StepRetries;
  readonly #tasks: StepTasks;
  readonly #ahead = new SpeculativePrepare();
  readonly #artifacts: ArtifactSaver;
  readonly #stopping: AbortSignal;
  readonly #channels: ReadonlyMap<string, Channel>;

  constructor(
    parts: PipelineParts,
    ending: MessageTransitions,
    breaker: ExchangeBreaker,
    stopping: AbortSignal,
  ) {
    this.#parts = parts;
    this.#ending = ending;
    this.#delivery = new MessageDelivery(parts, ending, breaker, stopping);
    this.#tries = new StepRetries(parts, ending);
    this.#tasks = new StepTasks(parts);
    this.#artifacts = new ArtifactSaver(parts);
    this.#stopping = stopping;
    this.#channels = new Map(parts.channels.map((channel) => [channel.name, channel]));
  }

  /** Step 2: at once, whatever waits before it. What fails on this message alone is tried again soon, and then parked. */
  async check(message: Message): Promise<void> {
    const channel = this.#channels.get(message.channel);
    if (!channel) return this.#noChannel(message, []);
    const { language } = channel;
    try {
      await this.#tries.runGuarded(message, 'check', (workers) => this.#check(message, channel, workers));
    } catch (error) {
      if (!(await this.#tries.noteFailure(message, 'check', error, language)))
        await pause(betweenChecks, this.#stopping);
    }
  }

  /** While this stops, another config may follow, which knows the channel: the message is found again. */
  async #noChannel(message: Message, findings: readonly Finding[]): Promise<void> {
    if (!this.#stopping.aborted)
      await this.#ending.park(message, renderMissingChannel(message.channel), findings);
  }

  async #check(message: Message, channel: Channel, by: StepRunner): Promise<void> {
    const { journal, workers } = this.#parts;
    const { generation } = workers;
    const { result, now } = await this.#checkResult(message, channel, by);
    crashAt('check-ended');
    await this.#artifacts.save(result.made);
    if (result.verdict === 'wait') return;
    if (result.verdict === 'split') {
      if (!(await addAllDocuments(journal, message, result, this.#stopping))) return;
      const told = { message: message.id, channel: message.channel, name: message.name };
      return this.#parts.log.info({ ...told, documents: result.documents.length }, 'file split');
    }
    if (result.verdict === 'ready') {
      await journal.storeChecked(message.id, withDryRunNames(message, result.checked));
      crashAt('check-written');
      const { prepared, made } = result;
      if (prepared) this.#ahead.keep(message, result.checked.issued, { prepared, made, now }, generation);
      return;
    }
    await journal.identify(message.id, withDryRunNames(message, result.identity));
    const saw = buildCheckRecord(message, result);
    if (result.verdict === 'parked') await this.#ending.park(message, result.reason, result.findings, saw);
    else
      await this.#ending.settle(message, result.verdict, result.reason, result.findings, undefined, { saw });
  }

  async #checkResult(message: Message, channel: Channel, workers: StepRunner) {
    const task = await this.#tasks.buildCheck(message, channel);
    const now = new Date().toISOString();
    const ahead = this.#ahead.isWorthwhile(message, channel, task.bytes.length)
      ? { id: message.id, arrival: message.arrival, hash: buildSamenessKey(message, task.inFile), now }
      : undefined;
    const result: CheckedOrFailed = await workers
      .check(ahead ? { ...task, ahead } : task)
      // which of the two steps took too long, and what the check says, is for each alone to tell
      .catch((error: unknown) => {
        if (!ahead || !(error instanceof DeadlineExceeded)) throw error;
        return workers.check(task);
      })
      .catch((error: unknown) => buildStepFailure('check', error, channel));
    return { result, now };
  }

  /**
   * Steps 3 to 6 for a message that is first of its order key. An error of ours, or of a folder, makes it wait, never
   * disappear.
   */
  async work(message: Message): Promise<void> {
    crashAt('message-claimed');
    try {
      await this.#goOn(message);
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof JournalNotWritten) throw error;
      await this.#failed(message, error);
    }
  }

  async #failed(message: Message, error: unknown): Promise<void> {
    if (!isEnvironmentTrouble(error) && (await this.#tries.noteFailure(message, 'work', error))) return;
    this.#parts.log.error(
      { code: 'message-not-worked-on', err: error, message: message.id, channel: message.channel },
      'message could not be worked on',
    );
    await this.#ending.wait(
      message,
      computeSoon(message),
      `The gateway could not work on it: ${reasonOf(error)}`,
    );
  }

  async #goOn(message: Message): Promise<void> {
    const channel = this.#channels.get(message.channel);
    if (!channel) return this.#noChannel(message, message.findings);
    if (isHeldByDryRun(message, channel))
      return this.#ending.wait(message, lookAgainAfter, renderHeldReason(channel));
    // what a crash left in a dry run was never sent
    const open = isDryRunMessage(message)
      ? undefined
      : findOpenAttempt(await this.#parts.journal.attempts(message.id));
    if (open && (await this.#delivery.resume(message, channel, open))) return;
    if (channel.direction === 'outbound' && (await this.#waitsForErp(message, channel))) return;
    if (!message.gather) return this.#prepare(message, channel);
    const gathered =
      channel.direction === 'inbound'
        ? await this.#upload(message, channel)
        : await this.#gather(message, channel);
    if (gathered) await this.#prepare(message, channel, gathered);
  }

  /** It is woken when the collection is noticed; the time is for the case that it never is. */
  async #waitsForErp(message: Message, channel: OutboundChannel): Promise<boolean> {
    const name = await this.#delivery.findUncollected(message, channel);
    if (name !== undefined)
      await this.#ending.wait(
        message,
        collectionWait,
        `The ERP has not collected ${name} of this order yet.`,
      );
    return name !== undefined;
  }

  /** Step 3. Undefined: it could not be fetched, and the message waits or is parked now. */
  async #gather(message: Message, channel: OutboundChannel): Promise<Uint8Array | undefined> {
    const { journal, exchange } = this.#parts;
    if (!message.gather) return undefined;
    const attempt = await journal.startGather(message.id);
    crashAt('before-gather');
    const answer = await fetchGathered(exchange, message.gather, channel);
    crashAt('after-gather');
    await journal.endAttempt(message.id, attempt, {
      status: answer.status,
      detail: answer.kind,
      unknown: false,
    });
    if (answer.kind !== 'ok') {
      await this.#delivery.conclude(message, channel, answer);
      return undefined;
    }
    const identity = withDryRunNames(message, readGatheredIdentity(channel, answer.body));
    await journal.storeGathered(message.id, answer.body, identity);
    return answer.body;
  }

  /** Step 3, inbound: files inside the document. Undefined as above. */
  async #upload(message: Message, channel: InboundChannel): Promise<Uint8Array | undefined> {
    const { journal, workers } = this.#parts;
    if (isDryRunMessage(message)) {
      const reason = 'the files in it would be uploaded first.';
      await this.#ending.settle(message, 'delivered', reason, message.findings);
      return undefined;
    }
    const attempt = await journal.startGather(message.id);
    const embedded = await workers.embedded(await this.#tasks.buildEmbedded(message, channel));
    const result = await uploadAll(embedded, this.#parts);
    if ('failed' in result) {
      const { status, kind, body: answer } = result.failed;
      await journal.endAttempt(message.id, attempt, { status, detail: kind, unknown: false, answer });
      await this.#delivery.conclude(message, channel, result.failed);
      return undefined;
    }
    await journal.endAttempt(message.id, attempt, { status: 0, detail: 'uploaded', unknown: false });
    await journal.storeGathered(message.id, result.gathered, {});
    return result.gathered;
  }

  /** Step 4. `documents`: those of the body have been put into it. */
  async #prepare(
    message: Message,
    channel: Channel,
    gathered?: Uint8Array,
    documents?: AttachedDocuments,
  ): Promise<void> {
    const { journal, workers } = this.#parts;
    // what was fetched may have told whose order it is
    const { address } = (gathered && (await journal.message(message.id))) ?? message;
    const state = address === undefined ? undefined : await journal.orderState(address);
    const known = state !== undefined || gathered !== undefined;
    const ahead = this.#ahead.take(message, known, workers.generation);
    const ran = ahead
      ? buildSpeculativeRun(message, ahead)
      : await this.#tries.runGuarded(message, 'work', (by) =>
          this.#run(message, channel, state, gathered, by),
        );
    const { prepared } = ran;
    if (prepared.kind === 'ask') return this.#ask(message, channel, prepared.order, gathered);
    await this.#artifacts.save(prepared.made);
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
    const { journal, exchange } = this.#parts;
    const attempt = await journal.startGather(message.id);
    const answer = await exchange.order(order, channel.name);
    const { status, kind } = answer;
    await journal.endAttempt(message.id, attempt, { status, detail: kind, unknown: false });
    if (kind !== 'ok' && status !== 404) return this.#delivery.conclude(message, channel, answer);
    const body = kind === 'ok' ? answer.body : undefined;
    const at = new Date().toISOString();
    await journal.changeOrderState(message.id, (state) => applyLearnedOrder(state, message, body, at), body);
    await this.#prepare(message, channel, gathered);
  }

  async #run(
    message: Message,
    channel: Channel,
    state: string | undefined,
    gathered: Uint8Array | undefined,
    workers: StepRunner,
  ): Promise<PrepareRun> {
    const task = await this.#tasks.buildPrepare(message, channel, state, gathered);
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
    const { journal, exchange: reader, exchangeHost: host } = this.#parts;
    // the worker has taken what prepare was given
    const gathered = message.gather && (await journal.part(message.id, 'gathered'));
    const body = gathered ?? (await this.#tasks.readBytes(message));
    const fields = { ...prepared.fields, date: localDateIn(channel) };
    const documents = await attachDocuments(body, {
      reader,
      host,
      fields,
      settings: channel.settings.documents,
      language: channel.language,
    });
    if (documents.wait) return this.#delivery.conclude(message, channel, documents.wait);
    const held = documents.findings.find(({ severity }) => severity === 'park');
    if (held)
      return this.#ending.park(message, held.message, mergeFindings(message.findings, documents.findings));
    // whose order it is does not depend on its documents
    const identity = withDryRunNames(message, readGatheredIdentity(channel, body));
    await journal.storeGathered(message.id, documents.body, identity);
    await this.#prepare(message, channel, documents.body, documents);
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
    if (prepared.kind === 'recheck') return this.#ending.recheck(message, prepared.reason);
    for (const { class: kind, count } of saw.lost ?? [])
      this.#parts.meter?.countLostValues(channel.name, kind, count);
    const findings = mergeFindings(message.findings, [...(documents?.findings ?? []), ...prepared.findings]);
    if (prepared.kind === 'park') {
      const released = 'released' in prepared;
      return this.#ending.park(message, prepared.reason, findings, saw, { released });
    }
    if (prepared.kind === 'wait')
      return this.#ending.wait(message, computeSoon(message), prepared.reason, saw);
    if (prepared.kind === 'settle') {
      const { outcome, reason, change, tasks = [], endsTasks = [] } = prepared;
      return this.#ending.settle(message, outcome, reason, findings, change, { saw, tasks, endsTasks });
    }
    await this.#delivery.start(message, channel, { ...prepared, findings }, saw, documents?.files);
  }
}

/** What prepare said, and what it saw. */
interface PrepareRun {
  readonly prepared: PreparedOrFailed;
  readonly saw: ReplayRecord;
}

type CheckedOrFailed = CheckReply | ReturnType<typeof buildStepFailure>;
type PreparedOrFailed = PrepareReply | ReturnType<typeof buildStepFailure>;

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

/** A document on which a pure step fails or does not end is put aside for a person; it must not stop the others. */
function buildStepFailure(step: 'check' | 'prepare', error: unknown, { language }: Channel) {
  if (isEnvironmentTrouble(error) || error instanceof ProcessEnded) throw error;
  const values = { step: buildPhrase(`step-${step}`), what: reasonOf(error) };
  const found =
    error instanceof DeadlineExceeded
      ? createFinding('deadline-exceeded', { ...values, seconds: error.seconds }, {}, language)
      : createFinding('step-failed', values, {}, language);
  return {
    ...({ verdict: 'parked', kind: 'park', failed: true, made: undefined } as const),
    ...{ reason: found.message, findings: [found], identity: {} },
  };
}
