import { type Phrase, phrase } from '../findings/messages.ts';
import type { TreeElement } from '../tree/node.ts';
import type { ElementFault } from './fault.ts';
import { prefixes } from './model.ts';
import { childElements, ownText } from './place.ts';

/**
 * What is wrong with `ext:ExtensionContent`: it holds exactly one element, of some namespace that is not its own, and
 * nothing else (UBL 2.1, `xsd:any namespace="##other"`).
 */
export function extensionFault(element: TreeElement): ElementFault | undefined {
  const { localName: name, namespaceURI } = element;
  if (name !== 'ExtensionContent' || prefixes[namespaceURI ?? ''] !== 'ext') return undefined;
  const holds = wrongContent(element);
  if (holds === undefined) return undefined;
  return { element, code: 'extension-content', values: { name, holds, out: outermost(element) } };
}

function wrongContent(element: TreeElement): Phrase | undefined {
  const [first, ...more] = childElements(element);
  if (ownText(element) !== '') return phrase('holds-text');
  if (first === undefined) return phrase('holds-nothing');
  if (more.length > 0) return phrase('holds-several', { count: more.length + 1 });
  if (first.namespaceURI === null) return phrase('holds-nameless', { name: first.localName });
  return first.namespaceURI === element.namespaceURI
    ? phrase('holds-extension', { name: first.localName })
    : undefined;
}

/** The same for what should hold it and does not; undefined for any other element. */
export function withoutContent(element: TreeElement): ElementFault | undefined {
  const { localName: name, namespaceURI } = element;
  if (!extensions.has(name) || prefixes[namespaceURI ?? ''] !== 'ext') return undefined;
  const holds = phrase('holds-no-content');
  return { element, code: 'extension-content', values: { name, holds, out: outermost(element) } };
}

const extensions: ReadonlySet<string> = new Set(['UBLExtensions', 'UBLExtension']);

/** What goes when the content goes: an extension must have content, and extensions must hold one. */
function outermost(element: TreeElement): string {
  const { parentNode: above, localName } = element;
  if (above.nodeType !== 1 || localName === 'UBLExtensions') return localName;
  if (localName !== 'UBLExtension') return outermost(above);
  return childElements(above).length > 1 ? localName : outermost(above);
}
