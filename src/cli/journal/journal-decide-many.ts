import { fillTemplate } from '../../findings/create-finding.ts';
import { journalText } from '../../findings/journal-texts.ts';
import type { Journal } from '../../journal/journal.ts';
import {
  type DecisionPlan,
  decideMany,
  type ManyAction,
  type MessageFilter,
  type Progress,
  planDecisions,
} from '../../operator/decisions/decide-many.ts';
import { standingOf } from '../../operator/messages/message-standing.ts';
import { readFreedMessages } from '../../replay/versions/freed-messages.ts';
import { escapeControls } from '../../text/visible.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import type { Language, MessageState } from '../../types.ts';
import { renderStanding } from '../../wording/messages/render-standing.ts';
import { loadConfigOrPrint, renderTable } from '../kit/command-kit.ts';
import { currentAccountName, requireJournalConfig, withJournal } from '../kit/journal-options.ts';
import { type JournalWords, journalWords } from '../kit/journal-words.ts';

export interface DecideManyOptions extends Omit<MessageFilter, 'state' | 'channels' | 'ids'> {
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
export async function decideOnMany(action: ManyAction, options: DecideManyOptions): Promise<void> {
  const { config, reason, force = false, yes = false } = options;
  const which = { ...whichOf(options), ...(await channelsWith(options)) };
  if (Object.keys(which).length === 0 && options.replay === undefined)
    throw new Error(
      'Say which messages: by their numbers, or by --channel, --mapping, --replay, --state, --finding, --since, --until.',
    );
  const { journal: settings, language } = await requireJournalConfig(config);
  const words = journalWords(language);
  let plan: DecisionPlan | undefined;
  await withJournal(settings, async (journal) => {
    plan = await planDecisions(journal, action, { ...which, ...(await freedIn(journal, options, words)) });
  });
  if (plan === undefined) return;
  console.log(renderPlan(plan, words, language));
  if (plan.messages.length === 0) return;
  if (!yes) return console.log(fillTemplate(words.nothingDone, { action: actionIn(action, words) }));
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  let last: Progress | undefined;
  for await (const progress of decideMany(
    settings,
    plan,
    { force, reason, who: currentAccountName() },
    cancel.signal,
  )) {
    console.log(renderProgress(progress, words));
    last = progress;
  }
  printEnd(plan, last, cancel.signal.aborted, language);
  const carriedOut = (last?.done ?? 0) - (last?.refused ?? 0);
  if (action === 'retry' && carriedOut > 0) console.log(words.notAwaited);
}

/** Exactly those that the replay named; what is parked no longer is not touched. */
async function freedIn(
  journal: Journal,
  { replay }: DecideManyOptions,
  words: JournalWords,
): Promise<Pick<MessageFilter, 'ids' | 'state'>> {
  if (replay === undefined) return {};
  const ids = await readFreedMessages(journal, replay);
  const messages = await Promise.all(ids.map((id) => journal.message(id)));
  const others = messages.filter((message) => message?.state !== 'parked').length;
  if (others > 0) console.log(fillTemplate(words.notParkedAnyMore, { others, count: ids.length }));
  return { ids, state: 'parked' };
}

async function channelsWith({
  config: path,
  mapping,
}: DecideManyOptions): Promise<Pick<MessageFilter, 'channels'>> {
  if (mapping === undefined) return {};
  const config = await loadConfigOrPrint(path);
  const channels = Object.entries(config?.channels ?? {}).flatMap(([name, { map }]) =>
    map?.includes(mapping) ? name : [],
  );
  if (channels.length === 0) throw new Error(`No channel of the config uses the mapping ${mapping}.`);
  return { channels };
}

function whichOf({ channel, state, parked, finding, since, until }: DecideManyOptions): MessageFilter {
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
const mostShown = 10;

/** `try again`, `opnieuw te proberen`. */
const actionIn = (action: ManyAction, words: JournalWords): string =>
  ({ retry: words.retryThem, release: words.releaseThem, discard: words.discardThem })[action];

function renderPlan(
  { action: named, messages, heldBack }: DecisionPlan,
  words: JournalWords,
  language: Language,
): string {
  const action = actionIn(named, words);
  if (messages.length === 0) return fillTemplate(words.noneFit, { action });
  const groups = [
    ...Map.groupBy(messages, ({ channel, state, reason }) => JSON.stringify([channel, state, reason])),
  ];
  const counts = groups
    .map(([, [first, ...others]]) => [first, others.length + 1] as const)
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostShown)
    .map(([first, count]) =>
      first === undefined
        ? []
        : [
            String(count),
            first.channel,
            renderStanding(standingOf(first), language),
            journalText(first.reason, language),
          ],
    );
  const rows = messages
    .slice(0, mostShown)
    .map(({ id, receivedAt, channel, purchaseOrderNumber, name }) => [
      ...[`#${id}`, renderLocalTime(receivedAt), channel, purchaseOrderNumber ?? '-', name],
    ]);
  const rest = messages.length - rows.length;
  return [
    fillTemplate(messages.length === 1 ? words.planOfOne : words.plan, { action, count: messages.length }),
    renderTable([words.planHead, ...counts]),
    ...(groups.length > mostShown
      ? [fillTemplate(words.moreReasons, { count: groups.length - mostShown })]
      : []),
    words.firstOfThem,
    renderTable(rows),
    ...(rest > 0 ? [fillTemplate(words.more, { count: rest })] : []),
    ...(heldBack > 0 ? [fillTemplate(words.waitForEarlier, { count: heldBack })] : []),
  ].join('\n');
}

const renderProgress = ({ of, done, refused, left }: Progress, words: JournalWords): string =>
  [
    fillTemplate(words.progress, { done: done + left, of }),
    ...(refused > 0 ? [fillTemplate(words.refusedSoFar, { count: refused })] : []),
    ...(left > 0 ? [fillTemplate(words.leftSoFar, { count: left })] : []),
  ].join(', ');

function printEnd(
  { action, messages }: DecisionPlan,
  last: Progress | undefined,
  isCancelled: boolean,
  language: Language,
): void {
  const words = journalWords(language);
  const { done = 0, refused = 0, because, left = 0 } = last ?? {};
  const untouched = messages.length - done - left;
  if (isCancelled && untouched > 0) console.log(fillTemplate(words.cancelled, { count: untouched }));
  if (left > 0) console.log(fillTemplate(words.leftToGateway, { count: left }));
  if (refused > 0)
    console.log(
      `${words.REFUSED} ${fillTemplate(words.refusedMany, { command: action, count: refused, why: escapeControls(journalText(because ?? '', language)) })}`,
    );
  if (refused > 0 || (isCancelled && untouched > 0)) process.exitCode = 1;
}
