import type { CauseGroup, CauseTotal, PageReader } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { findMeantUnit } from '../../scsn/rules/code-lists.ts';
import type { Finding } from '../../types.ts';
import {
  findDecidingFinding,
  findWhoActsOnCause,
  findWhoActsOnMessage,
  type WhoActs,
} from '../who-acts/who-acts.ts';

/** What needs a person now, by cause. */

export interface NeedsAction {
  readonly parked: CauseTotal;
  readonly refused: CauseTotal;
  /** The largest first. */
  readonly groups: readonly NeedsActionGroup[];
}

/** Messages that stand still for one cause, in whatever channels. */
export interface NeedsActionGroup
  extends Pick<CauseGroup, 'kind' | 'code' | 'value' | 'count' | 'oldest' | 'newest'> {
  /** The largest first. */
  readonly channels: readonly { readonly channel: string; readonly count: number }[];
  /** Later documents of the same orders that wait for these; `moreBehind`: or more. */
  readonly behind: number;
  readonly moreBehind: boolean;
  readonly act: WhoActs;
  /** One of them, with its sentence. Absent: it has gone meanwhile. */
  readonly sample?: CauseSample;
  /** What is probably meant, such as `C62` for `STK`. */
  readonly suggestion?: string;
}

export interface CauseSample extends Pick<Message, 'id' | 'name' | 'reason' | 'purchaseOrderNumber'> {
  readonly finding?: Finding;
}

/** Groups of one channel that are read: enough for any list that somebody looks at. */
export const mostCauses = 500;

/** `most`: groups that are shown; those beyond are counted in the totals. */
export async function readNeedsAction(
  pages: Pick<PageReader, 'causes' | 'message'>,
  most = 100,
): Promise<NeedsAction> {
  const { parked, refused, groups } = await pages.causes(mostCauses);
  const byCause = Map.groupBy(groups, ({ kind, code, value }) => JSON.stringify([kind, code, value]));
  const merged = [...byCause.values()].flatMap(mergeGroups).sort((a, b) => b.count - a.count);
  const shown = merged.slice(0, most);
  return { parked, refused, groups: await Promise.all(shown.map((group) => addSample(pages, group))) };
}

type MergedGroup = Omit<NeedsActionGroup, 'sample' | 'suggestion'> & { readonly sample: number };

function mergeGroups(groups: readonly CauseGroup[]): readonly MergedGroup[] {
  const [first] = groups;
  if (first === undefined) return [];
  const { kind, code, value, sample, moreBehind } = first;
  const sum = (of: (group: CauseGroup) => number): number =>
    groups.reduce((all, group) => all + of(group), 0);
  const at = (of: (group: CauseGroup) => string): readonly string[] => groups.map(of).sort();
  return [
    {
      ...{ kind, code, value, sample, moreBehind },
      count: sum(({ count }) => count),
      behind: sum(({ behind }) => behind),
      oldest: at(({ oldest }) => oldest)[0] ?? '',
      newest: at(({ newest }) => newest).at(-1) ?? '',
      channels: groups.map(({ channel, count }) => ({ channel, count })),
      act: findWhoActsOnCause(first),
    },
  ];
}

async function addSample(
  pages: Pick<PageReader, 'message'>,
  { sample: id, ...group }: MergedGroup,
): Promise<NeedsActionGroup> {
  const message = await pages.message(id);
  if (message === undefined) return group;
  const sample = sampleOf(message);
  const suggestion = sample.finding && suggestValue(sample.finding);
  const act = findWhoActsOnMessage(message);
  return {
    ...group,
    ...(act.who === 'nobody' ? {} : { act }),
    sample,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function sampleOf({ id, name, reason, purchaseOrderNumber, findings }: Message): CauseSample {
  const finding = findDecidingFinding(findings);
  return {
    ...{ id, name, reason },
    ...(purchaseOrderNumber === undefined ? {} : { purchaseOrderNumber }),
    ...(finding === undefined ? {} : { finding }),
  };
}

/** The name of a table of units, as the sentence quotes it. */
const unitTable = /`[^`]*(unit|eenhe)[^`]*`/i;

/** What the check of units knows that ERPs write for something else. Undefined: nothing like it. */
function suggestValue({ code, value, message }: Finding): string | undefined {
  if (code !== 'table-miss' || value === undefined || !unitTable.test(message)) return undefined;
  return findMeantUnit(value) || undefined;
}
