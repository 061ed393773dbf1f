/**
 * Named points at which a test ends the process as a power cut would. In production nothing names one, and a point is a
 * comparison of two strings.
 */
export const crashPoints = [
  /** Between the two renames of a claim. */
  'file-moved-aside',
  /** The file is in the work folder, the journal knows nothing of it. */
  'file-claimed',
  /** Inside the transaction that stores documents. */
  'storing-file',
  'storing-webhook',
  'storing-search',
  /** Inside the transaction that moves the cursor, after the move. */
  'moving-cursor',
  /** On disk, the webhook is not answered. */
  'webhook-stored',
  'file-stored',
  /** `claim: delete`: the file is gone, and the journal still remembers it. */
  'file-deleted',
  /** Check has ended, nothing is written of it. */
  'check-ended',
  'check-written',
  /** Some of a file's documents are in the journal, or all, the file is not settled yet. */
  'documents-adding',
  /** More of them are, and the first ones may have gone on. */
  'more-documents-added',
  'documents-added',
  /** It is, and they go on. */
  'file-split',
  /** First of its key and in hand. */
  'message-claimed',
  'before-gather',
  'after-gather',
  /** A file inside a document is at the exchange, and the journal knows it. */
  'upload-noted',
  /** Prepared result and start of the attempt are on disk. */
  'before-send',
  /** The exchange has answered, nothing is written of it. */
  'after-send',
  /** The attempt that opened an outage has ended and both are written; the message is still in hand. */
  'outage-noted',
  /** Inside the transaction that writes the answer and the outcome. */
  'before-settle',
  'after-settle',
  /** A document of an order lies in the outbound folder under a temporary name, without the XML. */
  'document-staged',
  /** The temporary file is written, the journal does not know its name. */
  'before-staged',
  /** It does; the rename has not happened. */
  'before-rename',
  'after-rename',
  /** The outcome is on disk, the file lies in the work folder. */
  'before-archive',
  'after-archive',
  /** Inside the transaction that begins what was decided when mappings were published: every gateway uses them. */
  'deferred-begun',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

const armedCrashPoint = process.env.GATEWAY_CRASH_POINT;

/** Ends the process with SIGKILL when this point is the armed one. */
export function crashAt(name: CrashPoint): void {
  if (armedCrashPoint === name) process.kill(process.pid, 'SIGKILL');
}
