import type { CheckedMessage, MessageIdentity } from '../../journal/model/message.ts';
import { isFormatDocument } from '../../mapping/models/document-models.ts';
import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import { bareContext } from '../channel/bare-context.ts';
import type { InboundChannel } from '../channel/channel.ts';
import { buildBusinessKeys, renderOrderList } from '../channel/message-identity.ts';
import { adviceAddress, inboundKey, stateAddress } from '../channel/state-addresses.ts';
import { resolveChain } from '../runtime/channel-chain.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';

/** The parts of a key that every inbound document has, read as its mapping reads them. */
export function readInboundIdentity(
  tools: ChannelRuntime,
  channel: InboundChannel,
  tree: TreeDocument,
): MessageIdentity {
  const number = findOwnNumber(tree);
  if (number === undefined) return {};
  const account = resolveAccount(tools, channel, tree);
  if (tree.root.localName === 'DespatchAdvice') {
    const orders = listOrderNumbers(tree);
    return {
      ...(orders.length > 0 ? { purchaseOrderNumber: renderOrderList(orders) } : {}),
      ...(account === undefined ? {} : { address: adviceAddress(account, number) }),
      keys: buildBusinessKeys({ advice: [number], 'purchase order': orders, party: [account] }),
    };
  }
  const sales = textIn(child(tree.root, 'SalesOrderID'));
  return {
    purchaseOrderNumber: number,
    ...(account === undefined ? {} : { address: stateAddress(channel.as, account, number) }),
    keys: buildBusinessKeys({
      'purchase order': [number],
      'sales order': [sales],
      party: channel.as === 'supplier' ? [account] : [],
    }),
  };
}

/** The purchase orders that a despatch advice names, in its header or its lines, each once. */
function listOrderNumbers({ root }: TreeDocument): readonly string[] {
  const references = [
    ...children(root, 'OrderReference'),
    ...children(root, 'DespatchLine')
      .flatMap((line) => children(line, 'OrderLineReference'))
      .flatMap((line) => children(line, 'OrderReference')),
  ];
  const numbers = references.map((reference) => textIn(child(reference, 'ID')));
  return [...new Set(numbers)].filter((number) => number !== '');
}

export const orderKeyOf = ({ address }: MessageIdentity): Pick<CheckedMessage, 'orderKey'> =>
  address === undefined ? {} : { orderKey: inboundKey(address) };

/** Order: its own ID; OrderResponse and OrderStatus: the ID of its order reference; DespatchAdvice: its own (the advice number). */
function findOwnNumber({ root }: TreeDocument): string | undefined {
  const holder =
    root.localName === 'OrderResponse' || root.localName === 'OrderStatus'
      ? child(root, 'OrderReference')
      : root;
  return (holder && textIn(child(holder, 'ID'))) || undefined;
}

export const resolveAccount = (
  tools: ChannelRuntime,
  channel: InboundChannel,
  tree: TreeDocument,
): string | undefined =>
  channel.as === 'buyer' ? channel.companyId : resolveBuyerAccount(tools, channel, tree);

/** The mapping's own rule decides, so that a table of account numbers counts for the key too. */
function resolveBuyerAccount(
  tools: ChannelRuntime,
  channel: InboundChannel,
  tree: TreeDocument,
): string | undefined {
  const mapping = resolveChain(tools, channel).maps.at(-1);
  if (mapping === undefined || isFormatDocument(mapping.to)) return '';
  const leaf = mapping.to === 'exchange/despatch-advice' ? 'header' : 'order';
  return mapping.leaf(`${leaf}/buyerAccountNumber`, tree, bareContext(channel));
}

/** Issue date and time, as far as the document gives them. */
export function readIssued(tree: TreeDocument | undefined): Pick<CheckedMessage, 'issued'> {
  if (!tree) return {};
  const [date, time] = [textIn(child(tree.root, 'IssueDate')), textIn(child(tree.root, 'IssueTime'))];
  if (date === '') return {};
  const zone = zoneOf(time) || zoneOf(date);
  return { issued: date.slice(0, 10) + (time === '' ? '' : `T${time.slice(0, 8)}${zone}`) };
}

/** `Z` or `+01:00` at the end of a date or time; empty where there is none. */
const zoneOf = (text: string): string => /(?:Z|[+-]\d\d:\d\d)$/.exec(text.slice(8))?.[0] ?? '';

const children = (parent: TreeElement, localName: string): readonly TreeElement[] =>
  parent.childNodes.filter(isElement).filter((node) => node.localName === localName);

const child = (parent: TreeElement, localName: string): TreeElement | undefined =>
  children(parent, localName)[0];

const textIn = (element: TreeElement | undefined): string => (element ? textOf(element).trim() : '');
