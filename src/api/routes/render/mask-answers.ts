import type { AlarmItem } from '../../model/alarms-model.ts';
import type { ChannelItem } from '../../model/channels-model.ts';
import type { MessageDetails, MessageFinding } from '../../model/message-model.ts';
import type { MessageRowItem } from '../../model/messages-model.ts';
import type { OrderDetails, OrderEntry } from '../../model/order-model.ts';
import type { ActionGroupItem, NeedsActionAnswer } from '../../model/overview-model.ts';
import { isMaskable } from './masked-documents.ts';

/** For readers who may see no value of a document: what is said of it by its code and its places, and not in its words. */

/** Its documents are masked already. */
export function maskMessage(details: MessageDetails): MessageDetails {
  const { place: _place, ...rest } = details;
  return {
    ...rest,
    ...{ isMasked: true, hasTree: details.hasTree && details.document !== undefined },
    ...{ hasState: false, parts: details.parts.filter(({ role }) => isMaskable(role)), advice: '' },
    sentence: beforeReason(details.sentence),
    findings: details.findings.map(maskFinding),
    attempts: details.attempts.map((attempt) => ({ ...attempt, text: '' })),
    decisions: details.decisions.map((decision) => ({ ...decision, result: '' })),
    documents: details.documents.map((one) => ({ ...one, sentence: beforeReason(one.sentence) })),
    tasks: details.tasks.map((task) => ({ ...task, text: '', advice: '' })),
  };
}

const maskFinding = ({ code, severity, places }: MessageFinding): MessageFinding => ({
  ...{ code, severity, message: code, advice: '' },
  places: places.map(({ line, path }) => ({
    ...(line === undefined ? {} : { line }),
    ...(path === undefined ? {} : { path }),
  })),
});

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
export function maskNeedsAction({ groups, ...totals }: NeedsActionAnswer): NeedsActionAnswer {
  const byCode = Map.groupBy(groups, ({ kind, code }) => `${kind} ${code}`);
  return { ...totals, groups: [...byCode.values()].flatMap(mergeGroups) };
}

function mergeGroups([first, ...others]: readonly ActionGroupItem[]): readonly ActionGroupItem[] {
  if (first === undefined) return [];
  const { suggestion: _suggestion, ...rest } = first;
  const all = [first, ...others];
  const channels = Map.groupBy(
    all.flatMap((group) => group.channels),
    ({ channel }) => channel,
  );
  return [
    {
      ...{ ...rest, value: '', text: first.code, todo: '' },
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
