import { setImmediate } from 'node:timers/promises';
import { isInbound } from '../../config/channel-direction.ts';
import { kindByConfig } from '../../config/lint/channel-kind.ts';
import type { Config, InboundSettings, OutboundSettings } from '../../config/schema/config-schema.ts';
import { openDescriptions } from '../../formats/description-folders.ts';
import type { Formats, ReadOptions } from '../../formats/document-format.ts';
import { isScsnDocument, kindOf } from '../../formats/format-names.ts';
import { readMappingEnds } from '../../mapping/files/mapping-ends.ts';
import { computeOnce } from '../../system/compute-once.ts';
import { diskFiles, type FileSource } from '../../system/file-source.ts';
import { computeLocalDateTime } from '../../tree/values/date.ts';
import type { Kind, Language, Role } from '../../types.ts';
import { mappingFolders } from './mapping-folders.ts';

interface ChannelBase {
  readonly name: string;
  /** What its documents are. */
  readonly kind: Kind;
  /** Our company at the exchange; empty when none is configured. */
  readonly companyId: string;
  /** Which side of an order this ERP is. */
  readonly as: Role;
  /** Of reports and findings on documents. */
  readonly language: Language;
}

export interface InboundChannel extends ChannelBase {
  readonly direction: 'inbound';
  readonly settings: InboundSettings;
  /** Files inside documents may be uploaded. */
  readonly upload: boolean;
}

export interface OutboundChannel extends ChannelBase {
  readonly direction: 'outbound';
  readonly settings: OutboundSettings;
}

/** A channel as the pipeline and its workers see it: plain data. */
export type Channel = InboundChannel | OutboundChannel;

export const isInboundChannel = (channel: Channel): channel is InboundChannel =>
  channel.direction === 'inbound';
export const isOutboundChannel = (channel: Channel): channel is OutboundChannel =>
  channel.direction === 'outbound';

/** Everything is checked and prepared, and nothing leaves the gateway. */
export const isDryRun = ({ settings }: Channel): boolean => settings.mode === 'dryRun';

/** Formats and mappings that say what a channel leaves open are read from the disk: once for a config, since each takes 10 ms or more. */
export function buildChannels(config: Config): readonly Channel[] {
  const source = openFormatSource(config);
  return Object.entries(config.channels).map((entry) => buildChannel(config, entry, source));
}

/** The same, from what has been read before. Whatever else waits for this thread has its turn after each channel. */
export async function buildChannelsInTurns(
  config: Config,
  source: FormatSource,
): Promise<readonly Channel[]> {
  const built: Channel[] = [];
  for (const entry of Object.entries(config.channels)) {
    built.push(buildChannel(config, entry, source));
    await setImmediate();
  }
  return built;
}

function buildChannel(
  config: Config,
  [name, settings]: readonly [string, InboundSettings | OutboundSettings],
  source: FormatSource,
): Channel {
  const companyId = settings.companyId ?? config.exchange.companyId ?? '';
  const folders = mappingFolders(config.mappings);
  const kind = kindByConfig(settings) ?? resolveKindOfChain(settings.map, folders, source.files);
  const common = { name, kind, companyId, language: config.language };
  return isInbound(settings)
    ? {
        ...common,
        direction: 'inbound',
        as: writingRoleOf(kind),
        upload: config.exchange.upload,
        settings: withFilePattern(settings, source),
      }
    : { ...common, direction: 'outbound', as: settings.as, settings: withFileName(settings, source) };
}

/** Does anything but the config say what a channel of it is? Then formats and mappings are read. */
export const needsFormats = ({ channels }: Config): boolean =>
  Object.values(channels).some(({ document }) => !isScsnDocument(document));

/** Where mappings and formats are read. */
export interface FormatSource {
  readonly files: FileSource;
  readonly formats: Pick<Formats, 'load'>;
}

/** The disk. Each format is read once, for all channels; nothing is read where all documents are SCSN: a share may hang. */
function openFormatSource({ mappings }: Config): FormatSource {
  const descriptions = computeOnce(() => openDescriptions(mappingFolders(mappings), diskFiles));
  const load: Formats['load'] = (document) => descriptions().load(document) ?? { findings: [] };
  return { files: diskFiles, formats: { load } };
}

/** Files of a channel that names none have the ending of its format. */
function withFilePattern(settings: InboundSettings, source: FormatSource): InboundSettings {
  const { document, from } = settings;
  return from.files === ''
    ? { ...settings, from: { ...from, files: `*${findExtension(document, source)}` } }
    : settings;
}

function withFileName(settings: OutboundSettings, source: FormatSource): OutboundSettings {
  const { document, to } = settings;
  if (to.name !== '') return settings;
  const name = `{purchaseOrderNumber}-{sequence}${findExtension(document, source)}`;
  return { ...settings, to: { ...to, name } };
}

/** Of a format that cannot be read now that of XML: what is its own is left alone until a restart, and told. */
function findExtension(document: string, { formats }: FormatSource): string {
  const described = isScsnDocument(document) ? undefined : formats.load(document).format;
  return described?.extension ?? '.xml';
}

/** Of a channel into a buyer's ERP whose files are of a described format: what its mappings make on the way there. */
function resolveKindOfChain(
  map: readonly string[] = [],
  folders: readonly string[],
  files: FileSource,
): Kind {
  const made = map.map((name) => readMappingEnds(name, folders, files)?.to ?? '');
  return made.flatMap((document) => kindOf(document) ?? [])[0] ?? 'response';
}

/** How documents of a channel are checked, those that arrive and those that leave. */
export function buildReadOptions(channel: Channel): ReadOptions {
  const { severities } = channel.settings;
  const repair = channel.direction === 'inbound' && channel.settings.repair === 'element-order';
  return { severities, language: channel.language, ...(repair ? { repair: 'element-order' } : {}) };
}

/** Orders are written by buyers, everything else by suppliers. */
const writingRoleOf = (kind: Kind): Role => (kind === 'order' ? 'buyer' : 'supplier');

/** YYYY-MM-DD in the zone of the channel, for names of files. */
export function localDateIn({ settings }: Channel): string {
  return (computeLocalDateTime(new Date().toISOString(), settings.timeZone) ?? '').slice(0, 10);
}

/** Outbound: does it tell of shipments rather than orders? */
export const carriesShipments = ({ kind }: OutboundChannel): boolean => kind === 'advice';
