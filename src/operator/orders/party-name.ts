import type { JournalReader } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';
import type { Direction, Role } from '../../types.ts';

/** How the documents of an order call the other party. */

/** Documents of each direction that are looked into, the newest first, and bytes of one that are read. */
const most = { documents: 3, bytes: 200_000 };

/** Where the SCSN document of a message lies, the likeliest first. */
const partRoles = {
  inbound: ['translated', 'corrected', 'received'],
  outbound: ['prepared'],
} as const satisfies Readonly<Record<Direction, readonly string[]>>;

type PartReader = Pick<JournalReader, 'parts' | 'part'>;

/** Undefined: none of its last documents names them. */
export async function findPartyName(
  journal: PartReader,
  messages: readonly Message[],
  role: Role | undefined,
): Promise<string | undefined> {
  if (role === undefined) return undefined;
  const party = role === 'buyer' ? 'SellerSupplierParty' : 'BuyerCustomerParty';
  const newest = messages.toReversed();
  // our own documents name the other party for sure
  const own = newest.filter(({ direction }) => direction === 'inbound');
  const others = newest.filter(
    ({ direction, outcome }) => direction === 'outbound' && outcome === 'delivered',
  );
  const looked = [...own.slice(0, most.documents), ...others.slice(0, most.documents)];
  for (const message of looked) {
    const text = await readXml(journal, message);
    const name = text && readPartyName(text, party);
    if (name) return name;
  }
  return undefined;
}

async function readXml(journal: PartReader, { id, direction }: Message): Promise<string | undefined> {
  const parts = await journal.parts(id);
  const roles = partRoles[direction].filter((role) =>
    parts.some((part) => part.role === role && part.size <= most.bytes),
  );
  for (const role of roles) {
    const text = Buffer.from((await journal.part(id, role)) ?? '').toString();
    if (/^\uFEFF?\s*</.test(text)) return text;
  }
  return undefined;
}

/** Of an SCSN document, whichever it is. */
export function readPartyName(xml: string, party: string): string | undefined {
  const { tree } = parseXmlTree(xml);
  const [found] = tree ? listChildren(tree.root, [party, 'Party']) : [];
  if (found === undefined) return undefined;
  const [name] = [
    ...listChildren(found, ['PartyName', 'Name']),
    ...listChildren(found, ['PartyLegalEntity', 'RegistrationName']),
  ];
  return name && textOf(name).trim();
}

const listChildren = (element: TreeElement, [name, ...rest]: readonly string[]): readonly TreeElement[] =>
  name === undefined
    ? [element]
    : element.childNodes.flatMap((child) =>
        child.nodeType === 1 && child.localName === name ? listChildren(child, rest) : [],
      );

const textOf = ({ childNodes }: TreeElement): string =>
  childNodes.map((child) => (child.nodeType === 1 ? '' : child.data)).join('');
