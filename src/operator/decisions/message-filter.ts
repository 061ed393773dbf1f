import type { Journal } from '../../journal/journal.ts';
import { readFreedMessages } from '../../replay/versions/freed-messages.ts';
import type { MessageState } from '../../types.ts';

/** Which messages are meant; at least one of them. */
export interface MessageFilter {
  readonly channel?: string;
  /** Of any of these. */
  readonly channels?: readonly string[];
  /** One of these, by their numbers. */
  readonly ids?: readonly number[];
  readonly state?: Exclude<MessageState, 'settled'>;
  /** Code of a finding that they have. */
  readonly finding?: string;
  /** Received from this instant on, and before that one (RFC 3339, UTC). */
  readonly since?: string;
  readonly until?: string;
}

/** Channels of a config whose way goes through a mapping. */
export const listChannelsUsing = (
  channels: Readonly<Record<string, { readonly map?: readonly string[] | undefined }>>,
  mapping: string,
): readonly string[] =>
  Object.entries(channels).flatMap(([name, { map }]) => (map?.includes(mapping) ? name : []));

export interface FreedFilter {
  /** Exactly those that the replay named, while they are parked. */
  readonly filter: Required<Pick<MessageFilter, 'ids' | 'state'>>;
  /** Of these, those that are parked no longer. */
  readonly notParked: number;
}

/** `replay`: the file of its report, or the number of what was published. Throws an Error in words where neither is there. */
export async function readFreedFilter(
  journal: Pick<Journal, 'id' | 'publications' | 'message'>,
  replay: string,
): Promise<FreedFilter> {
  const ids = await readFreedMessages(journal, replay);
  const messages = await Promise.all(ids.map((id) => journal.message(id)));
  const notParked = messages.filter((message) => message?.state !== 'parked').length;
  return { filter: { ids, state: 'parked' }, notParked };
}
