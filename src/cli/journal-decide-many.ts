import { journalText } from '../findings/journal-texts.ts';
import { fill } from '../findings/messages.ts';
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
import { standing } from '../operator/listing.ts';
import { readFreedMessages } from '../replay/freed-messages.ts';
import type { Language, MessageState } from '../types.ts';
import { visible } from '../visible.ts';
import { configOrFindings, table } from './common.ts';
import { journalPart, who, withJournal } from './journal-common.ts';
import { type JournalWords, journalWords } from './journal-words/words.ts';

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
  const words = journalWords(language);
  let plan: DecisionPlan | undefined;
  await withJournal(settings, async (journal) => {
    plan = await planOf(journal, action, { ...which, ...(await freedIn(journal, options, words)) });
  });
  if (plan === undefined) return;
  console.log(told(plan, words, language));
  if (plan.messages.length === 0) return;
  if (!yes) return console.log(fill(words.nothingDone, { action: actionIn(action, words) }));
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  let last: Progress | undefined;
  for await (const progress of decideMany(settings, plan, { force, reason, who: who() }, cancel.signal)) {
    console.log(tellProgress(progress, words));
    last = progress;
  }
  tellEnd(plan, last, cancel.signal.aborted, language);
  const carriedOut = (last?.done ?? 0) - (last?.refused ?? 0);
  if (action === 'retry' && carriedOut > 0) console.log(words.notAwaited);
}

/** Exactly those that the replay named; what is parked no longer is not touched. */
async function freedIn(
  journal: Journal,
  { replay }: ManyOptions,
  words: JournalWords,
): Promise<Pick<Which, 'ids' | 'state'>> {
  if (replay === undefined) return {};
  const ids = await readFreedMessages(journal, replay);
  const messages = await Promise.all(ids.map((id) => journal.message(id)));
  const others = messages.filter((message) => message?.state !== 'parked').length;
  if (others > 0) console.log(fill(words.notParkedAnyMore, { others, count: ids.length }));
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

/** `try again`, `opnieuw te proberen`. */
const actionIn = (action: ManyAction, words: JournalWords): string =>
  ({ retry: words.retryThem, release: words.releaseThem, discard: words.discardThem })[action];

function told(
  { action: named, messages, heldBack }: DecisionPlan,
  words: JournalWords,
  language: Language,
): string {
  const action = actionIn(named, words);
  if (messages.length === 0) return fill(words.noneFit, { action });
  const groups = [
    ...Map.groupBy(messages, ({ channel, state, reason }) => JSON.stringify([channel, state, reason])),
  ];
  const counts = groups
    .map(([, [first, ...others]]) => [first, others.length + 1] as const)
    .sort(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([first, count]) =>
      first === undefined
        ? []
        : [String(count), first.channel, standing(first, language), journalText(first.reason, language)],
    );
  const rows = messages
    .slice(0, shown)
    .map(({ id, receivedAt, channel, purchaseOrderNumber, name }) => [
      ...[`#${id}`, localTime(receivedAt), channel, purchaseOrderNumber ?? '-', name],
    ]);
  const rest = messages.length - rows.length;
  return [
    fill(messages.length === 1 ? words.planOfOne : words.plan, { action, count: messages.length }),
    table([words.planHead, ...counts]),
    ...(groups.length > shown ? [fill(words.moreReasons, { count: groups.length - shown })] : []),
    words.firstOfThem,
    table(rows),
    ...(rest > 0 ? [fill(words.more, { count: rest })] : []),
    ...(heldBack > 0 ? [fill(words.waitForEarlier, { count: heldBack })] : []),
  ].join('\n');
}

const tellProgress = ({ of, done, refused, left }: Progress, words: JournalWords): string =>
  [
    fill(words.progress, { done: done + left, of }),
    ...(refused > 0 ? [fill(words.refusedSoFar, { count: refused })] : []),
    ...(left > 0 ? [fill(words.leftSoFar, { count: left })] : []),
  ].join(', ');

function tellEnd(
  { action, messages }: DecisionPlan,
  last: Progress | undefined,
  isCancelled: boolean,
  language: Language,
): void {
  const words = journalWords(language);
  const { done = 0, refused = 0, because, left = 0 } = last ?? {};
  const untouched = messages.length - done - left;
  if (isCancelled && untouched > 0) console.log(fill(words.cancelled, { count: untouched }));
  if (left > 0) console.log(fill(words.leftToGateway, { count: left }));
  if (refused > 0)
    console.log(
      `${words.REFUSED} ${fill(words.refusedMany, { command: action, count: refused, why: visible(journalText(because ?? '', language)) })}`,
    );
  if (refused > 0 || (isCancelled && untouched > 0)) process.exitCode = 1;
}
