import { journalText } from '../../findings/journal-texts.ts';
import type { RetryEnd } from '../../operator/decisions/try-retries.ts';
import type { Direction, Language } from '../../types.ts';

/** What would become of messages that are tried again now; it stands behind their number. */
interface OutlookWords {
  readonly ends: Readonly<Record<Exclude<RetryEnd['said'], 'deliver'>, string>>;
  readonly goes: Readonly<Record<Direction, string>>;
  /** Why that cannot be told. */
  readonly unknown: Readonly<Record<NonNullable<RetryEnd['why']>, string>>;
}

const en: OutlookWords = {
  goes: { inbound: 'will be sent', outbound: 'will be published for the ERP' },
  ends: {
    park: 'will be parked again',
    rejected: 'will be refused again',
    wait: 'will wait again',
    duplicate: 'will not go: the same was sent before',
    unchanged: 'will not go: nothing has changed',
    ignored: 'will be ignored',
    outdated: 'will not go: a newer version was sent before',
    failed: 'will not get through: a step of the gateway fails',
    unfetched: 'have to be fetched from the exchange first: that is seen then',
    unknown: 'cannot be tried beforehand',
  },
  unknown: {
    'not seen': 'they have never been checked',
    'bodies deleted': 'their documents were deleted by retention',
    'no channel': 'their channel is not in the config any more',
    'did not end': 'their last try did not end',
    'no texts': 'the mapping of then is not kept any more',
    'does not end': 'it takes too long',
  },
};

const nl: OutlookWords = {
  goes: { inbound: 'worden verstuurd', outbound: 'worden klaargezet voor het ERP' },
  ends: {
    park: 'worden weer geparkeerd',
    rejected: 'worden weer geweigerd',
    wait: 'wachten weer',
    duplicate: 'gaan niet: hetzelfde is al verstuurd',
    unchanged: 'gaan niet: er is niets veranderd',
    ignored: 'worden genegeerd',
    outdated: 'gaan niet: een nieuwere versie is al verstuurd',
    failed: 'komen er niet door: een stap van de gateway mislukt',
    unfetched: 'moeten eerst bij de exchange worden opgehaald: dat blijkt dan',
    unknown: 'zijn niet vooraf te proberen',
  },
  unknown: {
    'not seen': 'ze zijn nog nooit gecontroleerd',
    'bodies deleted': 'hun documenten zijn verwijderd omdat de bewaartermijn om is',
    'no channel': 'hun kanaal staat niet meer in de config',
    'did not end': 'hun laatste poging kwam niet tot een einde',
    'no texts': 'de mapping van toen wordt niet meer bewaard',
    'does not end': 'het duurt te lang',
  },
};

const words: Readonly<Record<Language, OutlookWords>> = { en, nl };

export interface OutlookText {
  readonly text: string;
  /** May be empty. */
  readonly why: string;
}

export function renderRetryEnd(
  { said, reason, why, direction }: Pick<RetryEnd, 'said' | 'reason' | 'why' | 'direction'>,
  language: Language,
): OutlookText {
  const { ends, goes, unknown } = words[language];
  if (said === 'deliver') return { text: goes[direction], why: '' };
  return { text: ends[said], why: why === undefined ? journalText(reason, language) : unknown[why] };
}
