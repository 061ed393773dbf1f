import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { Format } from '../../formats/document-format.ts';
import type { MessageQuery } from '../../journal/journal.ts';
import type { Message, PartRole } from '../../journal/model/message.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import type { Kind } from '../../types.ts';
import { bareContext } from '../channel/bare-context.ts';
import { type Channel, type InboundChannel, isInboundChannel } from '../channel/channel.ts';
import { resolveChain } from './channel-chain.ts';
import type { ChannelRuntimes } from './channel-runtime.ts';

/** A scheme of party numbers for which documents that were delivered would be parked by the mapping of today. */
export interface UnknownPartyScheme {
  readonly channel: string;
  /** As the documents write it; empty where they write none. */
  readonly scheme: string;
  readonly documents: number;
  /** `scheme:number`, as the user's table of parties would call it. */
  readonly example: string;
  readonly message: number;
}

/** For `gateway check`. */
export function renderUnknownParty({ scheme, documents, example, message }: UnknownPartyScheme): {
  readonly what: LocalizedText;
  readonly todo: LocalizedText;
} {
  const numbers = scheme === '' ? localize('parties-no-scheme') : localize('parties-scheme', { scheme });
  return {
    what: localize('parties-parked', { documents, numbers, example, message }),
    todo: localize('parties-todo'),
  };
}

/** What is asked of the journal. */
export interface DeliveredMessages {
  list(query: MessageQuery): Promise<readonly Pick<Message, 'id' | 'outcome' | 'mapping'>[]>;
  part(id: number, role: PartRole): Promise<Uint8Array | undefined>;
}

/** Messages of a channel that are looked at, the newest first: enough to meet every party of a usual week. */
const mostMessages = 200;

/**
 * Looks whether the parties of delivered documents are still known: a mapping or table that came with an upgrade may read
 * their numbers otherwise. What the mapping and tables of today have made is known to pass. Only the rule for the account
 * number runs.
 */
export async function findUnknownSchemes(
  journal: DeliveredMessages,
  runtimes: ChannelRuntimes,
  channels: readonly Channel[],
): Promise<readonly UnknownPartyScheme[]> {
  const found: UnknownPartyScheme[] = [];
  for (const channel of channels.filter(isInboundChannel))
    if (channel.settings.map !== undefined)
      found.push(...(await findSchemesOfChannel(journal, runtimes, channel)));
  return found;
}

/** The newest documents of a channel that were delivered. */
async function listDelivered(
  journal: DeliveredMessages,
  channel: string,
): Promise<Awaited<ReturnType<DeliveredMessages['list']>>> {
  const ended = await journal.list({ limit: mostMessages, channel, state: 'settled' });
  return ended.filter(({ outcome }) => outcome === 'delivered');
}

async function findSchemesOfChannel(
  journal: DeliveredMessages,
  runtimes: ChannelRuntimes,
  channel: InboundChannel,
): Promise<readonly UnknownPartyScheme[]> {
  const delivered = await listDelivered(journal, channel.name);
  const runtime = runtimes.forSchemas(channel.settings.schemas);
  const { scsn, maps, translation } = resolveChain(runtime, channel);
  const mapping = maps.at(-1);
  const roles = translation ? (['translated'] as const) : (['corrected', 'received'] as const);
  if (mapping === undefined) return [];
  const found = new Map<string, UnknownPartyScheme>();
  for (const { id } of delivered.filter((one) => one.mapping !== mapping.hash)) {
    const tree = await readDocument(journal, id, roles, runtime.format(scsn));
    for (const [scheme, example] of tree === undefined ? [] : findUnknownNumbers(tree, mapping, channel)) {
      const known = found.get(scheme) ?? {
        channel: channel.name,
        scheme,
        documents: 0,
        example,
        message: id,
      };
      found.set(scheme, { ...known, documents: known.documents + 1 });
    }
  }
  return [...found.values()];
}

/** Undefined once its bytes are no longer kept. */
async function readDocument(
  journal: DeliveredMessages,
  id: number,
  roles: readonly PartRole[],
  format: Format,
): Promise<TreeDocument | undefined> {
  for (const role of roles) {
    const bytes = await journal.part(id, role);
    if (bytes) return format.read({ bytes }, { known: true }).tree;
  }
  return undefined;
}

/** Where the account number stands in what is sent, and the parties it may come from. */
const accountRules: Readonly<Partial<Record<Kind, { leaf: string; parties: readonly string[] }>>> = {
  order: { leaf: 'order/supplierAccountNumber', parties: ['SellerSupplierParty'] },
  response: { leaf: 'order/buyerAccountNumber', parties: ['BuyerCustomerParty'] },
  advice: {
    leaf: 'header/buyerAccountNumber',
    parties: ['BuyerCustomerParty', 'DeliveryCustomerParty'],
  },
};

/** Scheme and `scheme:number` of each number of a party whose account the mapping does not find. */
function findUnknownNumbers(
  tree: TreeDocument,
  mapping: Mapping,
  channel: InboundChannel,
): readonly (readonly [string, string])[] {
  const account = accountRules[channel.kind];
  if (account === undefined || !mapping.to.startsWith('exchange/')) return [];
  if (mapping.leaf(account.leaf, tree, bareContext(channel)) !== undefined) return [];
  const parties = account.parties.flatMap((name) => children(tree.root, name));
  const [party] = parties.filter((one) => numbersOf(one).length > 0);
  const numbers = party === undefined ? [] : numbersOf(party).map(schemeAndNumber);
  return numbers.length > 0 ? [...new Map(numbers)] : [['', 'no number']];
}

const numbersOf = (party: TreeElement): readonly TreeElement[] =>
  children(party, 'Party').flatMap((one) => [
    ...children(one, 'PartyIdentification').flatMap((id) => children(id, 'ID')),
    ...children(one, 'PartyLegalEntity').flatMap((entity) => children(entity, 'CompanyID')),
  ]);

function schemeAndNumber(element: TreeElement): readonly [string, string] {
  const scheme = element.attributes.find(({ localName }) => localName === 'schemeID')?.value.trim() ?? '';
  const number = textOf(element).trim();
  return [scheme, scheme === '' ? number : `${scheme}:${number}`];
}

const children = (parent: TreeElement, name: string): readonly TreeElement[] =>
  parent.childNodes.filter((node) => node.nodeType === 1).filter(({ localName }) => localName === name);
