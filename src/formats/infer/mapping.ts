import { documentOf } from '../registry.ts';
import type { Column, InferredCsv } from './csv.ts';

/** A mapping's beginning: what the headings mean at its place of an SCSN order, the others as remarks. */
export function orderMapping(name: string, { columns }: InferredCsv): string {
  const placed = (part: Column['part']) =>
    columns.filter((one) => one.part === part && one.meaning?.order !== undefined);
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
    ...tree(placed('order'), '', '  '),
    '  cac:OrderLine:',
    '    $each: lines',
    ...tree(placed('line'), '', '    '),
    '',
  ].join('\n');
}

/** Rules below one another by the steps of their places. */
function tree(columns: readonly Column[], above: string, indent: string): readonly string[] {
  const groups = Map.groupBy(
    columns,
    ({ meaning }) => (meaning?.order ?? '').slice(above.length).split('/')[0] ?? '',
  );
  return [...groups].flatMap(([step, inside]) => {
    const path = `${above}${step}`;
    const [first] = inside;
    if (first !== undefined && first.meaning?.order === path) return [`${indent}${step}: ${first.name}`];
    return [`${indent}${step}:`, ...tree(inside, `${path}/`, `${indent}  `)];
  });
}
