import { fillTemplate } from '../../findings/create-finding.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { OutageSummary } from '../../journal/journal.ts';
import type { MessageStanding, StandingName } from '../../operator/messages/message-standing.ts';
import { renderDuration, renderLocalTime } from '../../time/local-time.ts';
import type { Language } from '../../types.ts';

const english = {
  received: 'to be checked',
  parked: 'parked',
  inHand: 'under way',
  ready: 'in line',
  waiting: 'tried again',
  away: 'waits for the exchange',
  others: '{count} do',
  asked: 'asked last {ago} ago',
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
  rejected: 'refused',
  discarded: 'discarded',
  split: 'split',
} as const satisfies Readonly<Record<StandingName, string>> & Readonly<Record<string, string>>;

const dutch: Readonly<Record<keyof typeof english, string>> = {
  received: 'nog te controleren',
  parked: 'geparkeerd',
  inHand: 'in bewerking',
  ready: 'in de rij',
  waiting: 'opnieuw geprobeerd',
  away: 'wacht op de exchange',
  others: 'zo zijn er {count}',
  asked: 'voor het laatst gevraagd {ago} geleden',
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
  discarded: 'weggegooid',
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
export function renderFullStanding(standing: MessageStanding, now: number, language: Language): string {
  const { name, due, released } = standing;
  const text = standingWords[language];
  if (name === 'away') return renderAway(standing, now, language);
  if (name === 'parked') return `${text.parked}: ${text.decide}${released ? `; ${text.released}` : ''}`;
  if (name === 'ready') return `${text.ready}: ${text.turn}`;
  if (name !== 'waiting') return text[name];
  return due !== undefined && Date.parse(due) > now
    ? `${text.waiting} ${text.at} ${renderLocalTime(due)} (${text.in} ${renderDuration(Date.parse(due) - now)})`
    : `${text.waiting} ${text.atOnce}`;
}

/** `waits for the exchange (38 do), asked last 6 s ago`. */
export function renderAway(
  { asked = '', waiting = 1 }: MessageStanding,
  now: number,
  language: Language,
): string {
  const { away, others, asked: last } = standingWords[language];
  const count = waiting > 1 ? ` (${fillTemplate(others, { count: waiting })})` : '';
  return `${away}${count}, ${fillTemplate(last, { ago: renderAgo(Date.parse(asked), now, language) })}`;
}

/** Hours are `u` in Dutch. */
function renderAgo(at: number, now: number, language: Language): string {
  const span = renderDuration(Math.max(0, now - at));
  return language === 'nl' ? span.replace(/ h\b/, ' u') : span;
}

/** How it stands with an exchange that takes nothing: `38 documents wait for the exchange, asked last 6 s ago: …`. */
export function renderOutage({ waiting: count, asked, said }: OutageSummary, now: number): LocalizedText {
  const which = count === 0 ? 'outage-none' : count === 1 ? 'outage-one' : 'outage-more';
  const ago = { en: renderAgo(asked, now, 'en'), nl: renderAgo(asked, now, 'nl') };
  return localize(which, { count, ago, said });
}
