import type { Formats, ReadOptions } from '../../formats/document-format.ts';
import { requireFormat } from '../../formats/find-format.ts';
import { advanceChain, type ChainPosition, type ReadBack } from '../../mapping/advance-chain.ts';
import type { ExplainedStep } from '../../mapping/explain/chain-provenance.ts';
import { type Explanation, explainRun } from '../../mapping/explain/explain-run.ts';
import { listLeafFates } from '../../mapping/explain/leaf-fates.ts';
import { buildMappingInput } from '../../mapping/fixtures/previous-delivery.ts';
import type { FileMapping } from '../../mapping/load-mapping.ts';
import type { MappingContext } from '../../mapping/mapping.ts';
import {
  buildOutput,
  buildWriteEnvelope,
  type MappingOutput,
  stopOpenDocument,
  type TargetWriteOptions,
  writeTarget,
} from '../../mapping/mapping-output.ts';
import { isFormatDocument } from '../../mapping/models/document-models.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { TargetObject } from '../../tree/values/target-tree.ts';
import type { Finding } from '../../types.ts';

/** One mapping of several, and what it came to. */
export interface ExplainedRun extends ExplainedStep {
  readonly explanation: Explanation;
  readonly mapping: FileMapping;
  readonly output: MappingOutput;
  /** Its findings, and those on the document that it made, with the places of the first document. */
  readonly findings: readonly Finding[];
  readonly targetFindings: readonly Finding[];
}

/** All mappings, or those up to the one that came to no target. Holds trees and mappings: it stays in its thread. */
export function explainChain(
  mappings: readonly FileMapping[],
  document: TreeDocument,
  context: MappingContext,
  formats: Formats,
): readonly ExplainedRun[] {
  const runs: ExplainedRun[] = [];
  let at: ChainPosition | undefined = { tree: document, steps: [] };
  for (const mapping of mappings) {
    if (at === undefined) break;
    const { run, next } = explainOne(mapping, at, context, formats);
    runs.push(run);
    at = next;
  }
  return runs;
}

function explainOne(
  mapping: FileMapping,
  at: ChainPosition,
  context: MappingContext,
  formats: Formats,
): { readonly run: ExplainedRun; readonly next?: ChainPosition | undefined } {
  const explanation = explainAsSent(mapping, at.tree, context);
  const output = buildOutput(buildMappingInput(mapping, at.tree, context), explanation.result);
  const options = languageOf(context);
  const { made, next, ...findings } = advanceChain(at, { mapping, context, output }, ({ target }) =>
    writeAndRead(target, mapping.to, formats, { ...options, envelope: buildWriteEnvelope(context) }, options),
  );
  const fates = listLeafFates(mapping, at.tree, context, explanation);
  const run = { mapping, output, explanation, fates, ...findings };
  return { run: made?.tree ? { ...run, made: made.tree } : run, next };
}

/** A document with open parts goes no further, however far the rules come with it. */
function explainAsSent(mapping: FileMapping, tree: TreeDocument, context: MappingContext): Explanation {
  const explanation = explainRun(mapping, tree, context);
  const stopped = stopOpenDocument({ mapping, tree, context });
  const partial = explanation.result.target ?? explanation.result.partial;
  return stopped ? { ...explanation, result: { ...stopped, ...(partial ? { partial } : {}) } } : explanation;
}

export const languageOf = ({ language }: MappingContext): Pick<ReadOptions, 'language'> =>
  language === undefined ? {} : { language };

/** What a mapping made, as the next one reads it, and as the gateway judges it; undefined of JSON for the exchange. */
export function writeAndRead(
  target: TargetObject,
  to: string,
  formats: Formats,
  write: TargetWriteOptions,
  read: ReadOptions,
): ReadBack | undefined {
  if (!isFormatDocument(to)) return undefined;
  const { bytes, findings } = writeTarget(target, to, formats, write);
  const { tree, findings: more } = requireFormat(formats, to).read({ bytes }, read);
  return { tree, findings: [...findings, ...more] };
}
