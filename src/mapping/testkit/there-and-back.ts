import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { checkXml } from '../../scsn/check-xml.ts';
import type { DocumentType } from '../../scsn/document-types.ts';
import { writeXml } from '../../scsn/xml/write-xml.ts';
import { parseJsonTree } from '../../tree/json/parse-json.ts';
import { writeJson } from '../../tree/json/write-json.ts';
import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import { normalizeDecimal } from '../../tree/values/decimal.ts';
import { canonicalPrefix } from '../../tree/values/fingerprint.ts';
import { type ParsedTree, parseXmlTree } from '../../tree/xml/parse-xml.ts';
import type { FileMapping } from '../file-mapping.ts';
import type { MappingContext } from '../mapping.ts';
import { parseCsvRows } from '../tables/csv-rows.ts';
import { folder } from './delivered.ts';
import { schemas } from './kit.ts';

/** What a round trip is made of: to the exchange, as the exchange gives it back, and what differs. */

export const company = '5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752';
const partner = 'b7a1d0c4-3e58-4f2b-8a96-70d51e9c2f3a';

export const context: MappingContext = {
  channel: { companyId: company, timeZone: 'Europe/Amsterdam' },
  event: '',
  now: '2026-11-02T09:00:00.000Z',
  change: () => 'new',
};

/** The JSON that a mapping makes; undefined where it refuses or stops. */
export function sent(mapping: FileMapping, source: TreeDocument, more: Partial<MappingContext> = {}) {
  const { target } = mapping.run(source, { ...context, ...more });
  return target && writeJson(target);
}

/** The XML that a mapping makes; it must be valid. */
export function published(mapping: FileMapping, source: TreeDocument, document: DocumentType): string {
  const { target, stop, findings } = mapping.run(source, context);
  if (target === undefined) throw new Error(JSON.stringify({ stop, findings }));
  const { bytes } = writeXml(document, target, schemas.model);
  const { findings: wrong } = checkXml(bytes, schemas, { document, severities: {} });
  expect(wrong.filter(({ severity }) => severity === 'error')).toEqual([]);
  return new TextDecoder().decode(bytes);
}

export const xml = (text: string): TreeDocument => treeOrError(parseXmlTree(text));
export const json = (text: string): TreeDocument => treeOrError(parseJsonTree(text));

function treeOrError({ tree, findings }: ParsedTree): TreeDocument {
  if (tree === undefined) throw new Error(JSON.stringify(findings));
  return tree;
}

const sentOrder = z.looseObject({
  order: z.looseObject({}),
  lines: z.array(z.looseObject({ position: z.string() })),
});

/** An order as the exchange gives it back: what was sent, under the buyer's members. */
export function asFetched(order: string): string {
  return keepingDigits(order, (parsed) => {
    const { order, lines, ...times } = sentOrder.parse(parsed);
    return {
      id: 'o-1',
      buyerOrder: { ...order, ...times },
      supplierOrder: { companyId: company, buyerAccountNumber: 'D1' },
      lines: lines.map((line) => ({ id: `o-1-${line.position}`, buyerLine: line })),
      lastUpdatedAt: '2026-11-02T09:00:00.000Z',
    };
  });
}

const sentResponse = z.looseObject({
  order: z.looseObject({ purchaseOrderNumber: z.string() }),
  lines: z.array(
    z.looseObject({
      purchaseOrderLinePosition: z.string(),
      indicators: z.looseObject({ rejected: z.boolean().optional() }).optional(),
    }),
  ),
});

/** The event that the exchange makes of an order response: other values are a proposal. */
export function asAnswered(response: string): string {
  return keepingDigits(response, (parsed) => {
    const { order, lines, ...times } = sentResponse.parse(parsed);
    return {
      eventName: 'OrderResentByBuyer',
      orderEvent: {
        orderId: 'o-1',
        buyerOrder: { companyId: company, purchaseOrderNumber: order.purchaseOrderNumber },
        supplierOrder: { companyId: partner, ...order, ...times },
        lines: lines.map(answeredLine),
        version: 2,
        lastUpdatedAt: '2026-11-03T07:20:05.000Z',
      },
    };
  });
}

function answeredLine(line: z.output<typeof sentResponse>['lines'][number]) {
  const { purchaseOrderLinePosition: position, indicators, deliverySchedule, prices, reason, ...more } = line;
  const rejected = indicators?.rejected === true;
  const proposal = { deliverySchedule, prices, reason, status: 'Open' };
  return {
    id: `o-1-${position}`,
    buyerLine: { position },
    supplierLine: rejected ? { ...more, reason } : { ...more, requests: { proposal } },
    status: { processStatus: rejected ? 'Rejected' : 'InProgress' },
    lastUpdatedAt: '2026-11-03T07:20:05.000Z',
  };
}

/** Changes JSON as values, with every number as it is written. */
function keepingDigits(text: string, change: (parsed: unknown) => unknown): string {
  const parsed: unknown = JSON.parse(text, (_, value, more?: { source?: string }) =>
    typeof value === 'number' ? `#${more?.source}#` : value,
  );
  return JSON.stringify(change(parsed)).replace(/"#([^#"]+)#"/g, '$1');
}

/** `name value` of every filled leaf and attribute; names without positions, numbers by value. */
export function leaves(element: TreeElement, path = ''): string[] {
  const name = `${path}/${canonicalPrefix(element)}${element.localName}`;
  const attributes = element.attributes.map((one) => `${name}/@${one.localName} ${one.value.trim()}`);
  const children = element.childNodes.filter(isElement);
  const text = textOf(element).trim();
  const number =
    element.jsonType === 'number' || /(Quantity|Amount|Measure|Numeric)$/.test(element.localName);
  const value = (number && normalizeDecimal(text)) || text;
  const own = children.length === 0 && text !== '' ? [`${name} ${value}`] : [];
  return [...own, ...attributes, ...children.flatMap((child) => leaves(child, name))];
}

/** Names of leaves that the second document lacks, or has with another value, or fewer times. */
export function lost(before: TreeDocument, after: TreeDocument): readonly string[] {
  const rest = leaves(after.root);
  const names = leaves(before.root).flatMap((leaf) => {
    const at = rest.indexOf(leaf);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0 ? [] : [leaf.slice(0, leaf.indexOf(' '))];
  });
  return [...new Set(names)].sort();
}

/** What mappings/round-trip.csv says of a trip: paths below the root, each with all below it. */
function listed(trip: string): readonly string[] {
  const rows = parseCsvRows(readFileSync(join(folder, 'round-trip.csv'), 'utf8')).map(({ cells }) => cells);
  return rows.flatMap(([of, path = '']) => (of === trip ? [path] : []));
}

/** Names of lost leaves against the list: what it lacks, and what it has that is not lost. */
export function againstList(trip: string, names: readonly string[]) {
  const paths = listed(trip);
  const below = names.map((name) => name.replace(/^\/[^/]+\//, ''));
  const under = (name: string, path: string) => name === path || name.startsWith(`${path}/`);
  return {
    lostButNotListed: [...new Set(below)].filter((name) => !paths.some((path) => under(name, path))),
    listedButNotLost: paths.filter((path) => !below.some((name) => under(name, path))),
  };
}
