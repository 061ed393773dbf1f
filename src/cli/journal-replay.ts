import { Command } from 'commander';
import { localTime } from '../operator/clock.ts';
import { type Replayed, readied, replayed } from '../replay/again.ts';
import { differenceWords, type Verified, verifyReplay } from '../replay/again-all.ts';
import { ReplayPool } from '../replay/pool.ts';
import { whyNot } from '../replay/words.ts';
import { visible } from '../visible.ts';
import { withConfig } from './common.ts';
import { wholeNumber } from './journal-common.ts';
import { withSite } from './replay-site.ts';
import { withTimes } from './utc.ts';

/** Messages that come out otherwise and are told by number. */
const most = 50;

export function replayCommand(): Command {
  return withTimes(withConfig(new Command('replay')))
    .argument('<id>', 'its number', wholeNumber)
    .action(async (id: number, { config }: { readonly config: string }) => {
      await withSite(config, undefined, async (site) => {
        const ready = await readied(site, id);
        if (ready === undefined) throw new Error(`There is no message ${id}.`);
        if (typeof ready === 'string') return tell(id, { kind: 'unknown', why: ready });
        const pool = new ReplayPool({ [ready.task.version]: ready.version.snapshot }, 1);
        try {
          tell(id, await replayed(ready, pool));
        } finally {
          await pool.close();
        }
      });
    });
}

/** The exit status is 0 where the same comes of it, 1 where something else does, 2 where it cannot be said. */
function tell(id: number, answer: Replayed): void {
  if (answer.kind === 'unknown') {
    console.log(`Message ${id} cannot be run again, because ${whyNot[answer.why]}.`);
    process.exitCode = 2;
    return;
  }
  const { seen } = answer.record;
  console.log(`Message ${id} as it was at ${localTime(seen.at)} (${seen.step}: ${seen.said}).`);
  if (answer.kind === 'same') {
    const { bytes } = answer.result;
    console.log(
      bytes ? `The same comes of it: the very same ${bytes.length} bytes.` : 'The same comes of it.',
    );
    return;
  }
  console.log(visible(`Something else comes of it: ${differenceWords(answer)}`));
  process.exitCode = 1;
}

/** `journal verify --replay`: every message. */
export async function verifyByReplay(config: string, file: string | undefined): Promise<void> {
  await withSite(config, file, async (site) => {
    const told = process.stderr.isTTY
      ? (done: number) => process.stderr.write(`\r${done} messages`)
      : undefined;
    const verified = await verifyReplay(site, told);
    if (told) process.stderr.write('\r');
    tellAll(verified);
  });
}

function tellAll({ same, different, unknown }: Verified): void {
  console.log(`Run again as they were: of ${same + different.length} messages ${same} give the same.`);
  for (const { id, words } of different.slice(0, most)) console.log(visible(`  ${id}: ${words}`));
  if (different.length > most) console.log(`  and ${different.length - most} more`);
  for (const [why, count] of unknown) console.log(`Not run again: ${count}, because ${whyNot[why]}.`);
  if (different.length > 0) process.exitCode = 1;
}
