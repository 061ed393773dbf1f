import { expect } from 'vitest';
import type { Message } from '../../src/journal/interface.ts';
import type { LedgerEntry } from '../../src/simulator/ledger.ts';

/** The sentences of the README's "What is promised", as checks. */

/** Every document that was taken is in the journal and in exactly one folder. */
export function everyFileOnce(
  dropped: readonly string[],
  messages: readonly Message[],
  folders: readonly (readonly string[])[],
): void {
  const lying = folders.flat().filter((name) => !name.includes('.report.'));
  expect([...lying].sort()).toEqual([...dropped].sort());
  const journalled = messages.flatMap(({ source }) => (source.kind === 'file' ? [source.name] : []));
  expect([...journalled].sort()).toEqual([...dropped].sort());
}

/**
 * Every accepted message reaches the exchange at least once; more than once only when a reply was lost, and then the
 * journal says so.
 */
export function sentAndAdmitted(messages: readonly Message[], ledger: readonly LedgerEntry[]): void {
  const delivered = messages.filter((one) => one.direction === 'inbound' && one.outcome === 'delivered');
  for (const number of new Set(delivered.map(({ purchaseOrderNumber }) => purchaseOrderNumber))) {
    const ours = delivered.filter(({ purchaseOrderNumber }) => purchaseOrderNumber === number);
    const arrived = ledger.filter(({ key }) => key === number).length;
    const twice = ours.filter(({ possiblyTwice }) => possiblyTwice).length;
    expect(arrived, `${number} arrived`).toBeGreaterThanOrEqual(ours.length);
    if (twice === 0) expect(arrived, `${number} arrived, nothing admitted`).toBe(ours.length);
  }
}
