import { Command } from 'commander';
import type { MappingDifference } from '../../mapping/compare/mapping-differences.ts';
import { compareVersions } from '../../mapping/compare/mapping-differences.ts';
import { buildSnapshotSource } from '../../mapping/files/file-source.ts';
import { packageFolder } from '../../pipeline/channel/mapping-folders.ts';
import type { ReplayJournal } from '../../replay/rerun/message-record.ts';
import { recordedOwnFolder } from '../../replay/rerun/recorded-version.ts';
import { escapeControls } from '../../text/visible.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import {
  listMappingHistory,
  type MappingVersion,
  requireVersion,
  requireVersionTexts,
} from '../../workbench/versions/mapping-history.ts';
import { addConfigOption, renderTable } from '../kit/command-kit.ts';
import { withReplaySite } from '../kit/open-replay-site.ts';
import { addUtcOption } from '../kit/utc-option.ts';

interface Options {
  readonly config: string;
}

export function historyCommand(): Command {
  return addUtcOption(addConfigOption(new Command('history')))
    .argument('<mapping>', 'name of a mapping')
    .action(async (name: string, { config }: Options) => {
      await withReplaySite(config, undefined, async ({ journal }) => {
        const versions = await listMappingHistory(journal, name);
        if (versions.length === 0)
          return console.log(`No message of the journal was made with ${name}, as far as it is kept.`);
        const titles = ['VERSION', 'HASH', 'SINCE', 'BY', 'WHY', 'MESSAGES', 'FIRST', 'LAST', 'CHANNELS'];
        console.log(renderTable([titles, ...versions.map(rowOf)]));
      });
    });
}

/** Nobody has published one that was edited by hand: it has its number since it was first used. */
function rowOf({ number, hash, at, who, reason, use }: MappingVersion): readonly string[] {
  const used = use
    ? [`${use.messages}`, renderLocalTime(use.first), renderLocalTime(use.last), use.channels.join(', ')]
    : ['0', '-', '-', '-'];
  const given = [
    renderLocalTime(at),
    who === '' ? '-' : escapeControls(who),
    reason === '' ? '-' : escapeControls(reason),
  ];
  return [`v${number}`, hash.slice(0, 8), ...given, ...used];
}

/** Two versions as they were kept: what the first says, and what the second does. */
export async function compareKeptVersions(
  journal: ReplayJournal,
  name: string,
  one: string,
  other: string,
): Promise<readonly MappingDifference[]> {
  const versions = await listMappingHistory(journal, name);
  const standing = async (said: string) => {
    const texts = await requireVersionTexts(journal, requireVersion(versions, said));
    const files = Object.fromEntries(texts.map(({ path, text }) => [path, Buffer.from(text)]));
    return { folders: [recordedOwnFolder, packageFolder('mappings')], files: buildSnapshotSource(files) };
  };
  return compareVersions(name, await standing(one), await standing(other));
}
