import { isInbound } from '../config/paths.ts';
import type { Config } from '../config/schema.ts';
import { folderName } from '../folders/endpoint.ts';
import type { Reasoned } from '../journal/interface.ts';
import { beside } from '../journal/open.ts';
import type { Decided } from './decide.ts';

/** Files that a dry run has seen are taken now, as if they were new. */
export async function takeSeen(
  { channels, journal }: Pick<Config, 'channels' | 'journal'>,
  name: string,
  reasoned: Reasoned,
): Promise<Decided> {
  const channel = channels[name];
  if (channel === undefined) return refused(`There is no channel ${name}.`);
  if (!isInbound(channel)) return refused(`The channel ${name} takes no files.`);
  if (channel.mode === 'dryRun') return refused(`The channel ${name} still runs dry.`);
  const folder = folderName(channel.from);
  const count = await beside(journal, (open) => open.takeSeen(name, folder, reasoned));
  if (count === 0) return refused('No dry run of its folder has seen any file that lies there.');
  return {
    kind: 'done',
    text: `${count} files that a dry run has seen are taken now, as far as they lie there.`,
  };
}

const refused = (text: string): Decided => ({ kind: 'refused', text });
