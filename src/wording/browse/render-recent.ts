import type { RecentDecision } from '../../operator/browse/recent-decisions.ts';
import type { Language } from '../../types.ts';

/** What somebody did: with one message, with many; or about something else. */
interface RecentWords {
  readonly messages: Readonly<Record<string, readonly [one: string, many: string]>>;
  readonly others: Readonly<Record<string, string>>;
  /** Of the command line of an account that says no name. */
  readonly somebody: string;
}

const en: RecentWords = {
  messages: {
    retry: ['retried message {id}', 'retried {count} messages'],
    release: ['let later ones pass message {id}', 'let later ones pass {count} messages'],
    discard: ['discarded message {id}', 'discarded {count} messages'],
    close: ['closed refused message {id}', 'closed {count} refused documents'],
    done: ['ended the tasks of message {id}', 'ended the tasks of {count} messages'],
    resend: ['edited and resent message {id}', 'edited and resent {count} messages'],
  },
  others: {
    silence: 'silenced {subject}',
    'end-silence': 'ended the silence {subject}',
    acknowledge: 'acknowledged {subject}',
    publish: 'published {subject}',
    'map publish': 'published mappings',
    'map restore': 'went back to earlier mappings',
    accept: 'accepted a change of the config',
    cursor: 'moved the search of {subject}',
    rebind: 'bound the journal to another exchange',
    take: 'took files of {subject}',
    restore: 'restored the journal',
    rescue: 'rescued the journal',
  },
  somebody: 'Someone',
};

const nl: RecentWords = {
  messages: {
    retry: ['probeerde bericht {id} opnieuw', 'probeerde {count} berichten opnieuw'],
    release: ['liet latere voorgaan bij bericht {id}', 'liet latere voorgaan bij {count} berichten'],
    discard: ['gooide bericht {id} weg', 'gooide {count} berichten weg'],
    close: ['sloot geweigerd bericht {id} af', 'sloot {count} geweigerde documenten af'],
    done: ['beëindigde de taken van bericht {id}', 'beëindigde de taken van {count} berichten'],
    resend: ['paste bericht {id} aan en verstuurde het', 'paste {count} berichten aan en verstuurde ze'],
  },
  others: {
    silence: 'dempte {subject}',
    'end-silence': 'beëindigde de demping {subject}',
    acknowledge: 'nam {subject} op zich',
    publish: 'publiceerde {subject}',
    'map publish': 'publiceerde mappings',
    'map restore': 'ging terug naar eerdere mappings',
    accept: 'aanvaardde een wijziging van de configuratie',
    cursor: 'verzette het zoeken van {subject}',
    rebind: 'koppelde het journaal aan een andere exchange',
    take: 'nam bestanden van {subject}',
    restore: 'zette het journaal terug',
    rescue: 'redde het journaal',
  },
  somebody: 'Iemand',
};

const words: Readonly<Record<Language, RecentWords>> = { en, nl };

/** `j.peeters retried 9 messages: STK is in the table now` */
export function renderRecentDecision(decision: RecentDecision, language: Language): string {
  const { who, action, reason, subject, count, message } = decision;
  const { messages, others, somebody } = words[language];
  const [one, many] = messages[action] ?? [];
  const text = (message === undefined ? others[action] : count === 1 ? one : many) ?? `${action} {subject}`;
  const done = text
    .replace('{id}', `${message}`)
    .replace('{count}', count.toLocaleString(language))
    .replace('{subject}', subject)
    .trim();
  return `${who || somebody} ${done}${reason === '' ? '' : `: ${reason}`}`;
}
