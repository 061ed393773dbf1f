import type { Journal, MessageQuery } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import type { Outcome } from '../../types.ts';

/** Nothing was to be said to anybody: most lists are better without them. */
const quiet = ['ignored', 'superseded'] as const satisfies readonly Outcome[];

/** Nothing was sent, or the same as before. */
export const isQuiet = ({ outcome }: Pick<Message, 'outcome'>): boolean =>
  outcome === 'unchanged' || quiet.some((one) => one === outcome);

export interface MessageList {
  readonly messages: readonly Message[];
  /** Some that are ignored or superseded were left out. */
  readonly hasHidden: boolean;
}

/** The newest first. Who asks for all, for a state, for an outcome or for a name gets what is quiet too. */
export async function listMessages(
  journal: Pick<Journal, 'list' | 'hasSettledAs'>,
  query: MessageQuery,
  all: boolean,
): Promise<MessageList> {
  const isOpen = all || query.state !== undefined || query.outcome !== undefined || query.find !== undefined;
  if (isOpen) return { messages: await journal.list(query), hasHidden: false };
  const messages = await journal.list({ ...query, without: quiet });
  const isWhole = [query.channel, query.since, query.until, query.finding].every((one) => one === undefined);
  if (isWhole) return { messages, hasHidden: await journal.hasSettledAs(quiet) };
  const both = quiet.map((outcome) => journal.list({ ...query, outcome, limit: 1 }));
  return { messages, hasHidden: (await Promise.all(both)).some(({ length }) => length > 0) };
}
