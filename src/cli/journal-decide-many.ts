import type { Journal } from '../journal/interface.ts';
import { localTime } from '../operator/clock.ts';
import {
  type DecisionPlan,
  decideMany,
  type ManyAction,
  type Progress,
  planOf,
  type Which,
} from '../operator/decide-many.ts';
import { readFreedMessages } from '../replay/freed-messages.ts';
import type { MessageState } from '../types.ts';
import { visible } from '../visible.ts';
import { configOrFindings, table } from './common.ts';
import { journalPart, who, withJournal } from './journal-common.ts';
import { journalWords } from './journal-words/words.ts';

export interface ManyOptions extends Omit<Which, 'state' | 'channels' | 'ids'> {
  /** Of all channels that use it. */
  readonly mapping?: string;
  readonly parked?: boolean;
  /** What a replay said is freed: the file of its report, or the number of what was published. */
  readonly replay?: string;
  readonly config: string;
  readonly reason: string;
  readonly force?: boolean;
  readonly state?: Exclude<MessageState, 'settled'>;
  readonly yes?: boolean;
}

/** Shows the plan, or carries it out; Ctrl-C ends it after the part that is under way. */
export async function decideOnMany(action: ManyAction, options: ManyOptions): Promise<void> {
  const { config, reason, force = false, yes = false } = options;
  const which = { ...whichOf(options), ...(await channelsWith(options)) };
  if (Object.keys(which).length === 0 && options.replay === undefined)
    throw new Error(
      'Say which messages: by their numbers, or by --channel, --mapping, --replay, --state, --finding, --since, --until.',
    );
  const { journal: settings, language } = await journalPart(config);
  let plan: DecisionPlan | undefined;
  await withJournal(settings, async (journal) => {
    plan = await planOf(journal, action, { ...which, ...(await freedIn(journal, options)) });
  });
  if (plan === undefined) return;
  console.log(told(plan));
  if (plan.messages.length === 0) return;
  if (!yes) return console.log(`Nothing was done. Repeat it with --yes to ${action} them.`);
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  let last: Progress | undefined;
  for await (const progress of decideMany(settings, plan, { force, reason, who: who() }, cancel.signal)) {
    console.log(tellProgress(progress));
    last = progress;
  }
  tellEnd(plan, last, cancel.signal.aborted);
  const carriedOut = (last?.done ?? 0) - (last?.refused ?? 0);
  if (action === 'retry' && carriedOut > 0) console.log(journalWords(language).notAwaited);
}

/** Exactly those that the replay named; what is parked no longer is not touched. */
async function freedIn(journal: Journal, { replay }: ManyOptions): Promise<Pick<Which, 'ids' | 'state'>> {
  if (replay === undefined) return {};
  const ids = await readFreedMessages(journal, replay);
  const messages = await Promise.all(ids.map((id) => journal.message(id)));
  const others = messages.filter((message) => message?.state !== 'parked').length;
  if (others > 0) console.log(`${others} of the ${ids.length} that it frees are not parked any more.`);
  return { ids, state: 'parked' };
}

async function channelsWith({ config: path, mapping }: ManyOptions): Promise<Pick<Which, 'channels'>> {
  if (mapping === undefined) return {};
  const config = await configOrFindings(path);
  const channels = Object.entries(config?.channels ?? {}).flatMap(([name, { map }]) =>
    map?.includes(mapping) ? name : [],
  );
  if (channels.length === 0) throw new Error(`No channel of the config uses the mapping ${mapping}.`);
  return { channels };
}

function whichOf({ channel, state, parked, finding, since, until }: ManyOptions): Which {
  return {
    ...(parked ? { state: 'parked' } : {}),
    ...(channel === undefined ? {} : { channel }),
    ...(state === undefined ? {} : { state }),
    ...(finding === undefined ? {} : { finding }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

/** Messages that are shown one by one. */
const shown = 10;

function told({ action, messages, heldBack }: DecisionPlan): string {
  if (messages.length === 0) return `There are no messages to ${action} that fit.`;
  const groups = [
    ...Map.groupBy(messages, ({ channel, state, reason }) => JSON.stringify([channel, state, reason])),
  ];
  const counts = groups
    .map(([, [first, ...others]]) => [first, others.length + 1] as const)
    .sort(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([first, count]) => [String(count), first?.channel ?? '', first?.state ?? '', first?.reason ?? '']);
  const rows = messages
    .slice(0, shown)
    .map(({ id, receivedAt, channel, purchaseOrderNumber, name }) => [
      ...[`#${id}`, localTime(receivedAt), channel, purchaseOrderNumber ?? '-', name],
    ]);
  const rest = messages.length - rows.length;
  return [
    `To ${action}: ${messages.length} ${messages.length === 1 ? 'message' : 'messages'}, in the order in which they arrived.`,
    table([['COUNT', 'CHANNEL', 'STATE', 'WHY'], ...counts]),
    ...(groups.length > shown ? [`and ${groups.length - shown} more reasons`] : []),
    'The first of them:',
    table(rows),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(heldBack > 0
      ? [`${heldBack} of their orders have an earlier message that is not among them: they wait for that.`]
      : []),
  ].join('\n');
}

const tellProgress = ({ of, done, refused, left }: Progress): string =>
  `${done + left} of ${of}${refused > 0 ? `, ${refused} refused` : ''}${left > 0 ? `, ${left} left for a gateway` : ''}`;

function tellEnd({ action, messages }: DecisionPlan, last: Progress | undefined, isCancelled: boolean): void {
  const { done = 0, refused = 0, because, left = 0 } = last ?? {};
  const untouched = messages.length - done - left;
  if (isCancelled && untouched > 0) console.log(`Cancelled: ${untouched} messages stay as they were.`);
  if (left > 0) console.log(`${left} decisions are kept, and carried out by a gateway when it can.`);
  if (refused > 0)
    console.log(`REFUSED ${action} of ${refused}, the first because: ${visible(because ?? '')}`);
  if (refused > 0 || (isCancelled && untouched > 0)) process.exitCode = 1;
}
