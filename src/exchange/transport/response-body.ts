import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { explainFailure } from '../../findings/localized-error.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { AnswerKind } from '../exchange-client.ts';
import { type Call, headerOf } from './call.ts';

/** Bytes. */
export interface BodyLimits {
  /** Of a body that is only a note: an error, the acknowledgement of an order. */
  readonly note: number;
  /** Of an order or a shipment that we asked for; one of 500 lines has about 1 MB. It is read beside everything else that is served. */
  readonly order: number;
  /** Of a page of a search, or a file. */
  readonly whole: number;
}

export const bodyLimits: BodyLimits = {
  note: 64 * 1024,
  order: 16 * 1024 * 1024,
  whole: 64 * 1024 * 1024,
};

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Nobody asked for a compressed answer, and proxies compress all the same: unread, a page for a browser would pass for an answer. */
export function decodeBody(stream: Readable, headers: IncomingHttpHeaders): Readable {
  const coding = headerOf(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  const decoder = decoders[coding]?.();
  // whoever reads it meets the error
  return decoder ? pipeline(stream, decoder, () => undefined) : stream;
}

export interface AnswerBody {
  readonly bytes: Uint8Array;
  /** Why these are not all of its bytes, in words. */
  readonly problem?: LocalizedText;
}

/**
 * Reads a body up to its limit, then lets go of the connection. A body that breaks off is no failure here: the status
 * has been read, and whoever needs the whole body sees `problem`.
 */
export async function readBody(
  stream: AsyncIterable<unknown>,
  call: Pick<Call, 'needsBody' | 'operation'>,
  kind: AnswerKind,
  limits: BodyLimits,
): Promise<AnswerBody> {
  const limit = limits[call.needsBody && kind === 'ok' ? largestOf(call) : 'note'];
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array)) continue;
      chunks.push(chunk);
      size += chunk.length;
      if (size > limit) break;
    }
  } catch (error) {
    return {
      bytes: joinChunks(chunks, limit),
      problem: localize('answer-broke-off', { size, why: explainFailure(error) }),
    };
  }
  const problem = localize('answer-too-large', { limit });
  return { bytes: joinChunks(chunks, limit), ...(size > limit ? { problem } : {}) };
}

const largestOf = ({ operation }: Pick<Call, 'operation'>): 'order' | 'whole' =>
  operation === 'order' || operation === 'shipment' ? 'order' : 'whole';

const joinChunks = (chunks: readonly Uint8Array[], limit: number): Uint8Array =>
  Buffer.concat(chunks).subarray(0, limit);
