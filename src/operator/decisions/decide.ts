import { setTimeout } from 'node:timers/promises';
import { findObstacle } from '../../journal/decisions/carry-out-command.ts';
import type { Command, CommandResult } from '../../journal/journal.ts';
import type { DecisionAccess } from './decision-access.ts';
import { type DecisionResult, pendingResult, refusedResult } from './decision-result.ts';

/** Milliseconds: a gateway looks for decisions every second. */
const patience = { answer: 10_000, between: 100 };

/** Leaves a decision for the gateway, and waits for what comes of it. */
export async function decide(
  { journal, write, isGatewayRunning }: DecisionAccess,
  command: Command,
  longest = patience.answer,
): Promise<DecisionResult> {
  const message = await journal.message(command.message);
  // a task outlives its message
  if (!message && command.action !== 'done') return refusedResult('no-message', { id: command.message });
  const obstacle = message && findObstacle(message, command);
  if (obstacle !== undefined) return { kind: 'refused', said: obstacle };
  const number = await write((open) => open.enqueueCommand(command));
  if ((await isGatewayRunning()) === false) return pendingResult('no-gateway');
  const answer = await waitForAnswer(() => journal.findCommandResult(number), longest);
  if (answer) return { kind: answer.refused ? 'refused' : 'done', said: answer.result };
  const isInHand = (await journal.message(command.message))?.inHand;
  return isInHand ? pendingResult('in-hand') : pendingResult('not-taken-up', { seconds: longest / 1000 });
}

async function waitForAnswer(
  ask: () => Promise<CommandResult | undefined>,
  longest: number,
): Promise<CommandResult | undefined> {
  const end = performance.now() + longest;
  for (;;) {
    const answer = await ask();
    if (answer || performance.now() > end) return answer;
    await setTimeout(patience.between);
  }
}
