import type { Message } from '../../src/journal/model/message.ts';

/** What is known of the work of a gateway, for whoever has waited for it in vain. */
export interface WorkFacts {
  readonly messages: readonly Message[];
  /** Why health is not green. */
  readonly reasons: readonly string[];
  /** Channels for which the workers wait, and why. */
  readonly waiting: ReadonlyMap<string, string>;
  /** Lines of the log, as JSON. */
  readonly log: readonly string[];
  readonly now: number;
}

/** Messages that are told one by one, and lines of the log. */
const most = { messages: 20, lines: 10 };

const warning = 40;

/** How many messages have ended how, what each of the others waits for, and what the gateway complains of. */
export function describeWork({ messages, reasons, waiting, log, now }: WorkFacts): string {
  const open = messages.filter(({ state }) => state !== 'settled').toReversed();
  const counts = Map.groupBy(messages, ({ channel, state, outcome }) => `${channel} ${outcome ?? state}`);
  return [
    messages.length === 0
      ? 'there are no messages'
      : `messages: ${[...counts].map(([what, { length }]) => `${length} ${what}`).join(', ')}`,
    ...open.slice(0, most.messages).map((message) => describeMessage(message, now)),
    ...[...waiting].map(([channel, why]) => `the workers wait with ${channel}: ${why}`),
    ...reasons.map((reason) => `health: ${reason}`),
    ...log.filter(isComplaint).slice(-most.lines),
  ].join('\n');
}

function describeMessage(
  { id, name, channel, state, inHand, attempts, due, reason }: Message,
  now: number,
): string {
  const hand = inHand ? ', in hand' : '';
  const next = state === 'waiting' ? `, due in ${Math.round((due - now) / 1000)} s` : '';
  const why = reason === '' ? '' : `: ${reason}`;
  return `message ${id} ${name} of ${channel} is ${state}${hand} after ${attempts} attempts${next}${why}`;
}

function isComplaint(line: string): boolean {
  const { level }: { level?: unknown } = JSON.parse(line);
  return typeof level === 'number' && level >= warning;
}
