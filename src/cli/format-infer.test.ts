import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { openDescriptions, openReferencedTexts } from '../formats/description-folders.ts';
import { requireFormat } from '../formats/find-format.ts';
import { buildFormats } from '../formats/format-registry.ts';
import { inferFormat } from '../formats/infer-format.ts';
import { loadMapping } from '../mapping/load-mapping.ts';
import { delivered as deliveredSchemas } from '../scsn/testkit/documents.ts';
import { isElement, textOf } from '../tree/nodes/tree-builder.ts';
import type { TreeElement } from '../tree/nodes/tree-node.ts';

/**
 * Habits of ERPs as files (`fixtures/NAME.EXT`): what is inferred of each reads it without a word, and the mapping's beginning, as
 * it is, makes the orders of `NAME.orders` of it: number, day and supplier, then each line with item, name, quantity, deliveries
 * and price.
 */
const samples = fileURLToPath(new URL('../formats/infer/fixtures/', import.meta.url));
const delivered = fileURLToPath(new URL('../../mappings', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'infer-'));
const context = { channel: {}, event: '', now: '', change: () => 'new' as const };

afterAll(() => rmSync(folder, { recursive: true }));

/** The texts at a path of local names, of all that are there. */
function texts(element: TreeElement, path: string): readonly string[] {
  const [name = '', ...rest] = path.split('/');
  const inside = element.childNodes.filter(isElement).filter(({ localName }) => localName === name);
  return inside.flatMap((one) => (rest.length === 0 ? textOf(one) : texts(one, rest.join('/'))));
}

function lineOf(line: TreeElement): string {
  const item = (path: string) => texts(line, `LineItem/${path}`).join(' ');
  const elements = (path: string) => all(line, path.split('/'));
  const days = elements('LineItem/Delivery').map((one) =>
    [texts(one, 'RequestedDeliveryPeriod/EndDate').join(' '), texts(one, 'Quantity').join(' ')].join(':'),
  );
  const [quantity, amount] = ['LineItem/Quantity', 'LineItem/Price/PriceAmount'].map(elements);
  const attribute = (some: readonly TreeElement[] = []) => some[0]?.attributes[0]?.value ?? '';
  const per = item('Price/BaseQuantity');
  const what = [item('ID'), item('Item/BuyersItemIdentification/ID'), item('Item/Name')];
  const price = [item('Price/PriceAmount'), attribute(amount), ...(per === '' ? [] : ['per', per])];
  return [...what, item('Quantity'), attribute(quantity), ...days, ...price].join(' ');
}

function all(element: TreeElement, [name, ...rest]: readonly string[]): readonly TreeElement[] {
  const inside = element.childNodes.filter(isElement).filter(({ localName }) => localName === name);
  return rest.length === 0 ? inside : inside.flatMap((one) => all(one, rest));
}

const orderOf = (root: TreeElement): string =>
  [
    ['ID', 'IssueDate', 'SellerSupplierParty/CustomerAssignedAccountID']
      .map((path) => texts(root, path))
      .join(' '),
    ...all(root, ['OrderLine']).map(lineOf),
  ].join(' | ');

it.each(readdirSync(samples).filter((file) => !file.endsWith('.orders')))('%s', (file) => {
  const name = file.replace(/\..*$/, '');
  const bytes = readFileSync(join(samples, file));
  const { format = '', mapping = '', because } = inferFormat(name, [bytes], openReferencedTexts([delivered]));
  expect(because).toBeUndefined();
  mkdirSync(join(folder, 'formats'), { recursive: true });
  writeFileSync(join(folder, 'formats', `${name}.yaml`), format);
  writeFileSync(join(folder, `${name}-to-order.yaml`), mapping);
  const formats = buildFormats(deliveredSchemas, openDescriptions([folder, delivered]));
  const made = requireFormat(formats, name);
  const loaded = loadMapping(`${name}-to-order`, [folder, delivered], formats);
  expect(loaded.findings).toEqual([]);
  const scsn = requireFormat(formats, 'scsn/Order');
  const orders = made.cut(bytes).documents.map((document) => {
    const { tree, findings } = made.read(document);
    expect(findings).toEqual([]);
    const { target } = loaded.mapping?.run(tree ?? expect.fail(), context) ?? {};
    const written = scsn.write(target ?? expect.fail());
    return orderOf(scsn.read(written, { known: true }).tree?.root ?? expect.fail());
  });
  const expected = readFileSync(join(samples, `${name}.orders`), 'utf8')
    .trimEnd()
    .split('\n');
  expect(orders).toEqual(expected);
});
