import { type FailedAnswer, isFailed } from '../../exchange/exchange-client.ts';
import { crashAt } from '../../system/crash-point.ts';
import { type EmbeddedFile, serializeUploads } from '../check/embedded-files.ts';
import type { PipelineParts } from '../pipeline-parts.ts';

/**
 * Uploads files, each content once for ever: its id is in the journal before the next is sent. A crash between the
 * exchange's answer and the journal uploads one file again, and nothing refers to the first copy. The answer: the ids, or
 * why they cannot be had now.
 */
export async function uploadAll(
  files: readonly EmbeddedFile[],
  { journal, exchange }: Pick<PipelineParts, 'journal' | 'exchange'>,
): Promise<{ readonly gathered: Uint8Array } | { readonly failed: FailedAnswer }> {
  const objectIds: string[] = [];
  for (const { hash, ...file } of files) {
    const known = await journal.findUpload(hash);
    if (known === undefined) {
      const answer = await exchange.upload(file);
      if (isFailed(answer)) return { failed: answer };
      await journal.noteUpload(hash, answer.objectId);
      crashAt('upload-noted');
      objectIds.push(answer.objectId);
    } else objectIds.push(known);
  }
  return { gathered: serializeUploads(objectIds) };
}
