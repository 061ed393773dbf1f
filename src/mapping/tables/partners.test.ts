import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../../system/file-source.ts';
import type { Language } from '../../types.ts';
import { inspectOwnFolder } from '../compare/check-own-folder.ts';
import { type LoadedMapping, loadMapping } from '../load-mapping.ts';
import { deliveredFixture, folder, textsOf, without } from '../testkit/delivered.ts';
import { formats } from '../testkit/kit.ts';

/** `partners.csv` of the user beside the delivered mappings: who the ids of an envelope are, and which ids a partner has. */

const own = mkdtempSync(join(tmpdir(), 'partners-'));
mkdirSync(join(own, 'tables'));
const file = join(own, 'tables/partners.csv');
afterEach(() => rmSync(file, { force: true }));
afterAll(() => {
  rmSync(own, { recursive: true });
});

const headings = 'account;ownId;ownQualifier;partnerId;partnerQualifier;format;association;level;test\n';

function loaded(name: string, rows: string, language?: Language): LoadedMapping {
  writeFileSync(file, rows.startsWith('account') ? rows : headings + rows);
  return loadMapping(name, [own, folder], formats, { files: diskFiles, language });
}

/** Values that a fixture of the mapping comes to with these partners, or why it is stopped. */
function made(
  fixture: string,
  rows: string,
  member: string,
  emptied?: string,
): readonly string[] | string | undefined {
  const { mapping, findings } = loaded(fixture.slice(0, fixture.indexOf('.')), rows);
  if (mapping === undefined) throw new Error(JSON.stringify(findings));
  const { document, context } = deliveredFixture(fixture);
  const source = emptied === undefined ? document : without(document, emptied);
  const { target, stop } = mapping.run(source, context);
  return stop === undefined ? textsOf(target).get(member) : `${stop.as} ${stop.finding.code}`;
}

describe('of a file of this ERP', () => {
  // UNB: from 4015448000006:14 to 8712345000004:14; NAD SU names account 70012
  const account = 'cac:SellerSupplierParty/cbc:CustomerAssignedAccountID';
  const full = (rows: string) => made('edifact-orders-to-order.full', rows, account);
  const unnamed = (rows: string) =>
    made(
      'edifact-orders-to-order.supplier-by-location-number',
      rows,
      account,
      '/ORDERS/gNAD/gRFF/RFF/C506/e1154',
    );

  it.each([
    ['by both ids with their qualifiers', '300;4015448000006;14;8712345000004;14'],
    ['by the id of the partner alone', '300;;;8712345000004'],
    ['in a row for this format', '300;;;8712345000004;;edifact-d96a-orders'],
    [
      'by what is for this format before what is for all',
      '1;;;8712345000004\n300;;;8712345000004;14;edifact-d96a-orders',
    ],
  ])('the account is known %s', (_, rows) => {
    expect(unnamed(rows)).toEqual(['300']);
  });

  it.each([
    ['another id', '300;;;9999'],
    ['another qualifier', '300;;;8712345000004;ZZ'],
    ['another id of ours', '300;999;;8712345000004'],
    ['another qualifier of ours', '300;4015448000006;ZZ;8712345000004'],
  ])('it is parked where the table has only %s', (_, rows) => {
    expect(unnamed(rows)).toBe('parked partner-unknown');
  });

  it.each(['', '300;;;9999;;edifact-d96a-ordchg'])(
    'nobody asks where the table has no row for its format (%s)',
    (rows) => {
      expect(full(rows)).toEqual(['70012']);
    },
  );

  it('it is parked where the message names another account than the envelope', () => {
    expect(full('300;;;8712345000004')).toBe('parked partner-differs');
    expect(full('70012;;;8712345000004')).toEqual(['70012']);
  });

  it('a change of an order is treated so too', () => {
    expect(made('edifact-ordchg-to-order.full', '300;;;999', account)).toBe('parked partner-unknown');
  });

  it('the ids are said, and where to add them', () => {
    const { mapping } = loaded('edifact-orders-to-order', '300;;;9999');
    const { document, context } = deliveredFixture('edifact-orders-to-order.full');
    const { message, advice } = mapping?.run(document, context).stop?.finding ?? {};
    expect(message).toContain('from 4015448000006:14 to 8712345000004:14');
    expect(advice).toContain('tables/partners.csv of your mappings');
  });

  it('a response gets the account of the buyer', () => {
    const buyer = 'cac:BuyerCustomerParty/cbc:SupplierAssignedAccountID';
    const response = 'edifact-ordrsp-to-order-response.';
    const row = 'D-9;;;4015448000006';
    const unnamed = '/ORDRSP/gNAD/NAD/C082/e3055';
    expect(made(`${response}full`, row, buyer, unnamed)).toEqual(['D-9']);
    expect(made(`${response}full`, row, buyer)).toBe('parked partner-differs');
    expect(made(`${response}full`, 'D-9;;;77', buyer, unnamed)).toBe('parked partner-unknown');
  });
});

describe('of a file for this ERP', () => {
  const rows = '70012;4015448000006;14;8712345000004;14;;EAN008;UNOA;1';
  const said = (fixture: string, given: string) =>
    [
      'UNB/S002/e0004',
      'UNB/S002/e0007',
      'UNB/S003/e0010',
      'UNB/S003/e0007',
      'UNH/S009/e0057',
      'UNB/S001/e0001',
      'UNB/e0035',
    ].map((member) => [made(fixture, given, member)].flat().join());

  it.each([
    'order-response-to-edifact-ordrsp.full',
    'order-to-edifact-orders.full',
    'despatch-advice-to-edifact-desadv.full',
  ])('the envelope has the ids of the partner (%s)', (fixture) => {
    const account = { 'order-to': '4015448000006', 'order-re': '8712345000004', despatch: '204518' }[
      fixture.slice(0, 8)
    ];
    const row = rows.replace(/^70012/, account ?? '');
    expect(said(fixture, row)).toEqual(['8712345000004', '14', '4015448000006', '14', 'EAN008', 'UNOA', '1']);
    expect(made(fixture, row.replace(/^\d+/, '5'), 'UNB/S002/e0004')).toBe('parked partner-unknown');
  });

  it('who we are is taken from the document where the partner does not say it', () => {
    const [sender, , recipient] = said('order-response-to-edifact-ordrsp.full', '8712345000004;;;SUP');
    const [, , before] = said('order-response-to-edifact-ordrsp.full', '');
    expect([sender, recipient]).toEqual(['SUP', before]);
  });
});

describe('of an IDoc', () => {
  const idocHeadings = 'account;ownId;ownType;ownPort;partnerId;partnerType;partnerPort;client;test\n';
  const order = 'idoc-orders-to-order.full';
  const supplier = 'cac:SellerSupplierParty/cbc:CustomerAssignedAccountID';

  // EDI_DC40: from LS PRDCLNT100 to LI 0000020045, client 100; E1EDKA1 LF and AG name accounts of their own
  it.each([
    ['by the number of the partner', '300;;;;0000020045'],
    ['by all that the control record says', '300;PRDCLNT100;LS;;0000020045;LI;;100'],
  ])('of this ERP: the account is known %s', (_, row) => {
    const unnamed = '/IDOC/E1EDKA1/PARTN';
    expect(made(order, idocHeadings + row, supplier, unnamed)).toEqual(['300']);
    const answer = 'idoc-ordrsp-to-order-response.full';
    const buyer = 'cac:BuyerCustomerParty/cbc:SupplierAssignedAccountID';
    expect(made(answer, idocHeadings + row, buyer, unnamed)).toEqual(['300']);
    expect(made(answer, idocHeadings + row, buyer)).toBe('parked partner-differs');
    expect(made(answer, idocHeadings + row.replace('20045', '7'), buyer)).toBe('parked partner-unknown');
  });

  it.each([
    ['another number', '300;;;;20045'],
    ['another type', '300;;;;0000020045;KU'],
    ['another number of ours', '300;TESTCLNT200;;;0000020045'],
    ['another type of ours', '300;;KU;;0000020045'],
    ['another client', '300;;;;0000020045;;;200'],
  ])('of this ERP: it is parked where the table has only %s', (_, row) => {
    expect(made(order, idocHeadings + row, supplier)).toBe('parked partner-unknown');
  });

  it('of this ERP: it is parked where the message names another account; the same goes', () => {
    expect(made(order, `${idocHeadings}300;;;;0000020045`, supplier)).toBe('parked partner-differs');
    expect(made(order, `${idocHeadings}0000070012;;;;0000020045`, supplier)).toEqual(['0000070012']);
  });

  it.each([
    ['order-to-idoc-orders.full', '4015448000006'],
    ['order-response-to-idoc-ordrsp.full', '8712345000004'],
  ])('for this ERP: the control record has what the partner says (%s)', (fixture, account) => {
    const row = `${idocHeadings}${account};PRDCLNT100;LS;SAPP10;0000020045;LI;GATEWAY;100;1`;
    const fields = ['MANDT', 'TEST', 'SNDPOR', 'SNDPRT', 'SNDPRN', 'RCVPOR', 'RCVPRT', 'RCVPRN'];
    expect(fields.map((field) => [made(fixture, row, `EDI_DC40/${field}`)].flat().join())).toEqual([
      '100',
      'X',
      'GATEWAY',
      'LI',
      '0000020045',
      'SAPP10',
      'LS',
      'PRDCLNT100',
    ]);
    expect(made(fixture, row.replace(`\n${account}`, '\n5'), 'E1EDK01/CURCY')).toBe('parked partner-unknown');
    expect(made(fixture, idocHeadings, 'EDI_DC40/RCVPRN')).toBeUndefined();
  });
});

describe('a table of partners is wrong', () => {
  const wrong = (rows: string, language?: Language) =>
    loaded('edifact-orders-to-order', rows, language).findings.map(
      ({ severity, message, file: path, line }) => `${severity} ${path === file ? line : path} ${message}`,
    );

  it.each([
    ['without a heading', 'account;ownId\n1;2\n', 'error 1 The first line has no column partnerId.'],
    ['with another', 'account;partnerId;qualifier\n', 'warning 1 A partner has nothing called "qualifier".'],
    ['without an account', '1;;;2\n;;;3\n', 'error 3 This partner has no account.'],
    ['without a partner', '1;2\n', 'error 2 This partner has no partnerId.'],
    [
      'with an account twice',
      '1;;;2\n1;;;3\n',
      'error 3 "1" stands twice, first in line 2: nobody can tell which partner is meant.',
    ],
    [
      'with a partner twice',
      '1;9;14;2\n7;9;14;2\n',
      'error 3 "2 9:14" stands twice, first in line 2: nobody can tell which partner is meant.',
    ],
    [
      'for a format that is not there',
      '1;;;2;;edifact-orders\n',
      'warning 2 There is no format edifact-orders: this row is never used.',
    ],
  ])('%s', (_, rows, finding) => {
    expect(wrong(rows)).toEqual([finding]);
  });

  it('also in Dutch', () => {
    expect(wrong('1;2\n', 'nl')).toEqual(['error 2 Deze partner heeft geen partnerId.']);
  });

  it.each([
    ['one account for two formats', '1;;;2;;edifact-d96a-orders\n1;;;3;;edifact-d96a-ordrsp\n'],
    ['one partner under two ids of ours', '1;8;;2\n7;9;;2\n'],
    ['blank lines', '1;;;2\n;;;;\n\n'],
  ])('but not by %s', (_, rows) => {
    expect(wrong(rows)).toEqual([]);
  });
});

it('a table of partners under another name is read by nobody', () => {
  writeFileSync(join(own, 'partners.csv'), headings);
  writeFileSync(file, headings);
  expect(inspectOwnFolder(own, folder).map(({ message }) => message)).toEqual([
    'No mapping names the table partners.csv.',
  ]);
});

it('another table is another hash', () => {
  const hash = (rows: string) => loaded('edifact-orders-to-order', rows).mapping?.hash;
  expect(hash('1;;;2')).not.toBe(hash('1;;;3'));
});
