import type { OrderLine } from '../../operator/orders/line-answers.ts';
import type { OrderAnswer, OrderStanding } from '../../operator/orders/order-answer.ts';
import type { Station, StationName } from '../../operator/orders/order-track.ts';
import type { Action } from '../../operator/who-acts/who-acts.ts';
import type { Kind, Language, Role } from '../../types.ts';
import { type ActingReader, renderWhoActs, type WhoActsText } from '../who-acts/who-acts-words.ts';
import { orderWords, renderLines } from './order-words.ts';
import { answersEn } from './words/answers-en.ts';
import { answersNl } from './words/answers-nl.ts';

type ProblemName = 'decide' | 'fix' | 'task' | 'change' | 'answerProposal' | 'answerChange';

/** How an order stands in sentences: what `gateway order` says in a line. */
export interface AnswerWords {
  readonly kinds: Readonly<Record<Kind | 'document', string>>;
  /** Undefined: it is said with values. */
  sentence(state: OrderStanding, kind: string): string | undefined;
  noNews(kind: string, outcome: string): string;
  readonly nothing: string;
  tasks(count: number, on: string): string;
  /** What the other party has said of lines, where that is ours to answer. */
  readonly lines: Readonly<Partial<Record<Action, (lines: string, reason: string) => string>>>;
  readonly withEarlier: string;
  readonly stations: Readonly<Record<Role, Readonly<Record<Exclude<StationName, ProblemName>, string>>>> & {
    readonly problems: Readonly<Record<ProblemName, string>>;
    /** Where it has not been yet. */
    readonly ahead: { readonly answered: string; readonly sent: string; readonly weAnswer: string };
  };
}

const answerWordings: Readonly<Record<Language, AnswerWords>> = { en: answersEn, nl: answersNl };

export interface AnswerFacts {
  readonly answer: OrderAnswer;
  readonly standing: readonly OrderLine[];
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
  const said = renderSaidOfLines(facts, language);
  if (said !== undefined) return said;
  if (state === 'no-news') return texts.noNews(kind, outcome ? words.steps.outcome(outcome) : '');
  return texts.sentence(state, kind) ?? texts.nothing;
}

/** What the other party has said, where the answer is ours. */
function renderSaidOfLines(
  { answer: { act }, standing }: AnswerFacts,
  language: Language,
): string | undefined {
  const { action, lines = [] } = act;
  const reason = standing.find(({ line }) => lines.includes(line))?.reason ?? '';
  return answerWordings[language].lines[action]?.(renderLines(orderWords(language), lines), reason);
}

/** Who has to act, and what they do; what stands all the same is said with it. */
export function renderOrderAct(
  { act, hasEarlier }: Pick<OrderAnswer, 'act' | 'hasEarlier'>,
  reader: ActingReader,
  language: Language,
): WhoActsText & { readonly advice: string } {
  const text = renderWhoActs(act, reader, language);
  const advice = act.who === 'nobody' ? '' : asSentence(text.hint);
  const earlier = hasEarlier ? answerWordings[language].withEarlier : '';
  return { ...text, advice: [advice, earlier].filter(Boolean).join(' ') };
}

const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? '' : '.'}`;

export function renderStation({ name, mark }: Station, role: Role | undefined, language: Language): string {
  const { stations } = answerWordings[language];
  const isAhead = mark === 'ahead';
  if (isAhead && name === 'answered')
    return role === 'supplier' ? stations.ahead.weAnswer : stations.ahead.answered;
  if (name === 'sent' && mark !== 'done') return stations.ahead.sent;
  return isProblem(name) ? stations.problems[name] : stations[role ?? 'buyer'][name];
}

const problemNames: readonly StationName[] = [
  'decide',
  'fix',
  'task',
  'change',
  'answerProposal',
  'answerChange',
] satisfies readonly ProblemName[];

const isProblem = (name: StationName): name is ProblemName => problemNames.includes(name);
