import type { Call } from './call.ts';
import type { AnswerKind } from './interface.ts';

/** Bytes. */
export interface BodyLimits {
  /** Of a body that is only a note: an error, the acknowledgement of an order. */
  readonly note: number;
  /** Of a body that we asked for: a page of a search, an order. */
  readonly whole: number;
}

export const bodyLimits: BodyLimits = { note: 64 * 1024, whole: 64 * 1024 * 1024 };

export interface ReadBody {
  readonly bytes: Uint8Array;
  /** Why these are not all of its bytes, in words. */
  readonly problem?: string;
}

/**
 * Reads a body up to its limit, then lets go of the connection. A body that breaks off is no failure here: the status
 * has been read, and whoever needs the whole body sees `problem`.
 */
export async function readBody(
  stream: AsyncIterable<unknown>,
  call: Pick<Call, 'needsBody'>,
  kind: AnswerKind,
  limits: BodyLimits,
): Promise<ReadBody> {
  const limit = call.needsBody && kind === 'ok' ? limits.whole : limits.note;
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
    const reason = error instanceof Error ? error.message : String(error);
    return { bytes: joined(chunks, limit), problem: `The answer broke off after ${size} bytes: ${reason}.` };
  }
  const problem = `The answer is larger than ${limit} bytes and was not read further.`;
  return { bytes: joined(chunks, limit), ...(size > limit ? { problem } : {}) };
}

const joined = (chunks: readonly Uint8Array[], limit: number): Uint8Array =>
  Buffer.concat(chunks).subarray(0, limit);
