import type { Mapping } from '../../mapping/mapping.ts';
import { isFormatDocument } from '../../mapping/models/document-models.ts';
import { sha256 } from '../../text/sha256.ts';
import { version } from '../../version.ts';
import { bareContext } from '../channel/bare-context.ts';
import type { Channel, InboundChannel } from '../channel/channel.ts';
import { listDecidingMappings, resolveEntry } from './channel-chain.ts';
import type { ChannelRuntime } from './channel-runtime.ts';

/**
 * What decides, beside bytes, order state and clock, what becomes of a message: by what it is (`mapping order-to-exchange`,
 * `format scsn/Order`, `settings`, `gateway`) its hash or version. Two that are equal make the same of the same. Plain data.
 */
export type Ingredients = Readonly<Record<string, string>>;

/** Of one channel. Throws NotUsable where one of its mappings or a format does not work. */
export function computeIngredients(tools: ChannelRuntime, channel: Channel): Ingredients {
  const { document, map = [] } = channel.settings;
  return {
    gateway: version,
    settings: sha256(serializeSettings(channel)),
    ...(map.length === 0 ? {} : { 'table lost-values': tools.classesHash }),
    ...hashParts(tools, listDecidingMappings(tools, channel), [document]),
  };
}

/** Channels whose text is remembered of a runtime: some of before a reload of the config. */
const mostKnown = 100;

/** A text that is the same of the same settings: each message brings its channel along anew. */
function onceForChannel<C extends Channel>(make: (tools: ChannelRuntime, channel: C) => string): typeof make {
  const known = new WeakMap<ChannelRuntime, Map<string, string>>();
  return (tools, channel) => {
    const texts = known.get(tools) ?? new Map<string, string>();
    known.set(tools, texts);
    const settings = JSON.stringify(channel);
    const text = texts.get(settings) ?? make(tools, channel);
    if (texts.size === mostKnown) texts.clear();
    texts.set(settings, text);
    return text;
  };
}

/** What makes the SCSN document of an ERP's document, as JSON. Throws as `computeIngredients` does. */
export const buildTranslatorKey = onceForChannel((tools, channel: InboundChannel): string => {
  const { scsn, translation } = resolveEntry(tools, channel);
  const { document } = channel.settings;
  return serializeCanonical({
    gateway: version,
    settings: sha256(serializeCanonical(bareContext(channel).channel)),
    ...hashParts(tools, translation ? [translation] : [], [document, scsn]),
  });
});

/** Mappings and formats with their hashes. */
function hashParts(
  tools: ChannelRuntime,
  maps: readonly Mapping[],
  documents: readonly string[],
): Ingredients {
  const formats = [...documents, ...maps.flatMap(({ from, to }) => [from, to])].filter(isFormatDocument);
  return {
    ...Object.fromEntries(maps.map(({ name, hash }) => [`mapping ${name}`, hash])),
    ...Object.fromEntries(formats.map((name) => [`format ${name}`, tools.format(name).hash])),
  };
}

/** One hash over all of it: SHA-256, hex. Throws as `computeIngredients` does. */
export const computeGeneration = onceForChannel((tools, channel: Channel): string =>
  sha256(serializeIngredients(computeIngredients(tools, channel))),
);

/** What the hash is of. */
export const serializeIngredients = (ingredients: Ingredients): string => serializeCanonical(ingredients);
export const serializeSettings = (channel: Channel): string =>
  serializeCanonical(pickDecidingSettings(channel));

/** What cuts the files of one folder into documents, and gives each to one of its channels, as one hash. Throws NotUsable. */
export const computeCutter = (tools: ChannelRuntime, channels: readonly Channel[]): string =>
  sha256(
    serializeCanonical({
      gateway: version,
      formats: channels.map(({ name, settings }) => [name, tools.format(settings.document).hash]),
    }),
  );

/** Settings that do not change what becomes of a message. */
const neutralSettings = ['schemas', 'notFound', 'expect', 'mode', 'receipts'];

/** The settings that decide what becomes of a message: no secrets, addresses or patience. */
function pickDecidingSettings(channel: Channel): object {
  const { name, kind, as, companyId, language } = channel;
  const { from, to, ...rest } = channel.settings;
  const settings = Object.fromEntries(Object.entries(rest).filter(([key]) => !neutralSettings.includes(key)));
  const [events, operation] = [
    'events' in from ? from.events : undefined,
    'exchange' in to ? to.exchange : to.name,
  ];
  const upload = channel.direction === 'inbound' && channel.upload;
  return { name, kind, as, companyId, language, upload, ...settings, events, operation };
}

/** JSON whose members stand in the order of their names. */
const serializeCanonical = (value: object): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
