import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { loadConfig } from '../../config/load/load-config.ts';
import { redactConfig } from '../../config/redact-config.ts';
import { fillTemplate } from '../../findings/create-finding.ts';
import { writeNew } from '../../folders/local/durable-files.ts';
import { buildSupportBundle } from '../../operator/support/support-bundle.ts';
import { buildChannels } from '../../pipeline/channel/channel.ts';
import { openReplaySite } from '../../replay/rerun/open-replay-site.ts';
import { writeZip } from '../../system/zip.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { addConfigOption, resolveFromCaller } from '../kit/command-kit.ts';
import { parseWholeNumber, withJournal } from '../kit/journal-options.ts';
import { type JournalWords, journalWords } from '../kit/journal-words.ts';

interface Options {
  readonly config: string;
  readonly out: string;
  readonly mask: boolean;
}

export function exportCommand(): Command {
  return addConfigOption(new Command('export'))
    .argument('<id...>', 'the numbers of the messages')
    .requiredOption('--out <file>', 'the bundle (ZIP); it must not exist', resolveFromCaller)
    .option(
      '--mask',
      'with pseudonyms for everything but codes, dates, quantities, units and line numbers; what cannot be masked is left out',
      false,
    )
    .action(async (given: readonly string[], { config: path, out, mask }: Options) => {
      const ids = given.map(parseWholeNumber);
      const config = redactConfig(decodeSavedText(readFileSync(path)));
      const { config: whole } = await loadConfig(path);
      await withJournal(path, async (journal, language) => {
        const words = journalWords(language);
        const site = whole && (await openReplaySite(whole, journal, buildChannels(whole)));
        let count = 0;
        const counted = async function* () {
          for await (const file of buildSupportBundle(journal, ids, {
            mask,
            config,
            site,
            progress: progressTeller(words),
          })) {
            count += 1;
            yield file;
          }
        };
        await writeNew(out, writeZip(counted()), 0o600);
        console.log(fillTemplate(words.bundle, { out, count }));
        console.log(mask ? words.bundleMasked : words.bundleOpen);
      });
    });
}

/** Milliseconds between two lines of progress. */
const progressEvery = 1000;

/** Tells how far it has come, once a second; a bundle that is soon done tells nothing. */
function progressTeller({ bundleProgress }: JournalWords): (done: number, of: number) => void {
  let last = performance.now();
  return (done, of) => {
    if (performance.now() - last < progressEvery) return;
    last = performance.now();
    console.error(fillTemplate(bundleProgress, { done, of }));
  };
}
