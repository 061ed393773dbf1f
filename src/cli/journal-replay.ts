import { Command } from 'commander';
import { journalText } from '../findings/journal-texts.ts';
import { fill } from '../findings/messages.ts';
import { localTime } from '../operator/clock.ts';
import { type Replayed, readied, replayed } from '../replay/again.ts';
import { differenceWords, type Verified, verifyReplay } from '../replay/again-all.ts';
import { ReplayPool } from '../replay/pool.ts';
import { whyNot } from '../replay/words.ts';
import type { Language } from '../types.ts';
import { visible } from '../visible.ts';
import { withConfig } from './common.ts';
import { wholeNumber } from './journal-common.ts';
import { type JournalWords, journalWords } from './journal-words/words.ts';
import { withSite } from './replay-site.ts';
import { speakTo } from './spoken-language.ts';
import { withTimes } from './utc.ts';

/** Messages that come out otherwise and are told by number. */
const most = 50;

export function replayCommand(): Command {
  return withTimes(withConfig(new Command('replay')))
    .argument('<id>', 'its number', wholeNumber)
    .action(async (id: number, { config }: { readonly config: string }) => {
      await withSite(config, undefined, async (site, { language = 'en' }) => {
        speakTo(language);
        const ready = await readied(site, id);
        if (ready === undefined) throw new Error(`There is no message ${id}.`);
        if (typeof ready === 'string') return tell(id, { kind: 'unknown', why: ready }, language);
        const pool = new ReplayPool({ [ready.task.version]: ready.version.snapshot }, 1);
        try {
          tell(id, await replayed(ready, pool), language);
        } finally {
          await pool.close();
        }
      });
    });
}

/** The exit status is 0 where the same comes of it, 1 where something else does, 2 where it cannot be said. */
function tell(id: number, answer: Replayed, language: Language): void {
  const words = journalWords(language);
  if (answer.kind === 'unknown') {
    console.log(fill(words.notAgain, { id, why: journalText(whyNot[answer.why], language) }));
    process.exitCode = 2;
    return;
  }
  const { seen } = answer.record;
  console.log(fill(words.asItWas, { id, at: localTime(seen.at), step: seen.step, said: seen.said }));
  if (answer.kind === 'same') {
    const { bytes } = answer.result;
    console.log(bytes ? fill(words.sameBytes, { count: bytes.length }) : words.same);
    return;
  }
  console.log(visible(fill(words.other, { what: journalText(differenceWords(answer), language) })));
  process.exitCode = 1;
}

/** `journal verify --replay`: every message. */
export async function verifyByReplay(config: string, file: string | undefined): Promise<void> {
  await withSite(config, file, async (site, { language = 'en' }) => {
    const words = journalWords(language);
    const told = process.stderr.isTTY
      ? (done: number) => process.stderr.write(`\r${fill(words.messagesDone, { done })}`)
      : undefined;
    const verified = await verifyReplay(site, told);
    if (told) process.stderr.write('\r');
    tellAll(verified, words, language);
  });
}

function tellAll({ same, different, unknown }: Verified, words: JournalWords, language: Language): void {
  console.log(fill(words.allAgain, { count: same + different.length, same }));
  for (const { id, words: what } of different.slice(0, most))
    console.log(visible(`  ${id}: ${journalText(what, language)}`));
  if (different.length > most) console.log(`  ${fill(words.more, { count: different.length - most })}`);
  for (const [why, count] of unknown)
    console.log(fill(words.notRunAgain, { count, why: journalText(whyNot[why], language) }));
  if (different.length > 0) process.exitCode = 1;
}
