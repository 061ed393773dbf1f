import type { Leftover } from '../../folders/folder-types.ts';
import type { Journal } from '../../journal/journal.ts';

/**
 * Does nobody need this temporary file any more, as far as the journal knows? Its attempt is over when it has ended, when
 * there is a later one, or when its message is settled. Where no other gateway shares the journal, an attempt that has not
 * journalled the file died with the process before.
 */
export async function isAbandoned(
  journal: Pick<Journal, 'shared' | 'message' | 'attempts'>,
  { temporary, attempt }: Leftover,
): Promise<boolean> {
  const [id = 0, number = 0] = attempt.split('.').map(Number);
  const state = (await journal.message(id))?.state;
  if (state === undefined || state === 'settled') return true;
  const last = (await journal.attempts(id)).findLast(({ what }) => what === 'deliver');
  if (last?.n !== number || last.ended !== undefined) return true;
  return !journal.shared && last.staged?.temporary !== temporary;
}
