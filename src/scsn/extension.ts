import { type Phrase, phrase } from '../findings/messages.ts';
import type { TreeElement } from '../tree/node.ts';
import type { ElementFault } from './fault.ts';
import { prefixes } from './model.ts';
import { childElements } from './place.ts';

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
  if (element.childNodes.some((node) => node.nodeType === 3 && node.data.trim() !== ''))
    return phrase('holds-text');
  if (first === undefined) return phrase('holds-nothing');
  if (more.length > 0) return phrase('holds-several', { count: more.length + 1 });
  if (first.namespaceURI === null) return phrase('holds-nameless', { name: first.localName });
  return first.namespaceURI === element.namespaceURI
    ? phrase('holds-extension', { name: first.localName })
    : undefined;
}

/** What goes when the content goes: an extension must have content, and extensions must hold one. */
function outermost(element: TreeElement): string {
  const extension = element.parentNode;
  const all = extension.nodeType === 1 ? extension.parentNode : extension;
  return all.nodeType === 1 && childElements(all).length > 1 ? 'UBLExtension' : 'UBLExtensions';
}
