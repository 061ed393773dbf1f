import { describe, expect, it } from 'vitest';
import { decimalOf } from '../model/exact-json.ts';
import type { Values } from '../model/request-bodies.ts';
import {
  approve,
  cancel,
  complete,
  type Line,
  type ProcessStatus,
  refuse,
  refuseReopen,
  respond,
  update,
} from './negotiate-line.ts';
import { isSameValues } from './negotiated-values.ts';

const values = (date: string, quantity = 5, price = 2.5): Values => ({
  deliverySchedule: [{ position: '1', date, quantity }],
  prices: { netPrice: { priceInTransactionCurrency: { value: price, currencyIso: 'EUR' } } },
});
const asked = values('2030-01-01');
const other = values('2030-02-02');
const third = values('2030-03-03');

function line(process: ProcessStatus, more: Partial<Line> = {}): Line {
  return {
    position: '10',
    buyer: {},
    issued: asked,
    supplier: {},
    ...(process === 'Confirmed' ? { confirmed: asked } : {}),
    process,
    proposeWhenAccepted: false,
    lastUpdatedAt: '',
    ...more,
  };
}
const reopenedByBoth = () =>
  line('InProgress', {
    confirmed: asked,
    buyerReopen: { ...other, status: 'Open' },
    supplierReopen: { ...third, status: 'Open' },
  });
const proposed = () => line('InProgress', { proposal: { ...other, status: 'Open' } });
const reopenedByBuyer = () =>
  line('InProgress', { confirmed: asked, buyerReopen: { ...other, status: 'Open' } });
const reopenedBySupplier = () =>
  line('InProgress', { confirmed: asked, supplierReopen: { ...other, status: 'Open' } });

const answer = (given: Partial<Parameters<typeof respond>[1]>) => ({
  accepted: false,
  rejected: false,
  autoConfirm: false,
  values: {},
  ...given,
});

describe("a supplier's response", () => {
  it.each<[string, Line, Parameters<typeof respond>[1], string | undefined, ProcessStatus]>([
    [
      'accepts an issued line',
      line('Issued'),
      answer({ accepted: true }),
      'OrderLinesAcceptedBySupplier',
      'Confirmed',
    ],
    [
      'with equal values accepts',
      line('Issued'),
      answer({ values: asked }),
      'OrderLinesAcceptedBySupplier',
      'Confirmed',
    ],
    [
      'that says nothing of the values accepts',
      line('Issued'),
      answer({}),
      'OrderLinesAcceptedBySupplier',
      'Confirmed',
    ],
    [
      'rejects an issued line',
      line('Issued'),
      answer({ rejected: true }),
      'OrderLinesRejectedBySupplier',
      'Rejected',
    ],
    [
      'with other values proposes',
      line('Issued'),
      answer({ values: other }),
      'OrderChangesProposedBySupplier',
      'InProgress',
    ],
    [
      'with other values confirms under autoConfirm',
      line('Issued'),
      answer({ values: other, autoConfirm: true }),
      'OrderLinesConfirmedBySupplier',
      'Confirmed',
    ],
    [
      'that accepts becomes a proposal where the buyer wants that',
      line('Issued', { proposeWhenAccepted: true }),
      answer({ accepted: true, values: other }),
      'OrderChangesProposedBySupplier',
      'InProgress',
    ],
    [
      'accepts after all',
      proposed(),
      answer({ accepted: true }),
      'OrderLinesAcceptedBySupplier',
      'Confirmed',
    ],
    ['repeats its proposal', proposed(), answer({ values: other }), undefined, 'InProgress'],
    [
      'changes its proposal',
      proposed(),
      answer({ values: values('2030-03-03') }),
      'OrderChangesProposedBySupplier',
      'InProgress',
    ],
    [
      'rejects in the end',
      proposed(),
      answer({ rejected: true }),
      'OrderLinesRejectedBySupplier',
      'Rejected',
    ],
    [
      'agrees to reopen',
      reopenedByBuyer(),
      answer({ accepted: true }),
      'OrderLinesReopenRequestApprovedBySupplier',
      'Confirmed',
    ],
    [
      'agrees to reopen by equal values',
      reopenedByBuyer(),
      answer({ values: other }),
      'OrderLinesReopenRequestApprovedBySupplier',
      'Confirmed',
    ],
    [
      'takes its wish to reopen back',
      reopenedBySupplier(),
      answer({ values: asked }),
      'OrderLinesReopenRequestRevertedBySupplier',
      'Confirmed',
    ],
    [
      "takes its wish to reopen back while the buyer's is open",
      reopenedByBoth(),
      answer({ values: asked }),
      'OrderLinesReopenRequestRevertedBySupplier',
      'InProgress',
    ],
    ['repeats what is confirmed', line('Confirmed'), answer({ values: asked }), undefined, 'Confirmed'],
    [
      'accepts what is confirmed',
      line('Confirmed'),
      answer({ accepted: true, values: other }),
      undefined,
      'Confirmed',
    ],
    [
      'wants to reopen',
      line('Confirmed'),
      answer({ values: other }),
      'OrderLinesReopenRequestedBySupplier',
      'InProgress',
    ],
    ['comes after a rejection', line('Rejected'), answer({ accepted: true }), undefined, 'Rejected'],
    ['comes after completion', line('Completed'), answer({ values: other }), undefined, 'Completed'],
    ['comes after cancellation', line('Cancelled'), answer({ values: other }), undefined, 'Cancelled'],
  ])('%s', (_what, subject, response, event, process) => {
    expect(respond(subject, response)).toBe(event);
    expect(subject.process).toBe(process);
  });

  it('that agrees to reopen confirms the new values', () => {
    const subject = reopenedByBuyer();
    respond(subject, answer({ accepted: true }));
    expect(subject.confirmed).toEqual({ deliverySchedule: other.deliverySchedule, prices: other.prices });
    expect(subject.buyerReopen?.status).toBe('Approved');
  });

  it('keeps the reason with the proposal', () => {
    const subject = line('Issued');
    respond(subject, answer({ values: other, reason: 'capacity' }));
    expect(subject.proposal).toMatchObject({
      reason: 'capacity',
      status: 'Open',
      deliverySchedule: [{ date: '2030-02-02' }],
    });
  });

  it('takes over what it leaves out, but not into parts it splits off', () => {
    const subject = line('Issued');
    respond(
      subject,
      answer({ values: { deliverySchedule: [{ position: '1', date: '2030-05-05' }, { quantity: 2 }] } }),
    );
    expect(subject.proposal?.deliverySchedule).toEqual([
      { position: '1', date: '2030-05-05', quantity: 5 },
      { quantity: 2 },
    ]);
    expect(subject.proposal?.prices).toEqual(asked.prices);
  });
});

describe("a buyer's update", () => {
  it.each<[string, Line, Values, string | undefined, ProcessStatus]>([
    ['repeats an issued line', line('Issued'), asked, undefined, 'Issued'],
    ['changes an issued line', line('Issued'), other, 'OrderLinesReissuedByBuyer', 'Issued'],
    ['meets the proposal', proposed(), other, 'OrderChangesProposalApprovedByBuyer', 'Confirmed'],
    [
      'says something else than the proposal',
      proposed(),
      values('2030-04-04'),
      'OrderLinesReissuedByBuyer',
      'InProgress',
    ],
    ['repeats what was asked', proposed(), asked, undefined, 'InProgress'],
    [
      'meets the wish to reopen',
      reopenedBySupplier(),
      other,
      'OrderLinesReopenRequestApprovedByBuyer',
      'Confirmed',
    ],
    [
      'takes its wish to reopen back',
      reopenedByBuyer(),
      asked,
      'OrderLinesReopenRequestRevertedByBuyer',
      'Confirmed',
    ],
    [
      "takes its wish to reopen back while the supplier's is open",
      reopenedByBoth(),
      asked,
      'OrderLinesReopenRequestRevertedByBuyer',
      'InProgress',
    ],
    [
      "meets the supplier's wish while its own is open",
      reopenedByBoth(),
      third,
      'OrderLinesReopenRequestApprovedByBuyer',
      'Confirmed',
    ],
    ['repeats its wish to reopen', reopenedByBuyer(), other, undefined, 'InProgress'],
    ['repeats a confirmed line', line('Confirmed'), asked, undefined, 'Confirmed'],
    ['wants to reopen', line('Confirmed'), other, 'OrderLinesReopenRequestedByBuyer', 'InProgress'],
    ['revives a rejected line', line('Rejected'), asked, 'OrderLinesReissuedByBuyer', 'InProgress'],
    ['comes after completion', line('Completed'), other, undefined, 'Completed'],
    ['comes after cancellation', line('Cancelled'), other, undefined, 'Cancelled'],
  ])('%s', (_what, subject, update_, event, process) => {
    expect(update(subject, update_)).toBe(event);
    expect(subject.process).toBe(process);
  });

  it('that wants to reopen leaves the agreed values as they are', () => {
    const subject = line('Confirmed');
    update(subject, other);
    expect(subject.confirmed).toEqual(asked);
    expect(subject.issued).toEqual(asked);
    expect(subject.buyerReopen).toMatchObject({ ...other, status: 'Open' });
  });
});

describe('of two wishes to reopen a line, the other one stays open', () => {
  it.each<[string, (line: Line) => unknown, 'buyerReopen' | 'supplierReopen', string]>([
    ['the buyer takes its own back', (both) => update(both, asked), 'buyerReopen', 'Closed'],
    [
      'the supplier takes its own back',
      (both) => respond(both, answer({ values: asked })),
      'supplierReopen',
      'Closed',
    ],
    ["the buyer refuses the supplier's", refuse, 'supplierReopen', 'Rejected'],
    ["the supplier refuses the buyer's", refuseReopen, 'buyerReopen', 'Rejected'],
  ])('where %s', (_what, act, ended, status) => {
    const subject = reopenedByBoth();
    act(subject);
    const { buyerReopen, supplierReopen, confirmed } = subject;
    expect({ buyerReopen: buyerReopen?.status, supplierReopen: supplierReopen?.status }).toEqual({
      buyerReopen: 'Open',
      supplierReopen: 'Open',
      [ended]: status,
    });
    expect(confirmed).toEqual(asked);
  });
});

describe('the portal', () => {
  it.each<[string, (line: Line) => string | undefined, Line, string | undefined, ProcessStatus]>([
    ['approves a proposal', approve, proposed(), 'OrderChangesProposalApprovedByBuyer', 'Confirmed'],
    [
      'approves a reopening',
      approve,
      reopenedBySupplier(),
      'OrderLinesReopenRequestApprovedByBuyer',
      'Confirmed',
    ],
    ['approves nothing', approve, line('Issued'), undefined, 'Issued'],
    ['refuses a proposal', refuse, proposed(), 'OrderChangesProposalRejectedByBuyer', 'InProgress'],
    [
      'refuses a reopening',
      refuse,
      reopenedBySupplier(),
      'OrderLinesReopenRequestRejectedByBuyer',
      'Confirmed',
    ],
    ['refuses nothing', refuse, line('Issued'), undefined, 'Issued'],
    [
      "refuses the buyer's reopening",
      refuseReopen,
      reopenedByBuyer(),
      'OrderLinesReopenRequestRejectedBySupplier',
      'Confirmed',
    ],
    [
      'refuses a reopening while its own is open',
      refuse,
      reopenedByBoth(),
      'OrderLinesReopenRequestRejectedByBuyer',
      'InProgress',
    ],
    [
      "refuses the buyer's reopening while the supplier's is open",
      refuseReopen,
      reopenedByBoth(),
      'OrderLinesReopenRequestRejectedBySupplier',
      'InProgress',
    ],
    ['cancels', cancel, proposed(), 'OrderLinesCancelledByBuyer', 'Cancelled'],
    ['cancels nothing completed', cancel, line('Completed'), undefined, 'Completed'],
    ['completes', complete, line('Confirmed'), 'OrderLinesCompletedByBuyer', 'Completed'],
    ['completes nothing in progress', complete, proposed(), undefined, 'InProgress'],
  ])('%s', (_what, act, subject, event, process) => {
    expect(act(subject)).toBe(event);
    expect(subject.process).toBe(process);
  });
});

describe('values', () => {
  it('are the same whatever their digits, positions and order', () => {
    const a = {
      deliverySchedule: [
        { date: '2030-01-01', quantity: 5 },
        { date: '2030-01-02', quantity: 1 },
      ],
    };
    const b = {
      deliverySchedule: [
        { position: '9', date: '2030-01-02', quantity: decimalOf('1.000') },
        { date: '2030-01-01', quantity: decimalOf('5.0') },
      ],
    };
    expect(isSameValues(a, b)).toBe(true);
  });

  it('differ by the unit that a price is for, where both say it', () => {
    const per = (priceUnitOfMeasureIso: string): Values => ({
      ...asked,
      prices: { ...asked.prices, priceUnitOfMeasureIso },
    });
    expect(isSameValues(per('C62'), per('KGM'))).toBe(false);
    expect(isSameValues(asked, per('KGM'))).toBe(true);
  });

  it.each<[string, Values]>([
    ['a date', values('2030-01-02')],
    ['a quantity', values('2030-01-01', 6)],
    ['a price', values('2030-01-01', 5, 2.51)],
    ['a price unit', { ...asked, prices: { ...asked.prices, priceUnitQuantity: 100 } }],
    [
      'a split',
      {
        ...asked,
        deliverySchedule: [
          { date: '2030-01-01', quantity: 2 },
          { date: '2030-01-01', quantity: 3 },
        ],
      },
    ],
  ])('differ by %s', (_what, different) => {
    expect(isSameValues(asked, different)).toBe(false);
  });
});
