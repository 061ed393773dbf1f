import type { Journal, MessageQuery } from '../../journal/journal.ts';
import type { Attempt, Message } from '../../journal/model/message.ts';
import { renderDuration, renderLocalTime } from '../../time/local-time.ts';
import type { Language, Outcome } from '../../types.ts';

/** Messages, as people ask for them and are told of them. */

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
  journal: Journal,
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

const english = {
  received: 'to be checked',
  parked: 'parked',
  inHand: 'under way',
  ready: 'in line',
  waiting: 'tried again',
  decide: 'a person has to decide',
  released: 'it holds nobody back',
  turn: 'its turn comes, after earlier ones of its order',
  at: 'at',
  in: 'in',
  atOnce: 'at once',
  delivered: 'delivered',
  duplicate: 'duplicate',
  unchanged: 'unchanged',
  ignored: 'ignored',
  superseded: 'superseded',
  outdated: 'outdated',
  rejected: 'rejected',
  discarded: 'discarded',
  split: 'split',
} as const satisfies Readonly<Record<Outcome, string>> & Readonly<Record<string, string>>;

const dutch: Readonly<Record<keyof typeof english, string>> = {
  received: 'nog te controleren',
  parked: 'geparkeerd',
  inHand: 'in bewerking',
  ready: 'in de rij',
  waiting: 'opnieuw geprobeerd',
  decide: 'een mens moet beslissen',
  released: 'het houdt niemand op',
  turn: 'het komt aan de beurt, na eerdere van zijn order',
  at: 'op',
  in: 'over',
  atOnce: 'meteen',
  delivered: 'afgeleverd',
  duplicate: 'dubbel',
  unchanged: 'ongewijzigd',
  ignored: 'genegeerd',
  superseded: 'ingehaald',
  outdated: 'verouderd',
  rejected: 'geweigerd',
  discarded: 'beëindigd',
  split: 'gesplitst',
};

const standingWords: Readonly<Record<Language, Readonly<Record<keyof typeof english, string>>>> = {
  en: english,
  nl: dutch,
};

/** What a state or outcome means, in a word or a few. */
export const renderStanding = (message: Message, language: Language = 'en'): string =>
  standingWords[language][standingOf(message)];

function standingOf({ state, outcome, inHand }: Message): keyof typeof english {
  if (outcome !== undefined) return outcome;
  if (state === 'settled' || state === 'received' || state === 'parked')
    return state === 'parked' ? 'parked' : 'received';
  return inHand ? 'inHand' : state;
}

/** The same with what it asks of the reader. */
export function renderFullStanding(message: Message, now: number, language: Language = 'en'): string {
  const { due, released } = message;
  const text = standingWords[language];
  const what = standingOf(message);
  if (what === 'parked') return `${text.parked}: ${text.decide}${released ? `; ${text.released}` : ''}`;
  if (what === 'ready') return `${text.ready}: ${text.turn}`;
  if (what !== 'waiting') return text[what];
  return due > now
    ? `${text.waiting} ${text.at} ${renderLocalTime(due)} (${text.in} ${renderDuration(due - now)})`
    : `${text.waiting} ${text.atOnce}`;
}

/** Attempts one after the other that ended in the same way. */
export interface AttemptGroup {
  readonly first: Attempt;
  readonly last: Attempt;
}

export function groupAttempts(attempts: readonly Attempt[]): readonly AttemptGroup[] {
  const groups: AttemptGroup[] = [];
  for (const attempt of attempts) {
    const before = groups.at(-1);
    if (before && endOf(before.last) === endOf(attempt))
      groups[groups.length - 1] = { ...before, last: attempt };
    else groups.push({ first: attempt, last: attempt });
  }
  return groups;
}

const endOf = ({ what, ended, status, detail, unknown }: Attempt): string =>
  JSON.stringify([what, ended === undefined, status, detail, unknown]);

/** A moment as people write it: RFC 3339, a local day or time, or so long ago (`2h`, `3d`). RFC 3339 in UTC, or undefined. */
export function parseMoment(text: string, now: number): string | undefined {
  const ago = /^(\d+)([mhd])$/.exec(text);
  if (ago) return new Date(now - Number(ago[1]) * (units.get(ago[2] ?? '') ?? 0)).toISOString();
  if (!/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)) return undefined;
  // a day alone would be taken in UTC
  const at = new Date(text.length === 10 ? `${text}T00:00` : text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

const units: ReadonlyMap<string, number> = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
