import type { CauseGroup, Causes, PageReader } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import type { Finding } from '../../types.ts';
import type { Actor } from '../alarms/alarm-actors.ts';
import { causeActorOf } from './cause-actors.ts';

/** What needs a person now, by cause. */
export interface NeedsAction extends Omit<Causes, 'groups'> {
  readonly groups: readonly ActionGroup[];
}

export interface ActionGroup extends CauseGroup {
  readonly actor: Actor;
  /** The finding that decided of its last message; absent: none did. */
  readonly finding?: Finding;
  /** Why, in the words that the journal keeps. */
  readonly reason: string;
  /** Of its last message. */
  readonly purchaseOrderNumber?: string;
}

/** `most`: groups, the largest first. */
export async function readNeedsAction(
  pages: Pick<PageReader, 'causes' | 'message'>,
  most: number,
): Promise<NeedsAction> {
  const { groups, ...totals } = await pages.causes(most);
  const samples = await Promise.all(groups.map(({ sample }) => pages.message(sample)));
  return { ...totals, groups: groups.map((group, n) => describeGroup(group, samples[n])) };
}

function describeGroup(group: CauseGroup, sample: Message | undefined): ActionGroup {
  const finding = sample?.findings.find(
    ({ code, severity }) => severity !== 'warning' && (group.code === '' || code === group.code),
  );
  return {
    ...group,
    actor: causeActorOf(group),
    reason: sample?.reason ?? '',
    ...(finding ? { finding } : {}),
    ...(sample?.purchaseOrderNumber === undefined ? {} : { purchaseOrderNumber: sample.purchaseOrderNumber }),
  };
}
