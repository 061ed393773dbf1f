import type { JournalReader, MessageWork } from '../../journal/journal.ts';
import type { Message, NumberedDocument } from '../../journal/model/message.ts';
import { crashAt } from '../../system/crash-point.ts';
import { pause } from '../../time/pause.ts';
import type { Finding } from '../../types.ts';
import type { CutContext, CutDocument, SplitFile } from './cut-file.ts';

/** The documents of a file between check, which cuts it, and the journal, where each is a message of its own. */

/**
 * How a document was cut out of its file. Undefined for a file, and for a document that a person corrected.
 */
export async function findCutContext(
  journal: Pick<JournalReader, 'body' | 'parts'>,
  message: Message,
): Promise<CutContext | undefined> {
  if (message.source.kind !== 'document') return undefined;
  const received = (await journal.parts(message.id)).find(({ role }) => role === 'received');
  return received?.hash === message.hash ? readCutContext(journal, message) : undefined;
}

/** How it was cut out of its file, whatever became of it since; undefined of what was not. */
export async function readCutContext(
  journal: Pick<JournalReader, 'body'>,
  { id, source }: Message,
): Promise<CutContext | undefined> {
  if (source.kind !== 'document') return undefined;
  const { at, envelope, findings } = source;
  const around = envelope === undefined ? undefined : await journal.body(envelope);
  if (envelope !== undefined && around === undefined)
    throw new Error(`The journal has lost what stands around message ${id} in its file.`);
  return { at, ...(around ? { envelope: around } : {}), ...(findings ? { findings } : {}) };
}

/** Two documents with the same key are the same: equal rows under other headings are not. */
export const buildSamenessKey = ({ hash, source }: Message, inFile: CutContext | undefined): string =>
  inFile && source.kind === 'document' && source.envelope !== undefined
    ? `${hash} in ${source.envelope}`
    : hash;

/** Documents and bytes that are added by one transaction: others want the journal meanwhile. */
const batchLimit = { count: 50, bytes: 1_000_000 };

/** After each there is a pause of so many times as it took: the first ones are sent meanwhile, and others have the loop and the disk. */
const idle = 3;

/**
 * Adds the documents of a file, by and by, and settles it as split. False: the signal came before; the rest is added by whoever
 * cuts the file again.
 */
export async function addAllDocuments(
  journal: Pick<MessageWork, 'addDocuments' | 'split'>,
  { id }: Message,
  { documents, findings, generation }: SplitFile,
  signal: AbortSignal,
): Promise<boolean> {
  for (const some of buildBatches(documents)) {
    if (signal.aborted) return false;
    const started = performance.now();
    await journal.addDocuments(id, some, generation);
    crashAt(some[0]?.number === 1 ? 'documents-adding' : 'more-documents-added');
    if ((some.at(-1)?.number ?? 0) < documents.length)
      await pause(idle * (performance.now() - started), signal);
  }
  crashAt('documents-added');
  await journal.split(id, documents.length, renderSplitReason(documents.length, findings), findings);
  crashAt('file-split');
  return true;
}

const renderSplitReason = (count: number, findings: readonly Finding[]): string =>
  `It holds ${count} documents.${findings.length === 0 ? '' : ` ${findings[0]?.message}`}`;

function* buildBatches(documents: readonly CutDocument[]): Iterable<readonly NumberedDocument[]> {
  let some: NumberedDocument[] = [];
  let size = 0;
  for (const [n, { bytes, findings = [], ...document }] of documents.entries()) {
    // of its own memory: whoever hands a view to another thread hands over all of the file
    some.push({ ...document, number: n + 1, bytes: bytes.slice(), findings });
    size += bytes.length;
    if (some.length < batchLimit.count && size < batchLimit.bytes) continue;
    yield some;
    [some, size] = [[], 0];
  }
  if (some.length > 0) yield some;
}
