import { journalText } from '../../findings/journal-texts.ts';
import type { RetryEnd } from '../../operator/decisions/try-retries.ts';
import type { Direction, Language } from '../../types.ts';

/** Of one message, and of many. */
type ByCount = readonly [one: string, many: string];

const alike = (text: string): ByCount => [text, text];

/** What would become of messages that are tried again now; it stands behind their number. */
interface OutlookWords {
  readonly ends: Readonly<Record<Exclude<RetryEnd['said'], 'deliver'>, ByCount>>;
  readonly goes: Readonly<Record<Direction, ByCount>>;
  /** Why that cannot be told. */
  readonly unknown: Readonly<Record<NonNullable<RetryEnd['why']>, string>>;
}

const en: OutlookWords = {
  goes: {
    inbound: alike('will be sent; what the exchange answers is seen then'),
    outbound: alike('will be published for the ERP'),
  },
  ends: {
    park: alike('will be parked again'),
    rejected: alike('will be refused again'),
    wait: alike('will wait again'),
    duplicate: alike('will not go: the same was sent before'),
    unchanged: alike('will not go: nothing has changed'),
    ignored: alike('will be ignored'),
    outdated: alike('will not go: a newer version was sent before'),
    failed: alike('will not get through: a step of the gateway fails'),
    unfetched: alike('will be fetched from the exchange first: what comes of it is seen then'),
    unknown: alike('cannot be tried beforehand'),
  },
  unknown: {
    'not seen': 'never checked yet',
    'bodies deleted': 'documents deleted by retention',
    'no channel': 'the channel is not in the config any more',
    'did not end': 'the last try did not end',
    'no texts': 'the mapping of then is not kept any more',
    'does not end': 'it takes too long',
  },
};

const nl: OutlookWords = {
  goes: {
    inbound: [
      'wordt verstuurd; wat de exchange antwoordt blijkt dan',
      'worden verstuurd; wat de exchange antwoordt blijkt dan',
    ],
    outbound: ['wordt gepubliceerd voor het ERP', 'worden gepubliceerd voor het ERP'],
  },
  ends: {
    park: ['wordt weer geparkeerd', 'worden weer geparkeerd'],
    rejected: ['wordt weer geweigerd', 'worden weer geweigerd'],
    wait: ['wacht weer', 'wachten weer'],
    duplicate: ['gaat niet: hetzelfde is al verstuurd', 'gaan niet: hetzelfde is al verstuurd'],
    unchanged: ['gaat niet: er is niets veranderd', 'gaan niet: er is niets veranderd'],
    ignored: ['wordt genegeerd', 'worden genegeerd'],
    outdated: [
      'gaat niet: een nieuwere versie is al verstuurd',
      'gaan niet: een nieuwere versie is al verstuurd',
    ],
    failed: [
      'komt er niet door: een stap van de gateway mislukt',
      'komen er niet door: een stap van de gateway mislukt',
    ],
    unfetched: [
      'wordt eerst bij de exchange opgehaald: wat ervan komt blijkt dan',
      'worden eerst bij de exchange opgehaald: wat ervan komt blijkt dan',
    ],
    unknown: ['is niet vooraf te proberen', 'zijn niet vooraf te proberen'],
  },
  unknown: {
    'not seen': 'nog nooit gecontroleerd',
    'bodies deleted': 'documenten verwijderd omdat de bewaartermijn om is',
    'no channel': 'het kanaal staat niet meer in de config',
    'did not end': 'de laatste poging kwam niet tot een einde',
    'no texts': 'de mapping van toen wordt niet meer bewaard',
    'does not end': 'het duurt te lang',
  },
};

const words: Readonly<Record<Language, OutlookWords>> = { en, nl };

export interface OutlookText {
  /** Said of one. */
  readonly one: string;
  /** Said of many. */
  readonly text: string;
  /** May be empty. */
  readonly why: string;
}

export function renderRetryEnd(
  { said, reason, why, direction }: Pick<RetryEnd, 'said' | 'reason' | 'why' | 'direction'>,
  language: Language,
): OutlookText {
  const { ends, goes, unknown } = words[language];
  const [one, text] = said === 'deliver' ? goes[direction] : ends[said];
  if (said === 'deliver') return { one, text, why: '' };
  return { one, text, why: why === undefined ? journalText(reason, language) : unknown[why] };
}
