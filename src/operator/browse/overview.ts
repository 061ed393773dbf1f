import type { PageReader, Task } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import type { Health, HealthReason } from '../health/health.ts';
import { findWhoActsOnTrouble, type WhoActs } from '../who-acts/who-acts.ts';
import {
  type ChannelQuestion,
  type ChannelRow,
  type HourSums,
  readChannelRows,
  sumHours,
} from './channel-rows.ts';
import { type NeedsAction, readNeedsAction } from './needs-action.ts';

/** Is it well? The first page. */
export interface Overview {
  readonly status: Health['status'];
  /** What is wrong now, the worst first; what is told by causes (parked, refused) is among it. */
  readonly troubles: readonly OverviewTrouble[];
  readonly needsAction: NeedsAction;
  /** Open ones, the oldest first: of many so many. */
  readonly tasks: readonly Task[];
  /** Messages that go by themselves. */
  readonly waiting: number;
  readonly channels: readonly ChannelRow[];
  readonly today: HourSums;
  /** The last that was received. */
  readonly last?: Pick<Message, 'id' | 'name' | 'receivedAt'> & { readonly channel: string };
}

export interface OverviewTrouble extends HealthReason {
  readonly act: WhoActs;
}

export interface OverviewQuestion extends Omit<ChannelQuestion, 'reasons'> {
  readonly health: Health;
}

/** More tasks than a page tells one by one. */
const mostTasks = 50;

export async function readOverview(
  pages: Pick<
    PageReader,
    'causes' | 'message' | 'stuckCounts' | 'hourCounts' | 'receivedSince' | 'lastMessages' | 'tasks'
  >,
  { health, ...question }: OverviewQuestion,
): Promise<Overview> {
  const { status, reasons } = health;
  const [needsAction, channels, tasks] = await Promise.all([
    readNeedsAction(pages),
    readChannelRows(pages, { ...question, reasons }),
    pages.tasks({ open: true, limit: mostTasks }),
  ]);
  const last = findLast(channels);
  return {
    ...{ status, needsAction, channels, tasks },
    troubles: reasons.map((reason) => ({ ...reason, act: findWhoActsOnTrouble(reason.code) })),
    waiting: channels.reduce((sum, { waiting }) => sum + waiting, 0),
    today: sumHours(channels.map(({ today }) => today)),
    ...(last === undefined ? {} : { last }),
  };
}

function findLast(channels: readonly ChannelRow[]): Overview['last'] {
  return channels
    .flatMap(({ channel, last }) => (last === undefined ? [] : [{ channel, ...last }]))
    .sort((a, b) => b.id - a.id)[0];
}
