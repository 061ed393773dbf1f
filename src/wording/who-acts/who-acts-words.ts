import type { Actor, RequiredAction, WhoActs } from '../../operator/who-acts/who-acts.ts';
import type { Language } from '../../types.ts';
import { orderWords, renderLines } from '../orders/order-words.ts';

/** What is said of who has to act, in one language. `you`: the reader may do it. */
interface WhoActsWords {
  readonly names: Readonly<Record<Actor | 'you', string>>;
  /** `Purchasing has to act.` */
  readonly sentences: Readonly<Record<Actor | 'you' | 'youDecide' | 'operatorDecides', string>>;
  /** What they do. `lines`: the order lines that it is about, empty where it is about the whole. */
  readonly actions: Readonly<Record<RequiredAction, string | ((lines: string) => string)>>;
}

const en: WhoActsWords = {
  names: {
    you: 'You',
    operator: 'An operator',
    administrator: 'An administrator',
    erp: 'The ERP team',
    exchange: 'The exchange’s help desk',
    purchasing: 'Purchasing',
    sales: 'Sales',
    nobody: 'Nobody',
  },
  sentences: {
    you: 'You can act.',
    youDecide: 'You can decide.',
    operator: 'An operator has to act.',
    operatorDecides: 'An operator has to decide.',
    administrator: 'An administrator has to act.',
    erp: 'The ERP team has to act.',
    exchange: 'The exchange’s help desk has to act.',
    purchasing: 'Purchasing has to act.',
    sales: 'Sales has to act.',
    nobody: 'Nobody has to act.',
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
    'call-exchange': 'ask them; then it goes on by itself',
    'do-in-portal': 'do it in the exchange’s portal',
    'change-lines': (lines) => `change or cancel ${lines} in the ERP, then export the order again`,
    'answer-proposal': (lines) =>
      `accept the proposal for ${lines} in the ERP and export the order, or answer it in the exchange’s portal`,
    'answer-order': (lines) => `answer ${lines} in the ERP, then export the response`,
    'answer-change': (lines) => `answer the change of ${lines} in the ERP, then export the response`,
    'fix-gateway': 'see what is wrong with the gateway',
    'see-each': 'and others: each document says who and what',
    none: 'it goes by itself',
  },
};

const nl: WhoActsWords = {
  names: {
    you: 'U',
    operator: 'Een operator',
    administrator: 'Een beheerder',
    erp: 'ERP-beheer',
    exchange: 'De helpdesk van de exchange',
    purchasing: 'Inkoop',
    sales: 'Verkoop',
    nobody: 'Niemand',
  },
  sentences: {
    you: 'U kunt iets doen.',
    youDecide: 'U kunt beslissen.',
    operator: 'Een operator moet iets doen.',
    operatorDecides: 'Een operator moet beslissen.',
    administrator: 'Een beheerder moet iets doen.',
    erp: 'ERP-beheer moet iets doen.',
    exchange: 'De helpdesk van de exchange moet iets doen.',
    purchasing: 'Inkoop moet iets doen.',
    sales: 'Verkoop moet iets doen.',
    nobody: 'Niemand hoeft iets te doen.',
  },
  actions: {
    'add-to-table': 'voeg de waarde toe aan de tabel en probeer opnieuw',
    'fix-mapping': 'herstel de mapping en probeer opnieuw',
    decide: 'bekijk het, en probeer opnieuw of gooi het weg',
    agree: 'spreek het af met de andere partij',
    'fix-and-export': 'herstel het in het ERP en exporteer opnieuw',
    'look-at-import': 'loopt de import?',
    'look-at-export': 'loopt de export?',
    'ask-exchange': 'vraag het na en probeer dan opnieuw',
    'call-exchange': 'vraag het na; daarna gaat het vanzelf verder',
    'do-in-portal': 'doe het in het portaal van de exchange',
    'change-lines': (lines) => `wijzig of annuleer ${lines} in het ERP en exporteer de order opnieuw`,
    'answer-proposal': (lines) =>
      `neem het voorstel voor ${lines} over in het ERP en exporteer de order, of antwoord in het portaal van de exchange`,
    'answer-order': (lines) => `beantwoord ${lines} in het ERP en exporteer het orderantwoord`,
    'answer-change': (lines) =>
      `beantwoord de wijziging van ${lines} in het ERP en exporteer het orderantwoord`,
    'fix-gateway': 'kijk wat er met de gateway is',
    'see-each': 'en anderen: elk document zegt wie en wat',
    none: 'het gaat vanzelf',
  },
};

const words: Readonly<Record<Language, WhoActsWords>> = { en, nl };

/** Who reads: what they may do themselves is said to them. */
export interface ActingReader {
  readonly mayOperate: boolean;
  readonly mayAdminister: boolean;
}

/** At the command line whoever can read the journal can decide. */
export const commandLineReader: ActingReader = { mayOperate: true, mayAdminister: true };

export interface WhoActsText {
  /** `You`, `Purchasing`. */
  readonly name: string;
  /** `change or cancel line 10 in the ERP, then export the order again` */
  readonly hint: string;
  /** `Purchasing has to act.` */
  readonly sentence: string;
  readonly isReader: boolean;
}

export function renderWhoActs(act: WhoActs, reader: ActingReader, language: Language): WhoActsText {
  const { names, sentences } = words[language];
  const { who, action } = act;
  const isReader =
    (who === 'operator' && reader.mayOperate) || (who === 'administrator' && reader.mayAdminister);
  const said = action === 'decide' && who === 'operator' ? 'operatorDecides' : who;
  return {
    name: names[isReader ? 'you' : who],
    hint: renderAction(act, language),
    sentence: sentences[isReader ? (action === 'decide' ? 'youDecide' : 'you') : said],
    isReader,
  };
}

function renderAction({ action, lines = [] }: WhoActs, language: Language): string {
  const text = words[language].actions[action];
  return typeof text === 'string' ? text : text(renderLines(orderWords(language), lines));
}

/** `Purchasing has to act: change or cancel line 10 in the ERP, then export the order again.` */
export function renderWhoActsSentence(act: WhoActs, reader: ActingReader, language: Language): string {
  const { sentence, hint } = renderWhoActs(act, reader, language);
  if (act.who === 'nobody') return sentence;
  return `${sentence.replace(/\.$/, '')}: ${hint}${hint.endsWith('?') ? '' : '.'}`;
}
