import { isInbound } from '../../config/absolute-paths.ts';
import type { Config } from '../../config/schema/config-schema.ts';
import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import type { DecisionAuthor } from '../../journal/journal.ts';
import { withJournalBeside } from '../../journal/open/open-journal.ts';
import type { DecisionResult } from './decide.ts';

/** Files that a dry run has seen are taken now, as if they were new. */
export async function takeSeen(
  { channels, journal }: Pick<Config, 'channels' | 'journal'>,
  name: string,
  reasoned: DecisionAuthor,
): Promise<DecisionResult> {
  const channel = channels[name];
  if (channel === undefined) return refusedResult(`There is no channel ${name}.`);
  if (!isInbound(channel)) return refusedResult(`The channel ${name} takes no files.`);
  if (channel.mode === 'dryRun') return refusedResult(`The channel ${name} still runs dry.`);
  const folder = folderTitleOf(channel.from);
  const count = await withJournalBeside(journal, (open) => open.takeDryRunFiles(name, folder, reasoned));
  if (count === 0) return refusedResult('No dry run of its folder has seen any file that lies there.');
  return {
    kind: 'done',
    text: `${count} files that a dry run has seen are taken now, as far as they lie there.`,
  };
}

const refusedResult = (text: string): DecisionResult => ({ kind: 'refused', text });
