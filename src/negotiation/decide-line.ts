import { isClosed, type LineStanding } from './line-standing.ts';
import { hasSameValues, type LineValues, listDeviatingValues, listDifferingValues } from './line-values.ts';

/**
 * What the buyer's document says of a line itself: it is new in a new order, unmarked in a changed one, marked as added or revised,
 * an answer to the supplier's change, cancelled.
 */
export const lineMarks = ['new', 'send', 'change', 'accept', 'refuse', 'cancel'] as const;
export type LineMark = (typeof lineMarks)[number];

/** A line of the ERP's export. */
export interface ExportedLine {
  readonly values: LineValues;
  /** Fingerprint of all that is no compared value: texts, references, documents. */
  readonly rest: string;
  readonly cancelled: boolean;
}

/** Whether the exchange was asked for the order: then a line without a standing is not there. `cannot`: the company is not known. */
export type AskedState = 'yes' | 'no' | 'cannot';

/** What decides on a line of a changed order (docs/changed-orders.md). */
export interface LineCase {
  readonly mark: LineMark;
  readonly own: ExportedLine;
  /** The same line in the ERP's last export that was taken. */
  readonly base: ExportedLine | undefined;
  readonly standing: LineStanding | undefined;
  readonly asked: AskedState;
  /** Names of the values that are negotiated. */
  readonly names: readonly string[];
}

export type NoticeCode =
  | 'line-left-out'
  | 'line-contradicts'
  | 'line-reopens'
  | 'line-closed'
  | 'line-refused'
  | 'line-not-known'
  | 'line-not-asked'
  | 'line-renumbered'
  | 'line-texts-left-out'
  | 'accepted-otherwise'
  | 'proposal-unanswered'
  | 'nothing-to-refuse';

export interface LineNotice {
  readonly code: NoticeCode;
  /** Names of the values that it is about. */
  readonly names: readonly string[];
}

export interface LineDecision {
  /** `ask`: the exchange is to be asked for the order first; `task`: a person does it in the portal. */
  readonly action: 'send' | 'leave' | 'ask' | 'task';
  readonly notices: readonly LineNotice[];
}

const send = (...notices: readonly LineNotice[]): LineDecision => ({ action: 'send', notices });
const leave = (...notices: readonly LineNotice[]): LineDecision => ({ action: 'leave', notices });

/** Decides whether a line goes to the exchange, and which notices it gets. Pure. */
export function decideLine(line: LineCase): LineDecision {
  const { mark, own, base, standing } = line;
  if (own.cancelled) return decideCancelled(line);
  if (mark === 'refuse') return decideRefusal(standing);
  if (standing !== undefined && isClosed(standing)) return decideClosed(line, standing);
  if (base === undefined) return decideWithoutBase(line);
  return decideByValue(line, base, standing ?? assumeFromBase(base));
}

/** Nothing is known of the exchange: what the ERP exported last stands there. */
const assumeFromBase = ({ values }: ExportedLine): LineStanding => ({
  status: '',
  agreed: values,
  since: '',
  confirmed: false,
});

function decideCancelled({ base, standing, own }: LineCase): LineDecision {
  if (standing !== undefined && isClosed(standing)) return leave();
  if (base?.cancelled !== true) return send();
  return standing === undefined ? leave() : leave({ code: 'line-left-out', names: Object.keys(own.values) });
}

/** Where nothing was heard of the line, a request may be open all the same. */
function decideRefusal(standing: LineStanding | undefined): LineDecision {
  const isOpen = standing === undefined || standing.status === '' || standing.open?.by === 'supplier';
  return isOpen ? { action: 'task', notices: [] } : leave({ code: 'nothing-to-refuse', names: [] });
}

/** The exchange ignores changes of it; what was touched goes all the same, so that nothing is lost here. */
function decideClosed({ mark, own, base }: LineCase, standing: LineStanding): LineDecision {
  const names = base === undefined ? [] : listTouched(own, base, standing, mark === 'change');
  const isTouched = base?.cancelled === true || names.length > 0;
  const notice = { code: 'line-closed', names: [] } as const;
  return isTouched ? send(notice) : leave(notice);
}

function decideWithoutBase(line: LineCase): LineDecision {
  const { mark, own, standing, asked } = line;
  if (standing === undefined) {
    if (mark !== 'send' && mark !== 'accept') return send();
    if (asked === 'no') return { action: 'ask', notices: [] };
    return send({ code: asked === 'yes' ? 'line-not-known' : 'line-not-asked', names: [] });
  }
  const answer = decideAnswer(line, standing);
  if (answer) return answer;
  const names = listDeviatingValues(own.values, standing.agreed);
  if (mark === 'change') return send(...reopenNotices(names));
  if (mark === 'new' && names.length > 0) return send(...reopenNotices(names));
  return names.length === 0 ? leave() : leave({ code: 'line-left-out', names });
}

const reopenNotices = (names: readonly string[]): readonly LineNotice[] =>
  names.length === 0 ? [] : [{ code: 'line-reopens', names }];

function decideByValue(line: LineCase, base: ExportedLine, standing: LineStanding): LineDecision {
  const { mark, own } = line;
  const names = listTouched(own, base, standing, mark === 'change');
  if (names.length > 0 || base.cancelled) {
    const old = listDeviatingValues(own.values, standing.agreed).filter(
      (name) => !names.includes(name) && standing.open?.values[name] !== own.values[name],
    );
    return send(...findAcceptedOtherwise(line, standing), ...reopenNotices(old));
  }
  const answer = decideAnswer(line, standing);
  if (answer) return answer;
  if (own.rest !== base.rest) return decideTexts(line, standing);
  return leave(...listUntouchedNotices(mark, own, standing));
}

/**
 * Values that are neither those of the last export nor taken over from what was agreed or is open. An ERP with one date for a line
 * takes over one of several dates; where it marks the line as changed, it means that date.
 */
function listTouched(
  { values }: ExportedLine,
  base: ExportedLine,
  { agreed, open }: LineStanding,
  marked: boolean,
): readonly string[] {
  const takenOver = (name: string, value: string): boolean =>
    [agreed[name], open?.values[name]].some(
      (other) => other === value || (!marked && name === 'dates' && hasDates(other, value)),
    );
  return Object.entries(values)
    .filter(([name, value]) => base.values[name] !== value && !takenOver(name, value))
    .map(([name]) => name);
}

function hasDates(all: string | undefined, some: string): boolean {
  const known = all?.split(', ') ?? [];
  return some.split(', ').every((date) => known.includes(date));
}

/** A line that answers, confirms or reverts an open request goes, whatever of it is new; so does one that a supplier refused. */
function decideAnswer(line: LineCase, standing: LineStanding): LineDecision | undefined {
  const { mark, own, base, names } = line;
  const { status, agreed, open, requested } = standing;
  const isNews = mark === 'change' || (base !== undefined && !hasSameValues(names, own.values, base.values));
  const takesBack = isNews && hasSameValues(names, own.values, agreed) ? send() : undefined;
  if (open?.by === 'supplier') {
    const confirms = hasSameValues(names, own.values, open.values);
    if (confirms || mark === 'accept') return send(...findAcceptedOtherwise(line, standing));
    return requested === undefined ? undefined : takesBack;
  }
  if (open?.by === 'buyer') return takesBack;
  return status === 'Rejected' && (mark === 'change' || mark === 'accept') ? send() : undefined;
}

/** It says that it accepts the supplier's change, with other values than that has. */
function findAcceptedOtherwise(
  { mark, own, names }: LineCase,
  { open }: LineStanding,
): readonly LineNotice[] {
  if (mark !== 'accept' || open?.by !== 'supplier') return [];
  const others = listDifferingValues(names, own.values, open.values);
  return others.length === 0 ? [] : [{ code: 'accepted-otherwise', names: others }];
}

/**
 * Other texts go along with the values that stand, or that the buyer asks for already. Other values would change what is open or
 * agreed, and a refused line would be asked for again.
 */
function decideTexts({ own, names }: LineCase, { status, agreed, open }: LineStanding): LineDecision {
  const deviating = listDeviatingValues(own.values, agreed);
  const isHarmless =
    open === undefined
      ? deviating.length === 0 && status !== 'Rejected'
      : open.by === 'buyer' && hasSameValues(names, own.values, open.values);
  return isHarmless ? send() : leave({ code: 'line-texts-left-out', names: deviating });
}

/** The buyer has asked for this value, and waits. */
const isAsked = (name: string, { values }: ExportedLine, { open, requested }: LineStanding): boolean =>
  (open?.by === 'buyer' ? open.values : requested)?.[name] === values[name];

function listUntouchedNotices(
  mark: LineMark,
  own: ExportedLine,
  standing: LineStanding,
): readonly LineNotice[] {
  const { status, agreed, open } = standing;
  const names = listDeviatingValues(own.values, agreed).filter((name) => !isAsked(name, own, standing));
  if (status === 'Rejected') return [{ code: 'line-refused', names }];
  if (names.length > 0) return [{ code: mark === 'change' ? 'line-contradicts' : 'line-left-out', names }];
  if (open?.by === 'supplier' && mark === 'change')
    return [{ code: 'proposal-unanswered', names: listDeviatingValues(own.values, open.values) }];
  return [];
}
