import { expect, it } from 'vitest';
import { addReady, openTestJournal } from '../testkit/journal-with-messages.ts';
import { listWays, type WayFacts } from './list-ways.ts';

async function ways(change: Partial<WayFacts['message']>, more: Partial<WayFacts> = {}) {
  const journal = openTestJournal();
  const id = await addReady(journal, 'a');
  const message = await journal.message(Number(id ?? 1));
  if (!message) throw new Error('there is no message');
  return listWays({
    message: { ...message, ...change },
    ...{ hasDocument: true, attempts: [], hasOpenTask: false, mayOperate: true, mayAdminister: false },
    ...more,
  });
}

const miss = { code: 'table-miss', severity: 'park', message: '', advice: '' } as const;
const parked = { state: 'parked' } as const;

it('what a table lacks is for whoever may change it', async () => {
  expect((await ways({ ...parked, findings: [miss] }))[0]).toBe('ticket');
  expect((await ways({ ...parked, findings: [miss] }, { mayAdminister: true }))[0]).toBe('retry');
});

it('a parked document can be edited while it is kept; a released one holds nobody back', async () => {
  expect(await ways(parked)).toEqual(['retry', 'edit', 'release', 'discard']);
  expect(await ways({ ...parked, released: true }, { hasDocument: false })).toEqual(['retry', 'discard']);
});

it('what the exchange wrote, or only gave notice of, cannot be edited', async () => {
  const notice = { kind: 'notice', what: 'order', id: '7' } as const;
  for (const change of [{ direction: 'outbound' }, { source: notice }] as const)
    expect(await ways({ ...parked, ...change })).not.toContain('edit');
});

it('a refused one is mended in the ERP, and can be closed once', async () => {
  const refused = { state: 'settled', outcome: 'rejected' } as const;
  expect(await ways(refused)).toEqual(['ticket', 'edit', 'close']);
  expect(await ways({ ...refused, closed: '2026-01-01T00:00:00.000Z' })).toEqual([]);
});

it('who may only read can tell somebody', async () => {
  expect(await ways(parked, { mayOperate: false })).toEqual(['ticket']);
  expect(await ways({ state: 'settled', outcome: 'delivered' }, { mayOperate: false })).toEqual([]);
  expect(await ways({ state: 'settled', outcome: 'delivered' }, { hasOpenTask: true })).toEqual(['done']);
});
