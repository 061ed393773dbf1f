import { setTimeout } from 'node:timers/promises';
import type { Journal } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';

/** What came of messages that a person sent on their way again. */

/** Milliseconds: most go through in one or two seconds. */
const patience = { end: 10_000, between: 100 };

/**
 * The messages that carry on, each with its documents where it is a file of several: once all of them have ended, are parked or
 * wait for a next try, or when the patience is over. In the order of `ids`; `since`: when it was decided (RFC 3339, UTC).
 */
export async function followUp(
  journal: FollowedJournal,
  ids: readonly number[],
  since: string,
  longest = patience.end,
): Promise<readonly Message[]> {
  const end = performance.now() + longest;
  for (;;) {
    const messages = (await Promise.all(ids.map((id) => carriersOf(journal, id, since)))).flat();
    if (messages.every(isAtRest) || performance.now() > end) return messages;
    await setTimeout(patience.between);
  }
}

type FollowedJournal = Pick<Journal, 'message' | 'documents' | 'list'>;

/** It needs a person: it is parked, or it was refused. */
export const needsPerson = ({ state, outcome }: Message): boolean =>
  state === 'parked' || outcome === 'rejected';

const isAtRest = ({ state, inHand }: Message): boolean =>
  !inHand && state !== 'received' && state !== 'ready';

/** Itself, the message that carries its correction, or the documents of either. */
async function carriersOf(journal: FollowedJournal, id: number, since: string): Promise<readonly Message[]> {
  const message = await journal.message(id);
  if (!message) return [];
  const carrier = (await correctionOf(journal, message, since)) ?? message;
  const documents = carrier.outcome === 'split' ? await journal.documents(carrier.id) : [];
  return documents.length > 0 ? documents : [carrier];
}

/** Newest messages of a channel among which a correction that was just taken must be. */
const newest = 1000;

async function correctionOf(
  journal: FollowedJournal,
  { id, channel, state }: Message,
  since: string,
): Promise<Message | undefined> {
  if (state !== 'settled') return undefined;
  const messages = await journal.list({ channel, since, limit: newest });
  return messages.find(({ corrects }) => corrects === id);
}
