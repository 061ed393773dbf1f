import { basename } from 'node:path/posix';
import type { Place, ReportFiles } from '../../folders/interface.ts';
import { refusedName } from '../../folders/names.ts';
import type { Document } from '../../formats/interface.ts';
import type { Message } from '../../journal/message.ts';
import type { Channel } from '../channel.ts';
import { asCut } from '../file-documents.ts';
import type { PipelineParts } from '../parts.ts';
import { tellAnswer } from './report.ts';
import { type DocumentEnd, splitReport } from './split-report.ts';

/** Where a file of several documents goes when none of them is on its way any more, and what is left beside it. */

type Parts = Pick<PipelineParts, 'journal' | 'workers'>;

/** While a document is parked a person decides; then what was refused counts. */
export function placeOfDocuments(documents: readonly Message[]): Place {
  if (documents.some(({ state }) => state === 'parked')) return 'parked';
  return documents.some(({ outcome }) => outcome === 'rejected') ? 'error' : 'archive';
}

/** What became of each; and in `error/` a file of those that were refused, ready to be mended. */
export async function reportOfDocuments(
  parts: Parts,
  channel: Channel,
  file: Message,
  documents: readonly Message[],
  source: string | undefined,
): Promise<ReportFiles> {
  const isFinal = placeOfDocuments(documents) === 'error';
  const ends = await Promise.all(documents.map((document) => endOf(parts, document)));
  const refused = isFinal ? await refusedFile(parts, channel, documents) : undefined;
  const refusedIn = refused ? { refusedIn: refusedName(basename(file.name)) } : {};
  return {
    ...splitReport(file, ends, { language: channel.language, source, ...refusedIn }),
    ...(refused ? { refused } : {}),
  };
}

async function endOf({ journal }: Parts, message: Message): Promise<DocumentEnd> {
  const answer = message.outcome === 'rejected' ? await journal.part(message.id, 'answer') : undefined;
  return { message, ...(answer ? { answer: tellAnswer(answer) } : {}) };
}

async function refusedFile(
  { journal, workers }: Parts,
  channel: Channel,
  documents: readonly Message[],
): Promise<Uint8Array | undefined> {
  const refused: Document[] = [];
  for (const message of documents.filter(({ outcome }) => outcome === 'rejected')) {
    const bytes = await journal.part(message.id, 'received');
    const inFile = bytes && (await asCut(journal, message));
    if (bytes && inFile) refused.push({ bytes, ...inFile });
  }
  if (refused.length === 0) return undefined;
  return workers.join({ channel, documents: refused });
}
