import { createHash } from 'node:crypto';
import { isDocument } from '../../mapping/models/documents.ts';
import { version } from '../../version.ts';
import type { Channel } from '../channel.ts';
import type { Toolbox } from './toolbox.ts';

/**
 * What decides, beside bytes, order state and clock, what becomes of a message: by what it is (`mapping order-to-exchange`,
 * `format scsn/Order`, `settings`, `gateway`) its hash or version. Two that are equal make the same of the same. Plain data.
 */
export type Ingredients = Readonly<Record<string, string>>;

/** Of one channel. Throws NotUsable where its mapping or a format does not work. */
export function ingredientsOf(tools: Toolbox, channel: Channel): Ingredients {
  const { document, map } = channel.settings;
  const mapping = map === undefined ? undefined : tools.mapping(map);
  const formats = [document, ...(mapping ? [mapping.from, mapping.to] : [])].filter(isDocument);
  return {
    gateway: version,
    settings: sha256(settingsText(channel)),
    ...(mapping ? { [`mapping ${mapping.name}`]: mapping.hash } : {}),
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
function settingsThatCount(channel: Channel): object {
  const { name, kind, as, companyId, language } = channel;
  const { from, to, schemas: _, notFound: __, ...settings } = channel.settings;
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
