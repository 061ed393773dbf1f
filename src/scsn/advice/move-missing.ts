import { buildPhrase, type Phrase } from '../../findings/create-finding.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { ElementFault } from './element-fault.ts';

/**
 * What would be left out, and is missing under the same name once inside the element that holds it, is the missing one: it
 * is to be moved there.
 */
export function moveMissing(faults: readonly ElementFault[]): readonly ElementFault[] {
  const missing = Map.groupBy(
    faults.filter(({ code }) => code === 'element-missing'),
    ({ values }) => values.name,
  );
  return faults.map((fault) => {
    const around = fault.element.parentNode;
    if (!isLeftOut(fault) || around.nodeType !== 1) return fault;
    const inside = (missing.get(fault.values.name ?? '') ?? []).filter(({ element }) =>
      isIn(element, around),
    );
    const [only, ...others] = inside;
    return only === undefined || others.length > 0 ? fault : buildMoveFault(fault, only);
  });
}

const leftOut: ReadonlySet<string> = new Set(['held-already', 'held-or-named', 'move-to-one']);

function isLeftOut({ code, values: { todo } }: ElementFault): boolean {
  if (code === 'element-unknown') return true;
  return code === 'element-misplaced' && typeof todo === 'object' && leftOut.has(todo.phrase);
}

function isIn(element: TreeElement, around: TreeElement): boolean {
  if (element === around) return true;
  return element.parentNode.nodeType === 1 && isIn(element.parentNode, around);
}

function buildMoveFault({ element, values }: ElementFault, missing: ElementFault): ElementFault {
  const { name = '', parent = '' } = values;
  const home = missing.element.localName;
  const todo = renderMove(home, missing.values.wanted);
  const fills = { parent: missing.element, name: element.localName };
  return { element, code: 'element-misplaced', values: { name, parent, where: `\`${home}\``, todo }, fills };
}

function renderMove(home: string, wanted: string | number | Phrase | undefined): Phrase {
  const { phrase: side, values } = typeof wanted === 'object' ? wanted : buildPhrase('in-name');
  if (side === 'in-name') return buildPhrase('move-into', { home });
  return buildPhrase(side === 'after-name' ? 'move-after' : 'move-before', {
    home,
    name: String(values.name),
  });
}
