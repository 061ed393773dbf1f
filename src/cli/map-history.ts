import { Command } from 'commander';
import type { Difference } from '../mapping/compare.ts';
import { versionDifferences } from '../mapping/compare.ts';
import { filesIn } from '../mapping/files.ts';
import { localTime } from '../operator/clock.ts';
import { packageFolder } from '../pipeline/workers/mapping-folders.ts';
import type { Reading } from '../replay/record.ts';
import { ownFolder } from '../replay/version.ts';
import { historyOf, type MappingVersion, textsOfVersion, versionNamed } from '../replay/versions/history.ts';
import { visible } from '../visible.ts';
import { table, withConfig } from './common.ts';
import { withSite } from './replay-site.ts';
import { withTimes } from './utc.ts';

interface Options {
  readonly config: string;
}

export function historyCommand(): Command {
  return withTimes(withConfig(new Command('history')))
    .argument('<mapping>', 'name of a mapping')
    .action(async (name: string, { config }: Options) => {
      await withSite(config, undefined, async ({ journal }) => {
        const versions = await historyOf(journal, name);
        if (versions.length === 0)
          return console.log(`No message of the journal was made with ${name}, as far as it is kept.`);
        const titles = ['VERSION', 'HASH', 'SINCE', 'BY', 'WHY', 'MESSAGES', 'FIRST', 'LAST', 'CHANNELS'];
        console.log(table([titles, ...versions.map(rowOf)]));
      });
    });
}

/** Nobody has published one that was edited by hand: it has its number since it was first used. */
function rowOf({ number, hash, at, who, reason, use }: MappingVersion): readonly string[] {
  const used = use
    ? [`${use.messages}`, localTime(use.first), localTime(use.last), use.channels.join(', ')]
    : ['0', '-', '-', '-'];
  const given = [localTime(at), who === '' ? '-' : visible(who), reason === '' ? '-' : visible(reason)];
  return [`v${number}`, hash.slice(0, 8), ...given, ...used];
}

/** Two versions as they were kept: what the first says, and what the second does. */
export async function differencesOfVersions(
  journal: Reading,
  name: string,
  one: string,
  other: string,
): Promise<readonly Difference[]> {
  const versions = await historyOf(journal, name);
  const standing = async (said: string) => {
    const texts = await textsOfVersion(journal, versionNamed(versions, said));
    const files = Object.fromEntries(texts.map(({ path, text }) => [path, Buffer.from(text)]));
    return { folders: [ownFolder, packageFolder('mappings')], files: filesIn(files) };
  };
  return versionDifferences(name, await standing(one), await standing(other));
}
