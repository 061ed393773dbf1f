import type { PageReader } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { type AttemptGroup, groupAttempts } from '../messages/group-attempts.ts';
import {
  type MessageDetails,
  type ReadableRole,
  readableRoles,
  readMessageDetails,
} from '../messages/message-details.ts';
import { type MessageStanding, standingOf } from '../messages/message-standing.ts';
import { findDecidingFinding, findWhoActsOnMessage, type WhoActs } from '../who-acts/who-acts.ts';
import { suggestValue } from './needs-action.ts';

/** One message with all that its page shows but the bytes of its documents. */
export interface MessageView extends Omit<MessageDetails, 'attempts'> {
  readonly standing: MessageStanding;
  readonly act: WhoActs;
  /** What is probably meant where a value is not known. */
  readonly suggestion?: string;
  readonly attempts: readonly AttemptGroup[];
  /** Roles of parts that can be read (`readMessagePart`). */
  readonly roles: readonly ReadableRole[];
  /** Later messages of the same order that wait for this one, the oldest first. */
  readonly behind: readonly number[];
  /** The message of the same order that this one waits for. */
  readonly waitsFor?: number;
  /** Messages that carry a correction of this one. */
  readonly correctedBy: readonly number[];
}

/** Messages of one order that are looked at. */
const mostOfOrder = 500;

/** Undefined: there is no such message. */
export async function readMessageView(pages: PageReader, id: number): Promise<MessageView | undefined> {
  const details = await readMessageDetails(pages, id);
  if (details === undefined) return undefined;
  const { message, attempts, ...rest } = details;
  const { orderKey, arrival, released } = message;
  const others = orderKey === undefined ? [] : await pages.listByOrderKeys([orderKey], mostOfOrder);
  const open = others.filter(({ state }) => state !== 'settled').sort((a, b) => a.arrival - b.arrival);
  const later = open.filter((other) => other.arrival > arrival);
  const before = open.findLast((other) => other.arrival < arrival && !other.released);
  const finding = findDecidingFinding(message.findings);
  const suggestion = finding && suggestValue(finding);
  const holds = message.state !== 'settled' && !released;
  return {
    ...{ message, ...rest },
    standing: standingOf(message),
    act: findWhoActsOnMessage(message),
    ...(suggestion === undefined ? {} : { suggestion }),
    attempts: groupAttempts(attempts),
    roles: listRoles(details),
    behind: holds ? later.map((other) => other.id) : [],
    ...(before === undefined || message.state === 'settled' ? {} : { waitsFor: before.id }),
    correctedBy: others.flatMap((other: Message) => (other.corrects === id ? other.id : [])),
  };
}

function listRoles({ parts, message }: MessageDetails): readonly ReadableRole[] {
  const kept = new Set<string>(parts.map(({ role }) => role));
  return readableRoles.filter((role) => kept.has(role) || (role === 'state' && message.sight !== undefined));
}
