import { documentOf } from '../registry.ts';
import type { Column, InferredCsv } from './csv.ts';

/** A mapping's beginning: what the headings mean at its place of an SCSN order, the others as remarks. */
export function orderMapping(name: string, { columns }: InferredCsv): string {
  const placed = (part: Column['part']) =>
    columns.filter((one) => one.part === part && one.meaning?.order !== undefined);
  const known = new Map(columns.map((one) => [one.name, one.part] as const));
  const open = columns.filter(({ meaning }) => meaning?.order === undefined);
  return [
    `mapping: ${name}-to-order`,
    `from: ${name}`,
    `to: ${documentOf('order')}`,
    ...(open.length === 0
      ? []
      : [
          '# not placed yet; each needs a rule, or a line under ignore:',
          ...open.map(({ name: one, heading }) => `#   ${one}: ${heading}`),
        ]),
    'target:',
    ...tree(placed('order'), '', '  ', known),
    '  cac:BuyerCustomerParty:',
    '    $keepEmpty: true',
    '  cac:OrderLine:',
    '    $each: lines',
    ...tree(placed('line'), '', '    ', known),
    '',
  ].join('\n');
}

/** Where the columns of a table belong, by their names. */
type Parts = ReadonlyMap<string, Column['part']>;

/** Rules below one another by the steps of their places. */
function tree(columns: readonly Column[], above: string, indent: string, known: Parts): readonly string[] {
  const groups = Map.groupBy(
    columns,
    ({ meaning }) => (meaning?.order ?? '').slice(above.length).split('/')[0] ?? '',
  );
  return [...groups].flatMap(([step, inside]) => {
    const path = `${above}${step}`;
    const [first] = inside;
    if (first !== undefined && first.meaning?.order === path) return leaf(first.name, step, indent, known);
    return [`${indent}${step}:`, ...tree(inside, `${path}/`, `${indent}  `, known)];
  });
}

/** Amounts need their currency, quantities their unit: from the table, else what is usual, to be looked at. */
function leaf(name: string, step: string, indent: string, known: Parts): readonly string[] {
  const needed = attributes[step];
  if (needed === undefined) return [`${indent}${step}: ${name}`];
  const { attribute, column, usual } = needed;
  const part = known.get(column);
  // inside the loop over the lines, the order is above
  const value = part === undefined ? `{ $text: ${usual} }` : part === 'order' ? `../${column}` : column;
  const remark = part === undefined ? ' # look whether this is right' : '';
  return [`${indent}${step}: { $from: ${name}, $attributes: { ${attribute}: ${value} } }${remark}`];
}

const attributes: Readonly<Partial<Record<string, { attribute: string; column: string; usual: string }>>> = {
  'cbc:Quantity': { attribute: 'unitCode', column: 'unit', usual: 'H87' },
  'cbc:BaseQuantity': { attribute: 'unitCode', column: 'unit', usual: 'H87' },
  'cbc:PriceAmount': { attribute: 'currencyID', column: 'currency', usual: 'EUR' },
};
