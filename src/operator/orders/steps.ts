import type { ChannelGlance } from '../../config/glance.ts';
import { byKind } from '../../findings/tell.ts';
import type { HistoryEntry, Task } from '../../journal/interface.ts';
import type { Attempt, Message } from '../../journal/message.ts';
import { lasting, localTime } from '../clock.ts';
import { folded, type SameAttempts, standingInFull } from '../listing.ts';

/** What happened to one message, a step a line. */
export interface Step {
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
  readonly channel: ChannelGlance;
}

export function stepsOf(facts: MessageFacts, now: number): readonly Step[] {
  const { message, attempts, history } = facts;
  const happened = [
    ...folded(attempts).flatMap((same) => tried(facts, same)),
    ...history.map(decided),
    ...ended(message),
    ...facts.tasks.flatMap(taskSteps),
  ].sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
  return [
    arrived(facts),
    ...checked(message),
    ...happened,
    ...standsNow(facts, now),
    ...facts.tasks.flatMap(openTask),
  ];
}

function arrived({ message, size }: MessageFacts): Step {
  const { direction, receivedAt, name, source, corrects } = message;
  const parts = [
    name,
    ...(size === undefined ? [] : [bytes(size)]),
    ...(source.kind === 'document' ? [`from line ${source.at.line} of the file of #${source.of}`] : []),
    ...(source.kind === 'search' ? ['found by the search'] : []),
    ...(source.kind === 'notice' ? ['told without the document'] : []),
    ...(corrects === undefined ? [] : [`corrects #${corrects}`]),
  ];
  return {
    at: receivedAt,
    what: direction === 'inbound' ? 'ERP → file' : 'exchange →',
    detail: parts.join(', '),
  };
}

/** `54 kB`. */
export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  return size < 1_000_000 ? `${Math.round(size / 1000)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

/** What was wrong and did not end it: the first of each kind is told by its end. */
function checked({ findings, outcome, state }: Message): readonly Step[] {
  const warnings = byKind(findings.filter(({ severity }) => severity === 'warning'));
  const [first] = warnings;
  if (first === undefined || outcome === 'rejected' || state === 'received') return [];
  const count = warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`;
  const { message, line } = first.finding;
  const place = line === undefined ? '' : ` (line ${line})`;
  return [{ at: undefined, what: 'checked', detail: `${count}: ${message}${place}` }];
}

function tried(facts: MessageFacts, same: SameAttempts): readonly Step[] {
  const { first, last } = same;
  // a step of ours that went well is no news
  if ((last.what === 'check' || last.what === 'work') && last.detail === '' && last.ended !== undefined)
    return [];
  const { what, detail } =
    last.what === 'deliver' ? delivered(facts, last) : { what: whats[last.what], detail: endOf(last) };
  const times = last.n - first.n + 1;
  const repeats = times > 1 ? `${times} attempts since ${localTime(first.started)}, last: ` : '';
  return [{ at: last.ended ?? last.started, what, detail: repeats + detail }];
}

const whats = { gather: 'fetched', check: 'check failed', work: 'step failed' } as const;

function delivered(facts: MessageFacts, attempt: Attempt): Pick<Step, 'what' | 'detail'> {
  const { message, channel, lines } = facts;
  const made = [
    ...(lines.length === 0 ? [] : [linesIn(lines)]),
    ...(message.mapping === undefined ? [] : [`mapping ${message.mapping.slice(0, 4)}`]),
  ];
  if (message.direction === 'outbound') {
    const isThere = attempt.published;
    const place = isThere ? (message.place ?? attempt.staged?.name ?? '') : endOf(attempt);
    return { what: isThere ? 'published' : 'not published', detail: [place, ...made].join(', ') };
  }
  const went = attempt.status >= 200 && attempt.status < 300;
  const to = channel.operation === undefined ? '' : `${channel.operation}: `;
  return {
    what: went ? 'sent' : attempt.ended === undefined ? 'being sent' : 'not sent',
    detail: [to + endOf(attempt), ...made].join(', '),
  };
}

/** `202 after 240 ms`. */
function endOf({ started, ended, status, detail, unknown }: Attempt): string {
  if (ended === undefined) return 'no answer yet';
  const answer = status > 0 ? String(status) : detail || 'no answer';
  const took = Date.parse(ended) - Date.parse(started);
  return `${answer} after ${took} ms${unknown ? '; it may have arrived' : ''}`;
}

const decided = ({ at, action, who, reason, result }: HistoryEntry): Step => ({
  at,
  what: action,
  detail: `${who ? `by ${who}` : 'by a person'}${reason ? ` (${reason})` : ''}: ${result}`,
});

/** Delivered is told by the attempt. */
function ended({ outcome, settledAt, reason, collected }: Message): readonly Step[] {
  return [
    ...(outcome === undefined || outcome === 'delivered'
      ? []
      : [{ at: settledAt, what: outcome, detail: reason }]),
    ...(collected === undefined ? [] : [{ at: collected, what: 'collected', detail: 'by the ERP' }]),
  ];
}

/** One that a person ended is told by the decision. */
function taskSteps(task: Task): readonly Step[] {
  const { opened, ended: end } = task;
  const begun: Step = { at: opened, what: 'task', detail: taskText(task) };
  if (end === undefined || end.by === 'person') return [begun];
  const of = task.line === '' ? '' : ` of line ${task.line}`;
  return [begun, { at: end.at, what: 'task ended', detail: `by the ${end.by}, with #${end.message}${of}` }];
}

const openTask = (task: Task): readonly Step[] =>
  task.ended === undefined
    ? [{ at: undefined, isNow: true, what: 'task open', detail: task.finding.advice }]
    : [];

/** `line 10: Line 10 is cancelled …`. */
export const taskText = ({ line, finding }: Pick<Task, 'line' | 'finding'>): string =>
  `${line === '' ? 'the order' : `line ${line}`}: ${finding.message}`;

function standsNow({ message, uncollected, channel }: MessageFacts, now: number): readonly Step[] {
  if (uncollected) {
    const { collectedWithin: within } = channel;
    const detail = within === undefined ? 'it lies in its folder' : alarm(message, within);
    return [{ at: undefined, isNow: true, what: 'not collected', detail }];
  }
  if (message.state === 'settled') return [];
  const detail = [standingInFull(message, now), message.reason].filter(Boolean).join('. ');
  return [{ at: undefined, isNow: true, what: message.state, detail }];
}

const alarm = ({ settledAt = '' }: Message, within: number): string =>
  `it lies in its folder; an alarm from ${localTime(Date.parse(settledAt) + within)} on (collected within ${lasting(within)})`;

/** `lines 10, 20, 30`, or so many of them. */
export const linesIn = (lines: readonly string[]): string =>
  lines.length <= 6 ? `line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}` : `${lines.length} lines`;
