import type { ChannelStanding } from '../../operator/browse/channel-rows.ts';
import type { Action, Actor, WhoActs } from '../../operator/browse/who-acts.ts';
import type { Language } from '../../types.ts';

/** What the pages say of who has to act, and of channels. */
interface BrowseWords {
  readonly actors: Readonly<Record<Actor, string>>;
  readonly actions: Readonly<Record<Action, string>>;
  /** Where one of several, or of many, is meant the number stands before it. */
  readonly channels: Readonly<Record<ChannelStanding, string>>;
}

const en: BrowseWords = {
  actors: {
    you: 'You',
    erp: 'The ERP’s people',
    exchange: 'The exchange’s help desk',
    purchasing: 'Purchasing',
    nobody: 'Nobody',
  },
  actions: {
    'add-to-table': 'add the value to the table, then retry',
    'fix-mapping': 'fix the mapping, then retry',
    decide: 'look at it, then retry or discard it',
    agree: 'settle it with the other party',
    'fix-and-export': 'fix it in the ERP, then export it again',
    'look-at-import': 'does the import run?',
    'look-at-export': 'does the export run?',
    'ask-exchange': 'ask them, then retry',
    'do-in-portal': 'do it in the exchange’s portal',
    'fix-gateway': 'see what is wrong with the gateway',
    none: 'it goes by itself',
  },
  channels: {
    decide: 'to decide',
    refused: 'refused',
    'not-collected': 'not collected',
    troubled: 'needs a look',
    waiting: 'wait',
    well: 'OK',
  },
};

const nl: BrowseWords = {
  actors: {
    you: 'U',
    erp: 'De mensen van het ERP',
    exchange: 'De helpdesk van de exchange',
    purchasing: 'Inkoop',
    nobody: 'Niemand',
  },
  actions: {
    'add-to-table': 'voeg de waarde toe aan de tabel en probeer opnieuw',
    'fix-mapping': 'herstel de mapping en probeer opnieuw',
    decide: 'bekijk het, en probeer opnieuw of gooi het weg',
    agree: 'spreek het af met de andere partij',
    'fix-and-export': 'herstel het in het ERP en exporteer opnieuw',
    'look-at-import': 'loopt de import?',
    'look-at-export': 'loopt de export?',
    'ask-exchange': 'vraag het hun en probeer opnieuw',
    'do-in-portal': 'doe het in het portaal van de exchange',
    'fix-gateway': 'kijk wat er met de gateway is',
    none: 'het gaat vanzelf',
  },
  channels: {
    decide: 'te beslissen',
    refused: 'geweigerd',
    'not-collected': 'niet opgehaald',
    troubled: 'vraagt aandacht',
    waiting: 'wachten',
    well: 'in orde',
  },
};

const words: Readonly<Record<Language, BrowseWords>> = { en, nl };

/** Whom it is up to, and what they do. */
export const renderWhoActs = (
  { who, action }: WhoActs,
  language: Language,
): { who: string; action: string } => ({
  who: words[language].actors[who],
  action: words[language].actions[action],
});

/** `417 to decide`, `OK`. */
export function renderChannelStanding(
  { standing, count }: { readonly standing: ChannelStanding; readonly count: number },
  language: Language,
): string {
  const text = words[language].channels[standing];
  return count > 0 ? `${count.toLocaleString(language)} ${text}` : text;
}
