import type { JournalReader } from '../../journal/journal.ts';
import {
  type LineStanding,
  listReceivedLines,
  type ReceivedLine,
  resolveStanding,
  type SentLine,
} from '../../negotiation/line-standing.ts';
import type { LineComparison, LineValues } from '../../negotiation/line-values.ts';
import { findObjectAt, findTextAt, listItemsAt, parsePlain } from '../../negotiation/plain-json.ts';
import { listReceivedBodies, type OrderState } from '../../pipeline/order-state/order-state.ts';
import { buildReceivedOrder, listReceivedRevisions } from '../../pipeline/order-state/received-order.ts';
import type { Role } from '../../types.ts';

/** What the parties have said of an order line, the weightiest first. `asked`: the buyer changes what was agreed. */
export const lineAnswers = [
  'rejected',
  'proposed',
  'asked',
  'open',
  'answered',
  'accepted',
  'completed',
  'cancelled',
] as const;
export type LineAnswer = (typeof lineAnswers)[number];

/** How one line of an order stands between the parties, as far as the gateway has heard. */
export interface OrderLine {
  /** Its position. */
  readonly line: string;
  /** Its number at the buyer; absent: nothing of it was received yet. */
  readonly item?: string;
  readonly answer: LineAnswer;
  /** What stands. */
  readonly values: LineValues;
  /** What one of them asks for instead. */
  readonly request?: LineValues;
  /** RFC 3339. */
  readonly since?: string;
  /** In the words of the supplier. */
  readonly reason?: string;
}

/** Where the mapping that sent the order names none. */
const usualValues: LineComparison['values'] = [
  { name: 'quantity', form: 'sum', path: ['deliverySchedule', 'quantity'] },
  { name: 'dates', form: 'dates', path: ['deliverySchedule'] },
  { name: 'split', form: 'split', path: ['deliverySchedule'] },
  { name: 'price', form: 'price', path: ['prices'] },
];

export async function readOrderLines(
  journal: Pick<JournalReader, 'body'>,
  state: OrderState,
  role: Role | undefined,
): Promise<readonly OrderLine[]> {
  const hashes = listReceivedBodies(state);
  const bodies = await Promise.all(hashes.map((hash) => journal.body(hash)));
  const texts = new Map(hashes.map((hash, index) => [hash, Buffer.from(bodies[index] ?? []).toString()]));
  return computeOrderLines(
    state,
    role,
    buildReceivedOrder(state, (hash) => texts.get(hash) ?? ''),
  );
}

/** `order`: the JSON of the order as last received. */
function computeOrderLines(
  state: OrderState,
  role: Role | undefined,
  order: string | undefined,
): readonly OrderLine[] {
  const revisions = listReceivedRevisions(state);
  const newest = Math.max(0, ...Object.values(state.received).map(({ revision }) => revision));
  const received = listReceivedLines(parsePlain(order ?? '{}'), (id) => revisions.get(id) ?? newest);
  const positions = [...new Set([...received.keys(), ...Object.keys(state.sent?.lines ?? {})])];
  return positions
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((line) => orderLine(state, role, line, received.get(line)));
}

function orderLine(
  state: OrderState,
  role: Role | undefined,
  line: string,
  received: ReceivedLine | undefined,
): OrderLine {
  const comparison = { values: state.sent?.compared ?? usualValues, unit: (code: string) => code };
  const sent = role === 'supplier' ? undefined : sentLine(state, line);
  const standing = resolveStanding(comparison, received, sent);
  const said = standing === undefined ? 'open' : answerOf(standing);
  const isAnswered = role === 'supplier' && said === 'open' && wasSentAfter(state, line, received);
  const reason = received && reasonIn(received);
  const item = received && findTextAt(received.line, 'buyerLine', 'item', 'number');
  const since = standing?.since || state.sent?.lines[line]?.at;
  return {
    line,
    ...(item === undefined ? {} : { item }),
    answer: isAnswered ? 'answered' : said,
    values: standing?.agreed ?? {},
    ...(standing?.open ? { request: standing.open.values } : {}),
    ...(since ? { since } : {}),
    ...(reason !== undefined && (said === 'rejected' || said === 'proposed') ? { reason } : {}),
  };
}

/** Sent as XML, a line has no values that could be compared: what was received counts. */
function sentLine({ sent, exported }: OrderState, position: string): SentLine | undefined {
  const line = sent?.lines[position];
  const values = line?.values ?? (line && exported?.lines[position]?.values);
  if (line === undefined || values === undefined) return undefined;
  const { revision, at } = line;
  return { values, cancelled: line.cancelled === true, revision, at, seen: line.seen === true };
}

const wasSentAfter = ({ sent }: OrderState, line: string, received: ReceivedLine | undefined): boolean =>
  (sent?.lines[line]?.revision ?? 0) > (received?.revision ?? 0);

function answerOf({ status, open, confirmed }: LineStanding): LineAnswer {
  if (status === 'Cancelled') return 'cancelled';
  if (status === 'Completed') return 'completed';
  if (status === 'Rejected') return 'rejected';
  if (open !== undefined) return open.by === 'supplier' ? 'proposed' : 'asked';
  return confirmed ? 'accepted' : 'open';
}

/** Of the open request, else of the line. */
function reasonIn({ line }: ReceivedLine): string | undefined {
  const side = findObjectAt(line, 'supplierLine');
  const requests = Object.values(findObjectAt(side, 'requests') ?? {});
  const reasons = requests.flatMap((request) => findTextAt(request, 'reason') ?? []);
  const texts = listItemsAt(side, 'texts').flatMap((text) => findTextAt(text, 'text') ?? []);
  return reasons[0] ?? findTextAt(side, 'reason') ?? texts[0];
}
