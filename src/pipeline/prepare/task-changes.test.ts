import { describe, expect, it } from 'vitest';
import { responseXml } from '../../../test/kit/documents.ts';
import { parseDeliveryPlan } from '../deliver/delivery-plan.ts';
import type { OrderState } from '../order-state/order-state.ts';
import { delivered, event, fetched, line, run, stateAfter, t1, t2 } from '../testkit/check-and-prepare.ts';
import { createPortalTask } from './task-changes.ts';

/** The line as the exchange sent it last. */
const known = (...lines: readonly object[]) => {
  const body = fetched({ lines });
  const received = {
    revision: 1,
    body: 'b',
    lines: { 'o-PO-1-10': { lastUpdatedAt: t1, body: 'b', revision: 1 } },
  };
  const state: OrderState = { revision: 1, published: {}, received: { responses: received } };
  return { state, bodies: { b: body } };
};

const answer = (...lines: readonly { readonly id: string; readonly status: string }[]) =>
  responseXml({ number: 'PO-1', lines });

describe('an answer that asks what no operation can say', () => {
  const confirmed = known(line('10', 'Confirmed', t1));

  it('goes with its other lines, which end their tasks, and opens one', () => {
    const bytes = answer({ id: '10', status: 'cancelled' }, { id: '20', status: 'accepted' });
    const prepared = run('answers', bytes, confirmed);
    expect(prepared).toMatchObject({
      kind: 'deliver',
      tasks: [{ line: '10', finding: { code: 'cancel-in-portal', severity: 'warning' } }],
      endsTasks: ['20'],
    });
  });

  it('opens it also where nothing is left to send, or the rest says what was delivered last', () => {
    const alone = run('answers', answer({ id: '10', status: 'cancelled' }), confirmed);
    expect(alone).toMatchObject({ kind: 'settle', outcome: 'ignored', tasks: [{ line: '10' }] });
    expect(alone).not.toHaveProperty('endsTasks');

    const first = delivered('answers', answer({ id: '20', status: 'accepted' }));
    const more = answer({ id: '20', status: 'accepted' }, { id: '30', status: 'added' });
    expect(run('answers', more, { state: stateAfter('answers', first), id: 2 })).toMatchObject({
      outcome: 'unchanged',
      tasks: [{ line: '30', finding: { code: 'added-by-supplier' } }],
      endsTasks: ['20'],
    });
  });

  it('is parked as a whole where a person has to decide, and opens nothing', () => {
    const bytes = answer({ id: '10', status: 'cancelled' }, { id: '20', status: 'disputed' });
    const prepared = run('answers', bytes, confirmed);
    expect(prepared).toMatchObject({ kind: 'park' });
    expect(prepared).not.toHaveProperty('tasks');
  });
});

describe('an event', () => {
  const asked = (status: string) => ({
    ...line('10', 'InProgress', t1),
    supplierLine: { requests: { proposal: { status } } },
  });
  const refused = { ...asked('Rejected'), status: { processStatus: 'Confirmed' } };

  it.each([
    ['nothing is asked any more', refused, ['10']],
    ['the supplier still asks', asked('Open'), undefined],
    ['the line is still negotiated', { ...asked('Rejected') }, undefined],
    ['nobody says how the line stands', { ...refused, status: {} }, undefined],
    [
      'a reopening is asked for',
      { ...refused, supplierLine: { requests: { reopenRequest: { status: 'Open' } } } },
      undefined,
    ],
  ])('as buyer ends the tasks of a line when %s', (_, one, ends) => {
    const prepared = run('responses', event('OrderChangesProposalRejectedByBuyer', { lines: [one] }));
    expect(prepared.kind).toBe('settle');
    expect('endsTasks' in prepared ? prepared.endsTasks : undefined).toEqual(ends);
  });

  it('ends none that is older than what was handled', () => {
    const { state, bodies } = known(refused);
    const lines = [refused, line('20', 'Confirmed', t2)];
    const told = event('OrderLinesAcceptedBySupplier', { lines });
    expect(run('responses', told, { state, bodies })).toMatchObject({ endsTasks: ['20'] });
  });

  it('ends them also where it lies before the start, or is published', () => {
    const told = event('OrderLinesAcceptedBySupplier', { lines: [line('10', 'Confirmed', t1)] });
    expect(run('responses', told, { note: true })).toMatchObject({ outcome: 'ignored', endsTasks: ['10'] });
    expect(run('responses', told)).toMatchObject({ kind: 'deliver', endsTasks: ['10'] });
  });

  it('as supplier ends them when the line has ended, or is new', () => {
    const told = (status: string) => event('OrderLinesUpdatedByBuyer', { lines: [line('10', status, t2)] });
    const ends = (status: string, state?: OrderState) => {
      const prepared = run('supplier-orders', told(status), state ? { state, bodies } : {});
      return 'endsTasks' in prepared ? prepared.endsTasks : undefined;
    };
    const { state: asBuyer, bodies } = known(line('10', 'Confirmed', t1));
    const received = asBuyer.received.responses;
    if (received === undefined) throw new Error('it is known');
    const state = { ...asBuyer, received: { 'supplier-orders': received } };
    expect(ends('Confirmed', state)).toBeUndefined();
    expect(ends('Cancelled', state)).toEqual(['10']);
    expect(ends('Issued')).toEqual(['10']);
  });
});

describe('a refusal of a buyer', () => {
  const refusal = (own: string, open?: string) => ({
    position: '20',
    own: { quantity: own, dates: '2026-04-01' },
    open: open === undefined ? undefined : { quantity: open },
  });
  const asks = (...of: Parameters<typeof refusal>) => createPortalTask(refusal(...of), 'en').asks;

  it('names its line, and how the task is ended', () => {
    expect(createPortalTask(refusal('10'), 'en')).toMatchObject({
      line: '20',
      finding: { code: 'refuse-in-portal', advice: expect.stringContaining('done ID --line 20') },
    });
    expect(createPortalTask(refusal('10'), 'nl').finding.message).toContain('Regel 20 weigert');
  });

  it('asks the same where the ERP exports the same and the supplier asks for the same', () => {
    expect(asks('10', '8')).toBe(createPortalTask(refusal('10', '8'), 'nl').asks);
    expect(new Set([asks('10', '8'), asks('10', '7'), asks('9', '8'), asks('10')]).size).toBe(4);
  });
});

it('a plan keeps what becomes of tasks over a crash', () => {
  const finding = { code: 'c', severity: 'warning', message: 'm', advice: 'a' } as const;
  const plan = {
    change: {},
    fields: {},
    findings: [],
    tasks: [{ line: '10', finding, asks: '8' }],
    endsTasks: ['20'],
  };
  expect(parseDeliveryPlan(Buffer.from(JSON.stringify(plan)))).toEqual(plan);
});
