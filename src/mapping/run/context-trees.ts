import { computeOnce } from '../../system/compute-once.ts';
import { parseJsonTree } from '../../tree/json/parse-json.ts';
import type { Item } from '../../tree/nodes/items.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import type { Variables } from '../../tree/xpath/variables.ts';
import type { MappingContext } from '../mapping.ts';
import type { Partner } from '../tables/partners.ts';

/**
 * A mapping's context as variables. Trees stand in the namespace that names without prefix mean in the mapping, so
 * that `$channel/companyId` is written the same whatever the source is.
 */
export function buildContextTrees(context: MappingContext, namespace: string | null): Variables {
  const tree = (what: string, json: string | undefined) => buildTree(what, json ?? '{}', namespace);
  return new Map<string, () => readonly Item[]>([
    ['channel', computeOnce(() => [tree('channel', JSON.stringify(context.channel))])],
    ['event', () => [context.event]],
    ['now', () => [context.now]],
    ['sent', computeOnce(() => [tree('sent', context.sent)])],
    ['published', computeOnce(() => [tree('published', context.published)])],
    ['received', computeOnce(() => [tree('received', context.received)])],
  ]);
}

/** `$partners/partner`, in the same namespace. */
export function buildPartnersTree(rows: readonly Partner[], namespace: string | null): TreeElement {
  return buildTree('partners', JSON.stringify({ partner: rows }), namespace);
}

function buildTree(what: string, json: string, namespace: string | null): TreeElement {
  const { tree, findings } = parseJsonTree(json, {}, { name: what, namespace });
  if (tree === undefined) throw new TypeError(`$${what} is no JSON: ${findings?.[0]?.message}`);
  return tree.root;
}

/** The order event inside its envelope, the shipment likewise; XML starts at its root. */
export function resolveStartNode(source: TreeDocument, from: string): TreeElement {
  const inner =
    from === 'exchange/order' ? 'orderEvent' : from === 'exchange/shipment' ? 'shipment' : undefined;
  if (inner === undefined || source.format !== 'json') return source.root;
  const found = source.root.childNodes.find((child) => child.nodeType === 1 && child.localName === inner);
  return found?.nodeType === 1 ? found : source.root;
}
