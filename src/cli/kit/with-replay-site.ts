import type { Config } from '../../config/schema/config-schema.ts';
import type { Journal } from '../../journal/journal.ts';
import { readJournal, withJournalBeside } from '../../journal/open/open-journal.ts';
import { buildChannels } from '../../pipeline/channel/channel.ts';
import { resolveOwnFolders } from '../../pipeline/runtime/runtime-snapshot.ts';
import { openReplaySite } from '../../replay/rerun/open-replay-site.ts';
import type { ReplaySite } from '../../replay/rerun/replay-message.ts';
import type { PublicationSite } from '../../workbench/publish/publication-site.ts';
import { loadConfigOrPrint } from './command-kit.ts';

/** The journal and the config that a replay needs; `file`: a copy of an embedded journal instead of the config's. */
export async function withReplaySite<T>(
  path: string,
  file: string | undefined,
  use: (site: ReplaySite, config: Config, journal: Journal) => Promise<T>,
): Promise<T | undefined> {
  const config = await loadConfigOrPrint(path);
  if (config === undefined) {
    process.exitCode = 2;
    return undefined;
  }
  const journal = await readJournal(file === undefined ? config.journal : { sqlite: file });
  try {
    return await use(await openReplaySite(config, journal, buildChannels(config)), config, journal);
  } finally {
    await journal.close();
  }
}

/** What publishing works on: the journal is written beside a gateway that may have it open. */
export const publicationSiteOf = (site: ReplaySite, config: Config, journal: Journal): PublicationSite => ({
  ...site,
  folders: resolveOwnFolders(config),
  access: { journal, write: (use) => withJournalBeside(config.journal, use) },
});
