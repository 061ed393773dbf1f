import type { Command } from '../../journal/journal.ts';
import type { Attempt, Message } from '../../journal/model/message.ts';

/** What can be done about a message. `ticket`: somebody else has to do it, and is told. `force`: it goes all the same. */
export type MessageAction = Exclude<Command['action'], 'resend'> | 'edit' | 'force' | 'ticket';

export interface WayFacts {
  readonly message: Message;
  /** The document is kept, and there is one. */
  readonly hasDocument: boolean;
  readonly attempts: readonly Attempt[];
  readonly hasOpenTask: boolean;
  /** The reader may decide on messages; may change mappings and tables. */
  readonly mayOperate: boolean;
  readonly mayAdminister: boolean;
}

/** The best first; none: nobody has to do anything, or the reader may not. */
export function listWays(facts: WayFacts): readonly MessageAction[] {
  const ways = waysOf(facts);
  if (facts.mayOperate) return facts.hasOpenTask ? ['done', ...ways] : ways;
  return ways.length > 0 || facts.hasOpenTask ? ['ticket'] : [];
}

function waysOf(facts: WayFacts): readonly MessageAction[] {
  const { state, outcome, closed } = facts.message;
  if (state === 'parked' || state === 'waiting') return stuckWays(facts);
  if (state !== 'settled') return ['discard'];
  if (outcome === 'rejected' && closed === undefined) return ['ticket', ...editWay(facts), 'close'];
  return (outcome === 'outdated' || outcome === 'unchanged') && facts.hasDocument ? ['force'] : [];
}

function stuckWays(facts: WayFacts): readonly MessageAction[] {
  const { released } = facts.message;
  const edit = editWay(facts);
  const others: readonly MessageAction[] = [...(released ? [] : ['release' as const]), 'discard'];
  if (needsMapping(facts.message) && !facts.mayAdminister) return ['ticket', 'retry', ...edit, ...others];
  const wasSent = facts.attempts.some(({ what, ended }) => what === 'deliver' && ended !== undefined);
  if (needsMapping(facts.message) || wasSent || facts.message.findings.length === 0)
    return ['retry', ...edit, ...others];
  return [...edit, 'retry', ...others];
}

const editWay = ({ message, hasDocument }: WayFacts): readonly MessageAction[] =>
  hasDocument && message.direction === 'inbound' && message.source.kind !== 'notice' ? ['edit'] : [];

/** A table or a mapping lacks something: whoever may change those mends the cause for all that wait for it. */
const needsMapping = ({ findings }: Message): boolean =>
  findings.some(({ code, severity }) => severity === 'park' && /^(table|mapping)-/.test(code));
