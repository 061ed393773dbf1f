import { localize } from '../../findings/localized-text.ts';
import type { DecisionAuthor } from '../journal.ts';
import { ForeignJournalError } from '../model/journal-errors.ts';
import { execute, type SqlDialect, type SqlSteps, selectRow } from '../sql/sql-engine.ts';
import { addHistoryEntry } from './decision-history.ts';

/** Which exchange and company all of a journal's state belongs to: `https://exchange.example, company …`. */

export function* bind(identity: string): SqlSteps<void> {
  yield* execute(
    "insert into meta (key, value) values ('exchange', ?) on conflict (key) do nothing",
    normalizeIdentity(identity),
  );
  const known = (yield* findBinding()) ?? '';
  if (!isSameBinding(known, identity)) throw new ForeignJournalError(renderForeignJournal(known, identity));
}

export function* findBinding(): SqlSteps<string | undefined> {
  const value = (yield* selectRow("select value from meta where key = 'exchange'"))?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The exchange has another address; the company stays. Undefined: nothing is bound yet. */
export function* rebindExchange(
  dialect: SqlDialect,
  to: string,
  author: DecisionAuthor,
): SqlSteps<string | undefined> {
  const before = yield* findBinding();
  if (before === undefined) return undefined;
  const after = normalizeIdentity(`${to}${before.slice(splitIdentity(before).url.length)}`);
  yield* execute("update meta set value = ? where key = 'exchange'", after);
  yield* addHistoryEntry(dialect, {
    subject: 'exchange',
    action: 'rebind',
    ...author,
    result: `From ${before} to ${after}.`,
  });
  return after;
}

/** Written differently, it is the same: a slash at the end, the port that is meant anyway, capitals. */
export const isSameBinding = (one: string, other: string): boolean =>
  normalizeIdentity(one).toLowerCase() === normalizeIdentity(other).toLowerCase();

function normalizeIdentity(identity: string): string {
  const { url, rest } = splitIdentity(identity);
  return `${normalizeUrl(url)}${rest}`;
}

function splitIdentity(identity: string): { readonly url: string; readonly rest: string } {
  const at = identity.indexOf(', company ');
  return at < 0 ? { url: identity, rest: '' } : { url: identity.slice(0, at), rest: identity.slice(at) };
}

/** Scheme and host in small letters, no default port, no slash at the end. */
function normalizeUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

/** What is said of a journal of another exchange. */
const renderForeignJournal = (bound: string, wanted: string): string =>
  localize('journal-foreign', { bound, wanted }).en;
