import assert from 'node:assert/strict';
import type { LedgerEntry } from '../../simulator/ledger.ts';
import type { Message } from '../../src/journal/model/message.ts';

/** The sentences of docs/design.md, "What is promised", as checks. */

/** Every document that was taken is in the journal and in exactly one folder. */
export function everyFileOnce(
  dropped: readonly string[],
  messages: readonly Message[],
  folders: readonly (readonly string[])[],
): void {
  const lying = folders.flat().filter((name) => !name.includes('.report.'));
  assert.deepEqual(difference(lying, dropped), nothing, 'files in the folders');
  const journalled = messages.flatMap(({ source }) => (source.kind === 'file' ? [source.name] : []));
  assert.deepEqual(difference(journalled, dropped), nothing, 'files in the journal');
}

const nothing = { missing: [], more: [] };

function difference(there: readonly string[], expected: readonly string[]) {
  const more = [...there];
  const missing = expected.filter((name) => {
    const at = more.indexOf(name);
    if (at !== -1) more.splice(at, 1);
    return at === -1;
  });
  return { missing, more };
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
    const admitted = ours.some(({ possiblyTwice }) => possiblyTwice);
    assert.ok(arrived >= ours.length, `${number}: ${ours.length} delivered, ${arrived} arrived`);
    if (!admitted) assert.equal(arrived, ours.length, `${number} arrived more often than the journal says`);
  }
}

/**
 * Messages of one order arrive in the order they came, each of them: `versionOf` reads the version that a body carries, `last`
 * tells how many there were, from 1.
 */
export function inOrder(
  ledger: readonly LedgerEntry[],
  versionOf: (body: string) => number,
  last: (key: string) => number | undefined,
): void {
  for (const [key, entries] of Map.groupBy(ledger, (entry) => entry.key)) {
    const versions = entries.map(({ bytes }) => versionOf(bytes ?? ''));
    const sorted = [...versions].sort((a, b) => a - b);
    assert.deepEqual(versions, sorted, `versions of ${key}`);
    const all = Array.from({ length: last(key) ?? 0 }, (_, n) => n + 1);
    if (last(key) !== undefined) assert.deepEqual([...new Set(versions)], all, `all versions of ${key}`);
  }
}
