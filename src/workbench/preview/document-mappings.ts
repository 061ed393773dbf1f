import type { Formats, ReadOptions } from '../../formats/document-format.ts';
import {
  advanceChain,
  type ChainAdvance,
  type ChainPosition,
  type ReadBack,
} from '../../mapping/advance-chain.ts';
import type { Mapping, MappingContext } from '../../mapping/mapping.ts';
import { buildOutput } from '../../mapping/mapping-output.ts';
import { bareContext } from '../../pipeline/channel/bare-context.ts';
import { buildReadOptions, type Channel, isInboundChannel } from '../../pipeline/channel/channel.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding, Language, Severity } from '../../types.ts';
import { languageOf, writeAndRead } from './explain-chain.ts';

/** What the mapping of a document says of it, so that "it would be sent" is so. */
export interface MappingVerdict {
  readonly findings: readonly Finding[];
  /** Nothing would be sent, and nothing is wrong. */
  readonly ignored: boolean;
}

/** The mappings to run, or none; what a channel says of severities. */
export interface DocumentMappings {
  /** Undefined: nothing is known of where this document goes, so that nobody can say that it would be sent. */
  run(tree: TreeDocument, document: string): MappingVerdict | undefined;
  severities(document: string): Readonly<Record<string, Severity | 'off'>>;
}

/** Of documents of which nobody knows where they go. */
export const noMappings: DocumentMappings = { run: () => undefined, severities: () => ({}) };

/** These mappings, one after the other, for documents that the first of them reads. */
export function useMappings(
  mappings: readonly Mapping[],
  language: Language,
  formats: Formats,
): DocumentMappings {
  const context: MappingContext = { channel: {}, event: '', now: '', language, change: () => 'new' };
  return {
    run: (tree, document) =>
      mappings[0]?.from === document
        ? judgeThroughAll(mappings, tree, { context, read: { language } }, formats)
        : undefined,
    severities: () => ({}),
  };
}

/** Each channel of that document with its mapping; a channel without one sends the document as it is. */
export function useMappingsOfChannels(
  channels: readonly Channel[],
  load: (name: string) => Mapping,
  formats: Formats,
): DocumentMappings {
  const inbound = channels.filter(isInboundChannel);
  const of = (document: string) => inbound.filter(({ settings }) => settings.document === document);
  return {
    run(tree, document) {
      const [first, ...more] = of(document).map((channel) =>
        judgeThroughAll(
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
function judgeThroughAll(
  mappings: readonly Mapping[],
  source: TreeDocument,
  { context, read }: { readonly context: MappingContext; readonly read: ReadOptions },
  formats: Formats,
): MappingVerdict {
  const findings: Finding[] = [];
  let at: ChainPosition | undefined = { tree: source, steps: [] };
  for (const mapping of mappings) {
    if (at === undefined) break;
    const output = buildOutput({ mapping, tree: at.tree, context, holds: () => false });
    const { stop } = output.result;
    const step: ChainAdvance<ReadBack> = advanceChain(at, { mapping, context, output }, ({ payload }) =>
      writeAndRead(payload, mapping, formats, { write: languageOf(context), read }),
    );
    findings.push(...step.findings, ...step.targetFindings);
    if (output.document === undefined) return { findings, ignored: stop?.as === 'ignored' };
    at = step.next;
  }
  return { findings, ignored: false };
}

function mergeVerdicts(a: MappingVerdict, b: MappingVerdict): MappingVerdict {
  const known = new Set(a.findings.map(({ message }) => message));
  const more = b.findings.filter(({ message }) => !known.has(message));
  return { findings: [...a.findings, ...more], ignored: a.ignored && b.ignored };
}
