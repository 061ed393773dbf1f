import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { Document } from '../../formats/interface.ts';
import type { Checked as Known } from '../../journal/message.ts';
import type { Finding } from '../../types.ts';
import type { Channel, InboundChannel } from '../channel.ts';
import { checkedTree } from '../check/check.ts';
import { type EmbeddedFile, embeddedFiles } from '../check/embedded.ts';
import type { Arrived, CheckedTree, CheckResult } from '../check/interface.ts';
import { scsnTree } from '../prepare/inbound.ts';
import { type Prepared, type PrepareTask, prepare as prepareDocument } from '../prepare/prepare.ts';
import { generationOf } from './generation-hash.ts';
import { memoryOf, release, taking } from './hand-over.ts';
import { artifactsOf, type MadeWith } from './made-with.ts';
import { NotUsable } from './not-usable.ts';
import { proveMappings } from './prove-mappings.ts';
import type { Snapshot } from './snapshot.ts';
import { begin, type Timed } from './task-clock.ts';
import { loadToolboxes } from './toolbox.ts';
import type { UsedTools } from './used-tools.ts';

/** The one module that runs in the pool: both pure steps of a message's way, and the proof of a new generation. */

export interface CheckTask extends Arrived {
  readonly channel: Channel;
  /** Prepare it too, as if nothing were known of its order: what comes of that is kept as long as nothing is. */
  readonly ahead?: Ahead;
}

/** One file of documents that were cut out of one, by the format of the channel that cut it. */
export interface JoinTask {
  readonly channel: Channel;
  readonly documents: readonly Document[];
}

export interface EmbeddedTask extends Pick<CheckTask, 'bytes' | 'inFile'>, Pick<PrepareTask, 'translated'> {
  readonly channel: InboundChannel;
}

/** What prepare needs beside what check knows. */
export interface Ahead {
  readonly id: number;
  readonly hash: string;
  readonly now: string;
}

/** What a step was made with; absent where its mappings or XSDs do not work. */
interface Made {
  readonly made?: MadeWith;
}

/** `prepared`: where it was asked for, and nothing went wrong. */
export type Checked = CheckResult & Made & { readonly prepared?: Prepared };

export type PreparedWith = Prepared & Made;

const given = z.object({
  start: z.custom<Snapshot>((value) => typeof value === 'object' && value !== null && 'files' in value),
});

/** piscina hands the pool's `workerData` on as the second member of its own. */
const { start } = given.parse(Array.isArray(workerData) ? workerData[1] : workerData);
const { mappings, language } = start.own;
const tools = loadToolboxes(mappings, start, language);

const timed =
  <T, R>(step: (task: T) => R) =>
  ({ task, begun }: Timed<T>): R => {
    begin(begun);
    return step(task);
  };

/**
 * Resolves to what `Checked` says. Without mappings and XSDs that work the message waits: it goes on by itself when they are
 * mended.
 */
export const check = timed((task: CheckTask): object => {
  const { bytes } = task;
  const { result, ...read } = checkedOrWait(task);
  // its documents are views of the file's memory
  if (result.verdict === 'split') return taking(result, memoryOf(bytes));
  const prepared = result.verdict === 'ready' ? preparedAhead(task, result.checked, read) : {};
  release(bytes);
  return { ...result, ...prepared, ...madeWith(task.channel) };
});

/** Generations of which this thread has told the texts. */
const told = new Set<string>();

function madeWith(channel: Channel): Made {
  try {
    const own = tools.with(channel.settings.schemas);
    const generation = generationOf(own, channel);
    if (told.has(generation)) return { made: { generation } };
    told.add(generation);
    return { made: { generation, artifacts: artifactsOf(own, channel) } };
  } catch (error) {
    if (error instanceof NotUsable) return {};
    throw error;
  }
}

function checkedOrWait(task: CheckTask): CheckedTree {
  try {
    return checkedTree(tools.with(task.channel.settings.schemas), task.channel, task);
  } catch (error) {
    if (error instanceof NotUsable) return { result: { verdict: 'wait', reason: error.message } };
    release(task.bytes);
    throw error;
  }
}

/** What fails here fails once more in its own turn, and is told there. */
function preparedAhead(
  { channel, bytes, inFile, ahead }: CheckTask,
  checked: Known,
  read: Omit<CheckedTree, 'result'>,
): { readonly prepared?: Prepared } {
  if (ahead === undefined || checked.gather !== undefined) return {};
  const { now, ...message } = ahead;
  const { issued } = checked;
  const known = { ...message, ...(issued === undefined ? {} : { issued }), forced: false, note: false };
  try {
    const task = { channel, message: known, bytes, bodies: {}, now, ...read, ...(inFile ? { inFile } : {}) };
    return { prepared: prepareDocument(tools.with(channel.settings.schemas), task) };
  } catch {
    return {};
  }
}

/** The files inside a checked document. */
export const embedded = timed((task: EmbeddedTask): readonly EmbeddedFile[] =>
  embeddedFiles(scsnTree(tools.with(task.channel.settings.schemas), task)),
);

export const join = timed(
  ({ channel, documents }: JoinTask): Uint8Array =>
    tools.with(channel.settings.schemas).format(channel.settings.document).join(documents),
);

/** Resolves to what `prepare` gives; waits as `check` does. */
export const prepare = timed((task: PrepareTask): object => {
  try {
    const prepared = prepareDocument(tools.with(task.channel.settings.schemas), task);
    const bytes = prepared.kind === 'deliver' ? prepared.bytes : undefined;
    if (bytes?.buffer !== task.bytes.buffer) release(task.bytes);
    return taking({ ...prepared, ...madeWith(task.channel) }, memoryOf(bytes));
  } catch (error) {
    if (!(error instanceof NotUsable)) throw error;
    return { kind: 'wait', reason: error.message, findings: [] } satisfies Prepared;
  }
});

export const prove = timed((used: readonly UsedTools[]): readonly Finding[] =>
  proveMappings(tools, used, mappings),
);
