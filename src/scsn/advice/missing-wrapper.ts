import { buildPhrase } from '../../findings/create-finding.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { ElementModel } from '../schemas/schema-set.ts';
import type { ElementFault } from './element-fault.ts';
import type { MisnamedChild } from './misnamed-child.ts';

/** Faults of misnamed children; those that lack the same wrapper are reported together. */
export function findMissingWrappers(
  parent: TreeElement,
  strangers: readonly MisnamedChild[],
): readonly ElementFault[] {
  const groups = Map.groupBy(strangers, ({ expectedParent: home }) => home?.made);
  return [...groups].flatMap(([made, group]) => {
    if (made === undefined || group.length === 1) return group.map(({ fault }) => fault);
    return [buildSharedFault(parent, made, group)];
  });
}

function buildSharedFault(
  parent: TreeElement,
  made: ElementModel,
  group: readonly MisnamedChild[],
): ElementFault {
  const elements = group.map(({ fault }) => fault.element);
  const [element = parent, ...others] = elements;
  const inside = new Set(elements.map(({ localName }) => localName));
  const names = (made.children ?? [])
    .map((slot) => slot.element.localName)
    .filter((name) => inside.has(name));
  const home = made.localName;
  const single = made.children?.find(
    ({ element: { localName }, max }) => elements.filter((one) => one.localName === localName).length > max,
  );
  const todo =
    single === undefined
      ? (group[0]?.expectedParent?.todo ?? buildPhrase('wrap-into', { home }))
      : buildPhrase('wrap-each', { home, name: single.element.localName });
  const values = { parent: parent.localName, home, names: names.join(', '), todo };
  return { element, others, code: 'elements-unwrapped', values, fills: { parent, name: home } };
}
