import { Command } from 'commander';
import { fillTemplate } from '../../findings/create-finding.ts';
import { journalText } from '../../findings/journal-texts.ts';
import { type ReplayVerification, renderDifference, verifyReplay } from '../../replay/replay-all.ts';
import { notReplayableReasons } from '../../replay/rerun/not-replayable.ts';
import { prepareReplay, type ReplayOutcome, runReplay } from '../../replay/rerun/replay-message.ts';
import { ReplayPool } from '../../replay/rerun/replay-pool.ts';
import { escapeControls } from '../../text/visible.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import type { Language } from '../../types.ts';
import { addConfigOption } from '../kit/command-kit.ts';
import { parseWholeNumber } from '../kit/journal-options.ts';
import { type JournalWords, journalWords } from '../kit/journal-words.ts';
import { speakTo } from '../kit/spoken-language.ts';
import { addUtcOption } from '../kit/time-zone.ts';
import { withReplaySite } from '../kit/with-replay-site.ts';

/** Messages that come out otherwise and are told by number. */
const most = 50;

export function replayCommand(): Command {
  return addUtcOption(addConfigOption(new Command('replay')))
    .argument('<id>', 'its number', parseWholeNumber)
    .action(async (id: number, { config }: { readonly config: string }) => {
      await withReplaySite(config, undefined, async (site, { language = 'en' }) => {
        speakTo(language);
        const ready = await prepareReplay(site, id);
        if (ready === undefined) throw new Error(`There is no message ${id}.`);
        if (typeof ready === 'string') return printReplay(id, { kind: 'unknown', why: ready }, language);
        const pool = new ReplayPool({ [ready.task.version]: ready.version.snapshot }, 1);
        try {
          printReplay(id, await runReplay(ready, pool), language);
        } finally {
          await pool.close();
        }
      });
    });
}

/** The exit status is 0 where the same comes of it, 1 where something else does, 2 where it cannot be said. */
function printReplay(id: number, answer: ReplayOutcome, language: Language): void {
  const words = journalWords(language);
  if (answer.kind === 'unknown') {
    console.log(
      fillTemplate(words.notAgain, { id, why: journalText(notReplayableReasons[answer.why], language) }),
    );
    process.exitCode = 2;
    return;
  }
  const { seen } = answer.record;
  console.log(
    fillTemplate(words.asItWas, { id, at: renderLocalTime(seen.at), step: seen.step, said: seen.said }),
  );
  if (answer.kind === 'same') {
    const { bytes } = answer.result;
    console.log(bytes ? fillTemplate(words.sameBytes, { count: bytes.length }) : words.same);
    return;
  }
  console.log(
    escapeControls(fillTemplate(words.other, { what: journalText(renderDifference(answer), language) })),
  );
  process.exitCode = 1;
}

/** `journal verify --replay`: every message. */
export async function verifyByReplay(config: string, file: string | undefined): Promise<void> {
  await withReplaySite(config, file, async (site, { language = 'en' }) => {
    const words = journalWords(language);
    const told = process.stderr.isTTY
      ? (done: number) => process.stderr.write(`\r${fillTemplate(words.messagesDone, { done })}`)
      : undefined;
    const verified = await verifyReplay(site, told);
    if (told) process.stderr.write('\r');
    printVerification(verified, words, language);
  });
}

function printVerification(
  { same, different, unknown }: ReplayVerification,
  words: JournalWords,
  language: Language,
): void {
  console.log(fillTemplate(words.allAgain, { count: same + different.length, same }));
  for (const { id, words: what } of different.slice(0, most))
    console.log(escapeControls(`  ${id}: ${journalText(what, language)}`));
  if (different.length > most)
    console.log(`  ${fillTemplate(words.more, { count: different.length - most })}`);
  for (const [why, count] of unknown)
    console.log(
      fillTemplate(words.notRunAgain, { count, why: journalText(notReplayableReasons[why], language) }),
    );
  if (different.length > 0) process.exitCode = 1;
}
