import { phrase } from '../findings/messages.ts';
import type { TreeElement } from '../tree/node.ts';
import type { Strange } from './content-names.ts';
import type { ElementFault } from './fault.ts';
import type { ElementModel } from './interface.ts';

/** What is wrong with strangers; several that lack the same element around them are told once. */
export function unwrapped(parent: TreeElement, strangers: readonly Strange[]): readonly ElementFault[] {
  const groups = Map.groupBy(strangers, ({ home }) => home?.made);
  return [...groups].flatMap(([made, group]) => {
    if (made === undefined || group.length === 1) return group.map(({ fault }) => fault);
    return [together(parent, made, group)];
  });
}

function together(parent: TreeElement, made: ElementModel, group: readonly Strange[]): ElementFault {
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
      ? (group[0]?.home?.todo ?? phrase('wrap-into', { home }))
      : phrase('wrap-each', { home, name: single.element.localName });
  const values = { parent: parent.localName, home, names: names.join(', '), todo };
  return { element, others, code: 'elements-unwrapped', values, fills: { parent, name: home } };
}
