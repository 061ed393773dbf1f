import { expect, it } from 'vitest';
import { renderChannelStanding } from './browse-words.ts';

it('says how a channel stands, in both languages', () => {
  const many = { standing: 'decide', count: 1417 } as const;
  expect([renderChannelStanding(many, 'en'), renderChannelStanding(many, 'nl')]).toEqual([
    '1,417 to decide',
    '1.417 te beslissen',
  ]);
  expect(renderChannelStanding({ standing: 'well', count: 0 }, 'nl')).toBe('in orde');
});
