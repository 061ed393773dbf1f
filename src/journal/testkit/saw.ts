import type { Saw } from '../message.ts';

/** What a prepare saw that nothing was known to. */
export const saw: Saw = {
  ...{ step: 'prepare', said: 'deliver', at: '2026-03-01T09:00:00.000Z' },
  ...{ forced: false, generation: 'abc', bodies: [] },
};
