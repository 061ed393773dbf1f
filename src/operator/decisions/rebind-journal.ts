import type { DecisionAuthor, HistoryEntry, Journal } from '../../journal/journal.ts';
import { type DecisionResult, doneResult, refusedResult } from './decision-result.ts';

export interface Binding {
  /** Undefined before the first start. */
  readonly bound: string | undefined;
  readonly changes: readonly HistoryEntry[];
}

export async function readBinding(journal: Pick<Journal, 'history' | 'findBinding'>): Promise<Binding> {
  const changes = (await journal.history()).filter(({ action }) => action === 'rebind');
  return { bound: await journal.findBinding(), changes };
}

/** The same exchange has another address. No gateway may have an embedded journal open meanwhile. */
export async function rebind(
  journal: Pick<Journal, 'rebind'>,
  to: string,
  reasoned: DecisionAuthor,
): Promise<DecisionResult> {
  const url = await journal.rebind(to, reasoned);
  return url === undefined ? refusedResult('not-bound') : doneResult('rebound', { url });
}
