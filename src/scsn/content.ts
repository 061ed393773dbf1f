import type { Code } from '../findings/codes.ts';
import { type Phrase, phrase, type Values } from '../findings/messages.ts';
import { nearest } from '../tree/nearest.ts';
import type { TreeElement } from '../tree/node.ts';
import { wrongOrder } from './content-order.ts';
import type { ChildModel, ElementModel } from './interface.ts';
import { prefixes } from './model.ts';
import { childElements } from './place.ts';

/** Something wrong with the children of an element, to be told at `element`. */
export interface ContentFault {
  readonly element: TreeElement;
  readonly code: Code;
  readonly values: Values;
}

/** A child and the model it was meant to follow. */
export interface Match {
  readonly element: TreeElement;
  readonly model: ElementModel;
  /** It is the child that was meant, under a wrong name or namespace. */
  readonly renamed: boolean;
}

export interface Slotted extends Match {
  /** Index in the model's children. */
  readonly slot: number;
}

/** Compares the children of an element with its model. Content that is left open is compared as far as it is known. */
export function contentFaults(
  parent: TreeElement,
  model: ElementModel,
): { readonly faults: readonly ContentFault[]; readonly matches: readonly Match[] } {
  const slots = model.children ?? [];
  const faults: ContentFault[] = [];
  const matches: Slotted[] = [];
  const children = childElements(parent);
  const known = children.map((element) => slots.findIndex((slot) => isNamed(element, slot.element)));
  let allowed = '';
  for (const [at, element] of children.entries()) {
    const exact = known[at] ?? -1;
    if (exact !== -1) matches.push(match(element, slots, exact, false));
    else {
      // the same for all in one gap: a document may have thousands of them
      if (at === 0 || known[at - 1] !== -1) allowed = allowedAt(at, known, slots);
      const meant = faultyName({ parent, element, allowed }, model);
      faults.push(meant.fault);
      if (meant.slot !== undefined) matches.push(match(element, slots, meant.slot, true));
    }
  }
  const named = matches.filter(({ renamed }) => !renamed);
  faults.push(...wrongOrder(named), ...missing(parent, slots, matches), ...surplus(parent, slots, named));
  return { faults, matches };
}

function match(element: TreeElement, slots: readonly ChildModel[], slot: number, renamed: boolean): Slotted {
  const model = slots[slot]?.element;
  if (model === undefined) throw new Error(`no slot ${slot}`);
  return { element, model, renamed, slot };
}

function isNamed(element: TreeElement, model: ElementModel): boolean {
  return element.localName === model.localName && (element.namespaceURI ?? '') === model.namespace;
}

/** A child whose name the model does not have, among its siblings. */
interface Unknown {
  readonly parent: TreeElement;
  readonly element: TreeElement;
  /** The names that may stand where it stands. */
  readonly allowed: string;
}

/** What a child with a name that the model does not have at this place was probably meant to be. */
function faultyName(
  { parent, element, allowed }: Unknown,
  model: ElementModel,
): { fault: ContentFault; slot?: number } {
  const slots = model.children ?? [];
  const name = element.localName;
  const values = { name, parent: parent.localName };
  const sameName = slots.findIndex((slot) => slot.element.localName === name);
  if (sameName !== -1) {
    const wanted = slots[sameName]?.element;
    return {
      slot: sameName,
      fault: { element, code: 'element-namespace', values: namespaces(element, wanted, values) },
    };
  }
  const where = home(parent, element, model);
  if (where !== undefined)
    return { fault: { element, code: 'element-misplaced', values: { ...values, where } } };
  const near = nearestSlot(element, slots);
  if (near !== undefined) {
    const slot = slots.findIndex((one) => one.element.localName === near);
    const fault: ContentFault = { element, code: 'element-misspelt', values: { ...values, nearest: near } };
    return { slot, fault };
  }
  return {
    fault: {
      element,
      code: 'element-unknown',
      values: { ...values, allowed },
    },
  };
}

/** More edits make another element: `OriginatorCustomerParty` is no misspelt `BuyerCustomerParty`. */
const mostEdits = 3;

/** What was probably meant: rather a name of the same namespace, and rather one that only lacks or has an end (`OrderType`). */
function nearestSlot(
  { localName, namespaceURI }: TreeElement,
  slots: readonly ChildModel[],
): string | undefined {
  const all = slots.map(({ element }) => element.localName);
  const same = slots
    .filter(({ element }) => element.namespace === namespaceURI)
    .map(({ element }) => element.localName);
  const longer = same.filter((name) => localName.length > 4 && name.startsWith(localName));
  const shortest = longer.toSorted((a, b) => a.length - b.length)[0];
  return nearest(localName, same, mostEdits) ?? shortest ?? nearest(localName, all, mostEdits);
}

/** The names that may stand where a child stands. `known`: of every child its index in the model's children, or -1. */
function allowedAt(at: number, known: readonly number[], slots: readonly ChildModel[]): string {
  const before = known.slice(0, at).findLast((slot) => slot !== -1) ?? 0;
  const after = known.slice(at + 1).find((slot) => slot !== -1 && slot >= before) ?? slots.length - 1;
  return list(
    slots.slice(before, after + 1).filter(({ max }, index) => index > 0 || max > 1 || before === 0),
  );
}

function namespaces(element: TreeElement, wanted: ElementModel | undefined, values: Values): Values {
  const nearest = wanted?.name ?? '';
  const namespace = wanted?.namespace ?? '';
  return {
    ...values,
    written: writtenAs(element),
    nearest,
    namespace,
    more: '',
    value: element.namespaceURI ?? '',
  };
}

/** How a name in a wrong namespace looks to its writer. */
function writtenAs({ localName, prefix, namespaceURI }: TreeElement): Phrase {
  if (namespaceURI === null) return phrase('in-no-namespace');
  const known = prefixes[namespaceURI];
  if (known !== undefined) return phrase('with-prefix', { name: `${known}:${localName}` });
  return prefix === '' ? phrase('without-prefix') : phrase('in-namespace', { namespace: namespaceURI });
}

/** Where an element of this name does belong: the parent's parent, or a child of the parent. */
function home(parent: TreeElement, element: TreeElement, model: ElementModel): string | undefined {
  for (const { element: child } of model.children ?? []) {
    if (child.children?.some((inner) => isNamed(element, inner.element))) return `\`${child.localName}\``;
  }
  const above = parent.parentNode;
  if (above.nodeType === 1 && knownHomes[element.localName] === above.localName)
    return `\`${above.localName}\``;
  return undefined;
}

/** Elements that ERPs write one level too deep. */
const knownHomes: Readonly<Record<string, string>> = { EmbeddedDocumentBinaryObject: 'Attachment' };

function list(slots: readonly ChildModel[]): string {
  const names = slots.map((slot) => slot.element.localName);
  return names.length <= 30 ? names.join(', ') : `${names.slice(0, 30).join(', ')}, …`;
}

/** Required children that are not there, not even under a wrong name. */
function missing(
  parent: TreeElement,
  slots: readonly ChildModel[],
  matches: readonly Slotted[],
): ContentFault[] {
  return slots.flatMap(({ min, element }, slot): ContentFault[] => {
    if (matches.filter((match) => match.slot === slot).length >= min) return [];
    const values = { name: element.localName, parent: parent.localName };
    const wanted = wantedPlace(slot, matches, parent);
    return [{ element: parent, code: 'element-missing', values: { ...values, wanted } }];
  });
}

/** Children that occur more often than allowed, told at the first that is too much. */
function surplus(
  parent: TreeElement,
  slots: readonly ChildModel[],
  matches: readonly Slotted[],
): ContentFault[] {
  return slots.flatMap(({ max, element }, slot): ContentFault[] => {
    const found = matches.filter((match) => match.slot === slot);
    const first = found[max];
    if (first === undefined) return [];
    const values = { name: element.localName, parent: parent.localName, count: found.length };
    const allowed = max === 1 ? phrase('one-allowed') : phrase('most-allowed', { most: max });
    return [{ element: first.element, code: 'element-repeated', values: { ...values, allowed } }];
  });
}

function wantedPlace(slot: number, matches: readonly Slotted[], parent: TreeElement): Phrase {
  const after = matches.findLast((match) => match.slot < slot);
  if (after !== undefined) return phrase('after-name', { name: after.element.localName });
  const before = matches.find((match) => match.slot > slot);
  return before === undefined
    ? phrase('in-name', { name: parent.localName })
    : phrase('before-name', { name: before.element.localName });
}
