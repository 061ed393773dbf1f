import type { BusinessKey, Message, RetriedStep } from '../../journal/model/message.ts';
import type { MessageStanding } from '../../operator/messages/message-standing.ts';
import type { LineAnswer } from '../../operator/orders/line-answers.ts';
import type { OrderAnswer } from '../../operator/orders/order-answer.ts';
import type { OrderTimeline } from '../../operator/orders/order-timeline.ts';
import type { Kind, Language, Role } from '../../types.ts';
import { en } from './words/en.ts';
import { nl } from './words/nl.ts';

/** All that `gateway order` says, in one language. */
export interface OrderWords {
  readonly kinds: Readonly<Record<Kind | 'document', string>>;
  standing(answer: OrderAnswer, kind: string): string;
  readonly withEarlier: string;
  readonly titles: {
    order(number: string | undefined): string;
    readonly buyer: readonly [alone: string, withParty: string];
    readonly supplier: readonly [alone: string, withParty: string];
  };
  readonly numbers: Readonly<Record<BusinessKey['kind'], string>>;
  /** Followed by the order lines that it is said of. */
  readonly answers: Readonly<Record<Role, Readonly<Record<LineAnswer, string>>>>;
  /** Of one line, beside its number. */
  readonly lineStates: Readonly<Record<LineAnswer, string>>;
  readonly asksFor: string;
  readonly line: string;
  lines(count: number): string;
  for(span: string): string;
  on(time: string): string;
  readonly now: string;
  readonly steps: StepWords;
  readonly list: {
    readonly headings: readonly string[];
    none(asked: string): string;
    fit(count: number, asked: string): string;
    readonly more: string;
    party(party: string): string;
    readonly roles: Readonly<Record<Role, string>>;
  };
}

export interface StepWords {
  readonly fromErp: string;
  readonly fromExchange: string;
  fromFile(line: number, message: number): string;
  readonly bySearch: string;
  readonly byNotice: string;
  corrects(message: number): string;
  readonly checked: string;
  warnings(count: number): string;
  atLine(line: number): string;
  readonly lost: string;
  readonly classes: Readonly<Record<'commercial' | 'other', string>>;
  readonly tried: Readonly<Record<'gather' | RetriedStep, string>>;
  attempts(count: number, since: string): string;
  readonly published: readonly [done: string, not: string];
  readonly sent: readonly [done: string, not: string, underWay: string];
  mapping(version: string): string;
  readonly noAnswerYet: string;
  readonly noAnswer: string;
  after(answer: string, ms: number): string;
  readonly maybeArrived: string;
  action(action: string): string;
  by(who: string): string;
  result(text: string): string;
  outcome(outcome: NonNullable<Message['outcome']>): string;
  readonly collected: readonly [what: string, detail: string];
  readonly task: string;
  readonly taskEnded: string;
  readonly taskOpen: string;
  endedBy(who: 'exchange' | 'ERP', message: number, line: string): string;
  readonly wholeOrder: string;
  readonly notCollected: string;
  readonly lies: string;
  alarm(at: string, within: string): string;
  state(state: Message['state']): string;
  standsNow(standing: MessageStanding, now: number): string;
  readonly noNews: string;
}

const orderWordings: Readonly<Record<Language, OrderWords>> = { en, nl };

export const orderWords = (language: Language): OrderWords => orderWordings[language];

/** `line 10`, `lines 10, 20`, or so many of them. */
export const renderLines = ({ line, lines }: OrderWords, positions: readonly string[]): string => {
  if (positions.length > 6) return lines(positions.length);
  const [word, many] = line.split('|');
  return `${positions.length === 1 ? word : many} ${positions.join(', ')}`;
};

/** `RESPONSE WAITS FOR THE ERP`. */
export function renderOrderAnswer(answer: OrderAnswer, words: OrderWords): string {
  const text = words.standing(answer, words.kinds[answer.kind ?? 'document']);
  return answer.hasEarlier ? text + words.withEarlier : text;
}

/** `Order 4711 · we buy from 8712345000011, Draaierij Roelofs & Zn.` */
export function renderOrderTitle(
  { number, role, parties, partyName }: TitledOrder,
  { titles }: OrderWords,
): string {
  const order = titles.order(number);
  const other = [...parties, ...(partyName === undefined ? [] : [partyName])].join(', ');
  if (role === undefined) return other ? `${order} · ${other}` : order;
  const [alone, withParty] = titles[role];
  return `${order} · ${other ? `${withParty} ${other}` : alone}`;
}

type TitledOrder = Pick<OrderTimeline, 'number' | 'role' | 'parties' | 'partyName'>;
