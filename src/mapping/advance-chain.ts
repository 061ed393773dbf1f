import type { TreeDocument } from '../tree/nodes/tree-node.ts';
import type { Finding } from '../types.ts';
import type { ValueProvenance } from './explain/explain-run.ts';
import { type ChainStep, locateInSource } from './explain/provenance.ts';
import type { Mapping, MappingContext } from './mapping.ts';
import type { MappingOutput, OutputDocument } from './mapping-output.ts';

/** Mappings of which each reads what the one before it made: one way for the gateway, for `validate` and for trials. */

/** How far a document has come. */
export interface ChainPosition {
  readonly tree: TreeDocument;
  /** From the first document to this one. */
  readonly steps: readonly ChainStep[];
}

/** What a mapping made of the document, however it was run: by the gateway, or watched. */
export interface ChainedOutput {
  readonly mapping: Mapping;
  readonly context: MappingContext;
  readonly output: MappingOutput;
  /** Of a run that was watched. */
  readonly origins?: readonly ValueProvenance[];
}

/** A result as the next mapping reads it. */
export interface ReadBack {
  /** Absent where it cannot be read. */
  readonly tree?: TreeDocument | undefined;
  /** On what was made. */
  readonly findings: readonly Finding[];
}

/** Findings have the places of the first document. */
export interface ChainAdvance<R extends ReadBack> {
  /** Of the mapping, its stop included. */
  readonly findings: readonly Finding[];
  /** On what it made. */
  readonly targetFindings: readonly Finding[];
  /** Absent where it made nothing, or nothing that is read back. */
  readonly made?: R;
  /** Where the next mapping goes on. */
  readonly next?: ChainPosition;
}

/** One mapping has run: finds out what is said of it and where the next one begins. `readBack` is called where there is a target. */
export function advanceChain<R extends ReadBack>(
  { tree, steps }: ChainPosition,
  { mapping, context, output, origins }: ChainedOutput,
  readBack: (document: OutputDocument) => R | undefined,
): ChainAdvance<R> {
  const { language } = context;
  const { stop, findings } = output.result;
  const own = locateInSource(stop ? [...findings, stop.finding] : findings, steps, language);
  const made = output.document && readBack(output.document);
  if (made === undefined) return { findings: own, targetFindings: [] };
  const step: ChainStep = { mapping, tree: () => tree, context, output: made.tree, origins };
  const onward = [...steps, step];
  return {
    findings: own,
    targetFindings: locateInSource(made.findings, onward, language),
    made,
    ...(made.tree ? { next: { tree: made.tree, steps: onward } } : {}),
  };
}
