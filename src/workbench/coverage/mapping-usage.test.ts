import { expect, it } from 'vitest';
import type { MissingTableKey } from '../../mapping/rule-usage.ts';
import type { MessageUsage } from '../../replay/rerun/message-usage.ts';
import { UsageCounts } from './mapping-usage.ts';

const runWith = (...missed: readonly MissingTableKey[]): MessageUsage => ({
  ...{ mapping: 'm', whole: true, filled: [], asked: [], held: [], met: [], lost: [] },
  missed,
});

it('counts the messages of a key, and keeps the default only where every rule has one', () => {
  const counts = new UsageCounts({ mapping: 'm', rules: [], conditions: [] });
  counts.add(7, [runWith({ table: 't', key: 'A', fallback: 'a' }, { table: 't', key: 'B', fallback: '' })]);
  counts.add(5, [
    runWith({ table: 't', key: 'B', fallback: '' }),
    // of the same message
    runWith({ table: 't', key: 'B', fallback: 'later' }, { table: 't', key: 'A' }),
  ]);
  counts.add(9, [runWith({ table: 't', key: 'A', fallback: 'a' })]);
  expect(counts.report().missed).toEqual([
    { table: 't', key: 'A', count: 3, example: 5 },
    { table: 't', key: 'B', count: 2, example: 5, fallback: '' },
  ]);
});
