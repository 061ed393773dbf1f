import { z } from 'zod';
import type { Record } from '../record.ts';

/** One moment of an order: a message is prepared on the state of then, or what came of it changes that state. */
export interface Moment {
  readonly what: 'prepared' | 'settled';
  readonly record: Record;
  /** Of the order state: that it saw, or that it made. */
  readonly revision: number;
}

const revised = z.object({ revision: z.number() });

/** Which revision of the order state prepare saw. */
export const seenRevision = ({ seen: { state } }: Record): number =>
  state === undefined ? 0 : revised.parse(JSON.parse(state)).revision;

/**
 * The moments of one order, in the order in which they happened: the directions overlap, so that a message may be prepared before
 * and settled after one of the other direction. A refusal of check saw no state: it stands where it was.
 */
export function timelineOf(records: readonly Record[]): readonly Moment[] {
  const settled = records.flatMap((record): Moment[] => {
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
    (record): Moment => ({
      what: 'prepared',
      record,
      revision: record.seen.step === 'check' ? last(record.seen.at) : seenRevision(record),
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
