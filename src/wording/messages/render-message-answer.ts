import { journalText } from '../../findings/journal-texts.ts';
import type { OutageSummary } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { type StandingName, standingOf } from '../../operator/messages/message-standing.ts';
import type { Language } from '../../types.ts';

/** Before the reason: how a message stands. */
const starts: Readonly<Record<Language, Readonly<Record<Exclude<StandingName, 'delivered'>, string>>>> = {
  en: {
    received: 'Received, to be checked',
    ready: 'In line, after earlier ones of its order',
    inHand: 'Under way',
    waiting: 'Waits, and is tried again by itself',
    away: 'Waits for the exchange, and goes by itself when that answers',
    parked: 'Parked',
    rejected: 'Refused',
    discarded: 'Discarded',
    duplicate: 'Not sent, a duplicate',
    unchanged: 'Not sent, nothing has changed',
    ignored: 'Ignored',
    superseded: 'Superseded by a later one',
    outdated: 'Not sent, a later one was sent before',
    split: 'A file of several documents',
  },
  nl: {
    received: 'Ontvangen, nog te controleren',
    ready: 'In de rij, na eerdere van zijn order',
    inHand: 'Onderweg',
    waiting: 'Wacht, en wordt vanzelf opnieuw geprobeerd',
    away: 'Wacht op de exchange, en gaat vanzelf als die antwoordt',
    parked: 'Geparkeerd',
    rejected: 'Geweigerd',
    discarded: 'Weggegooid',
    duplicate: 'Niet verstuurd, dubbel',
    unchanged: 'Niet verstuurd, er is niets veranderd',
    ignored: 'Genegeerd',
    superseded: 'Ingehaald door een later bericht',
    outdated: 'Niet verstuurd, een later bericht ging voor',
    split: 'Een bestand met meerdere documenten',
  },
};

const ends: Readonly<Record<Language, readonly [sent: string, published: string, collected: string]>> = {
  en: ['Sent to the exchange.', 'Published for the ERP.', 'Collected by the ERP.'],
  nl: ['Verstuurd naar de exchange.', 'Gepubliceerd voor het ERP.', 'Opgehaald door het ERP.'],
};

/** `Parked: the line is disputed.` */
export function renderMessageAnswer(message: Message, language: Language, outage?: OutageSummary): string {
  const { name } = standingOf(message, outage);
  if (name === 'delivered') {
    const [sent, published, collected] = ends[language];
    if (message.direction === 'inbound') return sent;
    return message.collected === undefined ? published : collected;
  }
  const start = starts[language][name];
  const reason = journalText(message.reason, language);
  return reason === '' ? `${start}.` : `${start}: ${lowerFirst(reason)}`;
}

/** The first letter of a sentence; not that of an abbreviation, or of a name in marks. */
const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}|^A /u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
