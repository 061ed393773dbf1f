import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { FileDocument } from '../../formats/document-format.ts';
import type { CheckedMessage as Known } from '../../journal/model/message.ts';
import { releaseBuildTables } from '../../system/build-table.ts';
import { collectGarbage } from '../../system/collect-garbage.ts';
import type { Finding } from '../../types.ts';
import type { Channel, InboundChannel } from '../channel/channel.ts';
import { checkWithTree } from '../check/check-document.ts';
import type { CheckedTree, CheckInput, CheckVerdict } from '../check/check-verdict.ts';
import { decodeEmbeddedFiles, type EmbeddedFile } from '../check/embedded-files.ts';
import { prepareDocument } from '../prepare/prepare.ts';
import type { PrepareResult, PrepareTask } from '../prepare/prepare-task.ts';
import { readScsnTree } from '../prepare/read-scsn-document.ts';
import { loadChannelRuntimes } from '../runtime/channel-runtime.ts';
import type { DistinctChannel } from '../runtime/distinct-channels.ts';
import { computeGeneration } from '../runtime/generation-hash.ts';
import { NotUsable } from '../runtime/not-usable.ts';
import { proveMappings } from '../runtime/prove-mappings.ts';
import type { RuntimeSnapshot } from '../runtime/runtime-snapshot.ts';
import { buildArtifacts, type UsedVersions } from '../runtime/used-versions.ts';
import type { BatchedAnswer, BatchedTask } from './task-batch.ts';
import { markBegun, type TimedTask } from './task-clock.ts';
import { listTransferable, moveWithMemory, releaseMemory } from './transfer.ts';

/**
 * The module that runs in the threads of the pool: both pure steps, the files inside a document, the
 * joining of documents, and the proof of a new generation.
 */

export interface CheckTask extends CheckInput {
  readonly channel: Channel;
  /** Prepare it too, on what is known of its order: mostly nothing, and what comes of that is kept as long as nothing is. */
  readonly ahead?: SpeculativeTask;
}

/** One file of documents that were cut out of one, by the format of the channel that cut it. */
export interface JoinTask {
  readonly channel: Channel;
  readonly documents: readonly FileDocument[];
}

export interface EmbeddedTask extends Pick<CheckTask, 'bytes' | 'inFile'>, Pick<PrepareTask, 'translated'> {
  readonly channel: InboundChannel;
}

/** What prepare needs beside what check knows. */
export interface SpeculativeTask extends Pick<PrepareTask, 'state' | 'now'> {
  readonly id: number;
  readonly arrival: number;
  readonly hash: string;
  /** That the state refers to. */
  readonly bodies?: PrepareTask['bodies'];
}

/** What a step was made with; absent where its mappings or XSDs do not work. */
interface WithUsedVersions {
  readonly made?: UsedVersions;
}

/** `prepared`: where it was asked for, and nothing went wrong. */
export type CheckReply = CheckVerdict & WithUsedVersions & { readonly prepared?: PrepareResult };

export type PrepareReply = PrepareResult & WithUsedVersions;

const workerDataSchema = z.object({
  start: z.custom<RuntimeSnapshot>(
    (value) => typeof value === 'object' && value !== null && 'files' in value,
  ),
});

/** piscina hands the pool's `workerData` on as the second member of its own. */
const { start } = workerDataSchema.parse(Array.isArray(workerData) ? workerData[1] : workerData);
const { mappings, language } = start.own;
const tools = loadChannelRuntimes(mappings, start, language);

const timeStep =
  <T, R>(step: (task: T) => R) =>
  ({ task, begun }: TimedTask<T>): R => {
    markBegun(begun);
    return step(task);
  };

/** With memory that it takes along. */
interface StepAnswer {
  readonly answer: object;
  readonly memory: readonly ArrayBuffer[];
}

const checkAnswer = timeStep((task: CheckTask): StepAnswer => {
  const { bytes } = task;
  const { result, ...read } = runCheck(task);
  // its documents are views of the file's memory
  if (result.verdict === 'split') return { answer: result, memory: listTransferable(bytes) };
  const prepared = result.verdict === 'ready' ? prepareSpeculatively(task, result.checked, read) : {};
  releaseMemory(bytes);
  return { answer: { ...result, ...prepared, ...describeVersions(task.channel) }, memory: [] };
});

const send = ({ answer, memory }: StepAnswer): object => moveWithMemory(answer, memory);

/**
 * Resolves to what `CheckReply` says. Without mappings and XSDs that work the message waits: it goes on by itself when they are
 * mended.
 */
export const check = (timed: TimedTask<CheckTask>): object => send(checkAnswer(timed));

/** Generations of which this thread has told the texts. */
const toldGenerations = new Set<string>();

function describeVersions(channel: Channel): WithUsedVersions {
  try {
    const own = tools.forSchemas(channel.settings.schemas);
    const generation = computeGeneration(own, channel);
    if (toldGenerations.has(generation)) return { made: { generation } };
    toldGenerations.add(generation);
    return { made: { generation, artifacts: buildArtifacts(own, channel) } };
  } catch (error) {
    if (error instanceof NotUsable) return {};
    throw error;
  }
}

function runCheck(task: CheckTask): CheckedTree {
  try {
    return checkWithTree(tools.forSchemas(task.channel.settings.schemas), task.channel, task);
  } catch (error) {
    if (error instanceof NotUsable) return { result: { verdict: 'wait', reason: error.message } };
    releaseMemory(task.bytes);
    throw error;
  }
}

/** What fails here fails once more in its own turn, and is told there. */
function prepareSpeculatively(
  { channel, bytes, inFile, ahead }: CheckTask,
  checked: Known,
  read: Omit<CheckedTree, 'result'>,
): { readonly prepared?: PrepareResult } {
  if (ahead === undefined || checked.gather !== undefined) return {};
  const { now, state, bodies = {}, ...message } = ahead;
  const { issued } = checked;
  const known = { ...message, ...(issued === undefined ? {} : { issued }), forced: false, note: false };
  try {
    const order = { bodies, ...(state === undefined ? {} : { state }) };
    const task = { channel, message: known, bytes, ...order, now, ...read, ...(inFile ? { inFile } : {}) };
    return { prepared: prepareDocument(tools.forSchemas(channel.settings.schemas), task) };
  } catch {
    return {};
  }
}

/** The files inside a checked document. */
export const embedded = timeStep((task: EmbeddedTask): readonly EmbeddedFile[] =>
  decodeEmbeddedFiles(readScsnTree(tools.forSchemas(task.channel.settings.schemas), task)),
);

export const join = timeStep(
  ({ channel, documents }: JoinTask): Uint8Array =>
    tools.forSchemas(channel.settings.schemas).format(channel.settings.document).join(documents),
);

const prepareAnswer = timeStep((task: PrepareTask): StepAnswer => {
  try {
    const prepared = prepareDocument(tools.forSchemas(task.channel.settings.schemas), task);
    const bytes = prepared.kind === 'deliver' ? prepared.bytes : undefined;
    if (bytes?.buffer !== task.bytes.buffer) releaseMemory(task.bytes);
    return { answer: { ...prepared, ...describeVersions(task.channel) }, memory: listTransferable(bytes) };
  } catch (error) {
    if (!(error instanceof NotUsable)) throw error;
    const answer = { kind: 'wait', reason: error.message, findings: [] } satisfies PrepareResult;
    return { answer, memory: [] };
  }
});

/** Resolves to what `PrepareReply` says; waits as `check` does. */
export const prepare = (timed: TimedTask<PrepareTask>): object => send(prepareAnswer(timed));

type StepCall = BatchedTask<'check', CheckTask> | BatchedTask<'prepare', PrepareTask>;

/** Several of these steps, of small documents, one after the other. */
export function batch(calls: readonly StepCall[]): object {
  const memory: ArrayBuffer[] = [];
  const answers = calls.map((call): BatchedAnswer => {
    try {
      const step = call.name === 'check' ? checkAnswer(call) : prepareAnswer(call);
      memory.push(...step.memory);
      return { answer: step.answer };
    } catch (error) {
      return { error };
    }
  });
  return moveWithMemory(answers, memory);
}

export const prove = timeStep((used: readonly DistinctChannel[]): readonly Finding[] =>
  proveMappings(tools, used, mappings),
);

/** While nothing is to be done: a thread that waits for its next task does nothing by itself. */
export const rest = timeStep(() => {
  releaseBuildTables();
  collectGarbage();
});
