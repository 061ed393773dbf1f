import {
  hasSameValues,
  type LineComparison,
  type LineValues,
  listNegotiatedNames,
  readLineValues,
} from './line-values.ts';
import {
  findObjectAt,
  findTextAt,
  isPlainObject,
  listItemsAt,
  type PlainObject,
  type PlainValue,
} from './plain-json.ts';

/** How an order line stands at the exchange (interface specification, sections 2 and 3; what an update does is measured there). */
export interface LineStanding {
  /** Process status; empty where only what was sent is known. */
  readonly status: string;
  /** What stands: confirmed, else what was asked last. */
  readonly agreed: LineValues;
  /** RFC 3339: since when, as far as it is known. */
  readonly since: string;
  /** Both sides have agreed on it once: a change of the buyer is a request, and no order. */
  readonly confirmed: boolean;
  /** A change that waits for an answer; the supplier's where both sides ask for one. */
  readonly open?: OpenRequest;
  /** What the buyer asks for as well, where the supplier asks for something else. */
  readonly requested?: LineValues;
  /** The exchange has not shown yet what was sent last: this is how it is expected to take it. */
  readonly expected?: true;
}

export interface OpenRequest {
  readonly by: 'buyer' | 'supplier';
  readonly values: LineValues;
}

/** A line as last received. */
export interface ReceivedLine {
  readonly line: PlainObject;
  /** `buyerOrder` of its order. */
  readonly order: PlainObject | undefined;
  /** Change of the order state that brought it. */
  readonly revision: number;
}

/** The lines of an order as last received, by position. `revisionOf`: by the exchange's id of a line, else its position. */
export function listReceivedLines(
  order: PlainValue | undefined,
  revisionOf: (id: string) => number,
): ReadonlyMap<string, ReceivedLine> {
  const header = findObjectAt(order, 'buyerOrder');
  const lines = listItemsAt(order, 'lines').flatMap((line) => {
    const position = findTextAt(line, 'buyerLine', 'position');
    if (position === undefined || !isPlainObject(line)) return [];
    return [
      [position, { line, order: header, revision: revisionOf(findTextAt(line, 'id') ?? position) }] as const,
    ];
  });
  return new Map(lines);
}

/** A line as last sent. */
export interface SentLine {
  readonly values: LineValues;
  readonly cancelled: boolean;
  readonly revision: number;
  readonly at: string;
  /** The exchange has shown the line with these values; `by-time`: nobody looked, since the order went whole. */
  readonly seen: boolean | 'by-time';
  /** Values that were sent before these, and that the exchange had not shown until then. */
  readonly before?: readonly LineValues[] | undefined;
}

const closedStatuses: readonly string[] = ['Completed', 'Cancelled'];

export const isClosed = ({ status }: LineStanding): boolean => closedStatuses.includes(status);

/** From what was received and what was sent; undefined where neither is known. */
export function resolveStanding(
  comparison: LineComparison,
  received: ReceivedLine | undefined,
  sent: SentLine | undefined,
): LineStanding | undefined {
  if (received === undefined) return sent && standingFromSent(sent);
  const standing = standingFromReceived(comparison, received);
  if (sent === undefined) return standing;
  const isLater = received.revision > sent.revision;
  const isSeen = sent.seen === 'by-time' ? Date.parse(standing.since) > Date.parse(sent.at) : sent.seen;
  if (isLater && (isSeen || isClosed(standing) || hasSeenSent(comparison, received, sent))) return standing;
  return { ...applySent(standing, sent, listNegotiatedNames(comparison)), expected: true };
}

const standingFromSent = ({ values, cancelled, at }: SentLine): LineStanding => ({
  status: cancelled ? 'Cancelled' : '',
  agreed: values,
  since: at,
  confirmed: false,
  expected: true,
});

/**
 * Does an update repeat what the buyer asks for there already? It changes nothing then, and the exchange may never show its values: a
 * change that is agreed later is the next word of it.
 */
export function isRepeated(
  { status, agreed, open, requested, expected }: LineStanding,
  values: LineValues,
  names: readonly string[],
): boolean {
  const asked = open?.by === 'buyer' ? open.values : (requested ?? agreed);
  return expected === undefined && status !== 'Rejected' && hasSameValues(names, values, asked);
}

/**
 * Does what was received take account of what was sent? An event that was written before the order arrived there may come after it:
 * only one that shows the values of the order does, and each that comes after such a one. Where the buyer still asks there for what was
 * sent before, it does not: values that are agreed are no sign then that the request was taken back.
 */
export function hasSeenSent(
  comparison: LineComparison,
  { line, order }: Pick<ReceivedLine, 'line' | 'order'>,
  sent: Pick<SentLine, 'values' | 'cancelled' | 'before'>,
): boolean {
  if (sent.cancelled) return findTextAt(line, 'status', 'processStatus') === 'Cancelled';
  const reopen = findObjectAt(line, 'buyerLine', 'requests', 'reopenRequest');
  const names = listNegotiatedNames(comparison);
  const shows = (holder: PlainValue | undefined, values: LineValues): boolean =>
    holder !== undefined &&
    hasSameValues(names, readPartValues(comparison, line, order, findObjectAt(holder)), values);
  if (shows(reopen, sent.values)) return true;
  const isOpen = findTextAt(reopen, 'status') === 'Open';
  if (isOpen && sent.before?.some((values) => shows(reopen, values))) return false;
  return shows(line.confirmedLine, sent.values) || shows(line.buyerLine, sent.values);
}

function standingFromReceived(comparison: LineComparison, { line, order }: ReceivedLine): LineStanding {
  const since = findTextAt(line, 'lastUpdatedAt') ?? '';
  const [open, beside] = openRequests(line);
  const agreed = selectCurrentValues(line);
  const valuesOf = (request: PlainObject): LineValues =>
    readPartValues(comparison, line, order, { ...agreed, ...fillFromAgreed(request, agreed) });
  return {
    status: findTextAt(line, 'status', 'processStatus') ?? '',
    agreed: readPartValues(comparison, line, order, agreed),
    since,
    confirmed:
      line.confirmedLine !== undefined || findTextAt(line, 'status', 'processStatus') === 'Confirmed',
    ...(open ? { open: { by: open.by, values: valuesOf(open.values) } } : {}),
    ...(beside ? { requested: valuesOf(beside.values) } : {}),
  };
}

/** Schedule and prices that stand: confirmed, else those of the line, else what was asked. */
function selectCurrentValues(line: PlainObject): PlainObject {
  const asked = findObjectAt(line, 'buyerLine') ?? {};
  const current = findObjectAt(line, 'confirmedLine') ?? line;
  return pickFilled(current, asked);
}

function pickFilled(first: PlainObject, second: PlainObject): PlainObject {
  const schedule = first.deliverySchedule ?? second.deliverySchedule;
  const prices = first.prices ?? second.prices;
  return {
    ...(schedule === undefined ? {} : { deliverySchedule: schedule }),
    ...(prices === undefined ? {} : { prices }),
  };
}

/** A price in a request is for the unit and base of the price before, unless it says otherwise. */
function fillFromAgreed(request: PlainObject, agreed: PlainObject): PlainObject {
  const prices = findObjectAt(request, 'prices');
  if (prices === undefined) return request;
  const { priceUnitOfMeasureIso, priceUnitQuantity } = findObjectAt(agreed, 'prices') ?? {};
  return {
    ...request,
    prices: {
      ...(priceUnitOfMeasureIso === undefined ? {} : { priceUnitOfMeasureIso }),
      ...(priceUnitQuantity === undefined ? {} : { priceUnitQuantity }),
      ...prices,
    },
  };
}

/** One of the supplier first, then the buyer's. */
function openRequests(
  line: PlainObject,
): readonly { readonly by: OpenRequest['by']; readonly values: PlainObject }[] {
  const all = [
    ['supplier', findObjectAt(line, 'supplierLine', 'requests', 'reopenRequest')],
    ['supplier', findObjectAt(line, 'supplierLine', 'requests', 'rescheduleRequest')],
    ['supplier', findObjectAt(line, 'supplierLine', 'requests', 'proposal')],
    ['buyer', findObjectAt(line, 'buyerLine', 'requests', 'reopenRequest')],
  ] as const;
  const open = all.flatMap(([by, request]) =>
    request && findTextAt(request, 'status') === 'Open' ? [{ by, values: pickFilled(request, {}) }] : [],
  );
  const first = open.find(({ by }) => by === 'supplier');
  return [...(first ? [first] : []), ...open.filter(({ by }) => by === 'buyer')];
}

/** The values of the line with a schedule and prices of one of its parts. */
function readPartValues(
  comparison: LineComparison,
  line: PlainObject,
  order: PlainObject | undefined,
  part: PlainObject = {},
): LineValues {
  const asked = findObjectAt(line, 'buyerLine') ?? {};
  const { deliverySchedule: _schedule, prices: _prices, ...rest } = asked;
  return readLineValues(comparison, { ...rest, ...pickFilled(part, {}) }, order);
}

/** What an update of the buyer does to a line there (table in docs/changed-orders.md). */
function applySent(
  standing: LineStanding,
  { values, cancelled, at }: SentLine,
  names: readonly string[],
): LineStanding {
  if (isClosed(standing)) return standing;
  const { status, agreed, open, confirmed, since } = standing;
  if (cancelled) return { status: 'Cancelled', agreed, since: at, confirmed };
  if (open?.by === 'supplier') {
    if (hasSameValues(names, values, open.values))
      return { status: 'Confirmed', agreed: values, since: at, confirmed: true };
    if (!confirmed) return { ...standing, agreed: values };
    const { requested: _, ...rest } = standing;
    return hasSameValues(names, values, agreed) ? rest : { ...rest, requested: values };
  }
  if (!confirmed)
    return { status: status === 'Rejected' ? 'InProgress' : status, agreed: values, since: at, confirmed };
  return hasSameValues(names, values, agreed)
    ? { status: 'Confirmed', agreed, since, confirmed }
    : { status: 'InProgress', agreed, since, confirmed, open: { by: 'buyer', values } };
}
