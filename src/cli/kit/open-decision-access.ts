import {
  isGatewayRunning,
  type JournalSettings,
  readJournal,
  withJournalBeside,
} from '../../journal/open/open-journal.ts';
import type { DecisionAccess } from '../../operator/decisions/decision-access.ts';

/** Decisions beside a running gateway, or for the next one: an embedded journal is opened for each change alone. */
export const decisionWriter = (
  settings: JournalSettings,
): Pick<DecisionAccess, 'write' | 'isGatewayRunning'> => ({
  write: (use) => withJournalBeside(settings, use),
  isGatewayRunning: () => isGatewayRunning(settings),
});

/** The same with the journal open for reading, until `use` has ended. */
export async function withDecisionAccess<T>(
  settings: JournalSettings,
  use: (access: DecisionAccess) => Promise<T>,
): Promise<T> {
  const journal = await readJournal(settings);
  try {
    return await use({ journal, ...decisionWriter(settings) });
  } finally {
    await journal.close();
  }
}
