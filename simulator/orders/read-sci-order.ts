import { abridge } from '../../src/tree/nodes/abridge.ts';
import { SourceText } from '../../src/tree/nodes/source-text.ts';
import { isElement, textOf } from '../../src/tree/nodes/tree-builder.ts';
import type { TreeElement } from '../../src/tree/nodes/tree-node.ts';
import { formatDecimal } from '../../src/tree/values/decimal.ts';
import { parseXmlTree } from '../../src/tree/xml/parse-xml.ts';
import { decimalOf, type JsonObject } from '../model/exact-json.ts';
import { type OrderBody, parseOrderValue, Refusal } from '../model/request-bodies.ts';

/**
 * Reads an SCSN Order into the order body of the JSON operation: the fields that the simulator negotiates with.
 * Throws Refusal 400.
 */
export function parseSciOrder(bytes: Uint8Array): OrderBody {
  const root = rootOf(bytes);
  const lines = findAll(root, 'OrderLine').flatMap((line) => findAll(line, 'LineItem'));
  return parseOrderValue({
    order: {
      purchaseOrderNumber: text(root, 'ID'),
      supplierAccountNumber: supplierAccount(root),
      destination: {},
      notes: findAll(root, 'Note').map(textOf),
    },
    lines: lines.map((line) => lineOf(line, text(root, 'DocumentCurrencyCode') ?? 'EUR')),
    erpIssueDateTime: `${text(root, 'IssueDate')}T${text(root, 'IssueTime')?.slice(0, 8) ?? '00:00:00'}`,
  });
}

function rootOf(bytes: Uint8Array): TreeElement {
  const read = parseXmlTree(sourceOf(bytes));
  if (!read.tree)
    throw new Refusal(
      400,
      'The body is no XML.',
      read.findings.map(({ message }) => message),
    );
  if (read.tree.root.localName !== 'Order')
    throw new Refusal(400, `The body is no Order but ${read.tree.root.localName}.`);
  return read.tree.root;
}

function sourceOf(bytes: Uint8Array): SourceText {
  const { bytes: short, gaps } = abridge(bytes);
  try {
    return new SourceText(new TextDecoder('utf-8', { fatal: true }).decode(short), gaps);
  } catch (error) {
    throw new Refusal(400, 'The body is not UTF-8.', [String(error)]);
  }
}

/** The account number as the buyer wrote it, else the party's number without a scheme, else any. */
function supplierAccount(root: TreeElement): string | undefined {
  const [party] = findAll(root, 'SellerSupplierParty');
  if (!party) return undefined;
  const ids = findAll(party, 'Party', 'PartyIdentification', 'ID');
  const plain = ids.find(({ attributes }) => !attributes.some(({ localName }) => localName === 'schemeID'));
  const any = plain ?? ids[0];
  return text(party, 'CustomerAssignedAccountID') ?? (any && textOf(any).trim());
}

function lineOf(line: TreeElement, currency: string): JsonObject {
  const [item] = findAll(line, 'Item');
  const [price] = findAll(line, 'Price');
  return {
    position: text(line, 'ID'),
    item: {
      ...omitUndefined({
        number: item && text(item, 'BuyersItemIdentification', 'ID'),
        name: item && text(item, 'Name'),
        supplierItemNumber: item && text(item, 'SellersItemIdentification', 'ID'),
      }),
      purchaseUnitOfMeasureIso: unitOf(line, 'Quantity') ?? 'PCE',
    },
    deliverySchedule: scheduleOf(line),
    ...(price ? { prices: pricesOf(price, currency) } : {}),
    ...(text(line, 'LineStatusCode')?.toLowerCase().startsWith('cancel')
      ? { indicators: { cancelled: true } }
      : {}),
  };
}

function scheduleOf(line: TreeElement): JsonObject[] {
  const deliveries = findAll(line, 'Delivery');
  if (deliveries.length === 0) return [omitUndefined({ position: '1', quantity: number(line, 'Quantity') })];
  return deliveries.map((delivery, index) =>
    omitUndefined({
      position: text(delivery, 'ID') ?? String(index + 1),
      date: text(delivery, 'RequestedDeliveryPeriod', 'EndDate') ?? text(delivery, 'LatestDeliveryDate'),
      quantity: number(delivery, 'Quantity') ?? number(line, 'Quantity'),
    }),
  );
}

function pricesOf(price: TreeElement, currency: string): JsonObject {
  const [amount] = findAll(price, 'PriceAmount');
  const currencyIso =
    amount?.attributes.find(({ localName }) => localName === 'currencyID')?.value ?? currency;
  const kind = text(price, 'PriceType')?.toLowerCase() === 'gross' ? 'grossPrice' : 'netPrice';
  return omitUndefined({
    [kind]: { priceInTransactionCurrency: { value: number(price, 'PriceAmount'), currencyIso } },
    priceUnitQuantity: number(price, 'BaseQuantity'),
    priceUnitOfMeasureIso: unitOf(price, 'BaseQuantity'),
  });
}

/** Elements at the end of a path of local names. */
function findAll(element: TreeElement, ...path: string[]): TreeElement[] {
  return path.reduce<TreeElement[]>(
    (from, name) =>
      from.flatMap((parent) =>
        parent.childNodes.filter(isElement).filter(({ localName }) => localName === name),
      ),
    [element],
  );
}

function text(element: TreeElement, ...path: string[]): string | undefined {
  const [first] = findAll(element, ...path);
  const value = first && textOf(first).trim();
  return value === '' ? undefined : value;
}

function number(element: TreeElement, name: string): unknown {
  const digits = formatDecimal(text(element, name) ?? '');
  return digits === undefined ? undefined : decimalOf(digits);
}

const unitOf = (element: TreeElement, name: string): string | undefined =>
  findAll(element, name)[0]?.attributes.find(({ localName }) => localName === 'unitCode')?.value;

const omitUndefined = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
