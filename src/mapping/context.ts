import type { Item } from '../tree/items.ts';
import { readJson } from '../tree/json.ts';
import type { TreeDocument, TreeElement } from '../tree/node.ts';
import type { Variables } from '../tree/variables.ts';
import { once } from '../tree/variables.ts';
import type { MappingContext } from './interface.ts';
import type { Partner } from './partners.ts';

/**
 * A mapping's context as variables. Trees stand in the namespace that names without prefix mean in the mapping, so
 * that `$channel/companyId` is written the same whatever the source is.
 */
export function contextTrees(context: MappingContext, namespace: string | null): Variables {
  const tree = (what: string, json: string | undefined) => root(what, json ?? '{}', namespace);
  return new Map<string, () => readonly Item[]>([
    ['channel', once(() => [tree('channel', JSON.stringify(context.channel))])],
    ['event', () => [context.event]],
    ['now', () => [context.now]],
    ['sent', once(() => [tree('sent', context.sent)])],
    ['published', once(() => [tree('published', context.published)])],
    ['received', once(() => [tree('received', context.received)])],
  ]);
}

/** `$partners/partner`, in the same namespace. */
export function partnersTree(rows: readonly Partner[], namespace: string | null): TreeElement {
  return root('partners', JSON.stringify({ partner: rows }), namespace);
}

function root(what: string, json: string, namespace: string | null): TreeElement {
  const { tree, findings } = readJson(json, {}, { name: what, namespace });
  if (tree === undefined) throw new TypeError(`$${what} is no JSON: ${findings?.[0]?.message}`);
  return tree.root;
}

/** The order event inside its envelope, the shipment likewise; XML starts at its root. */
export function startNode(source: TreeDocument, from: string): TreeElement {
  const inner =
    from === 'exchange/order' ? 'orderEvent' : from === 'exchange/shipment' ? 'shipment' : undefined;
  if (inner === undefined || source.format !== 'json') return source.root;
  const found = source.root.childNodes.find((child) => child.nodeType === 1 && child.localName === inner);
  return found?.nodeType === 1 ? found : source.root;
}
