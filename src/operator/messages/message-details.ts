import type { HistoryEntry, Journal, OutageSummary, Task } from '../../journal/journal.ts';
import type { Attempt, Message, PartInfo, PartRole } from '../../journal/model/message.ts';

/** A message with all that the journal keeps about it but the bytes. */
export interface MessageDetails {
  readonly message: Message;
  readonly attempts: readonly Attempt[];
  readonly parts: readonly PartInfo[];
  readonly history: readonly HistoryEntry[];
  /** Of a file of several: each is a message of its own. */
  readonly documents: readonly Message[];
  /** That it opened, also those that have ended. */
  readonly tasks: readonly Task[];
  /** The exchange takes nothing now. */
  readonly outage?: OutageSummary | undefined;
}

/** More tasks than anybody reads. */
const mostTasks = 200;

/** Undefined: there is no such message. */
export async function readMessageDetails(
  journal: Pick<Journal, 'message' | 'attempts' | 'parts' | 'history' | 'documents' | 'tasks' | 'findOutage'>,
  id: number,
): Promise<MessageDetails | undefined> {
  const message = await journal.message(id);
  if (!message) return undefined;
  const [attempts, parts, history, documents, tasks, outage] = await Promise.all([
    journal.attempts(id),
    journal.parts(id),
    journal.history(id),
    journal.documents(id),
    journal.tasks({ message: id, limit: mostTasks }),
    journal.findOutage(),
  ]);
  return { message, attempts, parts, history, documents, tasks, outage };
}

/** Parts that a person can look at. */
export const readableRoles = [
  'received',
  'envelope',
  'corrected',
  'translated',
  'translator',
  'gathered',
  'prepared',
  'state',
  'plan',
  'answer',
] as const satisfies readonly (PartRole | 'state')[];

export type ReadableRole = (typeof readableRoles)[number];

/** The order state that prepare saw is kept with the replay record. Undefined: it has none, or none any more. */
export async function readMessagePart(
  journal: Pick<Journal, 'part' | 'findReplayRecord'>,
  id: number,
  role: ReadableRole,
): Promise<Uint8Array | undefined> {
  if (role !== 'state') return await journal.part(id, role);
  const state = (await journal.findReplayRecord(id))?.state;
  return state === undefined ? undefined : Buffer.from(state);
}
