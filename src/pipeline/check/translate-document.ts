import type { FileDocument } from '../../formats/document-format.ts';
import { type ChainStep, locateInSource } from '../../mapping/explain/provenance.ts';
import type { MappingContext, MappingStop, RunValues } from '../../mapping/mapping.ts';
import { buildOutput } from '../../mapping/mapping-output.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding } from '../../types.ts';
import { bareContext } from '../channel/bare-context.ts';
import { buildReadOptions, type InboundChannel } from '../channel/channel.ts';
import { type ChannelChain, resolveEntry } from '../runtime/channel-chain.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { buildTranslatorKey } from '../runtime/generation-hash.ts';
import { writeAndReadBack } from '../runtime/write-and-read-back.ts';

/** An ERP's document as the SCSN document that it says. */
export interface TranslationResult {
  /** Absent where there is none. */
  readonly made?: TranslatedDocument;
  readonly stop?: MappingStop;
  /** With the places of the ERP's file. */
  readonly findings: readonly Finding[];
}

export interface TranslatedDocument {
  readonly bytes: Uint8Array;
  /** What made it, as JSON: where that is the same, so is the document. */
  readonly by: string;
  readonly tree: TreeDocument;
  /** From the ERP's document to this one. */
  readonly step: ChainStep;
}

/** A document as its channel's SCSN rules see it: translated where it is of a described format. */
export interface CheckedDocument extends TranslationResult {
  /** The SCSN document. */
  readonly tree?: TreeDocument;
}

/** Reads a document, and what it says as an SCSN document. Sees bytes and tables, never order state. */
export function readForCheck(
  tools: ChannelRuntime,
  channel: InboundChannel,
  document: FileDocument,
): CheckedDocument {
  const entry = resolveEntry(tools, channel);
  const { tree, findings } = tools
    .format(channel.settings.document)
    .read(document, buildReadOptions(channel));
  if (entry.translation === undefined) return { findings, ...(tree ? { tree } : {}) };
  if (tree === undefined) return { findings };
  const translated = translate(tools, channel, entry, tree);
  const known = translated.made === undefined ? {} : { tree: translated.made.tree };
  // what was read wrong is no ground for more: of the translation only its number is wanted then
  if (findings.some(({ severity }) => severity === 'error')) return { findings, ...known };
  return { ...translated, ...known, findings: [...findings, ...translated.findings] };
}

/** The SCSN document of a tree that its format has read. */
export function translate(
  tools: ChannelRuntime,
  channel: InboundChannel,
  { translation, scsn }: Pick<ChannelChain, 'scsn' | 'translation'>,
  source: TreeDocument,
): TranslationResult {
  if (translation === undefined) throw new Error(`${channel.name} has no translation.`);
  let values: RunValues | undefined;
  const bare = bareContext(channel);
  const context: MappingContext = {
    ...bare,
    onRunValues(run) {
      values = run;
    },
  };
  const input = { mapping: translation, tree: source, context, holds: () => false };
  const { result, document: whole } = buildOutput(input);
  const { findings, stop } = result;
  if (whole === undefined || stop) return { findings, ...(stop ? { stop } : {}) };
  const { bytes, findings: wrong, tree } = writeAndReadBack(tools, channel, scsn, whole.target);
  if (tree === undefined) return { findings: [...findings, ...wrong] };
  const step: ChainStep = { mapping: translation, tree: () => source, context: bare, output: tree, values };
  const made = { bytes, by: buildTranslatorKey(tools, channel), tree, step };
  return { made, findings: [...findings, ...locateInSource(wrong, [step], channel.language)] };
}
