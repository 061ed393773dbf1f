import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { loadWithoutSecrets } from '../config/load.ts';
import { unfit } from '../operator/correction.ts';
import { decide } from '../operator/decide.ts';
import { fromCaller, tellFinding, withConfig } from './common.ts';
import { journalSettings, tellDecided, who, wholeNumber, withJournal } from './journal-common.ts';

interface Options {
  readonly config: string;
  readonly file: string;
  readonly reason: string;
}

/** The corrected document goes in the place of a waiting or parked one; a settled one gets a successor. */
export function resendCommand(): Command {
  return withConfig(new Command('resend'))
    .argument('<id>', 'the number of the message', wholeNumber)
    .requiredOption('--file <path>', 'the corrected document', fromCaller)
    .option('--reason <text>', 'why; it is kept in the journal', '')
    .action(resend);
}

async function resend(message: number, { config, file, reason }: Options): Promise<void> {
  const bytes = readFileSync(file);
  const settings = await journalSettings(config);
  if (!(await fits(config, message, bytes))) return;
  const decided = await decide(settings, {
    action: 'resend',
    message,
    force: false,
    reason,
    who: who(),
    bytes,
  });
  tellDecided(`resend ${message}`, decided);
}

/** A document that would be refused must not end the message that it is to mend. */
async function fits(path: string, id: number, bytes: Uint8Array): Promise<boolean> {
  const { config, findings } = await loadWithoutSecrets(path);
  for (const finding of config ? [] : findings) console.error(tellFinding(finding));
  if (!config) throw new Error('The config cannot be used.');
  let isFit = true;
  await withJournal(path, async (journal) => {
    const message = await journal.message(id);
    const wrong = message && unfit(config, message, bytes);
    if (!wrong) return;
    isFit = false;
    tellDecided(`resend ${id}`, {
      kind: 'refused',
      text: `The corrected document would be refused, and message ${id} stays as it is: ${wrong.reason}`,
    });
    for (const finding of wrong.findings) console.log(`  ${tellFinding(finding)}`);
  });
  return isFit;
}
