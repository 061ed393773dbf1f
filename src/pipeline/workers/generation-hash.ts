import { createHash } from 'node:crypto';
import type { Mapping } from '../../mapping/interface.ts';
import { isDocument } from '../../mapping/models/documents.ts';
import { version } from '../../version.ts';
import type { Channel, InboundChannel } from '../channel.ts';
import { bareContext } from '../context.ts';
import { entryOf } from './chain.ts';
import type { Toolbox } from './toolbox.ts';

/**
 * What decides, beside bytes, order state and clock, what becomes of a message: by what it is (`mapping order-to-exchange`,
 * `format scsn/Order`, `settings`, `gateway`) its hash or version. Two that are equal make the same of the same. Plain data.
 */
export type Ingredients = Readonly<Record<string, string>>;

/** Of one channel. Throws NotUsable where one of its mappings or a format does not work. */
export function ingredientsOf(tools: Toolbox, channel: Channel): Ingredients {
  const { document, map = [] } = channel.settings;
  return {
    gateway: version,
    settings: sha256(settingsText(channel)),
    ...(map.length === 0 ? {} : { 'table lost-values': tools.classesHash }),
    ...madeBy(
      tools,
      map.map((name) => tools.mapping(name)),
      [document],
    ),
  };
}

/** What makes the SCSN document of an ERP's document, as JSON. Throws as `ingredientsOf` does. */
export function translatorOf(tools: Toolbox, channel: InboundChannel): string {
  const { scsn, translation } = entryOf(tools, channel);
  const { document } = channel.settings;
  return canonical({
    gateway: version,
    settings: sha256(canonical(bareContext(channel).channel)),
    ...madeBy(tools, translation ? [translation] : [], [document, scsn]),
  });
}

/** Mappings and formats with their hashes. */
function madeBy(tools: Toolbox, maps: readonly Mapping[], documents: readonly string[]): Ingredients {
  const formats = [...documents, ...maps.flatMap(({ from, to }) => [from, to])].filter(isDocument);
  return {
    ...Object.fromEntries(maps.map(({ name, hash }) => [`mapping ${name}`, hash])),
    ...Object.fromEntries(formats.map((name) => [`format ${name}`, tools.format(name).hash])),
  };
}

/** One hash over all of it: SHA-256, hex. Throws as `ingredientsOf` does. */
export const generationOf = (tools: Toolbox, channel: Channel): string =>
  sha256(ingredientsText(ingredientsOf(tools, channel)));

/** What the hash is of. */
export const ingredientsText = (ingredients: Ingredients): string => canonical(ingredients);
export const settingsText = (channel: Channel): string => canonical(settingsThatCount(channel));

/** What cuts the files of one folder into documents, and gives each to one of its channels, as one hash. Throws NotUsable. */
export const cutterOf = (tools: Toolbox, channels: readonly Channel[]): string =>
  sha256(
    canonical({
      gateway: version,
      formats: channels.map(({ name, settings }) => [name, tools.format(settings.document).hash]),
    }),
  );

/** Without secrets, addresses and patience: they decide where it comes from and goes to, not what it is. */
/** Settings that make nothing of a message. */
const indifferent = ['schemas', 'notFound', 'expect', 'mode', 'receipts'];

function settingsThatCount(channel: Channel): object {
  const { name, kind, as, companyId, language } = channel;
  const { from, to, ...rest } = channel.settings;
  const settings = Object.fromEntries(Object.entries(rest).filter(([key]) => !indifferent.includes(key)));
  const [events, operation] = [
    'events' in from ? from.events : undefined,
    'exchange' in to ? to.exchange : to.name,
  ];
  const upload = channel.direction === 'inbound' && channel.upload;
  return { name, kind, as, companyId, language, upload, ...settings, events, operation };
}

/** JSON whose members stand in the order of their names. */
const canonical = (value: object): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
