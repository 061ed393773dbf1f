import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { Formats } from '../../formats/document-format.ts';
import { openFormats } from '../../formats/open-formats.ts';
import { markBegun, type TimedTask } from '../../pipeline/workers/task-clock.ts';
import { type MaskableBytes, maskBytes } from './mask-bytes.ts';

/** Runs in the thread of masking. */

export interface MaskTask extends MaskableBytes {
  /** In which formats are looked up: one's own before the delivered ones. */
  readonly folders: readonly string[];
}

/** piscina hands the pool's `workerData` on as the second member of its own. */
const { seed } = z.object({ seed: z.string() }).parse(Array.isArray(workerData) ? workerData[1] : workerData);

/** To load the schemas takes longer than to mask a document. */
let open: { readonly key: string; readonly opened: ReturnType<typeof openFormats> } | undefined;

function formatsOf(folders: readonly string[]): Formats {
  const key = folders.join('\n');
  if (open?.key !== key) {
    open?.opened.dispose();
    open = { key, opened: openFormats({}, folders) };
  }
  return open.opened.formats;
}

export function maskDocument({ task, begun }: TimedTask<MaskTask>): Uint8Array | undefined {
  markBegun(begun);
  return maskBytes(task, seed, formatsOf(task.folders));
}
