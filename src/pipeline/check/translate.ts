import type { Document } from '../../formats/interface.ts';
import type { MappingContext, Stop, ValuesOfRun } from '../../mapping/interface.ts';
import { ledBack, type Step } from '../../mapping/lead-back.ts';
import { make } from '../../mapping/make.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { Finding } from '../../types.ts';
import { type InboundChannel, readOptions } from '../channel.ts';
import { bareContext } from '../context.ts';
import { written } from '../prepare/common.ts';
import { type Chain, entryOf } from '../workers/chain.ts';
import { translatorOf } from '../workers/generation-hash.ts';
import type { Toolbox } from '../workers/toolbox.ts';

/** An ERP's document as the SCSN document that it says. */
export interface Translated {
  /** Absent where there is none. */
  readonly made?: MadeDocument;
  readonly stop?: Stop;
  /** With the places of the ERP's file. */
  readonly findings: readonly Finding[];
}

export interface MadeDocument {
  readonly bytes: Uint8Array;
  /** What made it, as JSON: where that is the same, so is the document. */
  readonly by: string;
  readonly tree: TreeDocument;
  /** From the ERP's document to this one. */
  readonly step: Step;
}

/** A document as its channel's SCSN rules see it: translated where it is of a described format. */
export interface CheckedDocument extends Translated {
  /** The SCSN document. */
  readonly tree?: TreeDocument;
}

/** Reads a document, and what it says as an SCSN document. Sees bytes and tables, never order state. */
export function readChecked(tools: Toolbox, channel: InboundChannel, document: Document): CheckedDocument {
  const entry = entryOf(tools, channel);
  const { tree, findings } = tools.format(channel.settings.document).read(document, readOptions(channel));
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
  tools: Toolbox,
  channel: InboundChannel,
  { translation, scsn }: Pick<Chain, 'scsn' | 'translation'>,
  source: TreeDocument,
): Translated {
  if (translation === undefined) throw new Error(`${channel.name} has no translation.`);
  let values: ValuesOfRun | undefined;
  const bare = bareContext(channel);
  const context: MappingContext = {
    ...bare,
    heard(run) {
      values = run;
    },
  };
  const input = { mapping: translation, tree: source, context, holds: () => false };
  const { result, whole } = make(input);
  const { findings, stop } = result;
  if (whole === undefined || stop) return { findings, ...(stop ? { stop } : {}) };
  const { bytes, findings: wrong, tree } = written(tools, channel, scsn, whole.target);
  if (tree === undefined) return { findings: [...findings, ...wrong] };
  const step: Step = { mapping: translation, tree: () => source, context: bare, made: tree, values };
  const made = { bytes, by: translatorOf(tools, channel), tree, step };
  return { made, findings: [...findings, ...ledBack(wrong, [step], channel.language)] };
}
