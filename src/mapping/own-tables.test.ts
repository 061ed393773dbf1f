import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileMapping } from './file-mapping.ts';
import { loadMapping } from './load-mapping.ts';
import { parseCsvRows } from './tables/csv-rows.ts';
import { deliveredFixture, folder, textsOf } from './testkit/delivered.ts';
import { formats } from './testkit/kit.ts';

/** What a user decides by a table of his own beside the delivered mappings. */

const own = mkdtempSync(join(tmpdir(), 'own-tables-'));
mkdirSync(join(own, 'tables'));
afterAll(() => {
  rmSync(own, { recursive: true });
});

/** A delivered mapping with this table in place of the delivered one. */
function withTable(mapping: string, table: string, text: string): FileMapping {
  const file = join(own, 'tables', `${table}.csv`);
  writeFileSync(file, text);
  const loaded = loadMapping(mapping, [own, folder], formats);
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

  it.each([
    ['order-to-exchange', 'suppliers', 'supplier-by-chamber-of-commerce', 'NL:KVK:17014545'],
    ['order-to-exchange', 'suppliers', 'register-number-is-no-account', '0192:987654325'],
    ['order-to-exchange', 'suppliers', 'number-of-an-unknown-scheme', 'ACME:204518'],
    ['order-to-exchange', 'suppliers', 'account-by-scheme', '92:204518'],
    ['order-to-exchange', 'suppliers', 'minimal', '204518'],
    ['order-response-to-exchange', 'buyers', 'buyer-by-chamber-of-commerce', 'NL:KVK:17014545'],
    ['order-response-to-exchange', 'buyers', 'register-number-is-no-account', '0184:13585628'],
    ['order-response-to-exchange', 'buyers', 'number-of-an-unknown-scheme', 'ACME:D10077'],
    ['order-response-to-exchange', 'buyers', 'account-by-scheme', 'ZZZ:D10077'],
    ['despatch-advice-to-exchange', 'buyers', 'account-by-scheme', '91:D10077'],
  ])('of %s counts for a number of every scheme: %s, %s', (name, table, fixture, key) => {
    const mapping = withTable(name, table, `party,account\n${key},ACC-7\n`);
    const party = { suppliers: 'supplier', buyers: 'buyer' }[table];
    const header = name.startsWith('despatch') ? 'header' : 'order';
    expect(made(mapping, fixture, `${header}/${party}AccountNumber`)).toEqual(['ACC-7']);
  });

  it('never tells an account of a party without a number', () => {
    const mapping = withTable('order-to-exchange', 'suppliers', 'party,account\n:,ACC-7\n');
    expect(made(mapping, 'supplier-without-number', '')).toBe('parked supplier-without-number');
  });

  it('writes a note for an event, and none without an entry', () => {
    const text = 'eventName,note\nOrderChangesProposedBySupplier,Please answer within two days.\n';
    const mapping = withTable('order-to-order-response', 'event-notes', text);
    expect(made(mapping, 'proposed', 'cbc:Note')).toEqual(['Please answer within two days.']);
    const without = withTable('order-to-order-response', 'event-notes', delivered('event-notes'));
    expect(made(without, 'proposed', 'cbc:Note')).toBeUndefined();
  });

  it('sends an accepted substitute as a proposal with the substitute as its reason', () => {
    const text = delivered('substitution').replace('accept,park', 'accept,revised');
    const mapping = withTable('order-response-to-exchange', 'substitution', text);
    const member = (name: string) => made(mapping, 'accepted-with-a-substitute', name);
    expect(member('lines/reason')).toEqual([
      'Substitute: BB-30-CI Bearing block 30 mm, cast iron 40 C62 at 11.50 EUR',
    ]);
    expect(member('lines/indicators/accepted')).toBeUndefined();
    expect(member('lines/deliverySchedule/date')).toEqual(['2026-12-01']);
  });

  it.each([
    ['both,park', 'both,number', 'line-reference-to-another-line', '10'],
    ['both,park', 'both,reference', 'line-reference-to-another-line', '20'],
    ['order not known,park', 'order not known,reference', 'line-reference-of-an-unknown-order', '10'],
    ['neither,park', 'neither,number', 'line-reference-to-nothing', '1'],
    ['several references,park', 'several references,number', 'line-reference-to-several-lines', '1'],
  ])('says which line is answered: %s -> %s', (row, other, fixture, position) => {
    const text = delivered('line-reference').replace(row, other);
    const mapping = withTable('order-response-to-exchange', 'line-reference', text);
    expect(made(mapping, fixture, 'lines/purchaseOrderLinePosition')).toEqual([position]);
  });

  it.each([
    ['charge,park', 'charge,note', 'charge-not-ordered', 'order/notes', 'Surcharge 45.00 EUR: Freight'],
    [
      'additional service,park',
      'additional service,note',
      'additional-service-not-ordered',
      'lines/notes',
      'Additional service 1 - Blasting 40 C62 at 1.50 EUR',
    ],
  ])(
    'sends as a note what an answer says beside its values: %s -> %s',
    (row, other, fixture, member, note) => {
      const text = delivered('beside-the-values').replace(row, other);
      const mapping = withTable('order-response-to-exchange', 'beside-the-values', text);
      expect(made(mapping, fixture, member)).toEqual([note]);
    },
  );

  it.each([
    ['back order,note', 'back order,park', 'back-order', 'answer-beside-the-values'],
    ['payment terms,note', 'payment terms,park', 'terms-of-its-own', 'terms-differ'],
    ['delivery terms,note', 'delivery terms,park', 'terms-of-its-own', 'terms-differ'],
    ['conditions,note', 'conditions,park', 'terms-of-its-own', 'terms-differ'],
  ])('parks what an answer says beside its values: %s -> %s', (row, other, fixture, code) => {
    const text = delivered('beside-the-values').replace(row, other);
    const mapping = withTable('order-response-to-exchange', 'beside-the-values', text);
    expect(made(mapping, fixture, 'lines/reason')).toBe(`parked ${code}`);
  });

  it('lets a supplier cancel a confirmed line', () => {
    const text = delivered('response-line-status').replace('cancelled,withdraw', 'cancelled,cancel');
    const mapping = withTable('order-response-to-exchange', 'response-line-status', text);
    expect(made(mapping, 'cancelled-after-it-was-confirmed', 'lines/indicators/cancelled')).toEqual(['true']);
  });

  it('leaves a status to a person, and says which', () => {
    const text = delivered('response-line-status').replace('rejected,reject', 'rejected,task');
    const mapping = withTable('order-response-to-exchange', 'response-line-status', text);
    const { document, context } = deliveredFixture('order-response-to-exchange.rejected');
    const [task] = mapping.run(document, context).tasks ?? [];
    expect(task?.finding).toMatchObject({
      code: 'line-status-for-a-person',
      message: expect.stringMatching(
        /^Line 10 has status rejected, which .*response-line-status\.csv leaves to a person/,
      ),
    });
    const dutch = mapping.run(document, { ...context, language: 'nl' }).tasks?.[0];
    expect(dutch?.finding.message).toMatch(/^Regel 10 heeft status rejected, /);
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
  const names = (table: string) => parseCsvRows(delivered(table)).map(({ cells: [name] }) => name);

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
