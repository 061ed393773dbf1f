import type { Formats, ReadOptions } from '../../formats/document-format.ts';
import { requireFormat } from '../../formats/find-format.ts';
import { advanceChain, type ChainPosition, type ReadBack } from '../../mapping/advance-chain.ts';
import type { ExplainedStep } from '../../mapping/explain/chain-provenance.ts';
import { type Explanation, explainRun } from '../../mapping/explain/explain-run.ts';
import { listLeafFates } from '../../mapping/explain/leaf-fates.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { buildMappingInput } from '../../mapping/fixtures/previous-delivery.ts';
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
import type { ChainMemo, MappedDocument, RunKey } from './chain-memo.ts';

/** One mapping of several, and what it came to. */
export interface ExplainedRun extends ExplainedStep {
  readonly explanation: Explanation;
  readonly mapping: FileMapping;
  readonly output: MappingOutput;
  /** Its findings, and those on the document that it made, with the places of the first document. */
  readonly findings: readonly Finding[];
  readonly targetFindings: readonly Finding[];
}

/** What is known of the key before, and what the context stands for in it. */
export interface KnownRuns extends Omit<RunKey, 'mapping' | 'tree'> {
  readonly memo: ChainMemo;
}

/** All mappings, or those up to the one that came to no target. Holds trees and mappings: it stays in its thread. */
export function explainChain(
  mappings: readonly FileMapping[],
  document: TreeDocument,
  context: MappingContext,
  formats: Formats,
  known?: KnownRuns,
): readonly ExplainedRun[] {
  const runs: ExplainedRun[] = [];
  let at: ChainPosition | undefined = { tree: document, steps: [] };
  for (const mapping of mappings) {
    if (at === undefined) break;
    const { run, next } = explainOne(mapping, at, { context, formats, known });
    runs.push(run);
    at = next;
  }
  return runs;
}

interface RunTools {
  readonly context: MappingContext;
  readonly formats: Formats;
  readonly known: KnownRuns | undefined;
}

function explainOne(
  mapping: FileMapping,
  at: ChainPosition,
  tools: RunTools,
): { readonly run: ExplainedRun; readonly next?: ChainPosition | undefined } {
  const { context, known } = tools;
  const map = () => mapDocument(mapping, at.tree, tools);
  const { explanation, output, fates, made } = known
    ? known.memo.run({ ...known, mapping, tree: at.tree }, map)
    : map();
  const { origins } = explanation;
  const { next, findings, targetFindings } = advanceChain(
    at,
    { mapping, context, output, origins },
    () => made,
  );
  const run = { mapping, output, explanation, fates, findings, targetFindings };
  return { run: made?.tree ? { ...run, made: made.tree } : run, next };
}

/** Everything that one mapping alone decides. */
function mapDocument(
  mapping: FileMapping,
  tree: TreeDocument,
  { context, formats, known }: RunTools,
): MappedDocument {
  // whoever keeps what is known ends a run that takes too long by itself, and a watch costs as much as a short run
  const explanation = explainAsSent(mapping, tree, context, known && Number.POSITIVE_INFINITY);
  const output = buildOutput(buildMappingInput(mapping, tree, context), explanation.result);
  const fates = listLeafFates(mapping, tree, context, explanation);
  const read = languageOf(context);
  const write = { ...read, envelope: buildWriteEnvelope(context) };
  const { target } = output.document ?? {};
  const made = target && writeAndRead(target, mapping, formats, { write, read, memo: known?.memo });
  return { explanation, output, fates, made };
}

/** A document with open parts goes no further, however far the rules come with it. */
function explainAsSent(
  mapping: FileMapping,
  tree: TreeDocument,
  context: MappingContext,
  deadline?: number,
): Explanation {
  const explanation = explainRun(mapping, tree, context, deadline);
  const stopped = stopOpenDocument({ mapping, tree, context });
  const partial = explanation.result.target ?? explanation.result.partial;
  return stopped ? { ...explanation, result: { ...stopped, ...(partial ? { partial } : {}) } } : explanation;
}

export const languageOf = ({ language }: MappingContext): Pick<ReadOptions, 'language'> =>
  language === undefined ? {} : { language };

/** How a result is written and read, and what is known of the one before. */
interface ReadBackOptions {
  readonly write: TargetWriteOptions;
  readonly read: ReadOptions;
  readonly memo?: ChainMemo | undefined;
}

/** What a mapping made, as the next one reads it, and as the gateway judges it; undefined of JSON for the exchange. */
export function writeAndRead(
  target: TargetObject,
  { name, to }: Pick<FileMapping, 'name' | 'to'>,
  formats: Formats,
  { write, read, memo }: ReadBackOptions,
): ReadBack | undefined {
  if (!isFormatDocument(to)) return undefined;
  const { bytes, findings } = writeTarget(target, to, formats, write);
  const format = requireFormat(formats, to);
  const readBytes = (): ReadBack => format.read({ bytes }, read);
  const { tree, findings: more } = memo
    ? memo.read(JSON.stringify([name, to, format.hash, read]), bytes, readBytes)
    : readBytes();
  return { tree, findings: [...findings, ...more] };
}
