import { setTimeout } from 'node:timers/promises';
import { overFor } from '../journal/commands.ts';
import type { Command, CommandResult } from '../journal/interface.ts';
import { gatewayRuns, type JournalSettings, leaveDecision, readJournal } from '../journal/open.ts';

/** What came of a decision. `left`: nothing yet, it is kept. */
export interface Decided {
  readonly kind: 'done' | 'refused' | 'left';
  readonly text: string;
}

/** Milliseconds: a gateway looks for decisions every second. */
const patience = { answer: 10_000, between: 100 };

/** Leaves a decision for the gateway, and waits for what comes of it. */
export async function decide(
  settings: JournalSettings,
  command: Command,
  longest = patience.answer,
): Promise<Decided> {
  const journal = await readJournal(settings);
  try {
    const message = await journal.message(command.message);
    // a task outlives its message
    if (!message && command.action !== 'done') return refused(`There is no message ${command.message}.`);
    const over = message && overFor(message, command);
    if (over !== undefined) return refused(over);
    const number = await leaveDecision(settings, command);
    if ((await gatewayRuns(settings)) === false)
      return left('No gateway runs now: it is kept, and carried out when one starts.');
    const result = await answered(() => journal.commandResult(number), longest);
    if (result) return { kind: result.refused ? 'refused' : 'done', text: result.result };
    const inHand = (await journal.message(command.message))?.inHand;
    if (inHand) return left('It is being worked on: it is carried out when that has ended.');
    return left(
      `No gateway has taken it up within ${longest / 1000} seconds: it is kept, and carried out by the next one that can.`,
    );
  } finally {
    await journal.close();
  }
}

async function answered(
  ask: () => Promise<CommandResult | undefined>,
  longest: number,
): Promise<CommandResult | undefined> {
  const end = performance.now() + longest;
  for (;;) {
    const result = await ask();
    if (result || performance.now() > end) return result;
    await setTimeout(patience.between);
  }
}

const refused = (text: string): Decided => ({ kind: 'refused', text });
const left = (text: string): Decided => ({ kind: 'left', text });
