import type { JsonObject } from '../model/exact-json.ts';
import type { Values } from '../model/request-bodies.ts';
import { fillFromAsked, isSameValues } from './negotiated-values.ts';

export type ProcessStatus = 'Issued' | 'InProgress' | 'Confirmed' | 'Rejected' | 'Completed' | 'Cancelled';

export interface ChangeRequest extends Values {
  readonly reason?: string | undefined;
  readonly status: 'Open' | 'Approved' | 'Rejected' | 'Closed';
}

/** One order line as both sides see it. */
export interface Line {
  readonly position: string;
  /** What the buyer sent, less the values. */
  buyer: JsonObject;
  /** What the buyer asks for. */
  issued: Values;
  /** What the supplier sent, less the values. */
  supplier: JsonObject;
  confirmed?: Values;
  proposal?: ChangeRequest;
  supplierReopen?: ChangeRequest;
  buyerReopen?: ChangeRequest;
  process: ProcessStatus;
  proposeWhenAccepted: boolean;
  lastUpdatedAt: string;
}

export interface SupplierResponse {
  readonly accepted: boolean;
  readonly rejected: boolean;
  readonly autoConfirm: boolean;
  readonly values: Values;
  readonly reason?: string | undefined;
}

/** What a supplier's response does to a line. The event's name, or undefined: nothing changed. */
export function respond(line: Line, response: SupplierResponse): string | undefined {
  const asked = line.buyerReopen?.status === 'Open' ? line.buyerReopen : line.issued;
  const offered = fillFromAsked(
    response.values,
    line.process === 'Confirmed' ? (line.confirmed ?? asked) : asked,
  );
  if (line.process === 'Confirmed') return respondConfirmed(line, response, offered);
  if (line.process !== 'Issued' && line.process !== 'InProgress') return undefined;
  if (response.rejected) return reject(line, response.reason);
  if (takesBack(line, response, offered)) return takeBack(line);
  const proposes = line.proposeWhenAccepted && line.process === 'Issued';
  if (response.accepted ? !proposes : isSameValues(offered, asked)) return accept(line, asked);
  return response.autoConfirm ? confirmAsOffered(line, offered) : propose(line, offered, response.reason);
}

function respondConfirmed(line: Line, response: SupplierResponse, offered: Values): string | undefined {
  if (response.accepted || response.rejected || isSameValues(offered, line.confirmed ?? {})) return undefined;
  return response.autoConfirm ? confirmAsOffered(line, offered) : propose(line, offered, response.reason);
}

function reject(line: Line, reason: string | undefined): string {
  closeRequests(line, 'Closed');
  if (reason !== undefined) line.supplier = { ...line.supplier, reason };
  line.process = 'Rejected';
  return 'OrderLinesRejectedBySupplier';
}

const takesBack = (line: Line, response: SupplierResponse, offered: Values): boolean =>
  !response.accepted &&
  line.supplierReopen?.status === 'Open' &&
  line.confirmed !== undefined &&
  isSameValues(offered, line.confirmed);

function takeBack(line: Line): string {
  endReopen(line, 'supplierReopen', 'Closed');
  return 'OrderLinesReopenRequestRevertedBySupplier';
}

function accept(line: Line, asked: Values): string {
  const reopened = line.buyerReopen?.status === 'Open';
  if (reopened) close(line, 'buyerReopen', 'Approved');
  confirm(line, asked);
  return reopened ? 'OrderLinesReopenRequestApprovedBySupplier' : 'OrderLinesAcceptedBySupplier';
}

function confirmAsOffered(line: Line, offered: Values): string {
  confirm(line, offered);
  return 'OrderLinesConfirmedBySupplier';
}

/** Agreed: what was asked for and what is confirmed are one. */
function confirm(line: Line, values: Values): void {
  closeRequests(line, 'Closed');
  const agreed = { deliverySchedule: values.deliverySchedule, prices: values.prices };
  line.issued = agreed;
  line.confirmed = agreed;
  line.process = 'Confirmed';
}

/** A line that was never confirmed gets a proposal, one that was gets a request to reopen it. */
function propose(line: Line, values: Values, reason: string | undefined): string | undefined {
  const kind = line.confirmed ? 'supplierReopen' : 'proposal';
  const open = line[kind];
  if (open?.status === 'Open' && isSameValues(open, values) && open.reason === reason) return undefined;
  line[kind] = { ...values, ...(reason === undefined ? {} : { reason }), status: 'Open' };
  line.process = 'InProgress';
  return kind === 'proposal' ? 'OrderChangesProposedBySupplier' : 'OrderLinesReopenRequestedBySupplier';
}

/** What a buyer's update does to a line. The event's name, or undefined: no negotiation follows. */
export function update(line: Line, values: Values): string | undefined {
  if (line.process === 'Completed' || line.process === 'Cancelled') return undefined;
  if (line.process === 'Confirmed')
    return isSameValues(values, line.confirmed ?? {}) ? undefined : reopenByBuyer(line, values);
  if (line.process === 'InProgress') return updateInProgress(line, values);
  if (line.process === 'Issued' && isSameValues(values, line.issued)) return undefined;
  line.issued = values;
  if (line.process === 'Rejected') line.process = 'InProgress';
  return 'OrderLinesReissuedByBuyer';
}

function updateInProgress(line: Line, values: Values): string | undefined {
  const offer = openOffer(line);
  if (offer && isSameValues(values, offer.request)) return approve(line);
  if (line.confirmed && line.buyerReopen?.status === 'Open' && isSameValues(values, line.confirmed)) {
    endReopen(line, 'buyerReopen', 'Closed');
    return 'OrderLinesReopenRequestRevertedByBuyer';
  }
  const asked = line.buyerReopen?.status === 'Open' ? line.buyerReopen : line.issued;
  if (isSameValues(values, asked)) return undefined;
  if (line.confirmed) return reopenByBuyer(line, values);
  line.issued = values;
  return 'OrderLinesReissuedByBuyer';
}

function reopenByBuyer(line: Line, values: Values): string {
  line.buyerReopen = { ...values, status: 'Open' };
  line.process = 'InProgress';
  return 'OrderLinesReopenRequestedByBuyer';
}

/** The buyer agrees to what the supplier offers. Undefined: there is no open offer. */
export function approve(line: Line): string | undefined {
  const offer = openOffer(line);
  if (!offer) return undefined;
  close(line, offer.kind, 'Approved');
  confirm(line, offer.request);
  return offer.kind === 'proposal'
    ? 'OrderChangesProposalApprovedByBuyer'
    : 'OrderLinesReopenRequestApprovedByBuyer';
}

/** The buyer does not agree: a confirmed line is confirmed as it was, another one stays in progress. */
export function refuse(line: Line): string | undefined {
  const offer = openOffer(line);
  if (!offer) return undefined;
  if (offer.kind === 'proposal') {
    close(line, 'proposal', 'Rejected');
    return 'OrderChangesProposalRejectedByBuyer';
  }
  endReopen(line, 'supplierReopen', 'Rejected');
  return 'OrderLinesReopenRequestRejectedByBuyer';
}

/** The supplier does not agree to the buyer's wish to reopen the line. */
export function refuseReopen(line: Line): string | undefined {
  if (line.buyerReopen?.status !== 'Open') return undefined;
  endReopen(line, 'buyerReopen', 'Rejected');
  return 'OrderLinesReopenRequestRejectedBySupplier';
}

/**
 * A wish to reopen a line that is refused or taken back. Both sides may have one: the line is in progress for as long as one of the two
 * is open.
 */
function endReopen(line: Line, kind: 'supplierReopen' | 'buyerReopen', status: 'Rejected' | 'Closed'): void {
  close(line, kind, status);
  const isAsked = [line.supplierReopen, line.buyerReopen].some((request) => request?.status === 'Open');
  line.process = isAsked ? 'InProgress' : 'Confirmed';
}

export function cancel(line: Line): string | undefined {
  if (line.process === 'Completed' || line.process === 'Cancelled') return undefined;
  closeRequests(line, 'Closed');
  line.process = 'Cancelled';
  return 'OrderLinesCancelledByBuyer';
}

export function complete(line: Line): string | undefined {
  if (!['Issued', 'Rejected', 'Confirmed'].includes(line.process)) return undefined;
  line.process = 'Completed';
  return 'OrderLinesCompletedByBuyer';
}

function openOffer(line: Line): { kind: 'proposal' | 'supplierReopen'; request: ChangeRequest } | undefined {
  for (const kind of ['supplierReopen', 'proposal'] as const) {
    const request = line[kind];
    if (request?.status === 'Open') return { kind, request };
  }
  return undefined;
}

const requestKinds = ['proposal', 'supplierReopen', 'buyerReopen'] as const;

function closeRequests(line: Line, status: ChangeRequest['status']): void {
  for (const kind of requestKinds) close(line, kind, status);
}

function close(line: Line, kind: (typeof requestKinds)[number], status: ChangeRequest['status']): void {
  const request = line[kind];
  if (request?.status === 'Open') line[kind] = { ...request, status };
}
