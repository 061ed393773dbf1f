import { threadId, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { Source } from '../../journal/message.ts';
import { filesIn } from '../../mapping/files.ts';
import type { Finding } from '../../types.ts';
import type { Channel } from '../channel.ts';
import { type CheckResult, check as checkDocument } from '../check/check.ts';
import { type EmbeddedFile, embeddedFiles } from '../check/embedded.ts';
import { readSource } from '../prepare/inbound.ts';
import { type Prepared, type PrepareTask, prepare as prepareDocument } from '../prepare/prepare.ts';
import { memoryOf, release, taking } from './hand-over.ts';
import { proveMappings } from './prove-mappings.ts';
import { BrokenMapping, loadToolboxes } from './toolbox.ts';
import type { UsedMapping } from './used-mappings.ts';

/** The one module that runs in the pool: both pure steps of a message's way, and the proof of a new generation. */

export interface CheckTask {
  readonly channel: Channel;
  readonly bytes: Uint8Array;
  readonly source: Source;
}

const given = z.object({
  mappings: z.string().optional(),
  files: z.record(z.string(), z.instanceof(Uint8Array)),
  loaded: z.instanceof(Int32Array),
});

/** piscina hands the pool's `workerData` on as the second member of its own. */
const { mappings, files, loaded } = given.parse(Array.isArray(workerData) ? workerData[1] : workerData);
const tools = loadToolboxes(mappings, filesIn(files));
Atomics.store(loaded, 1 + (Atomics.add(loaded, 0, 1) % (loaded.length - 1)), threadId);

export function check({ channel, bytes, source }: CheckTask): CheckResult {
  try {
    return checkDocument(tools.with(channel.settings.schemas), channel, bytes, source);
  } finally {
    release(bytes);
  }
}

/** The files inside a checked document. */
export function embedded({ bytes }: Pick<CheckTask, 'bytes'>): readonly EmbeddedFile[] {
  return embeddedFiles(readSource(bytes));
}

/** Resolves to what `prepare` gives. Without a mapping that works the message waits: it goes on by itself when that is mended. */
export function prepare(task: PrepareTask): object {
  try {
    const prepared = prepareDocument(tools.with(task.channel.settings.schemas), task);
    const bytes = prepared.kind === 'deliver' ? prepared.bytes : undefined;
    if (bytes?.buffer !== task.bytes.buffer) release(task.bytes);
    return taking(prepared, memoryOf(bytes));
  } catch (error) {
    if (!(error instanceof BrokenMapping)) throw error;
    return { kind: 'wait', reason: error.message, findings: [] } satisfies Prepared;
  }
}

export function prove(used: readonly UsedMapping[]): readonly Finding[] {
  return proveMappings(tools, used, mappings);
}
