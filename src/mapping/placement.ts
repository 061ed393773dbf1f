import type { OutObject } from '../tree/out.ts';

/**
 * `linesPlacement: inside`: `lines` and whatever else stands beside `order` become its members. The specification says
 * "one top-level object `order`", every public sample has `lines` beside it.
 */
export function linesInside(target: OutObject): OutObject {
  const order = target.members.get('order');
  if (order?.kind !== 'object') return target;
  const beside = [...target.members].filter(([name]) => name !== 'order');
  const inside: OutObject = { ...order, members: new Map([...order.members, ...beside]) };
  return { ...target, members: new Map([['order', inside]]) };
}
