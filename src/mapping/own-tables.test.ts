import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type FileMapping, loadMapping } from './load.ts';
import { csvRows } from './tables.ts';
import { deliveredFixture, folder, textsOf } from './testkit/delivered.ts';
import { schemas } from './testkit/kit.ts';

/** What a user decides by a table of his own beside the delivered mappings. */

const own = mkdtempSync(join(tmpdir(), 'own-tables-'));
mkdirSync(join(own, 'tables'));
afterAll(() => {
  rmSync(own, { recursive: true });
  schemas.dispose();
});

/** A delivered mapping with this table in place of the delivered one. */
function withTable(mapping: string, table: string, text: string): FileMapping {
  const file = join(own, 'tables', `${table}.csv`);
  writeFileSync(file, text);
  const loaded = loadMapping(mapping, [own, folder], schemas.model);
  rmSync(file);
  if (loaded.mapping === undefined) throw new Error(JSON.stringify(loaded.findings));
  return loaded.mapping;
}

const delivered = (table: string): string => readFileSync(join(folder, 'tables', `${table}.csv`), 'utf8');

function made(mapping: FileMapping, fixture: string, member: string): readonly string[] | string | undefined {
  const { document, context } = deliveredFixture(`${mapping.name}.${fixture}`);
  const { target, stop } = mapping.run(document, context);
  return stop === undefined ? textsOf(target).get(member) : `${stop.as} ${stop.finding.code}`;
}

describe('a table of the user', () => {
  it('tells the account number of a supplier that is known by its GLN', () => {
    const mapping = withTable('order-to-exchange', 'suppliers', 'party,account\nGLN:8718336000046,204518\n');
    expect(made(mapping, 'account-unknown', 'order/supplierAccountNumber')).toEqual(['204518']);
  });

  it.each([
    ['order-response-to-exchange', 'order/buyerAccountNumber'],
    ['despatch-advice-to-exchange', 'header/buyerAccountNumber'],
  ])('tells %s the account number of a buyer', (name, member) => {
    const mapping = withTable(
      name,
      'buyers',
      'party;account\nGLN:8719472000013;D10077\nGLN:8719472000037;D10077\n',
    );
    expect(made(mapping, 'account-unknown', member)).toEqual(['D10077']);
  });

  it('lets a supplier cancel a confirmed line', () => {
    const text = delivered('response-line-status').replace('cancelled,withdraw', 'cancelled,cancel');
    const mapping = withTable('order-response-to-exchange', 'response-line-status', text);
    expect(made(mapping, 'cancelled-after-it-was-confirmed', 'lines/indicators/cancelled')).toEqual(['true']);
  });

  it.each([
    ['OrderLinesCancelledByBuyer', 'cancelled', 'own-cancellation'],
    ['OrderChangesProposalRejectedByBuyer', 'accepted', 'own-refusal-of-a-proposal'],
  ])('writes %s as %s', (event, status, fixture) => {
    const text = delivered('event-to-response').replace(`${event},none`, `${event},${status}`);
    const mapping = withTable('order-to-order-response', 'event-to-response', text);
    expect(made(mapping, fixture, 'cac:OrderLine/cac:LineItem/cbc:LineStatusCode')).toEqual([status]);
  });

  it('leaves forecasts out', () => {
    const text = delivered('order-kind').replace('forecast,park', 'forecast,ignore');
    const mapping = withTable('order-to-order', 'order-kind', text);
    expect(made(mapping, 'order-type-forecast', '')).toBe('ignored no-purchase-order');
  });

  it('writes the status codes that the ERP expects', () => {
    const text = delivered('delivery-status').replace('Shipped,Shipped', 'Shipped,40');
    const mapping = withTable('order-to-order-status', 'delivery-status', text);
    expect(made(mapping, 'resent', 'OrderLineStatus/DeliveryStatus/cbc:StatusCode')).toEqual(['40']);
  });
});

describe('the delivered tables', () => {
  const names = (table: string) => csvRows(delivered(table)).map(({ cells: [name] }) => name);

  it('know the same events of orders', () => {
    const events = names('event-to-response').slice(1).sort();
    expect(names('event-to-order').slice(1).sort()).toEqual(events);
    expect(names('event-to-order-status').slice(1).sort()).toEqual(events);
  });

  it.each(['order-to-exchange', 'order-response-to-exchange'])(
    '%s never asks to cancel lines that are missing',
    (name) => {
      const text = readFileSync(join(folder, `${name}.yaml`), 'utf8').replace(/^\s*#.*$/gm, '');
      expect(text).not.toContain('cancelLineWhenMissing');
    },
  );
});
