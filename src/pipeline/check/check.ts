import { isDeeperThan } from '../../exchange/json-cut.ts';
import { type OrderIdentity, orderIdentity } from '../../exchange/model.ts';
import { envelopeOf, parsed } from '../../exchange/reading.ts';
import { isShipment } from '../../exchange/shipment.ts';
import { finding, forPerson } from '../../findings/messages.ts';
import type { Document } from '../../formats/interface.ts';
import type { Checked, Identity, Source } from '../../journal/message.ts';
import { limits } from '../../limits.ts';
import type { MappingContext } from '../../mapping/interface.ts';
import { isDocument } from '../../mapping/models/documents.ts';
import type { TreeDocument, TreeElement } from '../../tree/node.ts';
import type { Finding, Language } from '../../types.ts';
import {
  adviceAddress,
  type Channel,
  carriesShipments,
  type InboundChannel,
  inboundKey,
  type OutboundChannel,
  outboundKey,
  readOptions,
  stateAddress,
} from '../channel.ts';
import { identityOf, keysOf, listed } from '../identity.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { embeddedElements, embeddedFindings, wantsUpload } from './embedded.ts';
import { type InFile, openFile, type SplitFile, worstOf } from './file.ts';
import { unusableAccount, unusableInBody, unusableInXml } from './identifiers.ts';
import { checkShipment } from './shipment.ts';

/**
 * What check found. `wait`: the user's own mappings or XSDs do not work as they are, and the message stays received until they
 * are mended. Everything else but `ready` ends or parks the message at once, whatever waits before it.
 */
export type CheckResult =
  | { readonly verdict: 'wait'; readonly reason: string }
  | { readonly verdict: 'ready'; readonly checked: Checked }
  /** A file of several documents: each goes its own way. */
  | ({ readonly verdict: 'split' } & SplitFile)
  | {
      readonly verdict: 'rejected' | 'parked' | 'ignored';
      readonly reason: string;
      readonly findings: readonly Finding[];
      readonly identity: Identity;
    };

/** What check sees of a message. */
export interface Arrived {
  readonly bytes: Uint8Array;
  readonly source: Source;
  /** Of a document that was cut out of a file; absent for a file, and for one that a person corrected. */
  readonly inFile?: InFile;
  /** All channels on its folder that take files of its name; absent: its own alone. */
  readonly takers?: readonly InboundChannel[];
}

/** What check found, and the tree that it read of a document: to read it takes as long as all the rest. */
export interface CheckedTree {
  readonly result: CheckResult;
  readonly tree?: TreeDocument;
}

/** Decode, cut, XSD, rules, business keys. Pure; needs the bytes alone. */
export const check = (tools: Toolbox, channel: Channel, arrived: Arrived): CheckResult =>
  checkedTree(tools, channel, arrived).result;

/** The same, for whoever goes on with the tree. */
export function checkedTree(tools: Toolbox, channel: Channel, arrived: Arrived): CheckedTree {
  const { bytes, source } = arrived;
  if (channel.direction === 'inbound') return checkInbound(tools, channel, arrived);
  if (carriesShipments(channel)) return { result: checkShipment(tools, channel, bytes, source) };
  const isNotice = source.kind === 'notice';
  return { result: isNotice ? checkNotice(channel, source) : checkReceived(tools, channel, bytes) };
}

function checkInbound(
  tools: Toolbox,
  channel: InboundChannel,
  { bytes, source, inFile, takers = [channel] }: Arrived,
): CheckedTree {
  if (inFile) return checkDocument(tools, channel, { bytes, ...inFile });
  const file = openFile(tools, channel, takers, bytes, source);
  if (file.kind === 'several') return { result: { verdict: 'split', ...file.split } };
  if (file.kind === 'one') return checkDocument(tools, channel, file.document, file.findings);
  if (file.kind === 'refused') return { result: stopped(file.findings, {}) };
  return { result: ignored('The file holds no document.', {}, file.findings) };
}

/** `before`: what was found of the file as a whole. */
function checkDocument(
  tools: Toolbox,
  channel: InboundChannel,
  document: Document,
  before: readonly Finding[] = [],
): CheckedTree {
  const { tree, findings: read } = tools
    .format(channel.settings.document)
    .read(document, readOptions(channel));
  const found = [...before, ...(document.findings ?? []), ...read];
  return { result: verdictOn(tools, channel, tree, found), ...(tree ? { tree } : {}) };
}

function verdictOn(
  tools: Toolbox,
  channel: InboundChannel,
  tree: TreeDocument | undefined,
  found: readonly Finding[],
): CheckResult {
  const unusable = tree ? unusableIdentifiers(tools, channel, tree) : [];
  const findings = tree ? [...found, ...embeddedFindings(tree, channel), ...unusable] : found;
  const identity = tree && unusable.length === 0 ? inboundIdentity(tools, channel, tree) : {};
  if (worstOf(findings)) return stopped(findings, identity);
  return {
    verdict: 'ready',
    checked: { ...identity, ...keyOf(identity), ...issuedOf(tree), ...uploadOf(tree, channel), findings },
  };
}

/** Later ones of that order wait for a parked one. */
function stopped(findings: readonly Finding[], identity: Identity): CheckResult {
  const worst = worstOf(findings);
  const isParked = worst?.severity === 'park';
  return {
    verdict: isParked ? 'parked' : 'rejected',
    reason: worst?.message ?? '',
    findings,
    identity: isParked ? { ...identity, ...keyOf(identity) } : identity,
  };
}

function uploadOf(tree: TreeDocument | undefined, channel: InboundChannel): Pick<Checked, 'gather'> {
  const count = tree && channel.upload && wantsUpload(channel) ? embeddedElements(tree).length : 0;
  return count > 0 ? { gather: { what: 'upload', id: String(count) } } : {};
}

function unusableIdentifiers(
  tools: Toolbox,
  channel: InboundChannel,
  tree: TreeDocument,
): readonly Finding[] {
  const found = unusableInXml(tree, channel.language);
  return found.length > 0 ? found : unusableAccount(accountOf(tools, channel, tree), channel.language);
}

/** The parts of a key that every inbound document has, read as its mapping reads them. */
function inboundIdentity(tools: Toolbox, channel: InboundChannel, tree: TreeDocument): Identity {
  const number = ownNumber(tree);
  if (number === undefined) return {};
  const account = accountOf(tools, channel, tree);
  if (tree.root.localName === 'DespatchAdvice') {
    const orders = ordersOf(tree);
    return {
      ...(orders.length > 0 ? { purchaseOrderNumber: listed(orders) } : {}),
      ...(account === undefined ? {} : { address: adviceAddress(account, number) }),
      keys: keysOf({ advice: [number], 'purchase order': orders, party: [account] }),
    };
  }
  const sales = textOf(child(tree.root, 'SalesOrderID'));
  return {
    purchaseOrderNumber: number,
    ...(account === undefined ? {} : { address: stateAddress(channel.as, account, number) }),
    keys: keysOf({
      'purchase order': [number],
      'sales order': [sales],
      party: channel.as === 'supplier' ? [account] : [],
    }),
  };
}

/** The purchase orders that a despatch advice names, in its header or its lines, each once. */
function ordersOf({ root }: TreeDocument): readonly string[] {
  const references = [
    ...children(root, 'OrderReference'),
    ...children(root, 'DespatchLine')
      .flatMap((line) => children(line, 'OrderLineReference'))
      .flatMap((line) => children(line, 'OrderReference')),
  ];
  const numbers = references.map((reference) => textOf(child(reference, 'ID')));
  return [...new Set(numbers)].filter((number) => number !== '');
}

const keyOf = ({ address }: Identity): Pick<Checked, 'orderKey'> =>
  address === undefined ? {} : { orderKey: inboundKey(address) };

/** Order: its own ID; OrderResponse and OrderStatus: the ID of its order reference; DespatchAdvice: its own (the advice number). */
function ownNumber({ root }: TreeDocument): string | undefined {
  const holder =
    root.localName === 'OrderResponse' || root.localName === 'OrderStatus'
      ? child(root, 'OrderReference')
      : root;
  return (holder && textOf(child(holder, 'ID'))) || undefined;
}

const accountOf = (tools: Toolbox, channel: InboundChannel, tree: TreeDocument): string | undefined =>
  channel.as === 'buyer' ? channel.companyId : buyerAccount(tools, channel, tree);

/** The mapping's own rule decides, so that a table of account numbers counts for the key too. */
function buyerAccount(
  tools: Toolbox,
  { settings, ...channel }: InboundChannel,
  tree: TreeDocument,
): string | undefined {
  if (settings.map === undefined) return '';
  const mapping = tools.mapping(settings.map);
  if (isDocument(mapping.to)) return '';
  const leaf = mapping.to === 'exchange/despatch-advice' ? 'header' : 'order';
  return mapping.leaf(`${leaf}/buyerAccountNumber`, tree, bareContext({ settings, ...channel }));
}

/** A context that knows the channel and nothing of the order. */
export function bareContext(channel: Channel): MappingContext {
  const { name, companyId, as, language, settings } = channel;
  const placement = channel.direction === 'inbound' ? channel.settings.linesPlacement : '';
  const upload = channel.direction === 'inbound' && channel.upload ? 'true' : 'false';
  return {
    channel: { name, companyId, as, timeZone: settings.timeZone, linesPlacement: placement, upload },
    event: '',
    now: '',
    language,
    change: () => 'new',
  };
}

/** Issue date and time, as far as the document gives them. */
function issuedOf(tree: TreeDocument | undefined): Pick<Checked, 'issued'> {
  if (!tree) return {};
  const [date, time] = [textOf(child(tree.root, 'IssueDate')), textOf(child(tree.root, 'IssueTime'))];
  if (date === '') return {};
  const zone = zoneOf(time) || zoneOf(date);
  return { issued: date.slice(0, 10) + (time === '' ? '' : `T${time.slice(0, 8)}${zone}`) };
}

/** `Z` or `+01:00` at the end of a date or time; empty where there is none. */
const zoneOf = (text: string): string => /(?:Z|[+-]\d\d:\d\d)$/.exec(text.slice(8))?.[0] ?? '';

const children = (parent: TreeElement, localName: string): readonly TreeElement[] =>
  parent.childNodes.filter((node) => node.nodeType === 1).filter((node) => node.localName === localName);

const child = (parent: TreeElement, localName: string): TreeElement | undefined =>
  children(parent, localName)[0];

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
function checkReceived(tools: Toolbox, channel: OutboundChannel, bytes: Uint8Array): CheckResult {
  const order = orderIdentity(bytes);
  if (isShipment(parsed(bytes))) return ignored('It is about a shipment; this channel carries orders.', {});
  if (!order?.id) return unknownShape(channel, bytes);
  const unusable = unusableInBody({ ...envelopeOf(bytes), ...order }, channel.language);
  if (unusable) return putAside(unusable);
  const identity = identityOf(channel, order);
  const foreign = otherRole(channel, order) ?? unheard(channel, bytes);
  if (foreign) return ignored(foreign, identity);
  const stamped = order.lines.every((line) => line.lastUpdatedAt !== undefined);
  const own = ownSilence(tools, channel, bytes);
  // what lines it is about is noted all the same, so that older news of them is known to be old
  if (own !== undefined && (order.kind !== 'orderEvent' || !stamped || order.lines.length === 0))
    return ignored(own, identity);
  const complete =
    order.kind === 'orderEvent' &&
    stamped &&
    (own !== undefined || (!order.documentsToo && channel.kind !== 'order'));
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

/** Why an event does not concern this channel, by its name alone. */
export function unheard({ settings }: OutboundChannel, bytes: Uint8Array): string | undefined {
  const { eventName } = envelopeOf(bytes);
  if (!settings.from.events || eventName === undefined || settings.from.events.includes(eventName))
    return undefined;
  return `The channel does not listen to ${eventName} (from.events).`;
}

/** Why an event of our own doing needs no fetching: its name and our side tell that nothing is said of it. */
export function ownSilence(
  tools: Toolbox,
  { as, settings }: OutboundChannel,
  bytes: Uint8Array,
): string | undefined {
  const { eventName = '' } = envelopeOf(bytes);
  if (!eventName.endsWith(as === 'buyer' ? 'ByBuyer' : 'BySupplier')) return undefined;
  if (settings.map === undefined || !tools.mapping(settings.map).silent(eventName)) return undefined;
  return `There is nothing to say to the ${as}'s ERP: event ${eventName} is its own action.`;
}

/** UUIDs are the same in any case of their letters. */
export const isSameCompany = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Why this order does not concern this channel, or undefined when it does or cannot be told yet. */
export function otherRole(channel: OutboundChannel, order: OrderIdentity): string | undefined {
  const company = channel.as === 'buyer' ? order.buyerCompanyId : order.supplierCompanyId;
  if (company === undefined || isSameCompany(company, channel.companyId)) return undefined;
  return `The ${channel.as} of this order is company ${company}, not ours (${channel.companyId}).`;
}

export const ignored = (
  reason: string,
  identity: Identity,
  findings: readonly Finding[] = [],
): CheckResult => ({
  verdict: 'ignored',
  reason,
  findings,
  identity,
});

export function unknownShape({ language }: Channel, bytes: Uint8Array): CheckResult {
  return putAside(shapeFinding(bytes, language));
}

/** Parked without a key: it holds back nothing. */
export const putAside = (found: Finding): CheckResult => ({
  verdict: 'parked',
  reason: found.message,
  findings: [found],
  identity: {},
});

function shapeFinding(bytes: Uint8Array, language: Language): Finding {
  if (isDeeperThan(limits.jsonDepth, Buffer.from(bytes).toString('utf8')))
    return forPerson(finding('document-too-deep', { most: limits.jsonDepth }, {}, language));
  return finding(isJson(bytes) ? 'event-unknown-shape' : 'event-not-json', {}, {}, language);
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}
