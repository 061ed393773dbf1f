import { type ConfigSentenceName, configFindingOf } from '../../config/config-sentences.ts';
import { kindsReceived, kindsTaken } from '../../config/lint/channel-kind.ts';
import { localize } from '../../findings/localized-text.ts';
import { isScsnDocument, kindOf, scsnDocumentOf } from '../../formats/format-names.ts';
import { listLeftOpen } from '../../mapping/language/left-open.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { Finding, Kind, SendOperation } from '../../types.ts';
import type { Values } from '../../yaml/yaml-sentences.ts';
import type { Channel, InboundChannel } from '../channel/channel.ts';
import type { ChannelRuntime } from './channel-runtime.ts';
import { NotUsable } from './not-usable.ts';

/** The way of a channel between its files and the exchange: each mapping makes what the next one reads. */
export interface ChannelChain {
  /** The SCSN document that lies on it: what is checked of what comes, and made first of what goes. */
  readonly scsn: string;
  /** Between the files and the SCSN document; absent where the files are that. */
  readonly translation?: Mapping;
  /** The others in their order: inbound from the SCSN document on, outbound up to it. */
  readonly maps: readonly Mapping[];
}

/** Throws NotUsable for a mapping or format that cannot be used, and for a way on which one does not fit the next. */
export function resolveChain(tools: ChannelRuntime, channel: Channel): ChannelChain {
  const { document, map = [] } = channel.settings;
  tools.format(document);
  const maps = map.map((name) => tools.mapping(name));
  const findings = checkChain(tools, channel, maps);
  if (findings.length > 0)
    throw new NotUsable(
      localize('unusable-way', { name: channel.name, finding: findings[0]?.message ?? '' }),
      { kind: 'way', name: channel.name },
      findings,
    );
  if (isScsnDocument(document)) return { scsn: document, maps };
  return channel.direction === 'inbound' ? buildInboundChain(maps) : buildOutboundChain(maps);
}

/** The mapping that says how an SCSN order reads at the exchange: by its values orders that go as XML are compared. */
export const readingMapping = 'order-to-exchange';

/** All mappings that decide on messages of a channel: those that make something, and the one that an order going as XML is compared with. */
export function listDecidingMappings(tools: ChannelRuntime, channel: Channel): readonly Mapping[] {
  const { map = [] } = channel.settings;
  const comparesWhole =
    channel.direction === 'inbound' && channel.settings.to.exchange === 'sci-connector/order';
  const reading = comparesWhole ? findUsable(tools, readingMapping) : undefined;
  return [...map.map((name) => tools.mapping(name)), ...(reading ? [reading] : [])];
}

/** An order that goes as XML goes without a comparison where the mapping for it cannot be used. */
export function findUsable(tools: ChannelRuntime, name: string): Mapping | undefined {
  try {
    return tools.mapping(name);
  } catch (error) {
    if (error instanceof NotUsable) return undefined;
    throw error;
  }
}

/** What check needs of it: a mapping behind the SCSN document may be broken, and documents are judged all the same. */
export function resolveEntry(
  tools: ChannelRuntime,
  channel: InboundChannel,
): Pick<ChannelChain, 'scsn' | 'translation'> {
  const { document, map: [first] = [] } = channel.settings;
  if (isScsnDocument(document)) return { scsn: document };
  const translation = first === undefined ? undefined : tools.mapping(first);
  const fits = translation?.from === document && isScsnDocument(translation.to);
  return fits ? { scsn: translation.to, translation } : resolveChain(tools, channel);
}

const buildInboundChain = ([translation, ...maps]: readonly Mapping[]): ChannelChain => ({
  scsn: translation?.to ?? '',
  ...(translation ? { translation } : {}),
  maps,
});

function buildOutboundChain(all: readonly Mapping[]): ChannelChain {
  const translation = all.at(-1);
  return { scsn: translation?.from ?? '', ...(translation ? { translation } : {}), maps: all.slice(0, -1) };
}

/** What operations take of a mapping. */
const wantedByOperation: Readonly<Record<SendOperation, string>> = {
  'sci-connector/order': scsnDocumentOf('order'),
  'api-connector/order': 'exchange/order',
  'api-connector/order-response': 'exchange/order-response',
  'api-connector/despatch-advice': 'exchange/despatch-advice',
};

/** All that does not fit on the way of a channel. */
function checkChain(tools: ChannelRuntime, channel: Channel, maps: readonly Mapping[]): readonly Finding[] {
  const { document } = channel.settings;
  const inbound = channel.direction === 'inbound';
  const found: Finding[] = [];
  const tell = (sentence: ConfigSentenceName, values: Values) =>
    found.push(configFindingOf(sentence, { channel: channel.name, ...values }, channel.language));
  let given = inbound ? document : channel.kind === 'advice' ? 'exchange/shipment' : 'exchange/order';
  for (const { name, from, to } of maps) {
    if (from !== given) tell('config-chain/reads', { mapping: name, from, given });
    given = to;
  }
  for (const { name, to } of maps.slice(0, -1))
    if (!isScsnDocument(to)) tell('config-chain/between', { mapping: name, to });
  if (found.length > 0) return found;
  const end = inbound ? wantedByOperation[channel.settings.to.exchange] : document;
  const last = maps.at(-1);
  if (last !== undefined && last.to !== end)
    tell('config-chain/makes', { mapping: last.name, to: last.to, end });
  else if (!isScsnDocument(document) && maps.every((one) => !isScsnDocument(inbound ? one.to : one.from)))
    tell('config-chain/scsn', { document });
  else found.push(...checkKinds(tools, channel, maps));
  const open = listLeftOpen(maps);
  if (open.length > 0)
    tell('config-chain/open', { parts: open.join(', '), mapping: findClosingMapping(channel.kind) });
  return found;
}

/** What closes what a translation leaves open. */
const findClosingMapping = (kind: Kind): string =>
  kind === 'response' ? 'complete-order-response' : 'complete-order';

/** What the description of the files says they are, against the SCSN document on their way. */
function checkKinds(tools: ChannelRuntime, channel: Channel, maps: readonly Mapping[]): readonly Finding[] {
  const { document } = channel.settings;
  const scsn = maps.flatMap(({ from, to }) => [from, to]).find(isScsnDocument) ?? document;
  const kind = kindOf(scsn);
  const { kind: described = kind } = tools.format(document);
  const values = { channel: channel.name, document, scsn };
  if (described !== kind) return [configFindingOf('config-chain/kind', values, channel.language)];
  const fits =
    channel.direction === 'inbound'
      ? kind === kindsTaken[channel.settings.to.exchange]
      : kind !== undefined && kindsReceived[channel.as].includes(kind);
  return fits ? [] : [configFindingOf('config-chain/side', values, channel.language)];
}
