import type { DecisionAuthor, HistoryEntry } from '../../journal/journal.ts';
import { type JournalSettings, readJournal, withStoppedGateway } from '../../journal/open/open-journal.ts';
import type { DecisionResult } from './decide.ts';

export interface Binding {
  /** Undefined before the first start. */
  readonly bound: string | undefined;
  readonly changes: readonly HistoryEntry[];
}

export async function readBinding(settings: JournalSettings): Promise<Binding> {
  const journal = await readJournal(settings);
  try {
    const changes = (await journal.history()).filter(({ action }) => action === 'rebind');
    return { bound: await journal.findBinding(), changes };
  } finally {
    await journal.close();
  }
}

/** The same exchange has another address. Rejects while a gateway has an embedded journal open. */
export async function rebind(
  settings: JournalSettings,
  to: string,
  reasoned: DecisionAuthor,
): Promise<DecisionResult> {
  const after = await withStoppedGateway(settings, (journal) => journal.rebind(to, reasoned));
  if (after === undefined)
    return { kind: 'refused', text: 'It is bound to no exchange yet: the first start binds it.' };
  return {
    kind: 'done',
    text: `The journal belongs to ${after} now. Name that in exchange.baseUrl of the config.`,
  };
}
