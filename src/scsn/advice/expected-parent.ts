import { buildPhrase, type Phrase } from '../../findings/create-finding.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { ElementModel } from '../schemas/schema-set.ts';
import { findNamed } from '../xml/child-index.ts';
import { isNamed } from '../xml/element-location.ts';
import type { ContentContext } from './check-content.ts';
import type { ElementFault } from './element-fault.ts';
import { renderPlaceInOrder } from './element-order.ts';

/** How likely a home is what the writer meant, from the least likely on. */
const likelihood = {
  /** It could be created for the element, but nothing shows that this is meant. */
  made: 0,
  /** It has one already. */
  full: 1,
  /** The element around the parent takes such a value. */
  around: 2,
  /** It is there and takes it. */
  there: 3,
  /** It is made for nothing else. */
  wrapper: 4,
  /** It is missing, and it would be there with this element. */
  missing: 5,
} as const;

/** Where an element belongs that stands in the wrong one. */
export interface ExpectedParent extends Pick<ElementFault, 'fills'> {
  readonly name: string;
  /** What the element is there. */
  readonly model: ElementModel;
  readonly likely: number;
  readonly todo: Phrase;
  /** It is not there yet, and this is what it is. */
  readonly made?: ElementModel;
}

export interface NamedParent extends ExpectedParent {
  /** It, or several that may be meant. */
  readonly where: string;
}

/** The element that stands in the wrong place, and the model of its parent. */
interface Stray {
  readonly element: TreeElement;
  readonly parent: TreeElement;
  readonly model: ElementModel;
}

/**
 * Where an element of this name does belong: in a child of the parent, or further out. A value whose name has several homes
 * that are equally likely has none that could be named for it.
 */
export function findExpectedParent(stray: Stray, around: ContentContext): NamedParent | undefined {
  const homes = [...listParentsBelow(stray), ...listParentsAbove(stray.element, stray.parent, around)];
  const most = Math.max(...homes.map((home) => home.likely));
  const [first, ...others] = homes.filter((home) => home.likely === most);
  if (first === undefined) return undefined;
  const isSure = others.length === 0 || most === likelihood.full || most === likelihood.missing;
  if (isSure || first.model.children !== undefined) return { ...first, where: `\`${first.name}\`` };
  const names = new Set([first, ...others].map(({ name }) => `\`${name}\``));
  const homesNamed = [...names].slice(0, 5).join(', ');
  const { name, model } = first;
  const todo = buildPhrase('move-to-one', { homes: homesNamed });
  return { name, model, likely: most, where: homesNamed, todo };
}

/** Children of the parent that take it, and such as there could be. */
function listParentsBelow({ element, parent, model }: Stray): readonly ExpectedParent[] {
  return (model.children ?? []).flatMap(({ element: child, min, max }, at): readonly ExpectedParent[] => {
    const slot = slotIn(child, element);
    if (slot === undefined) return [];
    const name = child.localName;
    const home = { name, model: slot.element };
    const there = findNamed(parent, child);
    const open = there.find((one) => hasRoom(one, element, slot.max));
    const needsMore = child.children?.some((one) => one.min > 0 && one !== slot) === true;
    const isWrapper = slot.min > 0 && !needsMore;
    if (open) {
      const there = isWrapper ? likelihood.wrapper : likelihood.there;
      return [{ ...home, ...moveInto(open, child, element), likely: there }];
    }
    if (there.length >= max || (there.length > 0 && needsMore)) return [fullParent(name, slot.element)];
    if (needsMore && min === 0) return [];
    const made = isWrapper ? likelihood.wrapper : likelihood.made;
    if (there.length > 0) return [{ ...home, likely: made, todo: buildPhrase('wrap-own', { home: name }) }];
    const todo = renderWrapAdvice(parent, model, at, name);
    return [{ ...home, made: child, likely: min > 0 ? likelihood.missing : made, todo }];
  });
}

/** Elements around the parent that take it; a value is hardly more than one level too deep. */
function listParentsAbove(
  element: TreeElement,
  { parentNode: outer }: TreeElement,
  around: ContentContext,
  level = 1,
): readonly ExpectedParent[] {
  if (outer.nodeType !== 1) return [];
  const further = listParentsAbove(element, outer, around, level + 1);
  const model = around.modelOf(outer);
  const slot = model && slotIn(model, element);
  if (model === undefined || slot === undefined) return further;
  const isValue = slot.element.children === undefined;
  if (isValue && level > 1) return further;
  if (!hasRoom(outer, element, slot.max)) return [fullParent(outer.localName, slot.element), ...further];
  const there = isValue ? likelihood.around : likelihood.there;
  return [{ ...moveInto(outer, model, element), model: slot.element, likely: there }, ...further];
}

const fullParent = (name: string, model: ElementModel): ExpectedParent => ({
  name,
  model,
  likely: likelihood.full,
  todo: buildPhrase('held-already', { home: name }),
});

const slotIn = ({ children }: ElementModel, element: TreeElement) =>
  children?.find((slot) => isNamed(element, slot.element));

const hasRoom = (target: TreeElement, { localName, namespaceURI }: TreeElement, max: number): boolean =>
  findNamed(target, { localName, namespace: namespaceURI ?? '' }).length < max;

/** Into an element that is there, at the place of its order. */
function moveInto(
  target: TreeElement,
  model: ElementModel,
  element: TreeElement,
): Pick<ExpectedParent, 'name' | 'todo' | 'fills'> {
  const home = target.localName;
  const slot = model.children?.findIndex((one) => isNamed(element, one.element)) ?? -1;
  const place = renderPlaceInOrder(slot, presentIn(target, model));
  const name = String(place?.values.name ?? '');
  const todo =
    place === undefined
      ? buildPhrase('move-into', { home })
      : buildPhrase(place.phrase === 'after-name' ? 'move-after' : 'move-before', { home, name });
  return { name: home, todo, fills: { parent: target, name: element.localName } };
}

/** Inside an element that is not there yet. */
function renderWrapAdvice(parent: TreeElement, model: ElementModel, at: number, home: string): Phrase {
  const place = renderPlaceInOrder(at, presentIn(parent, model));
  const name = String(place?.values.name ?? '');
  if (place === undefined) return buildPhrase('wrap-into', { home });
  return buildPhrase(place.phrase === 'after-name' ? 'wrap-after' : 'wrap-before', { home, name });
}

function presentIn(parent: TreeElement, model: ElementModel) {
  return (model.children ?? []).flatMap(({ element }, slot) =>
    findNamed(parent, element).length > 0 ? [{ slot, name: element.localName }] : [],
  );
}
