import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Formats } from '../../formats/document-format.ts';
import { requireFormat } from '../../formats/find-format.ts';
import { formatOf as formatFrom } from '../../formats/testkit/kit.ts';
import { resolveChainProvenance } from '../../mapping/explain/chain-provenance.ts';
import type { SourceLocation, ValueProvenance } from '../../mapping/explain/explain-run.ts';
import { renderProvenance } from '../../mapping/explain/render-provenance.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { parseMapping } from '../../mapping/load-mapping.ts';
import { delivered, fixtures } from '../../mapping/testkit/delivered.ts';
import { context, formats, order } from '../../mapping/testkit/kit.ts';
import { isOfVariable } from '../../tree/nodes/items.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import { explainChain } from './explain-chain.ts';

/** What `map try --explain` says of single values: by hand, with the places of the ERP's file. */

const own = mkdtempSync(join(tmpdir(), 'explain-'));
writeFileSync(join(own, 'unit.csv'), 'erp,exchange\nC62,PCE\n');
afterAll(() => {
  rmSync(own, { recursive: true });
});

const placed = ({ line, column, text, node }: SourceLocation): string =>
  isOfVariable(node) ? text : `${line}:${column} ${text}`;

/** `4711 <- 3:5 4711`; what chose it behind a question mark, tables behind a hash. */
function said({ value, sources, chosenBy, tables }: ValueProvenance): string {
  const from = sources.map(placed).join(' | ');
  const chosen = chosenBy.length === 0 ? '' : ` ? ${chosenBy.map(placed).join(' | ')}`;
  const hits = tables.map(({ key, value: found }) => ` # ${key} -> ${found}`).join('');
  return `${value} <- ${from}${chosen}${hits}`.trim();
}

function explained(mappings: readonly FileMapping[], tree: TreeDocument, known: Formats = formats) {
  const all = explainChain(mappings, tree, context, known);
  const origins = resolveChainProvenance(
    all.map(({ explanation, made }) => ({ origins: explanation.origins, made })),
  );
  return (target: string) => origins.filter((origin) => origin.target === target);
}

describe('of one mapping', () => {
  const text = `mapping: m
from: scsn/Order
to: exchange/order
tables: { unit: unit.csv }
variables:
  notes: "for $note in cbc:Note return concat('> ', $note)"
  numbers: "for $line in cac:OrderLine return $line/cac:LineItem/normalize-space(cbc:ID)"
  different: "distinct-values(cac:OrderLine/cac:LineItem/cac:Item/cbc:Name)"
  isUrgent: "cbc:Note = 'urgent'"
  name: "let $id := normalize-space(cbc:ID) return if ($id = '') then 'none' else concat('no. ', $id)"
target:
  order:
    supplierAccountNumber: { $text: S }
    purchaseOrderNumber: cbc:ID
    description: "if (cbc:Note = 'urgent') then cbc:CustomerReference else cbc:IssueDate"
    orderType: "if ($isUrgent) then 'Forecast' else 'Purchase'"
    terms: { paymentTerms: { $from: "cbc:CopyIndicator[. != '']", $else: cbc:CustomerReference } }
    notes: [ "$notes[2]", "reverse($notes)", "$different[1]", $name ]
  lines:
    $each: cac:OrderLine
    $let: { n: count(preceding-sibling::cac:OrderLine) + 1 }
    position: "$numbers[$n]"
    item:
      description: "../cac:OrderLine/cac:LineItem[cbc:ID = $numbers[$n]]/cac:Item/normalize-space(cbc:Name)"
      purchaseUnitOfMeasureIso: "table('unit', cac:LineItem/cbc:Quantity/@unitCode)"
      name: cac:LineItem/cbc:Quantity/@unitCode
    deliverySchedule: [ { quantity: "dec:mul(cac:LineItem/cbc:Quantity, '2')" } ]
`;
  const { mapping, findings } = parseMapping({ name: 'm', file: join(own, 'm.yaml'), text }, formats);
  if (mapping === undefined) throw new Error(JSON.stringify(findings));
  const at = explained(
    [mapping],
    order(`<cbc:ID>4711</cbc:ID>
<cbc:IssueDate>2026-03-16</cbc:IssueDate>
<cbc:Note>urgent</cbc:Note><cbc:Note>fragile</cbc:Note>
<cbc:CustomerReference>ref</cbc:CustomerReference>
<cac:OrderLine><cac:LineItem><cbc:ID>10</cbc:ID><cbc:Quantity unitCode="C62">5</cbc:Quantity>
<cac:Item><cbc:Name>bolt</cbc:Name></cac:Item></cac:LineItem></cac:OrderLine>
<cac:OrderLine><cac:LineItem><cbc:ID>20</cbc:ID><cbc:Quantity
  unitCode="C62">7</cbc:Quantity>
<cac:Item><cbc:Name>nut</cbc:Name></cac:Item></cac:LineItem></cac:OrderLine>`),
  );

  it.each([
    ['a node', 'order/purchaseOrderNumber', ['4711 <- 2:1 4711']],
    ['a constant', 'order/supplierAccountNumber', ['S <-']],
    ['no note that was only tested', 'order/description', ['ref <- 5:1 ref']],
    ['what chose a text of the rule', 'order/orderType', ['Forecast <-  ? 4:1 urgent | 4:28 fragile']],
    ['the alternative alone', 'order/terms/paymentTerms', ['ref <- 5:1 ref']],
    [
      'one of several texts of a variable, all in another order, one of different ones, and one by `let`',
      'order/notes',
      [
        '> fragile <- 4:28 fragile',
        '> fragile <- 4:28 fragile',
        '> urgent <- 4:1 urgent',
        'bolt <- 7:11 bolt',
        'no. 4711 <- 2:1 4711',
      ],
    ],
    ['no neighbour', 'lines[1]/position', ['10 <- 6:30 10']],
    ['no neighbour', 'lines[2]/position', ['20 <- 8:30 20']],
    ['no number that only found the line', 'lines[2]/item/description', ['nut <- 10:11 nut']],
    [
      'a table, and its key by the place of the attribute',
      'lines[1]/item/purchaseUnitOfMeasureIso',
      ['PCE <- 6:63 C62 # C62 -> PCE'],
    ],
    ['an attribute on a line of its own', 'lines[2]/item/name', ['C62 <- 9:3 C62']],
    ['what was computed', 'lines[1]/deliverySchedule/quantity', ['10 <- 6:49 5']],
  ])('%s: %s', (_what, target, lines) => {
    expect(at(target).map(said)).toEqual(lines);
  });

  it('says in its lines what chose a value', () => {
    expect(at('order/orderType').flatMap((one) => renderProvenance(one))).toContain(
      '    chosen by 4:1 /Order/cbc:Note[1] "urgent"',
    );
  });
});

/** Line and column of what stands behind the bar in a text, in a file, counted here. */
function find(file: string, text: string, nth = 1): string {
  const [head = '', tail] = text.split('|');
  let at = -1;
  for (let n = 0; n < nth; n += 1) at = file.indexOf(head + (tail ?? ''), at + 1);
  const before = file.slice(0, at + (tail === undefined ? 0 : head.length)).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

interface Case {
  readonly fixture: string;
  readonly chain: readonly string[];
  readonly target: string;
  readonly value: string;
  /** Texts in the file at which the sources stand; `nth` of that text. */
  readonly from: readonly (readonly [text: string, nth?: number])[];
}

/** Chains of two and three mappings, from files of each syntax. */
const cases: readonly Case[] = [
  {
    fixture: 'edifact-orders-to-order.full/document.edi',
    chain: ['edifact-orders-to-order', 'order-to-exchange'],
    target: 'order/purchaseOrderNumber',
    value: '4500001001',
    from: [['4500001001']],
  },
  {
    fixture: 'edifact-orders-to-order.full/document.edi',
    chain: ['edifact-orders-to-order', 'complete-order', 'order-to-exchange'],
    target: 'lines[2]/position',
    value: '000020',
    from: [['LIN+|000020']],
  },
  {
    fixture: 'edifact-orders-to-order.full/document.edi',
    chain: ['edifact-orders-to-order', 'complete-order', 'order-to-exchange'],
    target: 'lines[1]/deliverySchedule[2]/date',
    value: '2026-03-30',
    from: [['DTM+2:|20260330']],
  },
  {
    fixture: 'idoc-orders-to-order.full/document.xml',
    chain: ['idoc-orders-to-order', 'complete-order', 'order-to-exchange'],
    target: 'order/purchaseOrderNumber',
    value: '4500001001',
    from: [['<BELNR>4500001001', 2]],
  },
  {
    fixture: 'csv-order-to-order.english/document.csv',
    chain: ['csv-order-to-order', 'order-to-exchange'],
    target: 'lines[1]/item/name',
    value: 'Bearing block',
    from: [['Bearing block']],
  },
  {
    fixture: 'csv-order-to-order.english/document.csv',
    chain: ['csv-order-to-order', 'complete-order', 'order-to-exchange'],
    target: 'lines[1]/deliverySchedule[2]/quantity',
    value: '750',
    from: [['750;pcs']],
  },
  {
    fixture: 'opentrans-order-to-order.full/document.xml',
    chain: ['opentrans-order-to-order', 'order-to-exchange'],
    target: 'order/purchaseOrderNumber',
    value: 'B-2026-0815',
    from: [['<ORDER_ID>']],
  },
];

describe('of several mappings, in the file of the ERP', () => {
  it.each(cases)('$chain: $target', ({ fixture, chain, target, value, from }) => {
    const bytes = readFileSync(join(fixtures, fixture));
    const mappings = chain.map(delivered);
    const format = requireFormat(formats, mappings[0]?.from ?? '');
    const [document] = format.cut(bytes).documents;
    const tree = document && format.read(document).tree;
    if (tree === undefined) throw new Error('the fixture cannot be read');
    const found = explained(mappings, tree)(target);
    const places = from.map(([text, nth]) => find(bytes.toString(), text, nth));
    expect(
      found.map((origin) => [origin.value, origin.sources.map(({ line, column }) => `${line}:${column}`)]),
    ).toEqual([[value, places]]);
    expect(found[0]?.via).toHaveLength(chain.length - 1);
  });

  it('what a variable of the last mapping gave is not lost', () => {
    const name = 'order-to-exchange';
    const bytes = readFileSync(join(fixtures, 'opentrans-order-to-order.full/document.xml'));
    const { tree } = requireFormat(formats, 'opentrans-order').read({ bytes });
    if (tree === undefined) throw new Error('the fixture cannot be read');
    const at = explained([delivered('opentrans-order-to-order'), delivered(name)], tree);
    expect(at('order/companyId').map(said)).toEqual(['company-1 <- company-1']);
  });
});

/** A user's own format: fixed places, and XML with attributes. */
describe.each([
  {
    name: 'acme-fixed-orders',
    file: 'acme-fixed-orders.txt',
    header: ['K1/number', 'K1/date'],
    line: ['P1', 'position', 'quantity', 'unit', 'item'],
    expected: {
      'cbc:ID': ['PO1 <- 2:3 PO1'],
      'cac:OrderLine[1]/cac:LineItem/cbc:ID': ['000010 <- 4:3 000010'],
      'cac:OrderLine[1]/cac:LineItem/cbc:Quantity': ['1234.500 <- 4:31 1234.500'],
    },
  },
  {
    name: 'acme-xml-orders',
    file: 'acme-xml-orders.xml',
    header: ['Order/Number', 'Order/Date'],
    line: ['Order/Line', '@no', 'Quantity', 'Quantity/@unit', 'Item'],
    expected: {
      'cbc:ID': ['PO1 <- 5:5 PO1'],
      'cac:OrderLine[1]/cac:LineItem/cbc:ID': ['10 <- 7:11 10'],
      'cac:OrderLine[2]/cac:LineItem/cbc:ID': ['20 <- 8:11 20'],
      'cac:OrderLine[1]/cac:LineItem/cbc:Quantity/@unitCode': ['C62 <- 7:49 C62'],
    },
  },
])('of an own format, $name', ({ name, file, header, line, expected }) => {
  const folder = fileURLToPath(new URL('../../formats/fixtures', import.meta.url));
  const format = formatFrom(readFileSync(join(folder, `${name}.yaml`), 'utf8'));
  const known: Formats = {
    names: [...formats.names, name],
    load: (type) => (type === name ? { format, findings: [] } : formats.load(type)),
  };
  const [number, date] = header;
  const [each, position, quantity, unit, item] = line;
  const text = `mapping: own
from: ${name}
to: scsn/Order
target:
  cbc:ID: ${number}
  cbc:IssueDate: ${date}
  cac:BuyerCustomerParty: { $keepEmpty: true }
  cac:SellerSupplierParty: { $keepEmpty: true }
  cac:OrderLine:
    $each: ${each}
    cac:LineItem:
      cbc:ID: "${position}"
      cbc:Quantity: { $from: ${quantity}, $attributes: { unitCode: "(${unit}, 'PCE')[1]" } }
      cac:Item: { cbc:Name: "(${item}, 'none')[1]" }
`;
  const { mapping, findings } = parseMapping({ name: 'own', file: '/own.yaml', text }, known);

  it.each(Object.entries(expected))('%s', (path, lines) => {
    if (mapping === undefined) throw new Error(JSON.stringify(findings));
    const [document] = format.cut(readFileSync(join(folder, file))).documents;
    const tree = document && format.read(document).tree;
    if (tree === undefined) throw new Error('the file cannot be read');
    expect(explained([mapping], tree, known)(path).map(said)).toEqual(lines);
  });
});
