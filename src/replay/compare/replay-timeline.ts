import { z } from 'zod';
import type { MessageRecord } from '../rerun/message-record.ts';

/** One moment of an order: a message is prepared on the state of then, or what came of it changes that state. */
export interface ReplayTimelineStep {
  readonly what: 'prepared' | 'settled';
  readonly record: MessageRecord;
  /** Of the order state: that it saw, or that it made. */
  readonly revision: number;
}

const revisionSchema = z.object({ revision: z.number() });

/** Which revision of the order state prepare saw. */
export const readSeenRevision = ({ seen: { state } }: MessageRecord): number =>
  state === undefined ? 0 : revisionSchema.parse(JSON.parse(state)).revision;

/**
 * The moments of one order, in the order in which they happened: the directions overlap, so that a message may be prepared before
 * and settled after one of the other direction. A refusal of check saw no state: it stands where it was.
 */
export function buildReplayTimeline(records: readonly MessageRecord[]): readonly ReplayTimelineStep[] {
  const settled = records.flatMap((record): ReplayTimelineStep[] => {
    const { revision } = record.message;
    return revision === undefined ? [] : [{ what: 'settled', record, revision }];
  });
  const last = (at: string): number =>
    Math.max(
      0,
      ...settled.flatMap(({ record: { message }, revision }) =>
        (message.settledAt ?? '') <= at ? revision : [],
      ),
    );
  const prepared = records.map(
    (record): ReplayTimelineStep => ({
      what: 'prepared',
      record,
      revision: record.seen.step === 'check' ? last(record.seen.at) : readSeenRevision(record),
    }),
  );
  return [...settled, ...prepared].sort(
    (one, other) =>
      one.revision - other.revision ||
      Number(one.what === 'prepared') - Number(other.what === 'prepared') ||
      one.record.seen.at.localeCompare(other.record.seen.at) ||
      one.record.message.arrival - other.record.message.arrival,
  );
}
