import { fingerprint } from '../tree/fingerprint.ts';
import type { OutList, OutObject, OutValue } from '../tree/out.ts';
import type { ExportedLine, LineMark } from './decide-line.ts';
import { lineMarks } from './decide-line.ts';
import { type ComparedValue, type Comparison, readLineValues } from './line-values.ts';
import { isPlainObject, plainOf, textAt } from './plain.ts';

/** An order as the ERP exported it, in the words of the exchange, ready to be compared. */
export interface ExportedOrder {
  readonly comparison: Comparison;
  /** Fingerprint of the order without its lines and compared values. */
  readonly header: string;
  /** By position. */
  readonly lines: ReadonlyMap<string, ExportedLine & { readonly mark: LineMark }>;
}

/** Of what a mapping made; undefined where no list of it has `$compare`. */
export function readExportedOrder(target: OutObject): ExportedOrder | undefined {
  const list = comparedList(target);
  if (list?.comparison === undefined) return undefined;
  const { comparison } = list;
  const header = target.members.get('order');
  const order = header && plainOf(header);
  const lines = list.items.flatMap((item) => {
    if (item.kind !== 'object' || item.key === undefined) return [];
    const plain = plainOf(item);
    if (!isPlainObject(plain)) return [];
    const mark = lineMarks.find((known) => known === item.mark) ?? 'send';
    const cancelled = mark === 'cancel' || textAt(plain, 'indicators', 'cancelled') === 'true';
    const values = readLineValues(comparison, plain, order);
    return [
      [
        item.key,
        { values, rest: fingerprint(without(item, restPaths(comparison))), cancelled, mark },
      ] as const,
    ];
  });
  return { comparison, header: headerPrint(target, list, comparison), lines: new Map(lines) };
}

/** What is left of an item where its compared values are taken away; numbers of uploaded files are new with each upload. */
const restPaths = ({ values }: Comparison): readonly (readonly string[])[] => [
  ...values.map(wholeMember).filter(([first]) => first !== 'order'),
  ['documents', 'objectId'],
];

/** Deliveries and prices are compared as a whole: their other members say nothing of their own. */
const wholeMember = ({ form, path }: ComparedValue): readonly string[] =>
  form === 'text' || form === 'unit' ? path : path.slice(0, 1);

function headerPrint(target: OutObject, lines: OutList, { values }: Comparison): string {
  const paths = values.map(({ path }) => path).filter(([first]) => first === 'order');
  return fingerprint(without(target, [...paths, ['order', 'documents', 'objectId']], lines));
}

/** A copy without the members at these paths and without `list`. */
function without(object: OutObject, paths: readonly (readonly string[])[], list?: OutList): OutObject {
  const members = [...object.members].flatMap(([name, member]): [string, OutValue][] => {
    if (member === list || paths.some(([first, ...rest]) => first === name && rest.length === 0)) return [];
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    return [[name, below.length === 0 && list === undefined ? member : pruned(member, below, list)]];
  });
  return { ...object, members: new Map(members) };
}

function pruned(value: OutValue, paths: readonly (readonly string[])[], list?: OutList): OutValue {
  if (value.kind === 'object') return without(value, paths, list);
  if (value.kind === 'list') return { ...value, items: value.items.map((item) => pruned(item, paths, list)) };
  return value;
}

function comparedList(value: OutValue): OutList | undefined {
  if (value.kind === 'list') return value.comparison === undefined ? undefined : value;
  if (value.kind === 'scalar') return undefined;
  for (const member of value.members.values()) {
    const found = comparedList(member);
    if (found) return found;
  }
  return undefined;
}
