import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { localize } from '../findings/localized-text.ts';
import { type FailedAnswer, type FileToStore, isFailed, type StoredAnswer } from './exchange-client.ts';
import { buildOwnAnswer } from './transport/answer.ts';
import type { SendCall } from './transport/call.ts';
import { buildCall, type PathSettings } from './transport/operations.ts';

const stored = z.looseObject({ id: z.string().min(1) });

/** POST /v2/object-storage/document as multipart/form-data with the part `file`; answered with `{ id }`. */
export async function upload(
  send: SendCall,
  settings: PathSettings,
  file: FileToStore,
): Promise<FailedAnswer | StoredAnswer> {
  const boundary = randomUUID();
  const contentType = `multipart/form-data; boundary=${boundary}`;
  const body = multipart(boundary, file);
  const { answer } = await send(buildCall('object-storage/upload', settings, { body, contentType }));
  if (isFailed(answer)) return answer;
  const objectId = idIn(answer.body);
  return objectId === undefined
    ? buildOwnAnswer('retry', localize('answer-upload-no-id'), { status: answer.status })
    : { ...answer, objectId };
}

function multipart(boundary: string, { filename, contentType, bytes }: FileToStore): Uint8Array {
  const name = filename.replace(/["\r\n]/g, '_');
  const type = contentType.replace(/[\r\n]/g, '_');
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

function idIn(body: Uint8Array): string | undefined {
  try {
    return stored.safeParse(JSON.parse(new TextDecoder().decode(body))).data?.id;
  } catch {
    return undefined; // no JSON: no id
  }
}
