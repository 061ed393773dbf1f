import { fingerprint } from '../tree/values/fingerprint.ts';
import type { TargetList, TargetObject, TargetValue } from '../tree/values/target-tree.ts';
import type { ExportedLine, LineMark } from './decide-line.ts';
import { lineMarks } from './decide-line.ts';
import { type ComparedValue, type LineComparison, readLineValues } from './line-values.ts';
import { findTextAt, isPlainObject, toPlain } from './plain-json.ts';

/** An order as the ERP exported it, in the words of the exchange, ready to be compared. */
export interface ExportedOrder {
  readonly comparison: LineComparison;
  /** Fingerprint of the order without its lines and compared values. */
  readonly header: string;
  /** By position. */
  readonly lines: ReadonlyMap<string, ExportedLine & { readonly mark: LineMark }>;
}

/** Of what a mapping made; undefined where no list of it has `$compare`. */
export function readExportedOrder(target: TargetObject): ExportedOrder | undefined {
  const list = findComparedList(target);
  if (list?.comparison === undefined) return undefined;
  const { comparison } = list;
  const header = target.members.get('order');
  const order = header && toPlain(header);
  const lines = list.items.flatMap((item) => {
    if (item.kind !== 'object' || item.key === undefined) return [];
    const plain = toPlain(item);
    if (!isPlainObject(plain)) return [];
    const mark = lineMarks.find((known) => known === item.mark) ?? 'send';
    const cancelled = mark === 'cancel' || findTextAt(plain, 'indicators', 'cancelled') === 'true';
    const values = readLineValues(comparison, plain, order);
    return [
      [
        item.key,
        { values, rest: fingerprint(removePaths(item, listRestPaths(comparison))), cancelled, mark },
      ] as const,
    ];
  });
  return { comparison, header: computeHeaderFingerprint(target, list, comparison), lines: new Map(lines) };
}

/** What is left of an item where its compared values are taken away; numbers of uploaded files are new with each upload. */
const listRestPaths = ({ values }: LineComparison): readonly (readonly string[])[] => [
  ...values.map(wholePathOf).filter(([first]) => first !== 'order'),
  ['documents', 'objectId'],
];

/** Deliveries and prices are compared as a whole: their other members say nothing of their own. */
const wholePathOf = ({ form, path }: ComparedValue): readonly string[] =>
  form === 'text' || form === 'unit' ? path : path.slice(0, 1);

function computeHeaderFingerprint(
  target: TargetObject,
  lines: TargetList,
  { values }: LineComparison,
): string {
  const paths = values.map(({ path }) => path).filter(([first]) => first === 'order');
  return fingerprint(removePaths(target, [...paths, ['order', 'documents', 'objectId']], lines));
}

/** A copy without the members at these paths and without `list`. */
function removePaths(
  object: TargetObject,
  paths: readonly (readonly string[])[],
  list?: TargetList,
): TargetObject {
  const members = [...object.members].flatMap(([name, member]): [string, TargetValue][] => {
    if (member === list || paths.some(([first, ...rest]) => first === name && rest.length === 0)) return [];
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    return [[name, below.length === 0 && list === undefined ? member : removePathsIn(member, below, list)]];
  });
  return { ...object, members: new Map(members) };
}

function removePathsIn(
  value: TargetValue,
  paths: readonly (readonly string[])[],
  list?: TargetList,
): TargetValue {
  if (value.kind === 'object') return removePaths(value, paths, list);
  if (value.kind === 'list')
    return { ...value, items: value.items.map((item) => removePathsIn(item, paths, list)) };
  return value;
}

function findComparedList(value: TargetValue): TargetList | undefined {
  if (value.kind === 'list') return value.comparison === undefined ? undefined : value;
  if (value.kind === 'scalar') return undefined;
  for (const member of value.members.values()) {
    const found = findComparedList(member);
    if (found) return found;
  }
  return undefined;
}
