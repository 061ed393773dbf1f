import type { LineAnswer, OrderLine } from '../../operator/orders/line-answers.ts';
import type { OrderAnswer, OrderStanding } from '../../operator/orders/order-answer.ts';
import type { Station, StationName } from '../../operator/orders/order-track.ts';
import type { RequiredAction } from '../../operator/who-acts/who-acts.ts';
import type { Kind, Language, Role } from '../../types.ts';
import { type ActingReader, renderWhoActs, type WhoActsText } from '../who-acts/who-acts-words.ts';
import { orderWords, renderLines } from './order-words.ts';
import { answersEn } from './words/answers-en.ts';
import { answersNl } from './words/answers-nl.ts';

/** Stations that are called the same on both sides. */
const commonNames = [
  'decide',
  'fix',
  'task',
  'ask',
  'change',
  'answerProposal',
  'answerChange',
  'sendAgain',
  'completed',
  'cancelled',
  'discarded',
  'noNews',
] as const satisfies readonly StationName[];
type CommonName = (typeof commonNames)[number];

/** How an order stands in sentences: what `gateway order` says in a line. */
export interface AnswerWords {
  readonly kinds: Readonly<Record<Kind | 'document', string>>;
  /** Undefined: it is said with values. */
  sentence(state: OrderStanding, kind: string): string | undefined;
  noNews(kind: string, outcome: string): string;
  readonly nothing: string;
  tasks(count: number, on: string): string;
  /** What the other party has said of lines, where that is ours to answer. */
  readonly lines: Readonly<Partial<Record<RequiredAction, (lines: string, reason: string) => string>>>;
  readonly withEarlier: string;
  /** Where an order line stands: what is agreed, or who is next. */
  readonly lineStates: Readonly<Record<Role, Readonly<Record<LineAnswer, string>>>> & {
    readonly task: string;
  };
  readonly stations: Readonly<Record<Role, Readonly<Record<Exclude<StationName, CommonName>, string>>>> & {
    readonly common: Readonly<Record<CommonName, string>>;
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

/** `purchasing decides`; `hasTask`: something is to be done about it in the exchange's portal. */
export const renderLineState = (
  answer: LineAnswer,
  role: Role | undefined,
  hasTask: boolean,
  language: Language,
): string => {
  const { lineStates } = answerWordings[language];
  return hasTask ? lineStates.task : lineStates[role ?? 'buyer'][answer];
};

export function renderStation({ name, mark }: Station, role: Role | undefined, language: Language): string {
  const { stations } = answerWordings[language];
  const isDone = mark === 'done' || mark === 'rejected';
  if (name === 'answered' && role === 'supplier' && !isDone) return stations.ahead.weAnswer;
  if (name === 'answered' && mark === 'ahead') return stations.ahead.answered;
  if (name === 'sent' && mark !== 'done') return stations.ahead.sent;
  return isCommon(name) ? stations.common[name] : stations[role ?? 'buyer'][name];
}

const isCommon = (name: StationName): name is CommonName => commonNames.some((one) => one === name);
