import { basename } from 'node:path/posix';
import type { Placement, ReportFiles } from '../../folders/folder-types.ts';
import { refusedNameOf } from '../../folders/reserved-names.ts';
import type { FileDocument } from '../../formats/document-format.ts';
import type { Message } from '../../journal/model/message.ts';
import { mapInSlices } from '../../time/map-in-slices.ts';
import type { Channel } from '../channel/channel.ts';
import { readCutContext } from '../check/file-documents.ts';
import type { PipelineParts } from '../pipeline-parts.ts';
import { renderAnswer } from './document-report.ts';
import { type DocumentEnd, renderSplitReport } from './split-report.ts';

/** Where a file of several documents goes when none of them is on its way any more, and what is left beside it. */

type SplitReportParts = Pick<PipelineParts, 'journal' | 'workers'>;

/** While a document is parked a person decides; then what was refused counts. */
export function resolveSplitPlacement(documents: readonly Message[]): Placement {
  if (documents.some(({ state }) => state === 'parked')) return 'parked';
  return documents.some(({ outcome }) => outcome === 'rejected') ? 'error' : 'archive';
}

/** What became of each; and in `error/` a file of those that were refused, ready to be mended. */
export async function buildSplitReport(
  parts: SplitReportParts,
  channel: Channel,
  file: Message,
  documents: readonly Message[],
  source: string | undefined,
): Promise<ReportFiles> {
  const isFinal = resolveSplitPlacement(documents) === 'error';
  const ends = await mapInSlices(documents, (document) => readDocumentEnd(parts, document));
  const refused = isFinal ? await joinRefused(parts, channel, documents) : undefined;
  const refusedIn = refused ? { refusedIn: refusedNameOf(basename(file.name)) } : {};
  return {
    ...renderSplitReport(file, ends, { language: channel.language, source, ...refusedIn }),
    ...(refused ? { refused } : {}),
  };
}

async function readDocumentEnd({ journal }: SplitReportParts, message: Message): Promise<DocumentEnd> {
  const answer = message.outcome === 'rejected' ? await journal.part(message.id, 'answer') : undefined;
  return { message, ...(answer ? { answer: renderAnswer(answer) } : {}) };
}

async function joinRefused(
  { journal, workers }: SplitReportParts,
  channel: Channel,
  documents: readonly Message[],
): Promise<Uint8Array | undefined> {
  const rejected = documents.filter(({ outcome }) => outcome === 'rejected');
  const refused = await mapInSlices(rejected, (message) => readRefused(journal, message));
  const kept = refused.filter((document) => document !== undefined);
  return kept.length === 0 ? undefined : workers.join({ channel, documents: kept });
}

/** Undefined where retention has deleted it. */
async function readRefused(
  journal: SplitReportParts['journal'],
  message: Message,
): Promise<FileDocument | undefined> {
  const bytes = await journal.part(message.id, 'received');
  const inFile = bytes && (await readCutContext(journal, message));
  return inFile && { bytes, ...inFile };
}
