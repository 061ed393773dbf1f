import { told } from '../findings/troubles.ts';
import { note } from './commands.ts';
import { ForeignJournal } from './errors.ts';
import type { Reasoned } from './interface.ts';
import { one, run, type Steps } from './sql.ts';

/** Which exchange and company all of a journal's state belongs to: `https://exchange.example, company …`. */

export function* bind(identity: string): Steps<void> {
  yield* run(
    "insert into meta (key, value) values ('exchange', ?) on conflict (key) do nothing",
    normal(identity),
  );
  const known = (yield* bound()) ?? '';
  if (!isSameBinding(known, identity)) throw new ForeignJournal(foreign(known, identity));
}

export function* bound(): Steps<string | undefined> {
  const value = (yield* one("select value from meta where key = 'exchange'"))?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The exchange has another address; the company stays. Undefined: nothing is bound yet. */
export function* rebind(to: string, { who, reason }: Reasoned): Steps<string | undefined> {
  const before = yield* bound();
  if (before === undefined) return undefined;
  const after = normal(`${to}${before.slice(split(before).url.length)}`);
  yield* run("update meta set value = ? where key = 'exchange'", after);
  yield* note({ subject: 'exchange', action: 'rebind', who, reason, result: `From ${before} to ${after}.` });
  return after;
}

/** Written differently, it is the same: a slash at the end, the port that is meant anyway, capitals. */
export const isSameBinding = (one: string, other: string): boolean =>
  normal(one).toLowerCase() === normal(other).toLowerCase();

function normal(identity: string): string {
  const { url, rest } = split(identity);
  return `${normalUrl(url)}${rest}`;
}

function split(identity: string): { readonly url: string; readonly rest: string } {
  const at = identity.indexOf(', company ');
  return at < 0 ? { url: identity, rest: '' } : { url: identity.slice(0, at), rest: identity.slice(at) };
}

/** Scheme and host in small letters, no default port, no slash at the end. */
function normalUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

/** What is said of a journal of another exchange. */
export const foreign = (bound: string, wanted: string): string =>
  told('journal-foreign', { bound, wanted }).en;
