import type { Config } from '../config/schema/config-schema.ts';
import type { Formats, ReadOptions } from '../formats/document-format.ts';
import { requireFormat } from '../formats/find-format.ts';
import { type ChainStep, locateInSource } from '../mapping/explain/provenance.ts';
import type { Mapping, MappingContext } from '../mapping/mapping.ts';
import { isFormatDocument } from '../mapping/models/document-models.ts';
import { bareContext } from '../pipeline/channel/bare-context.ts';
import {
  buildChannels,
  buildReadOptions,
  type InboundChannel,
  isInboundChannel,
} from '../pipeline/channel/channel.ts';
import type { TreeDocument } from '../tree/nodes/tree-node.ts';
import type { Finding, Language, Severity } from '../types.ts';
import { loadConfigOrPrint } from './kit/command-kit.ts';
import { loadNamedMapping, resolveNamedMapping } from './kit/mapping-options.ts';

/** What `gateway validate` asks the mapping of a document, so that "it would be sent" is so. */
interface MappingVerdict {
  readonly findings: readonly Finding[];
  /** Nothing would be sent, and nothing is wrong. */
  readonly ignored: boolean;
}

export interface ValidateMappingOptions {
  readonly map?: string;
  readonly mappings?: string;
  readonly config?: string;
  readonly language: Language;
}

/** The mappings to run, or none; what a channel says of severities. */
export interface DocumentMappings {
  /** Undefined: nothing is known of where this document goes, so that nobody can say that it would be sent. */
  run(tree: TreeDocument, document: string): MappingVerdict | undefined;
  severities(document: string): Readonly<Record<string, Severity | 'off'>>;
}

/** The config that is named; its findings are printed. Throws an Error in words where it cannot be used. */
export async function loadNamedConfig({ config: path }: ValidateMappingOptions): Promise<Config | undefined> {
  const config = path === undefined ? undefined : await loadConfigOrPrint(path);
  if (path !== undefined && config === undefined) throw new Error(`${path} is wrong.`);
  return config;
}

/** Throws an Error in words for a mapping or a folder that cannot be used. */
export function openDocumentMappings(
  options: ValidateMappingOptions,
  config: Config | undefined,
  formats: Formats,
): DocumentMappings {
  const load = (name: string, folder: string | undefined): Mapping => {
    const { mapping, findings } = loadNamedMapping(
      resolveNamedMapping(name, folder),
      formats,
      undefined,
      options.language,
    );
    if (mapping === undefined) throw new Error(findings.map(({ message }) => message).join(' '));
    return mapping;
  };
  if (options.map !== undefined) {
    const maps = options.map.split(',').map((name) => load(name.trim(), options.mappings));
    return withMappings(maps, options.language, formats);
  }
  const channels = config === undefined ? [] : buildChannels(config).filter(isInboundChannel);
  return withChannels(channels, (name) => load(name, config?.mappings), formats);
}

function withMappings(maps: readonly Mapping[], language: Language, formats: Formats): DocumentMappings {
  const context: MappingContext = { channel: {}, event: '', now: '', language, change: () => 'new' };
  return {
    run: (tree, document) =>
      maps[0]?.from === document
        ? throughAll(maps, tree, { context, read: { language } }, formats)
        : undefined,
    severities: () => ({}),
  };
}

/** Each channel of that document with its mapping; a channel without one sends the document as it is. */
function withChannels(
  channels: readonly InboundChannel[],
  load: (name: string) => Mapping,
  formats: Formats,
): DocumentMappings {
  const of = (document: string) => channels.filter(({ settings }) => settings.document === document);
  return {
    run(tree, document) {
      const [first, ...more] = of(document).map((channel) =>
        throughAll(
          (channel.settings.map ?? []).map(load),
          tree,
          { context: bareContext(channel), read: buildReadOptions(channel) },
          formats,
        ),
      );
      return first && more.reduce(mergeVerdicts, first);
    },
    severities: (document) => of(document)[0]?.settings.severities ?? {},
  };
}

/** One mapping after the other, each on what the one before it made, with the places of the file. */
function throughAll(
  maps: readonly Mapping[],
  source: TreeDocument,
  { context, read: options }: { readonly context: MappingContext; readonly read: ReadOptions },
  formats: Formats,
): MappingVerdict {
  const { language } = context;
  const findings: Finding[] = [];
  const steps: ChainStep[] = [];
  let tree = source;
  for (const mapping of maps) {
    const { target, stop, findings: own } = mapping.run(tree, context);
    findings.push(...locateInSource(stop ? [...own, stop.finding] : own, steps, language));
    if (target === undefined || stop) return { findings, ignored: stop?.as === 'ignored' };
    if (!isFormatDocument(mapping.to)) break;
    const format = requireFormat(formats, mapping.to);
    const { bytes, findings: wrong } = format.write(target, language === undefined ? {} : { language });
    const read = format.read({ bytes }, options);
    const from = tree;
    steps.push({ mapping, tree: () => from, context, output: read.tree });
    findings.push(...locateInSource([...wrong, ...read.findings], steps, language));
    if (read.tree === undefined) break;
    tree = read.tree;
  }
  return { findings, ignored: false };
}

function mergeVerdicts(a: MappingVerdict, b: MappingVerdict): MappingVerdict {
  const told = new Set(a.findings.map(({ message }) => message));
  const more = b.findings.filter(({ message }) => !told.has(message));
  return { findings: [...a.findings, ...more], ignored: a.ignored && b.ignored };
}
