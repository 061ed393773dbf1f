import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { Config } from '../config/schema.ts';
import type { Difference } from '../mapping/compare.ts';
import { versionDifferences } from '../mapping/compare.ts';
import { filesIn } from '../mapping/files.ts';
import { localTime } from '../operator/clock.ts';
import { packageFolder } from '../pipeline/workers/mapping-folders.ts';
import type { Reading } from '../replay/record.ts';
import { ownFolder } from '../replay/version.ts';
import { historyOf, type MappingVersion, textsOfVersion, versionNamed } from '../replay/versions/history.ts';
import { planRestore, restore } from '../replay/versions/restore.ts';
import { visible } from '../visible.ts';
import { fromCaller, table, withConfig } from './common.ts';
import { withSite } from './replay-site.ts';
import { withTimes } from './utc.ts';

interface Options {
  readonly config: string;
  readonly mappings?: string;
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

export function restoreVersionCommand(): Command {
  return withConfig(new Command('restore'))
    .argument('<mapping>', 'name of a mapping')
    .argument('<version>', 'its number or the beginning of its hash, as `map history` lists them')
    .option('-m, --mappings <folder>', 'your own mappings; those of the config without it', fromCaller)
    .action(async (name: string, version: string, { config: path, mappings }: Options) => {
      await withSite(path, undefined, ({ journal }, config) =>
        restoreInto(journal, name, version, mappings ?? folderOf(config)),
      );
    });
}

function folderOf({ mappings }: Config): string {
  if (mappings === undefined)
    throw new Error('The config names no folder of your own mappings; say one with -m.');
  return mappings;
}

async function restoreInto(journal: Reading, name: string, version: string, own: string): Promise<void> {
  if (!existsSync(own)) throw new Error(`There is no folder ${own}.`);
  const found = versionNamed(await historyOf(journal, name), version);
  const plan = planRestore(await textsOfVersion(journal, found), own);
  if (plan.write.length + plan.aside.length === 0)
    console.log(`${own} holds version v${found.number} already.`);
  const kept = await restore(plan, own);
  for (const { path } of plan.write) console.log(`${path}: written`);
  for (const path of plan.aside) console.log(`${path}: taken away, it was not there then`);
  if (kept !== undefined) console.log(`What was there lies in ${kept}.`);
  for (const path of plan.underneath)
    console.log(`${path} of the package, which yours extends, is another one by now: the result may differ.`);
  if (plan.underneath.length > 0) process.exitCode = 1;
}
