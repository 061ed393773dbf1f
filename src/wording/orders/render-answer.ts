import type { Actor } from '../../operator/orders/order-actor.ts';
import { type ActorFacts, findActor, listRejectedLines } from '../../operator/orders/order-actor.ts';
import type { OrderStanding } from '../../operator/orders/order-answer.ts';
import type { Station, StationName } from '../../operator/orders/order-track.ts';
import type { Kind, Language, Role } from '../../types.ts';
import { orderWords, renderLines } from './order-words.ts';
import { answersEn } from './words/answers-en.ts';
import { answersNl } from './words/answers-nl.ts';

type ProblemName = 'decide' | 'fix' | 'task' | 'change';

/** How an order stands in sentences: what `gateway order` says in a line. */
export interface AnswerWords {
  readonly kinds: Readonly<Record<Kind | 'document', string>>;
  /** Undefined: it is said with values. */
  sentence(state: OrderStanding, kind: string): string | undefined;
  noNews(kind: string, outcome: string): string;
  readonly nothing: string;
  tasks(count: number, on: string): string;
  rejected(lines: string, reason: string): string;
  /** `you`: the reader may decide. */
  readonly actors: Readonly<Record<Actor | 'you', string>>;
  readonly advice: {
    readonly refused: string;
    readonly unreadable: string;
    readonly overdue: string;
    rejected(lines: string): string;
  };
  readonly withEarlier: string;
  readonly stations: Readonly<Record<Role, Readonly<Record<Exclude<StationName, ProblemName>, string>>>> & {
    readonly problems: Readonly<Record<ProblemName, string>>;
    /** Where it has not been yet. */
    readonly ahead: { readonly answered: string; readonly sent: string; readonly weAnswer: string };
  };
}

const answerWordings: Readonly<Record<Language, AnswerWords>> = { en: answersEn, nl: answersNl };

export interface AnswerFacts extends ActorFacts {
  /** Open ones. */
  readonly tasks: readonly unknown[];
}

/** `The despatch advice waits for the ERP to collect it.` */
export function renderAnswerSentence(facts: AnswerFacts, language: Language): string {
  const texts = answerWordings[language];
  const words = orderWords(language);
  const { answer, tasks } = facts;
  const { state, outcome, lines = [] } = answer;
  const kind = texts.kinds[answer.kind ?? 'document'];
  if (state === 'task')
    return texts.tasks(Math.max(1, tasks.length), lines.length === 0 ? '' : renderLines(words, lines));
  const rejected = listRejectedLines(facts);
  if (findActor(facts) === 'purchasing' && rejected.length > 0)
    return texts.rejected(positionsOf(rejected, language), rejected[0]?.reason ?? '');
  if (state === 'no-news') return texts.noNews(kind, outcome ? words.steps.outcome(outcome) : '');
  return texts.sentence(state, kind) ?? texts.nothing;
}

const positionsOf = (lines: readonly { readonly line: string }[], language: Language): string =>
  renderLines(
    orderWords(language),
    lines.map(({ line }) => line),
  );

/** Who has to act; `mayDecide`: the reader may do what an operator has to. */
export function renderActor(facts: AnswerFacts, mayDecide: boolean, language: Language): string {
  return renderActorSentence(findActor(facts), mayDecide, language);
}

/** The same of whoever has to act. */
export const renderActorSentence = (actor: Actor, mayDecide: boolean, language: Language): string =>
  answerWordings[language].actors[actor === 'operator' && mayDecide ? 'you' : actor];

/** What to do, and what stands all the same; may be empty. */
export function renderAdvice(facts: AnswerFacts, language: Language): string {
  const { advice, withEarlier } = answerWordings[language];
  const { state, hasEarlier } = facts.answer;
  const isSaid = state === 'refused' || state === 'unreadable' || state === 'overdue';
  const rejected = findActor(facts) === 'purchasing' ? listRejectedLines(facts) : [];
  const own = isSaid
    ? advice[state]
    : rejected.length > 0 && state !== 'task'
      ? advice.rejected(positionsOf(rejected, language))
      : '';
  return [own, hasEarlier ? withEarlier : ''].filter(Boolean).join(' ');
}

export function renderStation({ name, mark }: Station, role: Role | undefined, language: Language): string {
  const { stations } = answerWordings[language];
  const isAhead = mark === 'ahead';
  if (isAhead && name === 'answered')
    return role === 'supplier' ? stations.ahead.weAnswer : stations.ahead.answered;
  if (name === 'sent' && mark !== 'done') return stations.ahead.sent;
  return isProblem(name) ? stations.problems[name] : stations[role ?? 'buyer'][name];
}

const isProblem = (name: StationName): name is ProblemName =>
  name === 'decide' || name === 'fix' || name === 'task' || name === 'change';
