import { buildPhrase, type FindingValues, type Phrase } from '../../findings/create-finding.ts';
import { findNearest } from '../../findings/nearest-names.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { ChildModel, ElementModel } from '../schemas/schema-set.ts';
import { childElements, isNamed, ownText } from '../xml/element-location.ts';
import type { ContentContext, UnknownChild } from './check-content.ts';
import type { ElementFault } from './element-fault.ts';
import { type ExpectedParent, findExpectedParent, type NamedParent } from './expected-parent.ts';
import { findMeantPath } from './known-meanings.ts';

/** What is wrong with a child whose name has no place where it stands. */
export interface MisnamedChild {
  readonly fault: ElementFault;
  /** Where it is to be moved to. */
  readonly expectedParent?: ExpectedParent;
}

interface MatchedChild extends MisnamedChild {
  /** The slot that it was meant for. */
  readonly slot?: number;
}

/**
 * What is to be said of a child whose name the model of its parent does not have in any namespace. What it holds may show
 * what was meant. Else a name that the schemas have elsewhere was written on purpose: it stands in the wrong place, however
 * much it looks like another one; any other name may be misspelt.
 */
export function explainMisnamedChild(
  unknown: UnknownChild,
  model: ElementModel,
  around: ContentContext,
): MatchedChild {
  const { parent, element, allowed, room, homes } = unknown;
  const values = { name: element.localName, parent: parent.localName };
  const slots = model.children ?? [];
  const isKnown = around.names.has(element.localName);
  const kind = `${element.namespaceURI} ${element.localName}`;
  if (isKnown && !homes.has(kind)) homes.set(kind, findExpectedParent({ element, parent, model }, around));
  const home = homes.get(kind);
  const near = isKnown ? -1 : findNearestSlot(element, slots, room);
  const slot =
    near === -1 && !(home && canHoldAll(home.model, element))
      ? findSlotByContent(element, slots, room)
      : near;
  const meant = slots[slot]?.element;
  if (meant !== undefined) {
    const named = { ...values, ...nameOf(element, meant), more: '' };
    return { slot, fault: { element, code: 'element-misspelt', values: named } };
  }
  if (home !== undefined) return explainMisplaced(unknown, values, home);
  const todo = fateOf(element, model);
  return { fault: { element, code: 'element-unknown', values: { ...values, todo, allowed } } };
}

/** Its name belongs elsewhere. */
function explainMisplaced(
  { element, allowed }: UnknownChild,
  values: FindingValues,
  home: NamedParent,
): MisnamedChild {
  const { where, fills } = home;
  const todo =
    home.todo.phrase === 'held-already' && typeof allowed === 'string'
      ? buildPhrase('held-or-named', { home: home.name, allowed })
      : home.todo;
  const fault: ElementFault = { element, code: 'element-misplaced', values: { ...values, where, todo } };
  return { expectedParent: home, fault: fills === undefined ? fault : { ...fault, fills } };
}

/** What to do with a value that has no place: it is never advised to take away what somebody wrote. */
function fateOf(element: TreeElement, model: ElementModel): Phrase {
  if (element.childNodes.length === 0 && element.attributes.length === 0) return buildPhrase('remove-it');
  const path = findMeantPath(element, model);
  return path === undefined ? buildPhrase('value-unknown') : buildPhrase('value-belongs', { path });
}

/** How it should have been written. */
function nameOf(element: TreeElement, { name, localName, namespace }: ElementModel): FindingValues {
  if (namespace === element.namespaceURI)
    return { nearest: localName, todo: buildPhrase('write-name', { nearest: localName }) };
  const kind = name.includes(':') ? 'prefix' : 'default';
  return { nearest: name, todo: buildPhrase(`write-${kind}`, { nearest: name, namespace }) };
}

/** The only slot with room that takes all that an element holds, rather one that has to be there; or -1. */
function findSlotByContent(
  element: TreeElement,
  slots: readonly ChildModel[],
  room: readonly number[],
): number {
  if (childElements(element).length === 0 || ownText(element) !== '') return -1;
  const fitting = slots.flatMap((slot, at) =>
    (room[at] ?? 0) > 0 && canHoldAll(slot.element, element) ? [at] : [],
  );
  const missing = fitting.filter((at) => slots[at]?.min === 1 && room[at] === slots[at].max);
  const [only = -1, ...others] = missing.length > 0 ? missing : fitting;
  return others.length === 0 ? only : -1;
}

function canHoldAll(model: ElementModel, element: TreeElement): boolean {
  const has = (child: TreeElement) => model.children?.some((slot) => isNamed(child, slot.element)) === true;
  return childElements(element).every(has);
}

/** More edits make another element: `OriginatorCustomerParty` is no misspelt `BuyerCustomerParty`. */
const mostEdits = 3;

/**
 * The slot that was probably meant, or -1: one that takes what the element holds and is not full; rather of the same
 * namespace, and rather one whose name only goes on (`OrderType`).
 */
function findNearestSlot(
  element: TreeElement,
  slots: readonly ChildModel[],
  room: readonly number[],
): number {
  const { localName, namespaceURI } = element;
  const free = slots.filter((slot, index) => (room[index] ?? 0) > 0 && canTake(slot.element, element));
  const all = free.map((slot) => slot.element.localName);
  const same = free.flatMap((slot) =>
    slot.element.namespace === namespaceURI ? [slot.element.localName] : [],
  );
  const longer = same.filter((name) => localName.length > 4 && name.startsWith(localName));
  const shortest = longer.toSorted((a, b) => a.length - b.length)[0];
  const near = findNearest(localName, same, mostEdits) ?? shortest ?? findNearest(localName, all, mostEdits);
  return slots.findIndex((slot) => free.includes(slot) && slot.element.localName === near);
}

/** Whether a model is for elements or for a value, as the element holds; an empty one may be meant for both. */
function canTake(model: ElementModel, element: TreeElement): boolean {
  if (model.open === true) return true;
  if (childElements(element).length > 0) return model.children !== undefined;
  return model.children === undefined || ownText(element) === '';
}
