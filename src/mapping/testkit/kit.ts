import { fileURLToPath } from 'node:url';
import { openDescriptions } from '../../formats/description-folders.ts';
import { buildFormats } from '../../formats/format-registry.ts';
import { delivered as deliveredSchemas } from '../../scsn/testkit/documents.ts';
import { parseJsonTree } from '../../tree/json/parse-json.ts';
import { writeJson } from '../../tree/json/write-json.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { TargetObject, TargetValue } from '../../tree/values/target-tree.ts';
import { type ParsedTree, parseXmlTree } from '../../tree/xml/parse-xml.ts';
import type { FileMapping } from '../file-mapping.ts';
import { type LoadedMapping, parseMapping } from '../load-mapping.ts';
import type { MappingContext } from '../mapping.ts';

/** One set of schemas for the tests of a process: each file would compile them anew. */
export const schemas = deliveredSchemas();
export const formats = buildFormats(
  () => schemas,
  openDescriptions([fileURLToPath(new URL('../../../mappings', import.meta.url))]),
);

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:';

export const context: MappingContext = {
  channel: { companyId: 'company-1', timeZone: 'Europe/Amsterdam' },
  event: '',
  now: '2026-11-02T09:00:00.000Z',
  change: () => 'new',
};

function tree(read: ParsedTree): TreeDocument {
  if (read.tree === undefined) throw new Error(JSON.stringify(read.findings));
  return read.tree;
}

/** An SCSN order with this inside. */
export function order(content: string): TreeDocument {
  const names = `xmlns="${ubl}Order-2" xmlns:cac="${ubl}CommonAggregateComponents-2" xmlns:cbc="${ubl}CommonBasicComponents-2"`;
  return tree(parseXmlTree(`<Order ${names}>\n${content}\n</Order>`));
}

/** An order of two lines, the first with two deliveries; its number has blanks around it. */
export const document = order(`<cbc:ID> 4711 </cbc:ID>
<cbc:IssueDate>2026-03-16+01:00</cbc:IssueDate>
<cbc:Note>one</cbc:Note><cbc:Note> two </cbc:Note><cbc:Note> </cbc:Note>
<cac:OrderLine><cac:LineItem><cbc:ID>00010</cbc:ID><cbc:Quantity unitCode="C62">10.00</cbc:Quantity>
  <cac:Delivery><cbc:ID>1</cbc:ID><cbc:Quantity>+4</cbc:Quantity></cac:Delivery>
  <cac:Delivery><cbc:ID>2</cbc:ID><cbc:Quantity>.50</cbc:Quantity></cac:Delivery></cac:LineItem></cac:OrderLine>
<cac:OrderLine><cac:LineItem><cbc:ID>00020</cbc:ID><cbc:Quantity unitCode="XX">1,5</cbc:Quantity></cac:LineItem></cac:OrderLine>`);

/** The members of `order:` that the exchange wants. */
export const head = 'supplierAccountNumber: { $text: S }\n    purchaseOrderNumber: cbc:ID';

export function json(value: string): TreeDocument {
  return tree(parseJsonTree(value));
}

/** Loads a mapping's text, with the header it lacks: from an SCSN order to the exchange's order. */
export function load(body: string, header = 'from: scsn/Order\nto: exchange/order'): LoadedMapping {
  return parseMapping({ name: 'm', file: '/maps/m.yaml', text: `mapping: m\n${header}\n${body}` }, formats);
}

/** As `load`, for rules that need not make a whole order: the members the order wants are not asked for. */
export function mapping(body: string, header?: string): FileMapping {
  const loaded = load(body, header);
  if (loaded.mapping === undefined) throw new Error(JSON.stringify(loaded.findings, undefined, 1));
  return loaded.mapping;
}

/** What a mapping makes of a document, as JSON text; or its findings and stop. */
export function made(of: FileMapping, source: TreeDocument, more: Partial<MappingContext> = {}): string {
  const { target, stop, findings } = of.run(source, { ...context, ...more });
  if (target !== undefined) return writeJson(target);
  return [stop && `${stop.as} ${stop.finding.code}`, ...findings.map(({ code }) => code)]
    .filter(Boolean)
    .join(' ');
}

/** The objects of a list. */
export function itemsOf(value: TargetValue | undefined): TargetObject[] {
  return value?.kind === 'list' ? value.items.filter((item) => item.kind === 'object') : [];
}
