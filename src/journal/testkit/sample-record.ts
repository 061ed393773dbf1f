import type { ReplayRecord } from '../model/message.ts';

/** What a prepare saw that nothing was known to. */
export const sampleRecord: ReplayRecord = {
  ...{ step: 'prepare', said: 'deliver', at: '2026-03-01T09:00:00.000Z' },
  ...{ forced: false, generation: 'abc', bodies: [] },
};
