import { Command } from 'commander';
import { escapeControls } from '../../text/visible.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import { listMappingHistory, type MappingVersion } from '../../workbench/versions/mapping-history.ts';
import { addConfigOption, renderTable } from '../kit/command-kit.ts';
import { addUtcOption } from '../kit/time-zone.ts';
import { withReplaySite } from '../kit/with-replay-site.ts';

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
