import { createFinding } from '../../findings/create-finding.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import { checkNothingOpen, listOwnElements } from '../../tree/open-parts.ts';
import type { Finding, Language } from '../../types.ts';
import { childElements, locationOf } from './element-location.ts';
import { computeSpans, requireSpan } from './element-spans.ts';

/** The text of a document without the extensions that are ours; the very same text where there are none. */
export function removeOwnExtension(text: string, tree: TreeDocument): string {
  const spans = computeSpans(text, tree);
  return listOutermost(tree)
    .map((element) => requireSpan(spans, element))
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => left.slice(0, start).trimEnd() + left.slice(end), text);
}

/** A document that is still open is held back; else a warning names what is not sent. */
export function checkOwnExtension(tree: TreeDocument, language?: Language): readonly Finding[] {
  const open = checkNothingOpen(tree, language);
  if (open !== undefined) return [open];
  const own = listOwnElements(tree.root);
  const names = [...new Set(own.flatMap((element) => valuesIn(element, '')))];
  const [first] = own;
  if (first === undefined || names.length === 0) return [];
  return [createFinding('own-extension-dropped', { names: names.join(', ') }, locationOf(first), language)];
}

function valuesIn(element: TreeElement, path: string): readonly string[] {
  return childElements(element)
    .filter(({ localName }) => path !== '' || !marks.has(localName))
    .flatMap((child) => {
      const below = path === '' ? child.localName : `${path}/${child.localName}`;
      return childElements(child).length === 0 ? [below] : valuesIn(child, below);
    });
}

const marks: ReadonlySet<string> = new Set(['open', 'absentLines']);

/** What has to go, so that nothing is left that must not be empty. */
function listOutermost({ root }: TreeDocument): readonly TreeElement[] {
  const own = new Set(listOwnElements(root));
  const isOwn = (extension: TreeElement): boolean =>
    childElements(extension).some((content) => childElements(content).some((one) => own.has(one)));
  return childElements(root)
    .filter(({ localName }) => localName === 'UBLExtensions')
    .flatMap((extensions) => {
      const inside = childElements(extensions);
      return inside.every(isOwn) ? [extensions] : inside.filter(isOwn);
    });
}
