import type { DecisionAuthor, Journal } from '../../journal/journal.ts';
import { sha256 } from '../../text/sha256.ts';

/**
 * The decision that a config may remove channels that still hold messages or files; kept with the hash of
 * its text.
 */

const subject = 'config';
const action = 'accept';

/** Stands for one text of a config. */
export const hashConfig = (text: string): string => sha256(text).slice(0, 16);

export const acceptConfig = (
  journal: Pick<Journal, 'addHistoryEntry'>,
  text: string,
  author: DecisionAuthor,
): Promise<void> =>
  journal.addHistoryEntry({ subject, action, ...author, result: `The config ${hashConfig(text)}.` });

/** Was this text accepted since that instant (RFC 3339, UTC)? */
export async function isConfigAccepted(
  journal: Pick<Journal, 'history'>,
  hash: string,
  since: string,
): Promise<boolean> {
  const decisions = await journal.history();
  return decisions.some(
    (one) => one.subject === subject && one.action === action && one.result.includes(hash) && one.at >= since,
  );
}
