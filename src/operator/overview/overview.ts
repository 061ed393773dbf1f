import type { Journal, OpenMessageCount } from '../../journal/journal.ts';
import type { Direction } from '../../types.ts';
import { type CurrentAlarm, listCurrentAlarms } from '../alarms/current-alarms.ts';
import type { Health } from '../health/health.ts';
import { type ChannelOverview, summarizeChannels } from './channel-states.ts';
import { type NeedsAction, readNeedsAction } from './needs-action.ts';

/** How it stands with all of it. */
export interface Overview {
  readonly status: Health['status'];
  /** What is wrong beside documents that are parked or refused: those stand in `needsAction`. The worst first. */
  readonly troubles: readonly CurrentAlarm[];
  readonly needsAction: NeedsAction;
  /** They wait for a next try, or for their turn. */
  readonly waiting: { readonly count: number; readonly oldest?: string };
  readonly channels: readonly ChannelOverview[];
  readonly today: { readonly documents: number; readonly last?: string };
}

interface OverviewFacts {
  readonly journal: Pick<Journal, 'pages' | 'shared' | 'troubles'>;
  readonly health: Health;
  readonly channels: readonly { readonly name: string; readonly direction: Direction }[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly midnight: number;
}

/** Groups that are looked at; the page of messages shows all. */
const mostGroups = 50;
const day = 24 * 3_600_000;

export async function readOverview(facts: OverviewFacts): Promise<Overview> {
  const { journal, health, channels, now, midnight } = facts;
  const { pages } = journal;
  const [needsAction, open, hours, newest, { alarms }] = await Promise.all([
    readNeedsAction(pages, mostGroups),
    pages.countOpenMessages(),
    pages.hourCounts(new Date(Math.min(midnight, now - day)).toISOString()),
    pages.list({ limit: 1 }),
    listCurrentAlarms(journal, health, now),
  ]);
  const summaries = summarizeChannels({ channels, open, hours, reasons: health.reasons, now, midnight });
  const last = newest[0]?.receivedAt;
  return {
    status: health.status,
    troubles: alarms.filter(({ code }) => !['parked', 'rejected', 'waiting'].includes(code)),
    needsAction,
    waiting: sumWaiting(open),
    channels: summaries,
    today: {
      documents: summaries.reduce((sum, { today }) => sum + today, 0),
      ...(last === undefined ? {} : { last }),
    },
  };
}

function sumWaiting(open: readonly OpenMessageCount[]): Overview['waiting'] {
  const waiting = open.filter(({ state }) => state === 'waiting' || state === 'ready');
  const oldest = waiting.map((one) => one.oldest).sort()[0];
  const count = waiting.reduce((sum, one) => sum + one.count, 0);
  return { count, ...(oldest === undefined ? {} : { oldest }) };
}
