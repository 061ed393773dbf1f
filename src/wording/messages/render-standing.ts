import type { MessageStanding, StandingName } from '../../operator/messages/message-standing.ts';
import { renderDuration, renderLocalTime } from '../../time/local-time.ts';
import type { Language } from '../../types.ts';

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
} as const satisfies Readonly<Record<StandingName, string>> & Readonly<Record<string, string>>;

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
export const renderStanding = ({ name }: MessageStanding, language: Language): string =>
  standingWords[language][name];

/** The same with what it asks of the reader. */
export function renderFullStanding(
  { name, due, released }: MessageStanding,
  now: number,
  language: Language,
): string {
  const text = standingWords[language];
  if (name === 'parked') return `${text.parked}: ${text.decide}${released ? `; ${text.released}` : ''}`;
  if (name === 'ready') return `${text.ready}: ${text.turn}`;
  if (name !== 'waiting') return text[name];
  return due !== undefined && Date.parse(due) > now
    ? `${text.waiting} ${text.at} ${renderLocalTime(due)} (${text.in} ${renderDuration(Date.parse(due) - now)})`
    : `${text.waiting} ${text.atOnce}`;
}
