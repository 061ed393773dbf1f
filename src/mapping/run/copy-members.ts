import { extendPath } from '../../tree/nodes/extend-path.ts';
import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeElement, TreeNode } from '../../tree/nodes/tree-node.ts';
import { canonicalPrefix } from '../../tree/values/fingerprint.ts';
import type { TargetValue } from '../../tree/values/target-tree.ts';

/** Hears of every leaf that is copied, at its path in the result. */
export type OnCopy = (path: string, node: TreeNode) => void;

/**
 * What an element of an SCSN document holds, as members of a result: names with the canonical prefixes or, of other
 * namespaces, as `{NAMESPACE}local`; texts trimmed,
 * attributes without a namespace. `except`: names that rules of their own make.
 */
export function copyMembers(
  element: TreeElement,
  except: ReadonlySet<string>,
  path: string,
  onCopy: OnCopy,
): Map<string, TargetValue> {
  const groups = new Map<string, TreeElement[]>();
  for (const child of element.childNodes.filter(isElement)) {
    const name = qualifiedNameOf(child);
    if (!except.has(name)) groups.set(name, [...(groups.get(name) ?? []), child]);
  }
  const members = new Map<string, TargetValue>();
  for (const [name, children] of groups) {
    const below = extendPath(path, name);
    const items = children.flatMap(
      (child, i) => copyElement(child, children.length === 1 ? below : `${below}[${i + 1}]`, onCopy) ?? [],
    );
    const [first] = items;
    if (first !== undefined) members.set(name, items.length === 1 ? first : { kind: 'list', items });
  }
  return members;
}

/** With the canonical prefix; `{NAMESPACE}local` of what neither UBL nor the document's own type declares. */
function qualifiedNameOf(element: TreeElement): string {
  const prefix = canonicalPrefix(element);
  const isOwn = prefix === '' && element.namespaceURI !== rootOf(element).namespaceURI;
  return isOwn ? `{${element.namespaceURI ?? ''}}${element.localName}` : prefix + element.localName;
}

const rootOf = (element: TreeElement): TreeElement =>
  element.parentNode?.nodeType === 1 ? rootOf(element.parentNode) : element;

function copyElement(element: TreeElement, path: string, onCopy: OnCopy): TargetValue | undefined {
  const text = textOf(element).trim();
  const attributes = attributesOf(element, path, onCopy);
  const more = attributes.size === 0 ? {} : { attributes };
  if (element.childNodes.some(isElement))
    return { kind: 'object', members: copyMembers(element, new Set(), path, onCopy), ...more };
  // An aggregate says something by being there (`cac:TaxScheme`), an empty value does not.
  if (text === '' && attributes.size === 0)
    return canonicalPrefix(element) === 'cac:' ? { kind: 'object', members: new Map() } : undefined;
  onCopy(path, element);
  return { kind: 'scalar', type: 'string', text, ...more };
}

function attributesOf(element: TreeElement, path: string, onCopy: OnCopy): ReadonlyMap<string, string> {
  const plain = element.attributes.filter(({ namespaceURI }) => namespaceURI === null);
  for (const attribute of plain) onCopy(`${path}/@${attribute.localName}`, attribute);
  return new Map(plain.map(({ localName, value }) => [localName, value]));
}
