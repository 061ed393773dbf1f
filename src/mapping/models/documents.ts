import type { ElementModel, SchemaModel } from '../../scsn/interface.ts';
import { roots } from '../../scsn/model.ts';
import { childOf, type Shape, type ShapeChild, type Spot } from '../../tree/shape.ts';
import type { Namespaces } from '../../tree/xpath.ts';
import { type DocumentType, documentTypes } from '../../types.ts';
import { modelShape } from './model.ts';
import { orderEnvelope, shipmentEnvelope } from './received.ts';
import { despatchAdvice, order, orderResponse } from './sent.ts';

/** What `from:` and `to:` may say. */
export const sources = [...documentTypes, 'exchange/order', 'exchange/shipment'] as const;
export const targets = [
  ...documentTypes,
  'exchange/order',
  'exchange/order-response',
  'exchange/despatch-advice',
] as const;
export type Source = (typeof sources)[number];
export type Target = (typeof targets)[number];

export function isDocumentType(name: string): name is DocumentType {
  return documentTypes.some((type) => type === name);
}

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** Names without prefix mean the root's namespace in a mapping from XML, none in a mapping from JSON. */
export function namespacesOf(source: Source): Namespaces {
  return new Map([
    ...(isDocumentType(source) ? [['', roots[source].namespace] as const] : []),
    ['cac', `${ubl}CommonAggregateComponents-2`],
    ['cbc', `${ubl}CommonBasicComponents-2`],
    ['ext', `${ubl}CommonExtensionComponents-2`],
  ]);
}

/** Where a mapping starts, and what `/` finds. Absent: no schema at hand, names are not checked. */
export interface SourceShape {
  readonly root: Spot;
  readonly context: Spot;
}

export function sourceShape(source: Source, model: SchemaModel | undefined): SourceShape | undefined {
  if (isDocumentType(source)) {
    if (model === undefined) return undefined;
    const shape = elementShape(model.root(source));
    const root = { shape: { ...holder, children: [{ shape, many: false, required: true }] } };
    return { root, context: { shape, parent: root } };
  }
  const [json, inner] =
    source === 'exchange/order' ? [orderEnvelope, 'orderEvent'] : [shipmentEnvelope, 'shipment'];
  const shape = modelShape('json', json, 'source');
  const root: Spot = { shape: { ...holder, children: [{ shape, many: false, required: true }] } };
  const envelope = { shape, parent: root };
  const event = childOf(shape, inner)?.shape ?? shape;
  return { root, context: { shape: event, parent: envelope } };
}

const holder: Shape = { name: 'the document', attributes: [], children: [], unknown: 'error' };

export function targetShape(target: Target, model: SchemaModel | undefined): Shape | undefined {
  if (isDocumentType(target)) return model === undefined ? undefined : elementShape(model.root(target));
  if (target === 'exchange/order') return modelShape('order', order, 'target');
  if (target === 'exchange/order-response') return modelShape('order-response', orderResponse, 'target');
  return modelShape('despatch-advice', despatchAdvice, 'target');
}

const shapes = new WeakMap<ElementModel, Shape>();

/** An element of an XSD set as a shape; UBL's aggregates contain one another, so children are made when asked for. */
function elementShape(element: ElementModel): Shape {
  const known = shapes.get(element);
  if (known !== undefined) return known;
  let children: ShapeChild[] | undefined;
  const shape: Shape = {
    name: element.name,
    ...(element.type === undefined ? {} : { type: element.type }),
    attributes: element.attributes,
    unknown: element.open ? 'fine' : 'error',
    get children() {
      children ??= (element.children ?? []).map((child) => ({
        shape: elementShape(child.element),
        many: child.max > 1,
        required: child.min > 0,
      }));
      return children;
    },
  };
  shapes.set(element, shape);
  return shape;
}
