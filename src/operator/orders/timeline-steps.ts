import type { ChannelSummary } from '../../config/load/channel-summary.ts';
import { groupFindings } from '../../findings/render-findings.ts';
import type { HistoryEntry, Task } from '../../journal/journal.ts';
import type { Attempt, Message } from '../../journal/model/message.ts';
import { renderDuration, renderLocalTime } from '../../time/local-time.ts';
import { type AttemptGroup, groupAttempts } from '../messages/message-list.ts';
import { type OrderWords, orderWords, renderLines } from './order-words.ts';

/** What happened to one message, a step a line. */
export interface TimelineStep {
  /** RFC 3339, UTC; undefined: it is not known, or it is so now. */
  readonly at: string | undefined;
  readonly isNow?: true;
  readonly what: string;
  readonly detail: string;
}

/** What is read of a message to tell it. */
export interface MessageFacts {
  readonly message: Message;
  readonly attempts: readonly Attempt[];
  readonly history: readonly HistoryEntry[];
  /** Bytes as received. */
  readonly size: number | undefined;
  /** Lines that it carried, as the mapping names them. */
  readonly lines: readonly string[];
  /** It was published, and the ERP has not collected it. */
  readonly uncollected: boolean;
  /** That it opened. */
  readonly tasks: readonly Task[];
  readonly channel: ChannelSummary;
  readonly words: OrderWords;
}

export function buildTimelineSteps(facts: MessageFacts, now: number): readonly TimelineStep[] {
  const { message, attempts, history, words } = facts;
  const happened = [
    ...groupAttempts(attempts).flatMap((same) => attemptSteps(facts, same)),
    ...history.map((entry) => decisionStep(entry, words)),
    ...endSteps(message, words),
    ...facts.tasks.flatMap((task) => taskSteps(task, words)),
  ].sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
  return [
    arrivalStep(facts),
    ...checkStep(message, words),
    ...lost(message, words),
    ...happened,
    ...currentSteps(facts, now),
    ...facts.tasks.flatMap((task) => openTask(task, words)),
  ];
}

function arrivalStep({ message, size, words: { steps } }: MessageFacts): TimelineStep {
  const { direction, receivedAt, name, source, corrects } = message;
  const parts = [
    name,
    ...(size === undefined ? [] : [renderSize(size)]),
    ...(source.kind === 'document' ? [steps.fromFile(source.at.line, source.of)] : []),
    ...(source.kind === 'search' ? [steps.bySearch] : []),
    ...(source.kind === 'notice' ? [steps.byNotice] : []),
    ...(corrects === undefined ? [] : [steps.corrects(corrects)]),
  ];
  return {
    at: receivedAt,
    what: direction === 'inbound' ? steps.fromErp : steps.fromExchange,
    detail: parts.join(', '),
  };
}

/** `54 kB`. */
export function renderSize(size: number): string {
  if (size < 1000) return `${size} B`;
  return size < 1_000_000 ? `${Math.round(size / 1000)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

/** What was wrong and did not end it: the first of each kind is told by its end. */
function checkStep({ findings, outcome, state }: Message, { steps }: OrderWords): readonly TimelineStep[] {
  const warnings = groupFindings(findings.filter(({ severity }) => severity === 'warning'));
  const [first] = warnings;
  if (first === undefined || outcome === 'rejected' || state === 'received') return [];
  const { message, line } = first.finding;
  const place = line === undefined ? '' : ` ${steps.atLine(line)}`;
  const detail = `${steps.warnings(warnings.length)}: ${steps.result(message)}${place}`;
  return [{ at: undefined, what: steps.checked, detail }];
}

/** Paths that are named. */
const mostPaths = 5;

/** What no rule read, the commercial ones first. */
function lost({ lost: paths = [] }: Message, { steps }: OrderWords): readonly TimelineStep[] {
  if (paths.length === 0) return [];
  const sorted = [...paths].sort((a, b) => a.class.localeCompare(b.class));
  const named = sorted
    .slice(0, mostPaths)
    .map(({ path, count, class: kind }) => `${path}: ${count} (${steps.classes[kind]})`);
  const rest = paths.length > mostPaths ? `, +${paths.length - mostPaths}` : '';
  return [{ at: undefined, what: steps.lost, detail: named.join(', ') + rest }];
}

function attemptSteps(facts: MessageFacts, same: AttemptGroup): readonly TimelineStep[] {
  const { first, last } = same;
  const { steps } = facts.words;
  // a step of ours that went well is no news
  if ((last.what === 'check' || last.what === 'work') && last.detail === '' && last.ended !== undefined)
    return [];
  const { what, detail } =
    last.what === 'deliver'
      ? deliveryTextOf(facts, last)
      : { what: steps.tried[last.what], detail: endOf(last, facts.words) };
  const times = last.n - first.n + 1;
  const repeats = times > 1 ? steps.attempts(times, renderLocalTime(first.started)) : '';
  return [{ at: last.ended ?? last.started, what, detail: repeats + detail }];
}

function deliveryTextOf(facts: MessageFacts, attempt: Attempt): Pick<TimelineStep, 'what' | 'detail'> {
  const { message, channel, lines, words } = facts;
  const { steps } = words;
  const made = [
    ...(lines.length === 0 ? [] : [renderLines(words, lines)]),
    ...(message.mapping === undefined ? [] : [steps.mapping(message.mapping.slice(0, 4))]),
  ];
  if (message.direction === 'outbound') {
    const isThere = attempt.published;
    const place = isThere ? (message.place ?? attempt.staged?.name ?? '') : endOf(attempt, words);
    return { what: steps.published[isThere ? 0 : 1], detail: [place, ...made].join(', ') };
  }
  const went = attempt.status >= 200 && attempt.status < 300;
  const to = channel.operation === undefined ? '' : `${channel.operation}: `;
  return {
    what: steps.sent[went ? 0 : attempt.ended === undefined ? 2 : 1],
    detail: [to + endOf(attempt, words), ...made].join(', '),
  };
}

/** `202 after 240 ms`. */
function endOf({ started, ended, status, detail, unknown }: Attempt, { steps }: OrderWords): string {
  if (ended === undefined) return steps.noAnswerYet;
  const answer = status > 0 ? String(status) : detail || steps.noAnswer;
  const took = Date.parse(ended) - Date.parse(started);
  return steps.after(answer, took) + (unknown ? steps.maybeArrived : '');
}

const decisionStep = (
  { at, action, who, reason, result }: HistoryEntry,
  { steps }: OrderWords,
): TimelineStep => ({
  at,
  what: steps.action(action),
  detail: `${steps.by(who)}${reason ? ` (${reason})` : ''}: ${steps.result(result)}`,
});

/** Delivered is told by the attempt. */
function endSteps(
  { outcome, settledAt, reason, collected }: Message,
  { steps }: OrderWords,
): readonly TimelineStep[] {
  const [what, detail] = steps.collected;
  return [
    ...(outcome === undefined || outcome === 'delivered'
      ? []
      : [{ at: settledAt, what: steps.outcome(outcome), detail: steps.result(reason) }]),
    ...(collected === undefined ? [] : [{ at: collected, what, detail }]),
  ];
}

/** One that a person ended is told by the decision. */
function taskSteps(task: Task, words: OrderWords): readonly TimelineStep[] {
  const { steps } = words;
  const { opened, ended: end } = task;
  const begun: TimelineStep = { at: opened, what: steps.task, detail: renderTask(task, words) };
  if (end === undefined || end.by === 'person') return [begun];
  const detail = steps.endedBy(end.by, end.message ?? task.message, task.line);
  return [begun, { at: end.at, what: steps.taskEnded, detail }];
}

const openTask = (task: Task, { steps }: OrderWords): readonly TimelineStep[] =>
  task.ended === undefined
    ? [{ at: undefined, isNow: true, what: steps.taskOpen, detail: task.finding.advice }]
    : [];

/** `line 10: Line 10 is cancelled …`. */
export const renderTask = (
  { line, finding }: Pick<Task, 'line' | 'finding'>,
  words: OrderWords = orderWords('en'),
): string => `${line === '' ? words.steps.wholeOrder : renderLines(words, [line])}: ${finding.message}`;

function currentSteps(
  { message, uncollected, channel, words }: MessageFacts,
  now: number,
): readonly TimelineStep[] {
  const { steps } = words;
  if (uncollected) {
    const { collectedWithin: within } = channel;
    const detail = within === undefined ? steps.lies : alarm(message, within, words);
    return [{ at: undefined, isNow: true, what: steps.notCollected, detail }];
  }
  if (message.state === 'settled') return [];
  const detail = [steps.standsNow(message, now), steps.result(message.reason)].filter(Boolean).join('. ');
  return [{ at: undefined, isNow: true, what: steps.state(message.state), detail }];
}

const alarm = ({ settledAt = '' }: Message, within: number, { steps }: OrderWords): string =>
  steps.alarm(renderLocalTime(Date.parse(settledAt) + within), renderDuration(within));
