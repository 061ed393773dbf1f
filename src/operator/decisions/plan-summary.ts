import type { Message } from '../../journal/model/message.ts';
import { type MessageStanding, standingOf } from '../messages/message-standing.ts';
import type { DecisionPlan } from './decide-many.ts';

/** A plan as somebody looks at it before it is carried out. */
export interface PlanSummary extends Pick<DecisionPlan, 'action' | 'heldBack'> {
  readonly count: number;
  /** The largest first. */
  readonly groups: readonly PlanGroup[];
  /** Groups that are left out. */
  readonly moreGroups: number;
  /** Those that are decided on first. */
  readonly first: readonly Message[];
}

/** Messages of one channel that stand as they do for the same reason. */
export interface PlanGroup {
  readonly count: number;
  readonly channel: string;
  readonly standing: MessageStanding;
  /** In the words that the journal keeps. */
  readonly reason: string;
}

/** `most`: groups and messages that are shown. */
export const summarizePlan = ({ action, messages, heldBack }: DecisionPlan, most: number): PlanSummary => ({
  ...{ action, count: messages.length, heldBack },
  ...groupMessages(messages, most),
  first: messages.slice(0, most),
});

/** `most`: groups that are shown. */
export function groupMessages(
  messages: readonly Message[],
  most: number,
): Pick<PlanSummary, 'groups' | 'moreGroups'> {
  const groups = Map.groupBy(messages, ({ channel, state, reason }) =>
    JSON.stringify([channel, state, reason]),
  );
  const counted = [...groups.values()].flatMap(groupOf).sort((a, b) => b.count - a.count);
  return { groups: counted.slice(0, most), moreGroups: Math.max(0, counted.length - most) };
}

function groupOf(messages: readonly Message[]): readonly PlanGroup[] {
  const [first] = messages;
  if (first === undefined) return [];
  const { channel, reason } = first;
  return [{ count: messages.length, channel, standing: standingOf(first), reason }];
}
