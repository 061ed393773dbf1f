import { isShipment, type OrderIdentity, orderIdentity } from '../exchange/model.ts';
import type { Checked, Identity, Source } from '../journal/interface.ts';
import type { MappingContext } from '../mapping/interface.ts';
import { isDocumentType } from '../mapping/models/documents.ts';
import { checkXml } from '../scsn/check.ts';
import type { TreeDocument, TreeElement } from '../tree/node.ts';
import type { Finding } from '../types.ts';
import {
  type Channel,
  type InboundChannel,
  inboundKey,
  type OutboundChannel,
  outboundKey,
  stateAddress,
  xmlOptions,
} from './channel.ts';
import type { Rooms } from './rooms.ts';

/** What check found. Everything but `ready` ends or parks the message at once, whatever waits before it. */
export type CheckResult =
  | { readonly verdict: 'ready'; readonly checked: Checked }
  | {
      readonly verdict: 'rejected' | 'parked' | 'ignored';
      readonly reason: string;
      readonly findings: readonly Finding[];
      readonly identity: Identity;
    };

/** Decode, XSD, rules, business keys. Pure; needs the bytes alone. */
export function check(rooms: Rooms, channel: Channel, bytes: Uint8Array, source: Source): CheckResult {
  if (channel.direction === 'inbound') return checkInbound(rooms, channel, bytes);
  return source.kind === 'notice' ? checkNotice(channel, source) : checkReceived(channel, bytes);
}

function checkInbound(rooms: Rooms, channel: InboundChannel, bytes: Uint8Array): CheckResult {
  const { tree, findings } = checkXml(bytes, rooms.schemas, xmlOptions(channel));
  const identity = tree ? inboundIdentity(rooms, channel, tree) : {};
  const worst =
    findings.find(({ severity }) => severity === 'error') ??
    findings.find(({ severity }) => severity === 'park');
  if (worst)
    return {
      verdict: worst.severity === 'error' ? 'rejected' : 'parked',
      reason: worst.message,
      findings,
      identity,
    };
  return {
    verdict: 'ready',
    checked: { ...identity, ...keyOf(identity), ...issuedOf(tree), findings },
  };
}

/** The parts of a key that every inbound document has, read as its mapping reads them. */
function inboundIdentity(rooms: Rooms, channel: InboundChannel, tree: TreeDocument): Identity {
  const number = purchaseOrderNumber(tree);
  if (number === undefined) return {};
  const account = channel.as === 'buyer' ? channel.companyId : buyerAccount(rooms, channel, tree);
  if (account === undefined) return { purchaseOrderNumber: number };
  return { purchaseOrderNumber: number, address: stateAddress(channel.as, account, number) };
}

const keyOf = ({ address }: Identity): Pick<Checked, 'orderKey'> =>
  address === undefined ? {} : { orderKey: inboundKey(address) };

/** Order: its own ID; OrderResponse: the ID of its order reference; DespatchAdvice: its own (the advice number). */
function purchaseOrderNumber({ root }: TreeDocument): string | undefined {
  const holder =
    root.localName === 'OrderResponse' || root.localName === 'OrderStatus'
      ? child(root, 'OrderReference')
      : root;
  return (holder && textOf(child(holder, 'ID'))) || undefined;
}

/** The mapping's own rule decides, so that a table of account numbers counts for the key too. */
function buyerAccount(
  rooms: Rooms,
  { settings, ...channel }: InboundChannel,
  tree: TreeDocument,
): string | undefined {
  if (settings.map === undefined) return '';
  const mapping = rooms.mapping(settings.map);
  if (isDocumentType(mapping.to)) return '';
  return mapping.leaf('order/buyerAccountNumber', tree, bareContext({ settings, ...channel }));
}

/** A context that knows the channel and nothing of the order. */
export function bareContext(channel: Channel): MappingContext {
  const { name, companyId, as, settings } = channel;
  const placement = channel.direction === 'inbound' ? channel.settings.linesPlacement : '';
  return {
    channel: { name, companyId, as, timeZone: settings.timeZone, linesPlacement: placement },
    event: '',
    now: '',
    change: () => 'new',
  };
}

/** Issue date and time, as far as the document gives them. */
function issuedOf(tree: TreeDocument | undefined): Pick<Checked, 'issued'> {
  const date = tree && textOf(child(tree.root, 'IssueDate')).slice(0, 10);
  const time = tree && textOf(child(tree.root, 'IssueTime')).slice(0, 8);
  return date ? { issued: time ? `${date}T${time}` : date } : {};
}

function child(parent: TreeElement, localName: string): TreeElement | undefined {
  for (const node of parent.childNodes) if (node.nodeType === 1 && node.localName === localName) return node;
  return undefined;
}

const textOf = (element: TreeElement | undefined): string =>
  (element?.childNodes ?? [])
    .map((node) => (node.nodeType === 3 ? node.data : ''))
    .join('')
    .trim();

/** A GET webhook: only the id is known; gather brings the rest. */
function checkNotice(channel: OutboundChannel, source: Source & { readonly kind: 'notice' }): CheckResult {
  if (source.what === 'shipment')
    return ignored('A shipment was announced; this channel carries orders.', {});
  return {
    verdict: 'ready',
    checked: {
      orderKey: outboundKey(channel.name, source.id),
      gather: { what: 'order', id: source.id },
      lines: 'all',
      findings: [],
    },
  };
}

/** An event or a found order. */
function checkReceived(channel: OutboundChannel, bytes: Uint8Array): CheckResult {
  const order = orderIdentity(bytes);
  if (!order?.id && isShipment(bytes))
    return ignored('It is about a shipment; this channel carries orders.', {});
  if (!order?.id) return unknownShape(bytes);
  const foreign = otherRole(channel, order);
  const identity = identityOf(channel, order);
  if (foreign) return ignored(foreign, identity);
  const stamped = order.lines.every((line) => line.lastUpdatedAt !== undefined);
  const complete =
    order.kind === 'orderEvent' &&
    !order.documentsToo &&
    stamped &&
    channel.settings.document !== 'scsn/Order';
  return {
    verdict: 'ready',
    checked: {
      ...identity,
      orderKey: outboundKey(channel.name, order.id),
      ...(complete ? {} : { gather: { what: 'order', id: order.id } as const }),
      ...(stamped
        ? { lines: Object.fromEntries(order.lines.map((line) => [line.id, line.lastUpdatedAt ?? ''])) }
        : {}),
      findings: [],
    },
  };
}

/** Why this order does not concern this channel, or undefined when it does or cannot be told yet. */
export function otherRole(channel: OutboundChannel, order: OrderIdentity): string | undefined {
  const company = channel.as === 'buyer' ? order.buyerCompanyId : order.supplierCompanyId;
  if (company === undefined || company === channel.companyId) return undefined;
  return `The ${channel.as} of this order is company ${company}, not ours (${channel.companyId}).`;
}

/**
 * The order's place in the journal, by the side this ERP is on. An exchange that does not tell account or number must not
 * make us forget what was published: then the order's id stands in for them.
 */
export function identityOf(channel: OutboundChannel, order: OrderIdentity): Identity {
  const { purchaseOrderNumber, buyerAccountNumber, id } = order;
  const account = channel.as === 'buyer' ? channel.companyId : buyerAccountNumber;
  if (purchaseOrderNumber === undefined) return { address: stateAddress(channel.as, 'order id', id) };
  return {
    purchaseOrderNumber,
    address: stateAddress(channel.as, account ?? `order id ${id}`, purchaseOrderNumber),
  };
}

const ignored = (reason: string, identity: Identity): CheckResult => ({
  verdict: 'ignored',
  reason,
  findings: [],
  identity,
});

function unknownShape(bytes: Uint8Array): CheckResult {
  const json = isJson(bytes);
  const finding: Finding = {
    code: json ? 'event-unknown-shape' : 'event-not-json',
    severity: 'park',
    message: json
      ? 'The exchange sent JSON in which no order id was found.'
      : 'What came to the webhook is not JSON; it was answered with 400.',
    advice:
      'Look at the body with `gateway journal show ID --body`; fetch the order by its number if it concerns you, then discard this message.',
  };
  return { verdict: 'parked', reason: finding.message, findings: [finding], identity: {} };
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}
