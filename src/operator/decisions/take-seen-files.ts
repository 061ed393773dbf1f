import { isInbound } from '../../config/channel-direction.ts';
import type { Config } from '../../config/schema/config-schema.ts';
import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import type { DecisionAuthor } from '../../journal/journal.ts';
import type { DecisionAccess } from './decision-access.ts';
import { type DecisionResult, doneResult, refusedResult } from './decision-result.ts';

/** Files that a dry run has seen are taken now, as if they were new. */
export async function takeSeen(
  { write }: Pick<DecisionAccess, 'write'>,
  channels: Config['channels'],
  name: string,
  reasoned: DecisionAuthor,
): Promise<DecisionResult> {
  const channel = channels[name];
  if (channel === undefined) return refusedResult('no-channel', { name });
  if (!isInbound(channel)) return refusedResult('takes-no-files', { name });
  if (channel.mode === 'dryRun') return refusedResult('still-dry', { name });
  const folder = folderTitleOf(channel.from);
  const count = await write((journal) => journal.takeDryRunFiles(name, folder, reasoned));
  return count === 0 ? refusedResult('no-seen-files') : doneResult('seen-files-taken', { count });
}
