import type { Config } from '../../config/schema/config-schema.ts';
import type { Journal } from '../../journal/journal.ts';
import { readJournal } from '../../journal/open/open-journal.ts';
import { buildChannels } from '../../pipeline/channel/channel.ts';
import { resolveOwnFolders, takeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { ReplaySite } from '../../replay/rerun/replay-message.ts';
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
    return await use(await openReplaySite(config, journal), config, journal);
  } finally {
    await journal.close();
  }
}

export async function openReplaySite(config: Config, journal: Journal): Promise<ReplaySite> {
  const { files } = await takeSnapshot({ schemas: resolveOwnFolders(config).schemas ?? [] });
  const xsds = Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith('.xsd')));
  return { journal, channels: buildChannels(config), xsds };
}
