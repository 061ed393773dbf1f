import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { ElementModel } from '../schemas/schema-set.ts';

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

/**
 * Whether the XSDs want a file in base64 of any length in this element: of its text only the number of base64 characters
 * matters to them, in steps of four, and its end.
 */
export function isEmbeddedFile(element: TreeElement, root: ElementModel): boolean {
  const model = modelOf(element, root);
  return model?.type === 'base64Binary' && model.children === undefined && !model.narrowed;
}

/** The model of an element; undefined where the XSDs leave it open, or the document names another type. */
function modelOf(element: TreeElement, root: ElementModel): ElementModel | undefined {
  if (element.attributes.some(({ namespaceURI }) => namespaceURI === xsi)) {
    if (element.parentNode.nodeType !== 9) return undefined;
  }
  if (element.parentNode.nodeType === 9) return root;
  const parent = modelOf(element.parentNode, root);
  return parent?.children?.find(
    ({ element: { localName, namespace } }) =>
      localName === element.localName && namespace === (element.namespaceURI ?? ''),
  )?.element;
}
