import { received, taken } from '../../config/kinds.ts';
import { faultOf, type Sentence } from '../../config/sentences.ts';
import { documentOf, isScsn, kindOf } from '../../formats/registry.ts';
import type { Mapping } from '../../mapping/interface.ts';
import { leftOpen } from '../../mapping/open.ts';
import type { Finding, Kind, SendOperation } from '../../types.ts';
import type { Values } from '../../yaml/sentences.ts';
import type { Channel, InboundChannel } from '../channel.ts';
import { NotUsable } from './not-usable.ts';
import type { Toolbox } from './toolbox.ts';

/** The way of a channel between its files and the exchange: each mapping makes what the next one reads. */
export interface Chain {
  /** The SCSN document that lies on it: what is checked of what comes, and made first of what goes. */
  readonly scsn: string;
  /** Between the files and the SCSN document; absent where the files are that. */
  readonly translation?: Mapping;
  /** The others in their order: inbound from the SCSN document on, outbound up to it. */
  readonly maps: readonly Mapping[];
}

/** Throws NotUsable for a mapping or format that cannot be used, and for a way on which one does not fit the next. */
export function chainOf(tools: Toolbox, channel: Channel): Chain {
  const { document, map = [] } = channel.settings;
  tools.format(document);
  const maps = map.map((name) => tools.mapping(name));
  const findings = chainFindings(tools, channel, maps);
  if (findings.length > 0)
    throw new NotUsable(`The way of channel ${channel.name} does not fit: ${findings[0]?.message}`, findings);
  if (isScsn(document)) return { scsn: document, maps };
  return channel.direction === 'inbound' ? fromFiles(maps) : toFiles(maps);
}

/** What check needs of it: a mapping behind the SCSN document may be broken, and documents are judged all the same. */
export function entryOf(tools: Toolbox, channel: InboundChannel): Pick<Chain, 'scsn' | 'translation'> {
  const { document, map: [first] = [] } = channel.settings;
  if (isScsn(document)) return { scsn: document };
  const translation = first === undefined ? undefined : tools.mapping(first);
  const fits = translation?.from === document && isScsn(translation.to);
  return fits ? { scsn: translation.to, translation } : chainOf(tools, channel);
}

const fromFiles = ([translation, ...maps]: readonly Mapping[]): Chain => ({
  scsn: translation?.to ?? '',
  ...(translation ? { translation } : {}),
  maps,
});

function toFiles(all: readonly Mapping[]): Chain {
  const translation = all.at(-1);
  return { scsn: translation?.from ?? '', ...(translation ? { translation } : {}), maps: all.slice(0, -1) };
}

/** What operations take of a mapping. */
const wanted: Readonly<Record<SendOperation, string>> = {
  'sci-connector/order': documentOf('order'),
  'api-connector/order': 'exchange/order',
  'api-connector/order-response': 'exchange/order-response',
  'api-connector/despatch-advice': 'exchange/despatch-advice',
};

/** All that does not fit on the way of a channel. */
function chainFindings(tools: Toolbox, channel: Channel, maps: readonly Mapping[]): readonly Finding[] {
  const { document } = channel.settings;
  const inbound = channel.direction === 'inbound';
  const found: Finding[] = [];
  const tell = (sentence: Sentence, values: Values) =>
    found.push(faultOf(sentence, { channel: channel.name, ...values }, channel.language));
  let given = inbound ? document : channel.kind === 'advice' ? 'exchange/shipment' : 'exchange/order';
  for (const { name, from, to } of maps) {
    if (from !== given) tell('config-chain/reads', { mapping: name, from, given });
    given = to;
  }
  for (const { name, to } of maps.slice(0, -1))
    if (!isScsn(to)) tell('config-chain/between', { mapping: name, to });
  if (found.length > 0) return found;
  const end = inbound ? wanted[channel.settings.to.exchange] : document;
  const last = maps.at(-1);
  if (last !== undefined && last.to !== end)
    tell('config-chain/makes', { mapping: last.name, to: last.to, end });
  else if (!isScsn(document) && maps.every((one) => !isScsn(inbound ? one.to : one.from)))
    tell('config-chain/scsn', { document });
  else found.push(...kindFindings(tools, channel, maps));
  const open = leftOpen(maps);
  if (open.length > 0) tell('config-chain/open', { parts: open.join(', '), mapping: closing(channel.kind) });
  return found;
}

/** What closes what a translation leaves open. */
const closing = (kind: Kind): string => (kind === 'response' ? 'complete-order-response' : 'complete-order');

/** What the description of the files says they are, against the SCSN document on their way. */
function kindFindings(tools: Toolbox, channel: Channel, maps: readonly Mapping[]): readonly Finding[] {
  const { document } = channel.settings;
  const scsn = maps.flatMap(({ from, to }) => [from, to]).find(isScsn) ?? document;
  const kind = kindOf(scsn);
  const { kind: described = kind } = tools.format(document);
  const values = { channel: channel.name, document, scsn };
  if (described !== kind) return [faultOf('config-chain/kind', values, channel.language)];
  const fits =
    channel.direction === 'inbound'
      ? kind === taken[channel.settings.to.exchange]
      : kind !== undefined && received[channel.as].includes(kind);
  return fits ? [] : [faultOf('config-chain/side', values, channel.language)];
}
