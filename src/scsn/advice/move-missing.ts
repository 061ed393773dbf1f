import { buildPhrase, type Phrase } from '../../findings/create-finding.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { ElementFault } from './element-fault.ts';

/**
 * What would be left out, and is missing under the same name once inside the element that holds it, is the missing one: it
 * is to be moved there.
 */
export function moveMissing(faults: readonly ElementFault[]): readonly ElementFault[] {
  const missing = listMissingWithin(faults);
  return faults.map((fault) => {
    const around = fault.element.parentNode;
    if (!isLeftOut(fault) || around.nodeType !== 1) return fault;
    const [only, ...others] = missing.get(around)?.get(fault.values.name) ?? [];
    return only === undefined || others.length > 0 ? fault : buildMoveFault(fault, only);
  });
}

/** For each element the first two that are missing in it, at any depth, by their names. */
type MissingWithin = ReadonlyMap<TreeElement, ReadonlyMap<unknown, readonly ElementFault[]>>;

function listMissingWithin(faults: readonly ElementFault[]): MissingWithin {
  const within = new Map<TreeElement, Map<unknown, ElementFault[]>>();
  for (const fault of faults) {
    if (fault.code !== 'element-missing') continue;
    for (const around of listAround(fault.element)) {
      const named = within.get(around) ?? new Map<unknown, ElementFault[]>();
      within.set(around, named);
      named.set(fault.values.name, [...(named.get(fault.values.name) ?? []), fault].slice(0, 2));
    }
  }
  return within;
}

/** An element and all that it stands in. */
function* listAround(element: TreeElement): Generator<TreeElement, undefined> {
  yield element;
  if (element.parentNode.nodeType === 1) yield* listAround(element.parentNode);
  return undefined;
}

const leftOut: ReadonlySet<string> = new Set(['held-already', 'held-or-named', 'move-to-one']);

function isLeftOut({ code, values: { todo } }: ElementFault): boolean {
  if (code === 'element-unknown') return true;
  return code === 'element-misplaced' && typeof todo === 'object' && leftOut.has(todo.phrase);
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
