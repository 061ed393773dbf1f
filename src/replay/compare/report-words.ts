import type { Language } from '../../types.ts';

/** What a report says of a comparison, in the language of who reads it. */
export interface ReportWords {
  readonly title: string;
  summary(compared: { readonly messages: number; readonly of: number; readonly stopped?: string }): string;
  same(count: number): string;
  otherwise(count: number): string;
  controlled(count: number): string;
  readonly parts: Readonly<
    Record<
      | 'outcomes'
      | 'reasons'
      | 'values'
      | 'onceMore'
      | 'freed'
      | 'cannotBeTold'
      | 'notReproducible'
      | 'notComparable',
      string
    >
  >;
  because(count: number, why: string): string;
  inMessages(messages: number): string;
  pathTotal(path: string, count: number, messages: number): string;
  leftOut(count: number): string;
  orders(count: number): string;
  readonly nothing: string;
  message(id: number): string;
  /** How a message ends, by its code. */
  readonly results: Readonly<Record<string, string>>;
  readonly agreed: string;
  readonly date: string;
}

const english: ReportWords = {
  title: 'What this edit would have done',
  summary: ({ messages, of, stopped }) =>
    stopped === undefined
      ? `${messages} messages compared`
      : `${messages} of ${of} compared, then ${stopped}`,
  same: (count) => `${count} ${count === 1 ? 'is' : 'are'} the same.`,
  otherwise: (count) => (count === 0 ? 'None would end otherwise.' : `${count} would end otherwise.`),
  controlled: (count) => `The running version gives what the journal has for ${count} of them.`,
  parts: {
    outcomes: 'Would end otherwise',
    reasons: 'Would stop for another reason',
    values: 'Would be sent with other values',
    onceMore: 'Would be sent once more after publishing',
    freed: 'Parked messages that this edit frees',
    cannotBeTold: 'Cannot be told',
    notReproducible: 'Not reproducible, so left out',
    notComparable: 'Not comparable',
  },
  because: (count, why) => `${count}, because ${why}`,
  inMessages: (messages) => `, in ${messages} messages`,
  pathTotal: (path, count, messages) =>
    `${path}: ${count} ${count === 1 ? 'value' : 'values'} in ${messages} ${messages === 1 ? 'message' : 'messages'}`,
  leftOut: (count) => `and ${count} more ${count === 1 ? 'kind' : 'kinds'}; the totals count them`,
  orders: (count) => `${count} ${count === 1 ? 'order' : 'orders'}`,
  nothing: '(nothing)',
  message: (id) => `message ${id}`,
  results: {
    deliver: 'sent',
    park: 'parked',
    wait: 'waits',
    failed: 'fails',
    unfetched: 'fetched first',
    refused: 'not taken',
    unsent: 'not sent',
  },
  agreed: 'Seen and agreed:',
  date: 'Date:',
};

const dutch: ReportWords = {
  title: 'Wat deze wijziging zou hebben gedaan',
  summary: ({ messages, of, stopped }) =>
    stopped === undefined
      ? `${messages} berichten vergeleken`
      : `${messages} van ${of} vergeleken, toen gestopt (${stopped})`,
  same: (count) => `${count} ${count === 1 ? 'is' : 'zijn'} gelijk.`,
  otherwise: (count) =>
    count === 0
      ? 'Geen enkel zou anders aflopen.'
      : `${count} ${count === 1 ? 'zou' : 'zouden'} anders aflopen.`,
  controlled: (count) => `Voor ${count} daarvan geeft de lopende versie wat het journaal heeft.`,
  parts: {
    outcomes: 'Zou anders aflopen',
    reasons: 'Zou om een andere reden stoppen',
    values: 'Zou met andere waarden worden verstuurd',
    onceMore: 'Zou na het publiceren nog een keer worden verstuurd',
    freed: 'Geparkeerde berichten die door deze wijziging vrijkomen',
    cannotBeTold: 'Niet te zeggen',
    notReproducible: 'Niet te herhalen, dus niet meegeteld',
    notComparable: 'Niet te vergelijken',
  },
  because: (count, why) => `${count}, reden: ${why}`,
  inMessages: (messages) => `, in ${messages} berichten`,
  pathTotal: (path, count, messages) =>
    `${path}: ${count} ${count === 1 ? 'waarde' : 'waarden'} in ${messages} ${messages === 1 ? 'bericht' : 'berichten'}`,
  leftOut: (count) => `en nog ${count} ${count === 1 ? 'soort' : 'soorten'}; de totalen tellen ze mee`,
  orders: (count) => `${count} ${count === 1 ? 'order' : 'orders'}`,
  nothing: '(niets)',
  message: (id) => `bericht ${id}`,
  results: {
    deliver: 'verstuurd',
    park: 'geparkeerd',
    wait: 'wacht',
    failed: 'mislukt',
    unfetched: 'eerst opgehaald',
    refused: 'niet aangenomen',
    unsent: 'niet verstuurd',
    rejected: 'geweigerd',
    ignored: 'genegeerd',
    duplicate: 'dubbel',
    unchanged: 'ongewijzigd',
    outdated: 'verouderd',
  },
  agreed: 'Gezien en akkoord:',
  date: 'Datum:',
};

export const reportWords: Readonly<Record<Language, ReportWords>> = { en: english, nl: dutch };
