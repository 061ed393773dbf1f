import type { Message } from '../../journal/model/message.ts';
import type { ReplayJournal } from '../../replay/rerun/message-record.ts';
import { type RecordedText, readIngredients, readTexts } from '../../replay/rerun/recorded-version.ts';

/** A mapping that a message was made with, as it was then. */
export interface KeptMapping {
  readonly name: string;
  readonly hash: string;
  /** Itself, what it extends and its tables; empty: they are no longer kept. */
  readonly texts: readonly Pick<RecordedText, 'shelf' | 'name' | 'text'>[];
}

const prefix = 'mapping ';

/** Undefined: what the message was made with is not kept, or nothing was made. */
export async function readMessageMappings(
  journal: ReplayJournal,
  { generation }: Pick<Message, 'generation'>,
): Promise<readonly KeptMapping[] | undefined> {
  const ingredients = generation === undefined ? undefined : await readIngredients(journal, generation);
  if (ingredients === undefined) return undefined;
  const mappings = Object.entries(ingredients).filter(([what]) => what.startsWith(prefix));
  return Promise.all(
    mappings.map(async ([what, hash]) => ({
      name: what.slice(prefix.length),
      hash,
      texts: ((await readTexts(journal, hash)) ?? []).map(({ shelf, name, text }) => ({ shelf, name, text })),
    })),
  );
}
