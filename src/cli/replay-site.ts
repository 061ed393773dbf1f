import type { Config } from '../config/schema.ts';
import type { Journal } from '../journal/interface.ts';
import { readJournal } from '../journal/open.ts';
import { channelsOf } from '../pipeline/channel.ts';
import { ownFolders, takeSnapshot } from '../pipeline/workers/snapshot.ts';
import type { Site } from '../replay/again.ts';
import { configOrFindings } from './common.ts';

/** The journal and the config that a replay needs; `file`: a copy of an embedded journal instead of the config's. */
export async function withSite<T>(
  path: string,
  file: string | undefined,
  use: (site: Site, config: Config, journal: Journal) => Promise<T>,
): Promise<T | undefined> {
  const config = await configOrFindings(path);
  if (config === undefined) {
    process.exitCode = 2;
    return undefined;
  }
  const journal = await readJournal(file === undefined ? config.journal : { sqlite: file });
  try {
    return await use(await siteOf(config, journal), config, journal);
  } finally {
    await journal.close();
  }
}

export async function siteOf(config: Config, journal: Journal): Promise<Site> {
  const { files } = await takeSnapshot({ schemas: ownFolders(config).schemas ?? [] });
  const xsds = Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith('.xsd')));
  return { journal, channels: channelsOf(config), xsds };
}
