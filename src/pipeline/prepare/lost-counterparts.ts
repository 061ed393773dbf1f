import { z } from 'zod';
import { leavesOf } from '../../mapping/leaves.ts';
import { type FilledLeaf, nameOf } from '../../mapping/loss.ts';
import { compareDecimals, isDecimal, sumDecimals } from '../../tree/decimal.ts';
import { itemText } from '../../tree/items.ts';
import type { TreeNode } from '../../tree/node.ts';
import type { ClassOf, Counterpart } from '../workers/lost-classes.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { contextOf } from './common.ts';
import { parseState } from './order-state.ts';
import type { PrepareTask } from './prepare.ts';

/** Does a value that a response loses say something else than the order? */

/** Those of one path. */
interface LostValues {
  readonly counterpart?: Counterpart;
  readonly leaves: readonly FilledLeaf[];
}

/** The order says the same, something else, or nobody knows. */
export type Comparison = 'same' | 'other' | 'unknown';

type Comparable = Exclude<Counterpart, 'line' | 'unit'>;

/** Where the exchange's order has what a value can be compared with. */
const members: Readonly<Record<Comparable, RegExp>> = {
  date: /deliverySchedule[^/]*\/date$/,
  price: /prices[^/]*\/(net|gross)Price\/.*value$/,
  quantity: /deliverySchedule[^/]*\/quantity$/,
  charge: /charge[^/]*\/.*(value|amount|percentage)$/i,
  currency: /currencyIso$/,
  base: /priceUnitQuantity$/,
};

/**
 * What the order says beside values of a response: in the line that each is about, or anywhere where it is about no line. Of an order or
 * line that is not known nothing can be said. Units are written in other codes than the exchange's, so that they are never compared.
 */
export function compareWithOrder(
  { classOf }: Pick<Toolbox, 'classOf'>,
  task: PrepareTask,
  groups: readonly LostValues[],
): (group: LostValues) => Comparison {
  const asked = groups.some(({ counterpart }) => isComparable(counterpart));
  const order = asked ? receivedOrder(task) : undefined;
  return ({ counterpart, leaves }) => {
    if (order === undefined || !isComparable(counterpart)) return 'unknown';
    const found = leaves.map(({ node, text }): Comparison => {
      const known = valuesOf(partOf(order, lineNumbers(node, classOf)), members[counterpart]);
      if (known.length === 0) return 'unknown';
      if (known.some((one) => isSame(counterpart, text, one))) return 'same';
      // 1275 for 100 pieces is 12.75 for one: another base alone says nothing
      return counterpart === 'base' ? 'unknown' : 'other';
    });
    return found.includes('other') ? 'other' : found.includes('unknown') ? 'unknown' : 'same';
  };
}

const orderSchema = z.looseObject({
  lines: z
    .array(z.looseObject({ buyerLine: z.looseObject({ position: z.unknown() }).optional() }))
    .optional(),
});

/** The lines of these numbers; all of the order where there are no numbers. */
function partOf(order: unknown, numbers: ReadonlySet<string>): unknown {
  if (numbers.size === 0) return order;
  const { lines = [] } = orderSchema.safeParse(order).data ?? {};
  return lines.filter(({ buyerLine }) => numbers.has(lineNumber(String(buyerLine?.position))));
}

/** Numbers of the line that a leaf stands in: of the part below the root, which a line is in all formats. */
function lineNumbers(leaf: TreeNode, classOf: ClassOf): ReadonlySet<string> {
  const part = partBelowRoot(leaf);
  const leaves = part?.nodeType === 1 ? leavesOf(part) : [];
  const numbers = leaves.filter((one) => classOf(nameOf(one)).counterpart === 'line');
  return new Set(numbers.map((one) => lineNumber(itemText(one))));
}

function partBelowRoot(node: TreeNode): TreeNode | undefined {
  if (node.nodeType === 9 || node.parentNode.nodeType === 9) return undefined;
  return node.parentNode.parentNode?.nodeType === 9 ? node : partBelowRoot(node.parentNode);
}

/** `00010` is `10`. */
const lineNumber = (text: string): string => text.trim().replace(/^0+(?=.)/, '');

const isComparable = (counterpart: Counterpart | undefined): counterpart is Comparable =>
  counterpart !== undefined && counterpart !== 'line' && counterpart !== 'unit';

function receivedOrder(task: PrepareTask): unknown {
  const { received } = contextOf(task, task.channel, parseState(task.state), '');
  return received === undefined ? undefined : JSON.parse(received);
}

/** All values below whose path ends so, and of quantities of one list their sum. */
function valuesOf(value: unknown, path: RegExp, at = ''): readonly string[] {
  if (Array.isArray(value)) return listValues(value, path, at);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => valuesOf(member, path, `${at}/${name}`));
  return path.test(at) && value !== null ? [String(value)] : [];
}

function listValues(list: readonly unknown[], path: RegExp, at: string): readonly string[] {
  const values = list.flatMap((item) => valuesOf(item, path, at));
  const sum = values.every(isDecimal) && path === members.quantity ? sumDecimals(values) : undefined;
  return sum === undefined ? values : [...values, sum];
}

function isSame(counterpart: Comparable, one: string, other: string): boolean {
  if (counterpart === 'date') return dayOf(one) === dayOf(other);
  if (counterpart === 'currency') return one.toUpperCase() === other.toUpperCase();
  return compareDecimals(one, other) === 0;
}

/** `2026-03-16T00:00:00`, `20260316`. */
const dayOf = (text: string): string => text.replace(/\D/g, '').slice(0, 8);
