import { buildPhrase, type FindingValues, listFirst, type Phrase } from '../../findings/create-finding.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import { canonicalPrefixes } from '../schemas/schema-model.ts';
import type { ChildModel, ElementModel } from '../schemas/schema-set.ts';
import { childElements, isNamed } from '../xml/element-location.ts';
import type { ElementFault } from './element-fault.ts';
import { findWrongOrder, listOrder, renderPlaceInOrder } from './element-order.ts';
import type { findExpectedParent } from './expected-parent.ts';
import { checkMissingContent } from './extension-content.ts';
import { explainMisnamedChild, type MisnamedChild } from './misnamed-child.ts';
import { findMissingWrappers } from './missing-wrapper.ts';

/** A child and the model it was meant to follow. */
export interface ElementMatch {
  readonly element: TreeElement;
  readonly model: ElementModel;
  /** It is the child that was meant, under a wrong name or namespace. */
  readonly renamed: boolean;
  /** The parent must have it. */
  readonly required: boolean;
}

export interface SlottedChild {
  readonly element: TreeElement;
  readonly model: ElementModel;
  /** Index in the model's children. */
  readonly slot: number;
  /** What is wrong with its name. */
  readonly naming?: ElementFault;
}

/** What is known of the document and the schemas around an element. */
export interface ContentContext {
  /** Local names of all elements that the schemas have: none of them is misspelt. */
  readonly names: ReadonlySet<string>;
  /** The model of an element above. */
  modelOf(element: TreeElement): ElementModel | undefined;
}

/** Compares the children of an element with its model. Content that is left open is compared as far as it is known. */
export function checkContent(
  parent: TreeElement,
  model: ElementModel,
  around: ContentContext,
): { readonly faults: readonly ElementFault[]; readonly matches: readonly ElementMatch[] } {
  const slots = model.children ?? [];
  const { matches, strangers } = matchChildren(parent, model, around);
  const tooMany = findSurplus(slots, matches);
  const kept = matches.filter((match) => !tooMany.has(match));
  const faults = [
    ...findMissingWrappers(parent, strangers),
    ...kept.flatMap(({ naming }) => naming ?? []),
    ...findWrongOrder(parent, kept),
    ...findMissing(parent, slots, kept),
    ...findRepeated(parent, slots, matches, tooMany),
  ];
  const moved = strangers.flatMap(({ fault: { element }, expectedParent: home }) =>
    home === undefined ? [] : [{ element, model: home.model, renamed: true, required: false }],
  );
  const counts = countBySlot(kept);
  return { faults, matches: [...matches.map((match) => toMatch(match, slots, counts)), ...moved] };
}

/** The children that follow a slot of the model, and what is wrong with the others. */
function matchChildren(
  parent: TreeElement,
  model: ElementModel,
  around: ContentContext,
): { readonly matches: readonly SlottedChild[]; readonly strangers: readonly MisnamedChild[] } {
  const slots = model.children ?? [];
  const children = childElements(parent);
  const known = children.map((element) => slots.findIndex((slot) => isNamed(element, slot.element)));
  const room = roomIn(slots, known);
  const matches: SlottedChild[] = [];
  const strangers: MisnamedChild[] = [];
  const homes: ExpectedParents = new Map();
  let allowed: string | Phrase = '';
  for (const [at, element] of children.entries()) {
    const exact = slots[known[at] ?? -1]?.element;
    if (exact !== undefined) matches.push({ element, model: exact, slot: known[at] ?? -1 });
    else {
      // the same for all in one gap: a document may have thousands of them
      if (at === 0 || known[at - 1] !== -1) allowed = allowedAt(at, known, slots, room);
      const { slot = -1, ...stranger } = explainUnknownChild(
        { parent, element, allowed, room, homes },
        model,
        around,
      );
      const wanted = slots[slot]?.element;
      if (wanted === undefined) strangers.push(stranger);
      else matches.push({ element, model: wanted, slot, naming: stranger.fault });
      room[slot] = (room[slot] ?? 0) - 1;
    }
  }
  return { matches, strangers };
}

/** How many more of each slot there may be. */
function roomIn(slots: readonly ChildModel[], known: readonly number[]): number[] {
  const room = slots.map(({ max }) => max);
  for (const slot of known) room[slot] = (room[slot] ?? 0) - 1;
  return room;
}

/** A child whose name the model does not have, among its siblings. */
export interface UnknownChild {
  readonly parent: TreeElement;
  readonly element: TreeElement;
  /** The names that may stand where it stands. */
  readonly allowed: string | Phrase;
  /** How many more of each slot there may be. */
  readonly room: readonly number[];
  readonly homes: ExpectedParents;
}

/** Where strangers of a name belong: the same for all in one parent, and there may be thousands. */
type ExpectedParents = Map<string, ReturnType<typeof findExpectedParent>>;

/** What a child with a name that the model does not have at this place was probably meant to be. */
function explainUnknownChild(
  unknown: UnknownChild,
  model: ElementModel,
  around: ContentContext,
): MisnamedChild & { readonly slot?: number } {
  const { element, parent } = unknown;
  const slots = model.children ?? [];
  const name = element.localName;
  const slot = slots.findIndex((one) => one.element.localName === name);
  const wanted = slots[slot]?.element;
  if (wanted === undefined) return explainMisnamedChild(unknown, model, around);
  const values = namespaceValues(element, wanted, { name, parent: parent.localName });
  return { slot, fault: { element, code: 'element-namespace', values } };
}

function namespaceValues(
  element: TreeElement,
  { name, namespace }: ElementModel,
  values: FindingValues,
): FindingValues {
  const value = element.namespaceURI ?? '';
  const kind = name.includes(':') ? 'prefix' : 'default';
  const named = { nearest: name, namespace };
  const told = { wanted: buildPhrase(`namespace-${kind}`, named), todo: buildPhrase(`write-${kind}`, named) };
  return { ...values, written: renderWrittenName(element), ...named, ...told, more: '', value };
}

/** How a name in a wrong namespace looks to its writer. */
function renderWrittenName({ localName, prefix, namespaceURI }: TreeElement): Phrase {
  if (namespaceURI === null) return buildPhrase('in-no-namespace');
  const known = canonicalPrefixes[namespaceURI];
  if (known !== undefined) return buildPhrase('with-prefix', { name: `${known}:${localName}` });
  return prefix === ''
    ? buildPhrase('without-prefix')
    : buildPhrase('in-namespace', { namespace: namespaceURI });
}

/**
 * The names that may stand where a child stands, the first in its gap. `known`: of every child its index in the model's children,
 * or -1.
 */
function allowedAt(
  at: number,
  known: readonly number[],
  slots: readonly ChildModel[],
  room: readonly number[],
): string | Phrase {
  const before = at === 0 ? 0 : (known[at - 1] ?? 0);
  const after = findSlotBehind(at, known, before) ?? slots.length - 1;
  const names = slots
    .slice(before, after + 1)
    .filter((_, index) => (room[before + index] ?? 0) > 0)
    .map(({ element }) => element.localName);
  return names.length === 0 ? buildPhrase('none-allowed') : listFirst(names, mostAllowed);
}

/** Names that are told. */
const mostAllowed = 30;

/** The slot of the next child that belongs there, or behind it. */
function findSlotBehind(at: number, known: readonly number[], least: number): number | undefined {
  for (let next = at + 1; next < known.length; next += 1) {
    const slot = known[next] ?? -1;
    if (slot >= least) return slot;
  }
  return undefined;
}

/** The children that are more than their slot takes: rather those under a wrong name, and rather later ones. */
function findSurplus(
  slots: readonly ChildModel[],
  matches: readonly SlottedChild[],
): ReadonlySet<SlottedChild> {
  const taken = slots.map(() => 0);
  const rightFirst = [...matches.filter(({ naming }) => !naming), ...matches.filter(({ naming }) => naming)];
  const tooMany = rightFirst.filter(({ slot }) => {
    const count = (taken[slot] ?? 0) + 1;
    taken[slot] = count;
    return count > (slots[slot]?.max ?? 0);
  });
  return new Set(tooMany);
}

/** Children that occur more often than allowed, reported at the first one too many. */
function findRepeated(
  parent: TreeElement,
  slots: readonly ChildModel[],
  matches: readonly SlottedChild[],
  tooMany: ReadonlySet<SlottedChild>,
): ElementFault[] {
  return [...Map.groupBy(tooMany, ({ slot }) => slot)].flatMap(([slot, [first]]): ElementFault[] => {
    const { max = 1, element: wanted } = slots[slot] ?? {};
    if (first === undefined || wanted === undefined) return [];
    const count = matches.filter((match) => match.slot === slot).length;
    const allowed = max === 1 ? buildPhrase('one-allowed') : buildPhrase('most-allowed', { most: max });
    const values = { name: wanted.localName, parent: parent.localName, count, allowed };
    return [{ element: first.element, code: 'element-repeated', values }];
  });
}

/** Required children that are not there, not even under a wrong name. */
function findMissing(
  parent: TreeElement,
  slots: readonly ChildModel[],
  kept: readonly SlottedChild[],
): ElementFault[] {
  const counts = countBySlot(kept);
  const absent = slots.flatMap(({ min, element: { localName } }, slot) => {
    if (min === 0 || (counts.get(slot) ?? 0) >= min) return [];
    return [{ slot, name: localName }];
  });
  const order = [...listOrder(kept), ...absent].toSorted((a, b) => a.slot - b.slot);
  return absent.map(({ slot, name }) => {
    const wanted = renderPlaceInOrder(slot, order) ?? buildPhrase('in-name', { name: parent.localName });
    const values = { name, parent: parent.localName, wanted };
    return checkMissingContent(parent) ?? { element: parent, code: 'element-missing', values };
  });
}

function toMatch(
  { element, model, slot, naming }: SlottedChild,
  slots: readonly ChildModel[],
  counts: ReadonlyMap<number, number>,
): ElementMatch {
  const min = slots[slot]?.min ?? 0;
  const required = min > 0 && (counts.get(slot) ?? 0) <= min;
  return { element, model, renamed: naming !== undefined, required };
}

/** How many children each slot has. */
function countBySlot(kept: readonly SlottedChild[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { slot } of kept) counts.set(slot, (counts.get(slot) ?? 0) + 1);
  return counts;
}
