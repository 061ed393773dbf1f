import type { MessagePage, MessagePageQuery, PageReader } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { type MessageStanding, standingOf } from '../messages/message-standing.ts';
import { findDecidingFinding, findWhoActsOnMessage, type WhoActs } from '../who-acts/who-acts.ts';

/** Pages of lists of messages. */

/** A message as a line of a list. */
export interface MessageRow
  extends Pick<
    Message,
    'id' | 'receivedAt' | 'channel' | 'direction' | 'name' | 'purchaseOrderNumber' | 'possiblyTwice'
  > {
  readonly standing: MessageStanding;
  /** Why it stands so, in the words that the journal keeps. */
  readonly reason: string;
  /** Code and value of the finding that decided. */
  readonly cause?: { readonly code: string; readonly value?: string };
  readonly act: WhoActs;
  readonly settledAt?: string;
}

export interface MessageRowPage extends Omit<MessagePage, 'messages'> {
  readonly rows: readonly MessageRow[];
}

export async function readMessageRows(
  pages: Pick<PageReader, 'page'>,
  query: MessagePageQuery,
): Promise<MessageRowPage> {
  const { messages, ...cursors } = await pages.page(query);
  return { rows: messages.map(rowOf), ...cursors };
}

export function rowOf(message: Message): MessageRow {
  const { id, receivedAt, channel, direction, name, reason, possiblyTwice } = message;
  const { purchaseOrderNumber, settledAt, findings } = message;
  const finding = findDecidingFinding(findings);
  return {
    ...{ id, receivedAt, channel, direction, name, reason, possiblyTwice },
    ...(purchaseOrderNumber === undefined ? {} : { purchaseOrderNumber }),
    ...(settledAt === undefined ? {} : { settledAt }),
    standing: standingOf(message),
    act: findWhoActsOnMessage(message),
    ...(finding === undefined ? {} : { cause: causeOf(finding) }),
  };
}

const causeOf = ({ code, value }: Message['findings'][number]): NonNullable<MessageRow['cause']> => ({
  code,
  ...(value === undefined ? {} : { value }),
});

/** The numbers beside the tabs of the list. */
export interface MessageTotals {
  readonly needsAction: number;
  readonly waiting: number;
  /** Counted anew from time to time. */
  readonly all: number;
}

export async function readMessageTotals(
  pages: Pick<PageReader, 'stuckCounts' | 'countAll'>,
): Promise<MessageTotals> {
  const [stuck, all] = await Promise.all([pages.stuckCounts(), pages.countAll()]);
  const sum = (...states: readonly string[]): number =>
    stuck.filter(({ state }) => states.includes(state)).reduce((total, { count }) => total + count, 0);
  return { needsAction: sum('parked', 'rejected'), waiting: sum('waiting'), all };
}
