import type { DocumentShape, Formats } from '../../formats/document-format.ts';
import type { Namespaces } from '../../tree/compile-xpath.ts';
import { findChildShape, type PlacedShape, type Shape } from '../../tree/nodes/shape.ts';
import { buildModelShape } from './model-shape.ts';
import { orderEnvelope, shipmentEnvelope } from './received-documents.ts';
import { sentDespatchAdvice, sentOrder, sentOrderResponse } from './sent-documents.ts';

/** What `from:` and `to:` may say beside the name of a format: JSON of the exchange. */
const fromExchange: readonly string[] = ['exchange/order', 'exchange/shipment'];
const toExchange: readonly string[] = [
  'exchange/order',
  'exchange/order-response',
  'exchange/despatch-advice',
];

export const listSourceNames = ({ names }: Formats): readonly string[] => [...names, ...fromExchange];
export const listTargetNames = ({ names }: Formats): readonly string[] => [...names, ...toExchange];

/** Is it a document of a format, and not JSON of the exchange? */
export const isFormatDocument = (name: string): boolean => !name.startsWith('exchange/');

const shapeOf = (name: string, formats: Formats): DocumentShape | undefined =>
  isFormatDocument(name) ? formats.load(name).format?.buildShape() : undefined;

/** What the prefixes of a mapping mean: as its source says; JSON has none of its own, so there they mean what they mean in the target. */
export function resolveNamespaces(from: string, to: string, formats: Formats): Namespaces {
  const source = shapeOf(from, formats)?.namespaces;
  const target = shapeOf(to, formats)?.namespaces ?? new Map<string, string>();
  return source ?? new Map([...target].filter(([prefix]) => prefix !== ''));
}

/** Are elements of the source called what they are called in the target, so that they can be copied? */
export function hasSameNames(from: string, to: string, formats: Formats): boolean {
  const [source, target] = [from, to].map((name) => prefixesOf(name, formats));
  return source !== undefined && source.length > 0 && JSON.stringify(source) === JSON.stringify(target);
}

const prefixesOf = (name: string, formats: Formats) =>
  shapeOf(name, formats) &&
  [...resolveNamespaces(name, name, formats)].filter(([prefix]) => prefix !== '').sort();

/** Where a mapping starts, and what `/` finds. */
export interface SourceShape {
  readonly root: PlacedShape;
  readonly context: PlacedShape;
}

export function buildSourceShape(source: string, formats: Formats): SourceShape | undefined {
  const shape = shapeOf(source, formats)?.root;
  if (shape !== undefined) {
    const root = { shape: { ...holder, children: [{ shape, many: false, required: true }] } };
    return { root, context: { shape, parent: root } };
  }
  return isFormatDocument(source) ? undefined : buildExchangeShape(source);
}

function buildExchangeShape(source: string): SourceShape {
  const [json, inner] =
    source === 'exchange/order' ? [orderEnvelope, 'orderEvent'] : [shipmentEnvelope, 'shipment'];
  const shape = buildModelShape('json', json, 'source');
  const root: PlacedShape = { shape: { ...holder, children: [{ shape, many: false, required: true }] } };
  const envelope = { shape, parent: root };
  const event = findChildShape(shape, inner)?.shape ?? shape;
  return { root, context: { shape: event, parent: envelope } };
}

const holder: Shape = { name: 'the document', attributes: [], children: [], unknown: 'error' };

export function buildTargetShape(target: string, formats: Formats): Shape | undefined {
  if (isFormatDocument(target)) return shapeOf(target, formats)?.root;
  if (target === 'exchange/order') return buildModelShape('order', sentOrder, 'target');
  if (target === 'exchange/order-response')
    return buildModelShape('order-response', sentOrderResponse, 'target');
  return buildModelShape('despatch-advice', sentDespatchAdvice, 'target');
}
