import type { JournalReader, MessageBusinessKey, PageReader } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { limits } from '../../limits.ts';
import { parseOrderAddress } from '../../pipeline/channel/state-addresses.ts';
import type { Role } from '../../types.ts';

/** What is asked of the journal about orders: by its pages' reader, or beside a gateway. */
export type OrderReader = JournalReader & Pick<PageReader, 'history' | 'findOutage' | 'listUncollected'>;

/** Which orders somebody means. */
export interface OrderQuestion {
  /** A number of the order, its advice or its shipment, a party, or the name of a file: whole, or else a part of it. */
  readonly text?: string;
  /** Only orders with this party. */
  readonly party?: string;
  /** Only orders in which we are that. */
  readonly role?: Role;
  /** Received from this instant on (RFC 3339, UTC). */
  readonly since?: string;
}

/** Everything the journal knows of one order. */
export interface OrderMessages {
  /** Undefined: no number could be read; its one document is all. */
  readonly number: string | undefined;
  /** Our side of it, where that is known. */
  readonly role: Role | undefined;
  /** Where its state lies. */
  readonly address: string | undefined;
  /** The numbers by which the other party is known. */
  readonly parties: readonly string[];
  /** In the order of arrival. */
  readonly messages: readonly Message[];
}

export interface FoundOrders {
  /** The newest first. */
  readonly orders: readonly OrderMessages[];
  /** There are more than are shown. */
  readonly more: boolean;
}

/** Messages that are looked at, and orders that are told. */
const most = { messages: 500, orders: 50 };

/** Of one order alone, or of all that are meant. */
export async function findOrders(journal: OrderReader, question: OrderQuestion): Promise<FoundOrders> {
  const seeds = await seedsOf(journal, question);
  const keys = keysBy(await journal.listBusinessKeys(seeds.map(({ id }) => id)));
  const names = [...new Set(seeds.flatMap((seed) => namesOf(seed, keys.get(seed.id) ?? [], question.text)))];
  const orders = new Map<string, OrderMessages>();
  for (const name of names.slice(0, most.orders))
    for (const order of await collectOrders(journal, name, seeds)) orders.set(identityOf(order), order);
  const wanted = [...orders.values()].filter((order) => isOf(order, question));
  return {
    orders: wanted.sort((a, b) => newest(b) - newest(a)),
    more: names.length > most.orders || seeds.length >= most.messages,
  };
}

const newest = ({ messages }: OrderMessages): number => messages.at(-1)?.id ?? 0;
const identityOf = ({ address, number, messages }: OrderMessages): string =>
  address ?? number ?? `message ${messages.at(-1)?.id}`;

/** A whole number wins over a part of one, and the name of a file over a part of that. */
async function seedsOf(
  journal: OrderReader,
  { text, party, since }: OrderQuestion,
): Promise<readonly Message[]> {
  const asked = text ?? party ?? '';
  // SQL would take a NUL for the end of the text
  if (asked === '' || asked.length > limits.name || asked.includes('\0')) return [];
  const more = { ...(since === undefined ? {} : { since }), limit: most.messages };
  const kind = text === undefined ? ({ kind: 'party' } as const) : {};
  const whole = await journal.findByNumber({ value: asked, ...kind, ...more });
  if (whole.length > 0) return whole;
  const found = await journal.list({ find: asked, ...more });
  const named = found.filter(({ name }) => name === asked || name.startsWith(`${asked} #`));
  return withoutFiles(named.length > 0 ? named : found);
}

/** A file whose documents are messages of their own says nothing of an order itself. */
function withoutFiles(messages: readonly Message[]): readonly Message[] {
  const documents = messages.filter(({ outcome }) => outcome !== 'split');
  return documents.length > 0 ? documents : messages;
}

type Keys = ReadonlyMap<number, readonly MessageBusinessKey[]>;

const keysBy = (keys: readonly MessageBusinessKey[]): Keys => Map.groupBy(keys, ({ message }) => message);

const valuesOf = (
  keys: readonly MessageBusinessKey[],
  kind: MessageBusinessKey['kind'],
): readonly string[] => [...new Set(keys.filter((key) => key.kind === kind).map(({ value }) => value))];

/** An order by its number, or a message of which no number could be read. */
type Name = `order ${string}` | `message ${number}`;

/** A despatch advice over many orders, found by the number of one of them, is about that one. */
function namesOf(
  { id, address }: Message,
  keys: readonly MessageBusinessKey[],
  text: string | undefined,
): readonly Name[] {
  const numbers = valuesOf(keys, 'purchase order');
  const own = address === undefined ? undefined : parseOrderAddress(address)?.number;
  const meant = numbers.filter((number) => number === text || number === own);
  const names = (meant.length > 0 ? meant : numbers).map((number): Name => `order ${number}`);
  return names.length > 0 ? names : [`message ${id}`];
}

/** Several, where the number is that of several parties, or of both our sides. */
async function collectOrders(
  journal: OrderReader,
  name: Name,
  seeds: readonly Message[],
): Promise<readonly OrderMessages[]> {
  const number = name.startsWith('order ') ? name.slice('order '.length) : undefined;
  if (number === undefined) {
    const messages = seeds.filter(({ id }) => name === `message ${id}`);
    return [{ number: undefined, role: undefined, address: undefined, parties: [], messages }];
  }
  const ofNumber = await journal.findByNumber({
    value: number,
    kind: 'purchase order',
    limit: most.messages,
  });
  const messages = await withEvents(journal, ofNumber);
  const keys = keysBy(await journal.listBusinessKeys(messages.map(({ id }) => id)));
  return byAddress(number, messages, keys);
}

/** An event that was not looked at yet has no number, but the order key of those before it. */
async function withEvents(journal: OrderReader, messages: readonly Message[]): Promise<readonly Message[]> {
  const outbound = messages.filter(
    ({ direction, address }) => direction === 'outbound' && parseOrderAddress(address ?? '') !== undefined,
  );
  const orderKeys = [...new Set(outbound.flatMap(({ orderKey }) => orderKey ?? []))];
  const events = await journal.listByOrderKeys(orderKeys, most.messages);
  const all = new Map([...messages, ...events].map((message) => [message.id, message]));
  return [...all.values()].sort((a, b) => a.arrival - b.arrival);
}

function byAddress(number: string, messages: readonly Message[], keys: Keys): readonly OrderMessages[] {
  const addresses = [...new Set(messages.flatMap(({ address }) => ownAddress(address, number)))];
  if (addresses.length === 0)
    return [{ number, role: undefined, address: undefined, parties: partiesOf(messages, keys), messages }];
  const sure = addresses.map((address) => {
    const own = messages.filter((message) => message.address === address);
    const orderKeys = new Set(own.flatMap(({ orderKey }) => orderKey ?? []));
    return { address, own, orderKeys, parties: partiesOf(own, keys) };
  });
  return sure.map(({ address, orderKeys, parties }) => ({
    number,
    role: parseOrderAddress(address)?.role,
    address,
    parties,
    messages: messages.filter((message) => {
      if (ownAddress(message.address, number).length > 0) return message.address === address;
      if (message.orderKey !== undefined && orderKeys.has(message.orderKey)) return true;
      if (message.address !== undefined && writes(message) !== parseOrderAddress(address)?.role) return false;
      const others = partiesOf([message], keys);
      return others.length === 0 || parties.length === 0 || others.some((one) => parties.includes(one));
    }),
  }));
}

/** Of the state of that order, not of a shipment or an advice that holds goods of it. */
const ownAddress = (address: string | undefined, number: string): readonly string[] =>
  address !== undefined && parseOrderAddress(address)?.number === number ? [address] : [];

/** Of goods on their way: what the ERP wrote is a supplier's, what it is to read a buyer's. */
const writes = ({ direction }: Message): Role => (direction === 'inbound' ? 'supplier' : 'buyer');

const partiesOf = (messages: readonly Message[], keys: Keys): readonly string[] => [
  ...new Set(messages.flatMap(({ id }) => valuesOf(keys.get(id) ?? [], 'party'))),
];

const isOf = (order: OrderMessages, { party, role }: OrderQuestion): boolean =>
  (role === undefined || order.role === role) && isWith(order, party);

const isWith = ({ parties }: OrderMessages, party: string | undefined): boolean =>
  party === undefined || parties.some((one) => one.toLowerCase().includes(party.toLowerCase()));
