import type { Formats } from '../../formats/document-format.ts';
import type { Shape } from '../../tree/nodes/shape.ts';
import type { FileMapping } from '../file-mapping.ts';
import type { Rule } from '../language/rule-types.ts';
import { buildTargetShape, isFormatDocument } from '../models/document-models.ts';

/**
 * Members of the target that no rule fills: `order/orderType`. Of an SCSN document only inside the aggregates that the
 * mapping writes and only leaves, since UBL's aggregates hold one another without end.
 */
export function listUnfilledMembers(mapping: FileMapping, formats: Formats): readonly string[] {
  const shape = buildTargetShape(mapping.to, formats);
  if (shape === undefined) return [];
  return [...new Set(listMissing(shape, [mapping.program.target], '', isFormatDocument(mapping.to)))];
}

function listMissing(shape: Shape, rules: readonly Rule[], path: string, leavesOnly: boolean): string[] {
  const objects = rules.flatMap(objectsOf);
  if (objects.length === 0 || objects.some(({ copy }) => copy !== undefined)) return [];
  return shape.children.flatMap(({ shape: child }) => {
    const below = path === '' ? child.name : `${path}/${child.name}`;
    const found = objects.flatMap(({ members }) => members.filter(([name]) => name === child.name));
    if (found.length > 0)
      return listMissing(
        child,
        found.map(([, rule]) => rule),
        below,
        leavesOnly,
      );
    return leavesOnly && child.type === undefined ? [] : [below];
  });
}

/** The objects that a rule may make. */
function objectsOf(rule: Rule): (Rule & { readonly kind: 'object' })[] {
  const own =
    rule.kind === 'object'
      ? [rule]
      : rule.kind === 'each'
        ? objectsOf(rule.item)
        : rule.kind === 'list'
          ? rule.items.flatMap(objectsOf)
          : [];
  return [...own, ...rule.otherwise.flatMap(objectsOf)];
}
