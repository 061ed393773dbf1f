import { Command } from 'commander';
import { loadWithoutSecrets } from '../../config/load/load-config.ts';
import { renderFindingLine } from '../../findings/render-finding-line.ts';
import { takeSeen } from '../../operator/decisions/take-seen-files.ts';
import { addConfigOption } from '../kit/command-kit.ts';
import { currentAccountName, printDecisionResult } from '../kit/journal-options.ts';
import { decisionWriter } from '../kit/open-decision-access.ts';
import { speakTo } from '../kit/spoken-language.ts';

interface Options {
  readonly config: string;
  readonly reason: string;
}

/** What a dry run has seen is nobody's before somebody says so. */
export function takeCommand(): Command {
  return addConfigOption(new Command('take'))
    .argument('<channel>', 'a channel that is live now')
    .requiredOption('--reason <text>', 'why; it is kept in the journal')
    .action(async (channel: string, { config: path, reason }: Options) => {
      const { config, findings, language: told } = await loadWithoutSecrets(path);
      const language = config?.language ?? told ?? 'en';
      speakTo(language);
      for (const finding of config ? [] : findings) console.error(renderFindingLine(finding, language));
      if (!config) throw new Error('The config cannot be used.');
      const decided = await takeSeen(decisionWriter(config.journal), config.channels, channel, {
        who: currentAccountName(),
        reason,
      });
      printDecisionResult(`take ${channel}`, decided, language);
    });
}
