import { z } from 'zod';
import { canonicalPathOf, type FilledLeaf } from '../../mapping/explain/leaf-fates.ts';
import type { LineValues } from '../../negotiation/line-values.ts';
import { itemText } from '../../tree/nodes/items.ts';
import { listFilledLeaves } from '../../tree/nodes/leaves.ts';
import type { TreeNode } from '../../tree/nodes/tree-node.ts';
import { compareDecimals, isDecimal, sumDecimals } from '../../tree/values/decimal.ts';
import { type OrderState, parseState } from '../order-state/order-state.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import type { ClassOf, Counterpart } from '../runtime/value-classes.ts';
import { buildOrderContext } from './prepare-results.ts';
import type { PrepareTask } from './prepare-task.ts';

/** Does a value that a response loses say something else than the order? */

/** Those of one path. */
interface LostValues {
  readonly counterpart?: Counterpart;
  readonly leaves: readonly FilledLeaf[];
}

/** The order says the same, something else, or nobody knows. */
export type CounterpartMatch = 'same' | 'other' | 'unknown';

type ComparableCounterpart = Exclude<Counterpart, 'line'>;

/** Where the exchange's order has what a value can be compared with. */
const counterpartMembers: Readonly<Record<ComparableCounterpart, RegExp>> = {
  date: /deliverySchedule[^/]*\/date$/,
  price: /prices[^/]*\/(net|gross)Price\/.*value$/,
  quantity: /deliverySchedule[^/]*\/quantity$/,
  charge: /charge[^/]*\/.*(value|amount|percentage)$/i,
  currency: /currencyIso$/,
  base: /priceUnitQuantity$/,
  unit: /(purchaseUnitOfMeasureIso|priceUnitOfMeasureIso)$/,
};

/**
 * What the order says beside values of a response: in the line that each is about, or anywhere where it is about no line. Of an order or
 * line that is not known nothing can be said. What the response says once more, where a rule carries it, is not lost.
 */
export function compareWithOrder(
  tools: Pick<ChannelRuntime, 'classOf' | 'sameUnit'>,
  task: PrepareTask,
  groups: readonly LostValues[],
): (group: LostValues) => CounterpartMatch {
  const asked = groups.some(({ counterpart }) => isComparable(counterpart));
  const order = asked ? knownOrder(task) : undefined;
  const lost = new Set(groups.flatMap(({ leaves }) => leaves.map(({ node }) => node)));
  return ({ counterpart, leaves }) => {
    if (order === undefined || !isComparable(counterpart)) return 'unknown';
    const found = leaves.map((leaf) => compareLeaf({ tools, task, order, lost }, counterpart, leaf));
    return found.includes('other') ? 'other' : found.includes('unknown') ? 'unknown' : 'same';
  };
}

interface Comparison {
  readonly tools: Pick<ChannelRuntime, 'classOf' | 'sameUnit'>;
  readonly task: PrepareTask;
  readonly order: unknown;
  /** What the response loses. */
  readonly lost: ReadonlySet<TreeNode>;
}

function compareLeaf(
  comparison: Comparison,
  counterpart: ComparableCounterpart,
  { node, text }: FilledLeaf,
): CounterpartMatch {
  const { tools, task, order } = comparison;
  const { classOf } = tools;
  if (counterpart === 'unit' && !belongsToQuantity(node, classOf)) return 'unknown';
  const part = lineOf(node, task, classOf);
  const lines = pickLines(order, lineNumbers(part, classOf));
  const known = collectValues(lines, counterpartMembers[counterpart]);
  const answers = known.map((one) => isSameValue(tools, counterpart, text, one));
  if (answers.includes('same')) return 'same';
  if (!answers.includes('other') || isCarriedBeside(comparison, part, counterpart, text)) return 'unknown';
  // 1275 for 100 pieces is 12.75 for one: another base alone says nothing
  return counterpart === 'base' ? 'unknown' : 'other';
}

/** Does the response say it once more in that part, where a rule carries it? */
function isCarriedBeside(
  { tools, lost }: Comparison,
  part: TreeNode | undefined,
  counterpart: ComparableCounterpart,
  text: string,
): boolean {
  const leaves = part?.nodeType === 1 ? listFilledLeaves(part) : [];
  return leaves.some(
    (one) =>
      !lost.has(one) &&
      tools.classOf(canonicalPathOf(one)).counterpart === counterpart &&
      isSameValue(tools, counterpart, text, itemText(one)) === 'same',
  );
}

/** The unit of what is ordered or priced; that of a weight or a range is another matter. */
function belongsToQuantity(unit: TreeNode, classOf: ClassOf): boolean {
  const { parentNode: parent } = unit;
  if (parent?.nodeType !== 1) return false;
  return [parent, ...listFilledLeaves(parent)].some((one) => {
    const { counterpart } = classOf(canonicalPathOf(one));
    return counterpart === 'quantity' || counterpart === 'price' || counterpart === 'base';
  });
}

const orderSchema = z.looseObject({
  lines: z
    .array(z.looseObject({ buyerLine: z.looseObject({ position: z.unknown() }).optional() }))
    .optional(),
});

/** The lines of these numbers; all of the order where there are no numbers. */
function pickLines(order: unknown, numbers: ReadonlySet<string>): unknown {
  if (numbers.size === 0) return order;
  const { lines = [] } = orderSchema.safeParse(order).data ?? {};
  return lines.filter(({ buyerLine }) => numbers.has(lineNumber(String(buyerLine?.position))));
}

/** Numbers of a line. */
function lineNumbers(part: TreeNode | undefined, classOf: ClassOf): ReadonlySet<string> {
  const leaves = part?.nodeType === 1 ? listFilledLeaves(part) : [];
  const numbers = leaves.filter((one) => classOf(canonicalPathOf(one)).counterpart === 'line');
  return new Set(numbers.map((one) => lineNumber(itemText(one))));
}

/** The line that a leaf stands in: a part below the root of an ERP's document; of the exchange's what has one number. */
function lineOf(leaf: TreeNode, { channel }: PrepareTask, classOf: ClassOf): TreeNode | undefined {
  if (channel.direction === 'inbound') return partBelowRoot(leaf);
  for (let at: TreeNode | null = leaf.parentNode; at !== null; at = at.parentNode)
    if (lineNumbers(at, classOf).size > 0) return at;
  return undefined;
}

function partBelowRoot(node: TreeNode): TreeNode | undefined {
  if (node.nodeType === 9 || node.parentNode.nodeType === 9) return undefined;
  return node.parentNode.parentNode?.nodeType === 9 ? node : partBelowRoot(node.parentNode);
}

/** `00010` is `10`. */
const lineNumber = (text: string): string => text.trim().replace(/^0+(?=.)/, '');

const isComparable = (counterpart: Counterpart | undefined): counterpart is ComparableCounterpart =>
  counterpart !== undefined && counterpart !== 'line';

/**
 * The order as the buyer wants it: as supplier what the exchange showed of it, as buyer what was sent, else what the exchange
 * gives back of it.
 */
function knownOrder(task: PrepareTask): unknown {
  const state = parseState(task.state);
  if (task.channel.direction === 'inbound') {
    const { received } = buildOrderContext(task, task.channel, state, '');
    return received === undefined ? undefined : buyersPart(JSON.parse(received));
  }
  const shown: unknown = JSON.parse(Buffer.from(task.gathered ?? task.bytes).toString('utf8'));
  return sentOrder(state, buyersPart(shown));
}

/** What a supplier asks for, or has asked for before, is not what was ordered. */
const suppliersOwn = /^supplierLine$|Incl(uding)?Requests$/;

function buyersPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(buyersPart);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !suppliersOwn.test(name));
  return Object.fromEntries(members.map(([name, member]) => [name, buyersPart(member)]));
}

const shownSchema = z.looseObject({ orderEvent: z.unknown().optional(), lines: z.unknown().optional() });

/** Of each line what was sent of it; of a line that was not sent by this gateway, what the buyer asks for at the exchange. */
function sentOrder({ sent }: OrderState, shown: unknown): unknown {
  const { data } = shownSchema.safeParse(shown);
  const { lines = [] } = orderSchema.safeParse(data?.orderEvent ?? shown).data ?? {};
  return {
    lines: lines.map(({ buyerLine }) => {
      const position = String(buyerLine?.position);
      const values = sent?.lines[position]?.values;
      return { buyerLine: values ? { ...buyerLine, deliverySchedule: asScheduled(values) } : buyerLine };
    }),
  };
}

/** `6 + 4` and `2026-04-01, 2026-04-08` as the exchange has them. Prices are compared as it shows them: a base belongs to them. */
const asScheduled = ({ split, dates }: LineValues): readonly object[] => [
  ...(split?.split(' + ') ?? []).map((quantity) => ({ quantity })),
  ...(dates?.split(', ') ?? []).map((date) => ({ date })),
];

/** All values below whose path ends so, and of quantities of one list their sum. */
function collectValues(value: unknown, path: RegExp, at = ''): readonly string[] {
  if (Array.isArray(value)) return listValues(value, path, at);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => collectValues(member, path, `${at}/${name}`));
  return path.test(at) && value !== null ? [String(value)] : [];
}

function listValues(list: readonly unknown[], path: RegExp, at: string): readonly string[] {
  const values = list.flatMap((item) => collectValues(item, path, at));
  const sum =
    values.every(isDecimal) && path === counterpartMembers.quantity ? sumDecimals(values) : undefined;
  return sum === undefined ? values : [...values, sum];
}

function isSameValue(
  { sameUnit }: Pick<ChannelRuntime, 'sameUnit'>,
  counterpart: ComparableCounterpart,
  one: string,
  other: string,
): CounterpartMatch {
  if (counterpart === 'date') return normalizeDay(one) === normalizeDay(other) ? 'same' : 'other';
  if (counterpart === 'currency') return one.toUpperCase() === other.toUpperCase() ? 'same' : 'other';
  if (counterpart !== 'unit') return compareDecimals(one, other) === 0 ? 'same' : 'other';
  const [own, theirs] = [sameUnit(one), sameUnit(other)];
  if (own === undefined || theirs === undefined) return one === other ? 'same' : 'unknown';
  return own === theirs ? 'same' : 'other';
}

/** `2026-03-16T00:00:00`, `20260316`. */
const normalizeDay = (text: string): string => text.replace(/\D/g, '').slice(0, 8);
