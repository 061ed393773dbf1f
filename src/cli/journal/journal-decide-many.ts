import { fillTemplate } from '../../findings/create-finding.ts';
import { journalText } from '../../findings/journal-texts.ts';
import type { Journal } from '../../journal/journal.ts';
import {
  type DecisionPlan,
  type DecisionProgress,
  decideMany,
  type ManyAction,
  planDecisions,
} from '../../operator/decisions/decide-many.ts';
import type { DecisionAccess } from '../../operator/decisions/decision-access.ts';
import {
  listChannelsUsing,
  type MessageFilter,
  readFreedFilter,
} from '../../operator/decisions/message-filter.ts';
import { type PlanSummary, summarizePlan } from '../../operator/decisions/plan-summary.ts';
import { escapeControls } from '../../text/visible.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import type { Language, MessageState } from '../../types.ts';
import { renderStanding } from '../../wording/messages/render-standing.ts';
import { loadConfigOrPrint, renderTable } from '../kit/command-kit.ts';
import { currentAccountName, requireJournalConfig } from '../kit/journal-options.ts';
import { type JournalWords, journalWords } from '../kit/journal-words.ts';
import { withDecisionAccess } from '../kit/open-decision-access.ts';

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
  const { config, replay, yes = false } = options;
  const filter = { ...filterOf(options), ...(await channelsOf(options)) };
  if (Object.keys(filter).length === 0 && replay === undefined)
    throw new Error(
      'Say which messages: by their numbers, or by --channel, --mapping, --replay, --state, --finding, --since, --until.',
    );
  const { journal: settings, language } = await requireJournalConfig(config);
  const words = journalWords(language);
  await withDecisionAccess(settings, async (access) => {
    const freed = replay === undefined ? {} : await freedFilter(access.journal, replay, words);
    const plan = await planDecisions(access.journal, action, { ...filter, ...freed });
    console.log(renderPlan(summarizePlan(plan, mostShown), words, language));
    if (plan.messages.length === 0) return;
    if (!yes) return console.log(fillTemplate(words.nothingDone, { action: actionIn(action, words) }));
    await carryOut(access, plan, options, language);
  });
}

async function carryOut(
  access: DecisionAccess,
  plan: DecisionPlan,
  { force = false, reason }: DecideManyOptions,
  language: Language,
): Promise<void> {
  const words = journalWords(language);
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  const about = { force, reason, who: currentAccountName() };
  let last: DecisionProgress | undefined;
  for await (const progress of decideMany(access, plan, about, cancel.signal)) {
    console.log(renderProgress(progress, words));
    last = progress;
  }
  printEnd(plan, last, cancel.signal.aborted, language);
  const carriedOut = (last?.done ?? 0) - (last?.refused ?? 0);
  if (plan.action === 'retry' && carriedOut > 0) console.log(words.notAwaited);
}

async function freedFilter(journal: Journal, replay: string, words: JournalWords): Promise<MessageFilter> {
  const { filter, notParked } = await readFreedFilter(journal, replay);
  const values = { others: notParked, count: filter.ids.length };
  if (notParked > 0) console.log(fillTemplate(words.notParkedAnyMore, values));
  return filter;
}

async function channelsOf({ config: path, mapping }: DecideManyOptions): Promise<MessageFilter> {
  if (mapping === undefined) return {};
  const config = await loadConfigOrPrint(path);
  const channels = listChannelsUsing(config?.channels ?? {}, mapping);
  if (channels.length === 0) throw new Error(`No channel of the config uses the mapping ${mapping}.`);
  return { channels };
}

function filterOf({ channel, state, parked, finding, since, until }: DecideManyOptions): MessageFilter {
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
  { action: named, count, groups, moreGroups, first, heldBack }: PlanSummary,
  words: JournalWords,
  language: Language,
): string {
  const action = actionIn(named, words);
  if (count === 0) return fillTemplate(words.noneFit, { action });
  const counts = groups.map((group) => [
    String(group.count),
    group.channel,
    renderStanding(group.standing, language),
    journalText(group.reason, language),
  ]);
  const rows = first.map(({ id, receivedAt, channel, purchaseOrderNumber, name }) => [
    ...[`#${id}`, renderLocalTime(receivedAt), channel, purchaseOrderNumber ?? '-', name],
  ]);
  const rest = count - rows.length;
  return [
    fillTemplate(count === 1 ? words.planOfOne : words.plan, { action, count }),
    renderTable([words.planHead, ...counts]),
    ...(moreGroups > 0 ? [fillTemplate(words.moreReasons, { count: moreGroups })] : []),
    words.firstOfThem,
    renderTable(rows),
    ...(rest > 0 ? [fillTemplate(words.more, { count: rest })] : []),
    ...(heldBack > 0 ? [fillTemplate(words.waitForEarlier, { count: heldBack })] : []),
  ].join('\n');
}

const renderProgress = ({ of, done, refused, left }: DecisionProgress, words: JournalWords): string =>
  [
    fillTemplate(words.progress, { done: done + left, of }),
    ...(refused > 0 ? [fillTemplate(words.refusedSoFar, { count: refused })] : []),
    ...(left > 0 ? [fillTemplate(words.leftSoFar, { count: left })] : []),
  ].join(', ');

function printEnd(
  { action, messages }: DecisionPlan,
  last: DecisionProgress | undefined,
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
