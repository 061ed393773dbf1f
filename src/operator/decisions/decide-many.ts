import { setTimeout } from 'node:timers/promises';
import type { Command, Journal } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import {
  isGatewayRunning,
  type JournalSettings,
  readJournal,
  withJournalBeside,
} from '../../journal/open/open-journal.ts';
import type { MessageState } from '../../types.ts';

/** Decisions on all messages that fit: first the plan, then one after the other in their order of arrival. */

/** Which messages are meant; at least one of them. */
export interface MessageFilter {
  readonly channel?: string;
  /** Of any of these. */
  readonly channels?: readonly string[];
  /** One of these, by their numbers. */
  readonly ids?: readonly number[];
  readonly state?: Exclude<MessageState, 'settled'>;
  /** Code of a finding that they have. */
  readonly finding?: string;
  /** Received from this instant on, and before that one (RFC 3339, UTC). */
  readonly since?: string;
  readonly until?: string;
}

export type ManyAction = 'retry' | 'discard';

export interface DecisionPlan {
  readonly action: ManyAction;
  /** In the order in which they are decided on: as they arrived, so that no order key is turned round. */
  readonly messages: readonly Message[];
  /** Of a message that is held back by one that is not among them: it stays where it is meanwhile. */
  readonly heldBack: number;
}

/** What can be decided on. */
const states: Readonly<Record<ManyAction, readonly Exclude<MessageState, 'settled'>[]>> = {
  retry: ['parked', 'waiting'],
  discard: ['received', 'ready', 'waiting', 'parked'],
};

/** At the most; who has more decides again. */
const most = 100_000;

export async function planDecisions(
  journal: Journal,
  action: ManyAction,
  which: MessageFilter,
): Promise<DecisionPlan> {
  const { state, channels, ids, ...filter } = which;
  const wantedIds = ids && new Set(ids);
  const wanted = states[action].filter((one) => state === undefined || state === one);
  const found = await Promise.all(wanted.map((one) => journal.list({ ...filter, state: one, limit: most })));
  const messages = found
    .flat()
    .filter(({ channel, id }) => (channels?.includes(channel) ?? true) && (wantedIds?.has(id) ?? true))
    .sort((a, b) => a.arrival - b.arrival);
  return { action, messages, heldBack: action === 'retry' ? await heldBack(journal, messages) : 0 };
}

/** Open ones of the same order keys that came before and are not among them. */
async function heldBack(journal: Journal, messages: readonly Message[]): Promise<number> {
  const firsts = new Map<string, Message>();
  for (const message of messages)
    if (message.orderKey !== undefined && !firsts.has(message.orderKey))
      firsts.set(message.orderKey, message);
  const ours = new Set(messages.map(({ id }) => id));
  let count = 0;
  const keys = [...firsts.keys()];
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const others = await journal.listByOrderKeys(keys.slice(at, at + keysAtOnce), most);
    const before = others.filter(
      ({ id, state, released, arrival, orderKey = '' }) =>
        state !== 'settled' && !released && !ours.has(id) && arrival < (firsts.get(orderKey)?.arrival ?? 0),
    );
    count += new Set(before.map(({ orderKey }) => orderKey)).size;
  }
  return count;
}

const keysAtOnce = 200;

/** How far it has come. */
export interface Progress {
  readonly of: number;
  /** Decided on. */
  readonly done: number;
  /** Of these, those on which nothing was changed any more, with the first reason. */
  readonly refused: number;
  readonly because: string | undefined;
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
  settings: JournalSettings,
  { action, messages }: DecisionPlan,
  about: Pick<Command, 'force' | 'reason' | 'who'>,
  signal: AbortSignal,
): AsyncGenerator<Progress> {
  const journal = await readJournal(settings);
  let told: Progress = { of: messages.length, done: 0, refused: 0, because: undefined, left: 0 };
  try {
    for (let at = 0; at < messages.length && !signal.aborted; at += batchSize) {
      const part = messages.slice(at, at + batchSize);
      const commands = await leaveAll(
        settings,
        part.map(({ id: message }) => ({ ...about, action, message })),
      );
      const runs = (await isGatewayRunning(settings)) !== false;
      told = addProgress(
        told,
        runs ? await resultsOf(journal, commands, signal) : noProgress(commands.length),
      );
      yield told;
    }
  } finally {
    await journal.close();
  }
}

const leaveAll = (settings: JournalSettings, commands: readonly Command[]): Promise<readonly number[]> =>
  withJournalBeside(settings, (journal) =>
    Promise.all(commands.map((command) => journal.enqueueCommand(command))),
  );

type Part = Pick<Progress, 'done' | 'refused' | 'because' | 'left'>;

const noProgress = (left: number): Part => ({ done: 0, refused: 0, because: undefined, left });

const addProgress = (told: Progress, { done, refused, because, left }: Part): Progress => ({
  of: told.of,
  done: told.done + done,
  refused: told.refused + refused,
  because: told.because ?? because,
  left: told.left + left,
});

/** What is in hand is discarded when that has ended: such a decision may still be left after a while. */
async function resultsOf(journal: Journal, commands: readonly number[], signal: AbortSignal): Promise<Part> {
  const end = performance.now() + patience.answer;
  let open = commands;
  let told = noProgress(0);
  for (;;) {
    const results = await Promise.all(
      open.map(async (command) => ({ command, result: await journal.findCommandResult(command) })),
    );
    for (const { result } of results)
      if (result)
        told = {
          ...told,
          done: told.done + 1,
          refused: told.refused + (result.refused ? 1 : 0),
          because: told.because ?? (result.refused ? result.result : undefined),
        };
    open = results.filter(({ result }) => result === undefined).map(({ command }) => command);
    if (open.length === 0 || performance.now() > end || signal.aborted) return { ...told, left: open.length };
    await setTimeout(patience.between);
  }
}
