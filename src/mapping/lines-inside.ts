import type { TargetObject } from '../tree/values/target-tree.ts';

/**
 * `linesPlacement: inside`: `lines` and whatever else stands beside `order` become its members. The specification says
 * "one top-level object `order`", every public sample has `lines` beside it.
 */
export function moveLinesInside(target: TargetObject): TargetObject {
  const order = target.members.get('order');
  if (order?.kind !== 'object') return target;
  const beside = [...target.members].filter(([name]) => name !== 'order');
  const inside: TargetObject = { ...order, members: new Map([...order.members, ...beside]) };
  return { ...target, members: new Map([['order', inside]]) };
}
