import { renderWithoutValues } from '../../../findings/create-finding.ts';
import type { Language } from '../../../types.ts';
import type { AlarmItem } from '../../model/alarms-model.ts';
import type { ChannelItem } from '../../model/channels-model.ts';
import type { MessageDetails, MessageFinding } from '../../model/message-model.ts';
import type { MessageRowItem } from '../../model/messages-model.ts';
import type { OrderDetails, OrderEntry } from '../../model/order-model.ts';
import type { ActionGroupItem, NeedsActionAnswer } from '../../model/overview-model.ts';
import { isMaskable } from './masked-documents.ts';

/** For readers who may see no value of a document: what is said of it by its code and its places, with no value of it. */

/** Its documents are masked already. */
export function maskMessage(details: MessageDetails, language: Language): MessageDetails {
  const { place: _place, ...rest } = details;
  return {
    ...rest,
    ...{ isMasked: true, hasTree: details.hasTree && details.document !== undefined },
    ...{ hasState: false, parts: details.parts.filter(({ role }) => isMaskable(role)), advice: '' },
    sentence: beforeReason(details.sentence),
    findings: details.findings.map((finding) => maskFinding(finding, language)),
    attempts: details.attempts.map((attempt) => ({ ...attempt, text: '' })),
    decisions: details.decisions.map((decision) => ({ ...decision, result: '' })),
    documents: details.documents.map((one) => ({ ...one, sentence: beforeReason(one.sentence) })),
    tasks: details.tasks.map((task) => ({ ...task, text: '', advice: '' })),
  };
}

const maskFinding = ({ code, severity, places }: MessageFinding, language: Language): MessageFinding => ({
  ...{ code, severity, ...maskWords(code, language) },
  places: places.map(({ line, path }) => ({
    ...(line === undefined ? {} : { line }),
    ...(path === undefined ? {} : { path }),
  })),
});

const maskWords = (code: string, language: Language): Pick<MessageFinding, 'message' | 'advice'> =>
  renderWithoutValues(code, language) ?? { message: code, advice: '' };

/** `Parked: the line …` → `Parked.` */
const beforeReason = (sentence: string): string => sentence.replace(/:.*$/s, '.');

export const maskEntry = <T extends OrderEntry>(entry: T): T => ({
  ...entry,
  sentence: beforeReason(entry.sentence),
});

export const maskOrder = (order: OrderDetails): OrderDetails => ({
  ...maskEntry(order),
  why: '',
  advice: order.state === 'task' ? '' : order.advice,
  lines: order.lines.map(({ line, mark, answer, state, since }) => ({
    ...{ line, mark, answer, state, values: '', changes: [], remarks: [] },
    ...(since === undefined ? {} : { since }),
  })),
  steps: order.steps.map((step) => ({ ...step, detail: step.isQuiet ? step.detail : '' })),
  tasks: order.tasks.map((task) => ({ ...task, text: '', advice: '' })),
  others: order.others.map(maskEntry),
});

export const maskRow = (row: MessageRowItem): MessageRowItem => ({ ...row, why: '' });

/** One group of a code, whatever its values are: how many there are tells nothing either. */
export function maskNeedsAction(
  { groups, ...totals }: NeedsActionAnswer,
  language: Language,
): NeedsActionAnswer {
  const byCode = Map.groupBy(groups, ({ kind, code }) => `${kind} ${code}`);
  return { ...totals, groups: [...byCode.values()].flatMap((each) => mergeGroups(each, language)) };
}

function mergeGroups(
  [first, ...others]: readonly ActionGroupItem[],
  language: Language,
): readonly ActionGroupItem[] {
  if (first === undefined) return [];
  const { suggestion: _suggestion, ...rest } = first;
  const all = [first, ...others];
  const channels = Map.groupBy(
    all.flatMap((group) => group.channels),
    ({ channel }) => channel,
  );
  return [
    {
      ...{ ...rest, value: '', text: maskWords(first.code, language).message, todo: '' },
      count: sum(all),
      oldest: all.map(({ oldest }) => oldest).reduce((a, b) => (a < b ? a : b)),
      newest: all.map(({ newest }) => newest).reduce((a, b) => (a > b ? a : b)),
      channels: [...channels].map(([channel, each]) => ({ channel, count: sum(each) })),
      behind: all.reduce((count, { behind }) => count + behind, 0),
      moreBehind: all.some(({ moreBehind }) => moreBehind),
    },
  ];
}

const sum = (all: readonly { readonly count: number }[]): number =>
  all.reduce((total, { count }) => total + count, 0);

/** What is wrong with which channel or folder; not in the words of a file. */
export const maskAlarm = (alarm: AlarmItem): AlarmItem => ({ ...alarm, what: '' });

export const maskNoNews = (channel: ChannelItem): ChannelItem => ({
  ...channel,
  noNews: channel.noNews.length === 0 ? [] : [{ count: sum(channel.noNews), text: '' }],
});
