import { expect, it } from 'vitest';
import { LostCounts } from './lost-paths.ts';

const price = { path: '/Order/Price', class: 'commercial', count: 1 } as const;
const note = { path: '/Order/Note', class: 'other', count: 2 } as const;

it('counts messages and values by channel and path, with the first message, the commercial ones first', () => {
  const counts = new LostCounts();
  counts.add({ id: 7, channel: 'orders', lost: [note] });
  counts.add({ id: 5, channel: 'orders', lost: [note, price] });
  counts.add({ id: 8, channel: 'others', lost: [note] });
  counts.add({ id: 9, channel: 'orders' });
  expect(counts.report()).toEqual([
    { channel: 'orders', path: '/Order/Price', class: 'commercial', messages: 1, count: 1, example: 5 },
    { channel: 'orders', path: '/Order/Note', class: 'other', messages: 2, count: 4, example: 5 },
    { channel: 'others', path: '/Order/Note', class: 'other', messages: 1, count: 2, example: 8 },
  ]);
});
