import { buildPhrase, type Phrase } from '../../findings/create-finding.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import { canonicalPrefixes } from '../schemas/schema-model.ts';
import { childElements, ownText } from '../xml/element-location.ts';
import type { ElementFault } from './element-fault.ts';

/**
 * What is wrong with `ext:ExtensionContent`: it holds exactly one element, of some namespace that is not its own, and
 * nothing else (UBL 2.1, `xsd:any namespace="##other"`).
 */
export function checkExtensionContent(element: TreeElement): ElementFault | undefined {
  const { localName: name, namespaceURI } = element;
  if (name !== 'ExtensionContent' || canonicalPrefixes[namespaceURI ?? ''] !== 'ext') return undefined;
  const holds = renderWrongContent(element);
  if (holds === undefined) return undefined;
  return { element, code: 'extension-content', values: { name, holds, out: findOutermost(element) } };
}

function renderWrongContent(element: TreeElement): Phrase | undefined {
  const [first, ...more] = childElements(element);
  if (ownText(element) !== '') return buildPhrase('holds-text');
  if (first === undefined) return buildPhrase('holds-nothing');
  if (more.length > 0) return buildPhrase('holds-several', { count: more.length + 1 });
  if (first.namespaceURI === null) return buildPhrase('holds-nameless', { name: first.localName });
  return first.namespaceURI === element.namespaceURI
    ? buildPhrase('holds-extension', { name: first.localName })
    : undefined;
}

/** The same for what should hold it and does not; undefined for any other element. */
export function checkMissingContent(element: TreeElement): ElementFault | undefined {
  const { localName: name, namespaceURI } = element;
  if (!extensions.has(name) || canonicalPrefixes[namespaceURI ?? ''] !== 'ext') return undefined;
  const holds = buildPhrase('holds-no-content');
  return { element, code: 'extension-content', values: { name, holds, out: findOutermost(element) } };
}

const extensions: ReadonlySet<string> = new Set(['UBLExtensions', 'UBLExtension']);

/** What goes when the content goes: an extension must have content, and extensions must hold one. */
function findOutermost(element: TreeElement): string {
  const { parentNode: above, localName } = element;
  if (above.nodeType !== 1 || localName === 'UBLExtensions') return localName;
  if (localName !== 'UBLExtension') return findOutermost(above);
  return childElements(above).length > 1 ? localName : findOutermost(above);
}
