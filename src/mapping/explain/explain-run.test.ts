import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadMapping } from '../load-mapping.ts';
import { context, formats, order } from '../testkit/kit.ts';
import { explainRun } from './explain-run.ts';
import {
  buildLossReport,
  computeCoverage,
  listLeafFates,
  listNeverFilled,
  locateLeaf,
} from './leaf-fates.ts';
import { renderProvenance } from './render-provenance.ts';

const folder = mkdtempSync(join(tmpdir(), 'explain-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

writeFileSync(join(folder, 'unit.csv'), 'erp,exchange\nC62,PCE\n');
writeFileSync(
  join(folder, 'm.yaml'),
  `mapping: m
from: scsn/Order
to: exchange/order
tables: { unit: unit.csv }
variables: { both: "concat(cbc:ID, '/', cbc:CustomerReference)" }
stop: [ { when: "cbc:OrderTypeCode = 'Deleted'", as: parked, code: c, say: s } ]
ignore: [ cac:AnticipatedMonetaryTotal ]
target:
  order:
    supplierAccountNumber: { $text: S }
    companyId: $channel/companyId
    purchaseOrderNumber: cbc:ID
    description: $both
    terms: { incoterms: cac:DeliveryTerms/cbc:SpecialTerms, paymentTerms: "concat($both, '!')" }
  lines:
    $each: cac:OrderLine/cac:LineItem[cbc:LineStatusCode != 'cancelled']
    position: cbc:ID
    item: { purchaseUnitOfMeasureIso: "table('unit', cbc:Quantity/@unitCode)" }
    deliverySchedule: [ { quantity: cbc:Quantity } ]
`,
);

const mapping = (() => {
  const loaded = loadMapping('m', [folder], formats);
  if (loaded.mapping === undefined) throw new Error(JSON.stringify(loaded.findings));
  return loaded.mapping;
})();

const document = order(`<cbc:ID>4711</cbc:ID><cbc:IssueDate>2026-01-01</cbc:IssueDate>
<cbc:OrderTypeCode>New</cbc:OrderTypeCode>
<cbc:Note/>
<cbc:CustomerReference>ref</cbc:CustomerReference>
<cac:AnticipatedMonetaryTotal><cbc:PayableAmount currencyID="EUR">10</cbc:PayableAmount></cac:AnticipatedMonetaryTotal>
<cac:OrderLine><cac:LineItem><cbc:ID>1</cbc:ID><cbc:LineStatusCode>added</cbc:LineStatusCode>
<cbc:Quantity unitCode="C62">+4</cbc:Quantity></cac:LineItem></cac:OrderLine>
<cac:OrderLine><cac:LineItem><cbc:ID>2</cbc:ID><cbc:LineStatusCode>cancelled</cbc:LineStatusCode>
<cbc:Quantity unitCode="C62">5</cbc:Quantity></cac:LineItem></cac:OrderLine>`);

describe('explain', () => {
  const { origins, result } = explainRun(mapping, document, context);
  const origin = (target: string) => origins.find((one) => one.target === target);

  it('makes the same result as production', () => {
    expect(result).toEqual(mapping.run(document, context));
  });

  it('calls what comes from a variable by its name, and gives it no place of the document', () => {
    const said = origins.slice(1, 2).flatMap((one) => renderProvenance(one));
    expect(said.slice(2)).toEqual(['    from $channel/companyId "company-1"']);
  });

  it('tells of every value its rule and its sources', () => {
    expect(origins.map(({ target, value }) => `${target}=${value}`)).toEqual([
      'order/supplierAccountNumber=S',
      'order/companyId=company-1',
      'order/purchaseOrderNumber=4711',
      'order/description=4711/ref',
      'order/terms/paymentTerms=4711/ref!',
      'lines[1]/position=1',
      'lines[1]/item/purchaseUnitOfMeasureIso=PCE',
      'lines[1]/deliverySchedule/quantity=4',
    ]);
    expect(origin('order/supplierAccountNumber')).toMatchObject({
      rule: { line: 10, text: 'S' },
      sources: [],
    });
    expect(origin('lines[1]/position')).toMatchObject({
      rule: { file: join(folder, 'm.yaml'), line: 17, column: 15, text: 'cbc:ID' },
      sources: [{ path: '/Order/cac:OrderLine[1]/cac:LineItem/cbc:ID', line: 7, text: '1' }],
    });
  });

  it('through variables, tables and conversions', () => {
    expect(origin('order/description')?.sources.map(({ path }) => path)).toEqual([
      '/Order/cbc:ID',
      '/Order/cbc:CustomerReference',
    ]);
    // of a variable that was used before, too
    expect(origin('order/terms/paymentTerms')?.sources).toEqual(origin('order/description')?.sources);
    expect(origin('lines[1]/item/purchaseUnitOfMeasureIso')).toMatchObject({
      sources: [{ path: '/Order/cac:OrderLine[1]/cac:LineItem/cbc:Quantity/@unitCode' }],
      tables: [{ table: 'unit', key: 'C62', value: 'PCE' }],
    });
    expect(origin('lines[1]/deliverySchedule/quantity')?.conversion).toBe('decimal: "+4" -> "4"');
  });
});

describe('loss report', () => {
  const all = listLeafFates(mapping, document, context);
  const fate = (path: string) => all.find((leaf) => leaf.path === path)?.fate;
  const second = '/Order/cac:OrderLine[2]/cac:LineItem';

  it('tells what became of every filled leaf', () => {
    expect(fate('/Order/cbc:ID')).toBe('carried');
    expect(fate('/Order/cbc:CustomerReference')).toBe('carried');
    expect(fate('/Order/cac:OrderLine[1]/cac:LineItem/cbc:Quantity/@unitCode')).toBe('carried');
    expect(fate('/Order/cbc:OrderTypeCode')).toBe('tested');
    expect(fate(`${second}/cbc:LineStatusCode`)).toBe('tested');
    expect(fate('/Order/cbc:IssueDate')).toBe('unread');
    expect(fate(`${second}/cbc:Quantity`)).toBe('unread');
    expect(fate('/Order/cac:AnticipatedMonetaryTotal/cbc:PayableAmount/@currencyID')).toBe('ignored');
    expect(fate('/Order/cbc:Note')).toBeUndefined();
  });

  it('a text that only conditions look at is lost, in production too', () => {
    const file = join(folder, 'tested.yaml');
    writeFileSync(
      file,
      `mapping: tested
from: scsn/Order
to: exchange/order
variables:
  currencies: "distinct-values(cac:OrderLine/cac:LineItem/cac:Price/cbc:PriceAmount/@currencyID)"
  reference: "normalize-space(cbc:CustomerReference)"
  said: "concat($reference, '!')"
warn: [ { when: "count($currencies) > 1", code: c, say: s } ]
target:
  order:
    purchaseOrderNumber: cbc:ID
    supplierAccountNumber: { $when: "exists($currencies)", $text: S }
    description: $said
`,
    );
    const { mapping: tested, findings } = loadMapping('tested', [folder], formats);
    if (tested === undefined) throw new Error(JSON.stringify(findings));
    const source = order(`<cbc:ID>1</cbc:ID><cbc:CustomerReference>ref</cbc:CustomerReference>
<cac:OrderLine><cac:LineItem><cac:Price><cbc:PriceAmount currencyID="USD">5</cbc:PriceAmount></cac:Price></cac:LineItem></cac:OrderLine>`);
    const price = '/Order/cac:OrderLine/cac:LineItem/cac:Price/cbc:PriceAmount';
    const lost = (buildLossReport(tested, source, context) ?? []).map(({ path, fate }) => [path, fate]);
    expect(lost).toEqual([
      [price, 'unread'],
      [`${price}/@currencyID`, 'tested'],
    ]);
    const runs: string[][] = [];
    tested.run(source, {
      ...context,
      onRunValues: (run) => runs.push(run.lost.map((node) => locateLeaf(node).path)),
    });
    expect(runs).toEqual([lost.map(([path]) => path)]);
  });

  it('lists what is lost, with its place', () => {
    const lost = buildLossReport(mapping, document, context);
    expect(lost?.map(({ path }) => path)).toEqual([
      '/Order/cbc:IssueDate',
      '/Order/cbc:OrderTypeCode',
      '/Order/cac:OrderLine[1]/cac:LineItem/cbc:LineStatusCode',
      `${second}/cbc:ID`,
      `${second}/cbc:LineStatusCode`,
      `${second}/cbc:Quantity`,
      `${second}/cbc:Quantity/@unitCode`,
    ]);
    expect(lost?.[0]).toMatchObject({ line: 2, text: '2026-01-01', fate: 'unread' });
  });

  it('lists nothing when the mapping stops or fails: what it did not come to is not lost', () => {
    const stopping = order('<cbc:ID>1</cbc:ID><cbc:OrderTypeCode>Deleted</cbc:OrderTypeCode>');
    const failing = order('<cbc:CustomerReference>ref</cbc:CustomerReference>');
    for (const one of [stopping, failing]) {
      expect(mapping.run(one, context).target).toBeUndefined();
      expect(buildLossReport(mapping, one, context)).toBeUndefined();
    }
  });

  it('counts over documents by path', () => {
    const counts = computeCoverage([...all, ...all]);
    expect(counts.find(({ path }) => path === '/Order/cac:OrderLine/cac:LineItem/cbc:ID')).toEqual({
      path: '/Order/cac:OrderLine/cac:LineItem/cbc:ID',
      filled: 4,
      lost: 2,
    });
  });

  it('names the targets that no document fills', () => {
    expect(listNeverFilled(mapping, [explainRun(mapping, document, context)])).toEqual([
      'order/terms/incoterms',
    ]);
  });
});
