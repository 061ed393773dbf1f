import type { Words } from '../en.ts';

export const actors: Words['actors'] = {
  administrator: 'Een beheerder',
  operator: 'Iemand die mag beslissen',
};
