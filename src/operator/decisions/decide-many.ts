import { setTimeout } from 'node:timers/promises';
import type { Command, CommandResult, Journal } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { countNeighbours, decidableStates, mostDecided } from './decidable-messages.ts';
import type { DecisionAccess } from './decision-access.ts';
import type { MessageFilter } from './message-filter.ts';

/** Decisions on all messages that fit: first the plan, then one after the other in their order of arrival. */

export type ManyAction = 'retry' | 'discard';

export interface DecisionPlan {
  readonly action: ManyAction;
  /** In the order in which they are decided on: as they arrived, so that no order key is turned round. */
  readonly messages: readonly Message[];
  /** Of a message that is held back by one that is not among them: it stays where it is meanwhile. */
  readonly heldBack: number;
}

type PlanJournal = Pick<Journal, 'list' | 'listByOrderKeys'>;

export async function planDecisions(
  journal: PlanJournal,
  action: ManyAction,
  meant: MessageFilter,
): Promise<DecisionPlan> {
  const { state, channels, ids, ...filter } = meant;
  const wantedIds = ids && new Set(ids);
  const wanted = decidableStates[action].filter((one) => state === undefined || state === one);
  const found = await Promise.all(
    wanted.map((one) => journal.list({ ...filter, state: one, limit: mostDecided })),
  );
  const messages = found
    .flat()
    .filter(({ channel, id }) => (channels?.includes(channel) ?? true) && (wantedIds?.has(id) ?? true))
    .sort((a, b) => a.arrival - b.arrival);
  const heldBack = action === 'retry' ? (await countNeighbours(journal, messages)).heldBack : 0;
  return { action, messages, heldBack };
}

/** How far it has come. */
export interface DecisionProgress {
  readonly of: number;
  /** Decided on. */
  readonly done: number;
  /** Of these, those on which nothing was changed any more; and why the first was not, in the words of the journal. */
  readonly refused: number;
  readonly because?: string;
  /** Left for a gateway, and not carried out yet. */
  readonly left: number;
}

/** Decisions that are left at once: a gateway carries them out in one transaction, and works on between two of them. */
const batchSize = 200;

/** Milliseconds: a gateway looks for decisions every second. */
const patience = { answer: 30_000, between: 100 };

/**
 * Carries out a plan, and tells how far it has come after each part. Ends when `signal` is aborted: what was left already is
 * still carried out, the rest stays as it is. Without a gateway all are left for the next one.
 */
export async function* decideMany(
  { journal, write, isGatewayRunning }: DecisionAccess,
  { action, messages }: DecisionPlan,
  about: Pick<Command, 'force' | 'reason' | 'who'>,
  signal: AbortSignal,
): AsyncGenerator<DecisionProgress> {
  let progress: DecisionProgress = { of: messages.length, ...noProgress(0) };
  if (messages.length > 0) await write((open) => open.addHistoryEntry(noteOf(action, messages, about)));
  for (let at = 0; at < messages.length && !signal.aborted; at += batchSize) {
    const commands = messages
      .slice(at, at + batchSize)
      .map(({ id: message }) => ({ ...about, action, message, origin: 'many' as const }));
    const numbers = await write((open) => Promise.all(commands.map((one) => open.enqueueCommand(one))));
    const runs = (await isGatewayRunning()) !== false;
    progress = addProgress(
      progress,
      runs ? await awaitResults(journal, numbers, signal) : noProgress(numbers.length),
    );
    yield progress;
  }
}

/** Of all together: each has its own. */
const noteOf = (
  action: ManyAction,
  messages: readonly Message[],
  { who = '', reason }: Pick<Command, 'reason' | 'who'>,
) => ({
  ...{ subject: '', action: `${action}-many`, who, reason },
  result: `${messages.length}`,
});

type BatchProgress = Omit<DecisionProgress, 'of'>;

const noProgress = (left: number): BatchProgress => ({ done: 0, refused: 0, left });

function addProgress<T extends BatchProgress>(before: T, part: BatchProgress): T {
  const because = before.because ?? part.because;
  return {
    ...before,
    done: before.done + part.done,
    refused: before.refused + part.refused,
    left: before.left + part.left,
    ...(because === undefined ? {} : { because }),
  };
}

/** What is in hand is discarded when that has ended: such a decision may still be left after a while. */
async function awaitResults(
  journal: Pick<Journal, 'findCommandResult'>,
  commands: readonly number[],
  signal: AbortSignal,
): Promise<BatchProgress> {
  const end = performance.now() + patience.answer;
  let open = commands;
  let progress = noProgress(0);
  for (;;) {
    const results = await Promise.all(
      open.map(async (command) => ({ command, result: await journal.findCommandResult(command) })),
    );
    for (const { result } of results) if (result) progress = addProgress(progress, progressOf(result));
    open = results.filter(({ result }) => result === undefined).map(({ command }) => command);
    if (open.length === 0 || performance.now() > end || signal.aborted)
      return { ...progress, left: open.length };
    await setTimeout(patience.between);
  }
}

const progressOf = ({ refused, result }: CommandResult): BatchProgress =>
  refused ? { done: 1, refused: 1, because: result, left: 0 } : { done: 1, refused: 0, left: 0 };
