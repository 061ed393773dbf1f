import type { ChannelSummary } from '../../config/load/channel-summary.ts';
import { groupFindings } from '../../findings/render-findings.ts';
import type { HistoryEntry, OutageSummary, Task } from '../../journal/journal.ts';
import {
  type Attempt,
  hasSucceeded,
  type LostPath,
  type Message,
  type RetriedStep,
} from '../../journal/model/message.ts';
import type { Direction, Finding, MessageState, Outcome } from '../../types.ts';
import { type AttemptGroup, groupAttempts } from '../messages/group-attempts.ts';
import { type MessageStanding, standingOf } from '../messages/message-standing.ts';

/** What happened to one message, or is so now. */
export type TimelineStep = StepTime & StepEvent;

export interface StepTime {
  /** RFC 3339, UTC; absent: it is not known, or it is so now. */
  readonly at?: string;
  readonly isNow?: true;
}

export type StepEvent =
  | ArrivedStep
  /** What was wrong and did not end it: how many kinds of warnings, and the first of them. */
  | { readonly step: 'warned'; readonly count: number; readonly first: Finding }
  /** What no rule read, the commercial paths first. */
  | { readonly step: 'lost'; readonly paths: readonly LostPath[] }
  /** A step of ours that failed, or what was fetched. */
  | { readonly step: 'tried'; readonly what: 'gather' | RetriedStep; readonly attempts: AttemptGroup }
  | SentStep
  | PublishedStep
  | { readonly step: 'decided'; readonly decision: HistoryEntry }
  /** Otherwise than delivered: that is told by the attempt. */
  | { readonly step: 'ended'; readonly outcome: Outcome; readonly reason: string }
  | { readonly step: 'collected' }
  | { readonly step: 'task-opened' | 'task-ended' | 'task-open'; readonly task: Task }
  /** It lies in its folder. */
  | { readonly step: 'uncollected'; readonly alarm?: CollectionAlarm }
  | StandingStep
  /** Some messages of which nothing was to be said to anybody. */
  | { readonly step: 'quiet'; readonly counts: readonly OutcomeCount[] };

export interface OutcomeCount {
  readonly outcome: Outcome;
  readonly count: number;
}

export interface ArrivedStep {
  readonly step: 'arrived';
  readonly direction: Direction;
  readonly name: string;
  /** Bytes. */
  readonly size?: number;
  readonly by: Message['source']['kind'];
  /** Cut out of the file of that message, from that line on. */
  readonly cutFrom?: { readonly message: number; readonly line: number };
  /** The message that it corrects. */
  readonly corrects?: number;
}

interface DeliveryStep {
  readonly attempts: AttemptGroup;
  /** Order lines that it carried, as the mapping names them. */
  readonly lines: readonly string[];
  /** Hash of the mapping that made it. */
  readonly mapping?: string;
}

export interface SentStep extends DeliveryStep {
  readonly step: 'sent';
  readonly end: 'sent' | 'failed' | 'open';
  /** Of the exchange. */
  readonly operation?: string;
}

export interface PublishedStep extends DeliveryStep {
  readonly step: 'published';
  readonly isPublished: boolean;
  /** Where it lies. */
  readonly place?: string;
}

export interface StandingStep {
  readonly step: 'standing';
  readonly state: MessageState;
  readonly standing: MessageStanding;
  readonly reason: string;
}

/** When it is told that the ERP has not collected a file. */
export interface CollectionAlarm {
  /** RFC 3339, UTC. */
  readonly at: string;
  /** Milliseconds. */
  readonly within: number;
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
  /** The exchange takes nothing now. */
  readonly outage?: OutageSummary | undefined;
}

export function buildTimelineSteps(facts: MessageFacts): readonly TimelineStep[] {
  const { message, attempts, history, tasks } = facts;
  const happened = [
    ...groupAttempts(attempts).flatMap((group) => attemptSteps(facts, group)),
    ...history.map((decision): TimelineStep => ({ at: decision.at, step: 'decided', decision })),
    ...endSteps(message),
    ...tasks.flatMap(taskSteps),
  ].sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
  return [
    arrivalStep(facts),
    ...warningSteps(message),
    ...lossSteps(message),
    ...happened,
    ...currentSteps(facts),
    ...tasks.flatMap(openTaskSteps),
  ];
}

function arrivalStep({ message, size }: MessageFacts): TimelineStep {
  const { direction, receivedAt, name, source, corrects } = message;
  return {
    at: receivedAt,
    step: 'arrived',
    direction,
    name,
    by: source.kind,
    ...(size === undefined ? {} : { size }),
    ...(source.kind === 'document' ? { cutFrom: { message: source.of, line: source.at.line } } : {}),
    ...(corrects === undefined ? {} : { corrects }),
  };
}

/** The findings that ended it are told by its end. */
function warningSteps({ findings, outcome, state }: Message): readonly TimelineStep[] {
  const warnings = groupFindings(findings.filter(({ severity }) => severity === 'warning'));
  const [first] = warnings;
  if (first === undefined || outcome === 'rejected' || state === 'received') return [];
  return [{ step: 'warned', count: warnings.length, first: first.finding }];
}

const lossSteps = ({ lost = [] }: Message): readonly TimelineStep[] =>
  lost.length === 0 ? [] : [{ step: 'lost', paths: lost.toSorted((a, b) => a.class.localeCompare(b.class)) }];

function attemptSteps(facts: MessageFacts, attempts: AttemptGroup): readonly TimelineStep[] {
  const { what, ended, started, detail } = attempts.last;
  const at = ended ?? started;
  if (what === 'deliver') return [{ at, ...deliveryStep(facts, attempts) }];
  // a step of ours that went well is no news
  const isWell = what !== 'gather' && detail === '' && ended !== undefined;
  return isWell ? [] : [{ at, step: 'tried', what, attempts }];
}

function deliveryStep({ message, channel, lines }: MessageFacts, attempts: AttemptGroup): StepEvent {
  const { direction, mapping } = message;
  const common = { attempts, lines, ...(mapping === undefined ? {} : { mapping }) };
  const { last } = attempts;
  if (direction === 'outbound') {
    const place = message.place ?? last.staged?.name;
    const there = last.published && place !== undefined ? { place } : {};
    return { step: 'published', isPublished: last.published, ...there, ...common };
  }
  const { operation } = channel;
  return { step: 'sent', end: endOf(last), ...(operation === undefined ? {} : { operation }), ...common };
}

function endOf(attempt: Attempt): SentStep['end'] {
  if (hasSucceeded(attempt)) return 'sent';
  return attempt.ended === undefined ? 'open' : 'failed';
}

/** Delivered is told by the attempt. */
const endSteps = ({ outcome, settledAt, reason, collected }: Message): readonly TimelineStep[] => [
  ...(outcome === undefined || outcome === 'delivered'
    ? []
    : [{ ...(settledAt === undefined ? {} : { at: settledAt }), step: 'ended', outcome, reason } as const]),
  ...(collected === undefined ? [] : [{ at: collected, step: 'collected' } as const]),
];

/** One that a person ended is told by the decision. */
function taskSteps(task: Task): readonly TimelineStep[] {
  const { opened, ended } = task;
  const begun: TimelineStep = { at: opened, step: 'task-opened', task };
  if (ended === undefined || ended.by === 'person') return [begun];
  return [begun, { at: ended.at, step: 'task-ended', task }];
}

const openTaskSteps = (task: Task): readonly TimelineStep[] =>
  task.ended === undefined ? [{ isNow: true, step: 'task-open', task }] : [];

function currentSteps({ message, uncollected, channel, outage }: MessageFacts): readonly TimelineStep[] {
  const { state, reason, settledAt } = message;
  if (uncollected) {
    const { collectedWithin: within } = channel;
    if (within === undefined || settledAt === undefined) return [{ isNow: true, step: 'uncollected' }];
    const at = new Date(Date.parse(settledAt) + within).toISOString();
    return [{ isNow: true, step: 'uncollected', alarm: { at, within } }];
  }
  if (state === 'settled') return [];
  return [{ isNow: true, step: 'standing', state, standing: standingOf(message, outage), reason }];
}
