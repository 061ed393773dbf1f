import type { Message } from '../journal/model/message.ts';
import { crashAt } from '../system/crash-point.ts';
import { pause } from '../time/pause.ts';
import type { Channel } from './channel/channel.ts';
import { withDryRunNames } from './channel/dry-run-messages.ts';
import { addAllDocuments, buildSamenessKey } from './check/file-documents.ts';
import { buildCheckRecord } from './replay-record.ts';
import { buildStepFailure, type StepFailure } from './step-failure.ts';
import type { StepTools } from './step-tools.ts';
import type { StepRunner } from './workers/isolated-process.ts';
import type { CheckReply } from './workers/step-worker.ts';
import { DeadlineExceeded } from './workers/workers.ts';

/** Milliseconds until a check that failed on one message is tried again. */
const betweenChecks = 1000;

/** Step 2: at once, whatever waits before it. */
export class CheckStep {
  readonly #tools: StepTools;
  readonly #stopping: AbortSignal;

  constructor(tools: StepTools, stopping: AbortSignal) {
    this.#tools = tools;
    this.#stopping = stopping;
  }

  /** What fails on this message alone is tried again soon, and then parked. */
  async run(message: Message, channel: Channel): Promise<void> {
    const { retries } = this.#tools;
    try {
      await retries.runGuarded(message, 'check', (workers) => this.#check(message, channel, workers));
    } catch (error) {
      if (!(await retries.noteFailure(message, 'check', error, channel.language)))
        await pause(betweenChecks, this.#stopping);
    }
  }

  async #check(message: Message, channel: Channel, by: StepRunner): Promise<void> {
    const { journal, workers } = this.#tools.parts;
    const { generation } = workers;
    const { result, now } = await this.#runCheck(message, channel, by);
    crashAt('check-ended');
    await this.#tools.artifacts.save(result.made);
    if (result.verdict === 'wait') return;
    if (result.verdict === 'split') {
      if (!(await addAllDocuments(journal, message, result, this.#stopping))) return;
      const told = { message: message.id, channel: message.channel, name: message.name };
      return this.#tools.parts.log.info({ ...told, documents: result.documents.length }, 'file split');
    }
    if (result.verdict === 'ready') {
      await journal.storeChecked(message.id, withDryRunNames(message, result.checked));
      crashAt('check-written');
      const { prepared, made } = result;
      if (prepared)
        this.#tools.speculative.keep(message, result.checked.issued, { prepared, made, now }, generation);
      return;
    }
    await journal.identify(message.id, withDryRunNames(message, result.identity));
    const saw = buildCheckRecord(message, result);
    if (result.verdict === 'parked')
      await this.#tools.transitions.park(message, result.reason, result.findings, { saw });
    else
      await this.#tools.transitions.settle(message, {
        outcome: result.verdict,
        reason: result.reason,
        findings: result.findings,
        saw,
      });
  }

  async #runCheck(message: Message, channel: Channel, workers: StepRunner) {
    const task = await this.#tools.tasks.buildCheck(message, channel);
    const now = new Date().toISOString();
    const ahead = this.#tools.speculative.isWorthwhile(message, channel, task.bytes.length)
      ? { id: message.id, arrival: message.arrival, hash: buildSamenessKey(message, task.inFile), now }
      : undefined;
    const result: CheckReply | StepFailure = await workers
      .check(ahead ? { ...task, ahead } : task)
      // which of the two steps took too long, and what the check says, is for each alone to tell
      .catch((error: unknown) => {
        if (!ahead || !(error instanceof DeadlineExceeded)) throw error;
        return workers.check(task);
      })
      .catch((error: unknown) => buildStepFailure('check', error, channel));
    return { result, now };
  }
}
