import type { HistoryEntry, Task } from '../../journal/journal.ts';
import type { Attempt, LostPath } from '../../journal/model/message.ts';
import type { AttemptGroup } from '../../operator/messages/group-attempts.ts';
import type {
  ArrivedStep,
  CollectionAlarm,
  OutcomeCount,
  PublishedStep,
  SentStep,
  StandingStep,
  TimelineStep,
} from '../../operator/orders/timeline-steps.ts';
import { renderDuration, renderLocalTime } from '../../time/local-time.ts';
import type { Finding } from '../../types.ts';
import { type OrderWords, renderLines, type StepWords } from './order-words.ts';

/** A step in words. */
export interface StepText {
  readonly what: string;
  readonly detail: string;
}

/** A moment as its reader is told it. */
export type RenderTime = (instant: string) => string;

/** `now`: milliseconds since the epoch. */
export function renderStep(
  step: TimelineStep,
  words: OrderWords,
  now: number,
  time: RenderTime = renderLocalTime,
): StepText {
  const { steps } = words;
  switch (step.step) {
    case 'arrived':
      return renderArrival(step, steps);
    case 'warned':
      return { what: steps.checked, detail: renderWarnings(step, steps) };
    case 'lost':
      return { what: steps.lost, detail: renderLostPaths(step.paths, steps) };
    case 'tried':
      return { what: steps.tried[step.what], detail: renderAttempts(step.attempts, steps, time) };
    case 'sent':
      return renderSending(step, words, time);
    case 'published':
      return renderPublishing(step, words, time);
    case 'decided':
      return { what: steps.action(step.decision.action), detail: renderDecider(step.decision, steps) };
    case 'ended':
      return { what: steps.outcome(step.outcome), detail: steps.result(step.reason) };
    case 'collected':
      return { what: steps.collected[0], detail: steps.collected[1] };
    case 'task-opened':
      return { what: steps.task, detail: renderTask(step.task, words) };
    case 'task-ended':
      return { what: steps.taskEnded, detail: renderTaskEnd(step.task, steps) };
    case 'task-open':
      return { what: steps.taskOpen, detail: step.task.finding.advice };
    case 'uncollected':
      return { what: steps.notCollected, detail: step.alarm ? renderAlarm(step.alarm, steps) : steps.lies };
    case 'standing':
      return renderCurrent(step, steps, now);
    case 'quiet':
      return { what: steps.noNews, detail: renderCounts(step.counts, steps) };
  }
}

function renderArrival(
  { direction, name, size, by, cutFrom, corrects }: ArrivedStep,
  steps: StepWords,
): StepText {
  const parts = [
    name,
    ...(size === undefined ? [] : [renderSize(size)]),
    ...(cutFrom === undefined ? [] : [steps.fromFile(cutFrom.line, cutFrom.message)]),
    ...(by === 'search' ? [steps.bySearch] : []),
    ...(by === 'notice' ? [steps.byNotice] : []),
    ...(corrects === undefined ? [] : [steps.corrects(corrects)]),
  ];
  return { what: direction === 'inbound' ? steps.fromErp : steps.fromExchange, detail: parts.join(', ') };
}

/** `54 kB`. */
function renderSize(size: number): string {
  if (size < 1000) return `${size} B`;
  return size < 1_000_000 ? `${Math.round(size / 1000)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

function renderWarnings(
  { count, first }: { readonly count: number; readonly first: Finding },
  steps: StepWords,
): string {
  const place = first.line === undefined ? '' : ` ${steps.atLine(first.line)}`;
  return `${steps.warnings(count)}: ${steps.result(first.message)}${place}`;
}

/** Paths that are named. */
const mostPaths = 5;

function renderLostPaths(paths: readonly LostPath[], steps: StepWords): string {
  const named = paths
    .slice(0, mostPaths)
    .map(({ path, count, class: kind }) => `${path}: ${count} (${steps.classes[kind]})`);
  const rest = paths.length > mostPaths ? `, +${paths.length - mostPaths}` : '';
  return named.join(', ') + rest;
}

/** How often, since when, and how the last one ended. */
export function renderAttempts(
  { first, last }: AttemptGroup,
  steps: StepWords,
  time: RenderTime,
  end = endOf(last, steps),
): string {
  const times = last.n - first.n + 1;
  return times > 1 ? steps.attempts(times, time(first.started)) + end : end;
}

/** `202 after 240 ms`. */
function endOf({ started, ended, status, detail, unknown }: Attempt, steps: StepWords): string {
  if (ended === undefined) return steps.noAnswerYet;
  const answer = status > 0 ? String(status) : steps.result(detail) || steps.noAnswer;
  const took = Date.parse(ended) - Date.parse(started);
  return steps.after(answer, took) + (unknown ? steps.maybeArrived : '');
}

function renderPublishing(step: PublishedStep, words: OrderWords, time: RenderTime): StepText {
  const { attempts, isPublished, place = '' } = step;
  const { steps } = words;
  const end = [isPublished ? place : endOf(attempts.last, steps), ...renderContent(step, words)].join(', ');
  return { what: steps.published[isPublished ? 0 : 1], detail: renderAttempts(attempts, steps, time, end) };
}

const sentNames = { sent: 0, failed: 1, open: 2 } as const;

function renderSending(step: SentStep, words: OrderWords, time: RenderTime): StepText {
  const { attempts, end: how, operation } = step;
  const { steps } = words;
  const to = operation === undefined ? '' : `${operation}: `;
  const end = [to + endOf(attempts.last, steps), ...renderContent(step, words)].join(', ');
  return { what: steps.sent[sentNames[how]], detail: renderAttempts(attempts, steps, time, end) };
}

/** What was in it, and what made it. */
const renderContent = (
  { lines, mapping }: Pick<SentStep, 'lines' | 'mapping'>,
  words: OrderWords,
): readonly string[] => [
  ...(lines.length === 0 ? [] : [renderLines(words, lines)]),
  ...(mapping === undefined ? [] : [words.steps.mapping(mapping.slice(0, 4))]),
];

const renderDecider = ({ who, reason, result }: HistoryEntry, steps: StepWords): string =>
  `${steps.by(who)}${reason ? ` (${reason})` : ''}: ${steps.result(result)}`;

/** `line 10: Line 10 is cancelled …`. */
export const renderTask = ({ line, finding }: Pick<Task, 'line' | 'finding'>, words: OrderWords): string =>
  `${line === '' ? words.steps.wholeOrder : renderLines(words, [line])}: ${finding.message}`;

const renderTaskEnd = ({ ended, message, line }: Task, steps: StepWords): string =>
  ended === undefined || ended.by === 'person' ? '' : steps.endedBy(ended.by, ended.message ?? message, line);

const renderAlarm = ({ at, within }: CollectionAlarm, steps: StepWords): string =>
  steps.alarm(renderLocalTime(at), renderDuration(within));

const renderCurrent = (
  { state, standing, reason }: StandingStep,
  steps: StepWords,
  now: number,
): StepText => {
  const what = steps.state(state);
  // not the same word twice: `parked: a person has to decide`
  const stands = steps.standsNow(standing, now).replace(`${what}: `, '');
  return { what, detail: [stands, steps.result(reason)].filter(Boolean).join('. ') };
};

const renderCounts = (counts: readonly OutcomeCount[], steps: StepWords): string =>
  counts.map(({ outcome, count }) => `${count} ${steps.outcome(outcome)}`).join(', ');
