import { setTimeout } from 'node:timers/promises';
import { findObstacle } from '../../journal/decisions/decision-commands.ts';
import type { Command, CommandResult } from '../../journal/journal.ts';
import {
  enqueueDecision,
  isGatewayRunning,
  type JournalSettings,
  readJournal,
} from '../../journal/open/open-journal.ts';

/** What came of a decision. `left`: nothing yet, it is kept. */
export interface DecisionResult {
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
): Promise<DecisionResult> {
  const journal = await readJournal(settings);
  try {
    const message = await journal.message(command.message);
    // a task outlives its message
    if (!message && command.action !== 'done')
      return refusedResult(`There is no message ${command.message}.`);
    const over = message && findObstacle(message, command);
    if (over !== undefined) return refusedResult(over);
    const number = await enqueueDecision(settings, command);
    if ((await isGatewayRunning(settings)) === false)
      return pendingResult('No gateway runs now: it is kept, and carried out when one starts.');
    const result = await waitForAnswer(() => journal.findCommandResult(number), longest);
    if (result) return { kind: result.refused ? 'refused' : 'done', text: result.result };
    const inHand = (await journal.message(command.message))?.inHand;
    if (inHand) return pendingResult('It is being worked on: it is carried out when that has ended.');
    return pendingResult(
      `No gateway has taken it up within ${longest / 1000} seconds: it is kept, and carried out by the next one that can.`,
    );
  } finally {
    await journal.close();
  }
}

async function waitForAnswer(
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

const refusedResult = (text: string): DecisionResult => ({ kind: 'refused', text });
const pendingResult = (text: string): DecisionResult => ({ kind: 'left', text });
