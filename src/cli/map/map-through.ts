import type { Formats } from '../../formats/document-format.ts';
import { requireFormat } from '../../formats/find-format.ts';
import type { ExplainedStep } from '../../mapping/explain/chain-provenance.ts';
import { type Explanation, explainRun } from '../../mapping/explain/explain-run.ts';
import { listLeafFates } from '../../mapping/explain/leaf-fates.ts';
import { type ChainStep, locateInSource } from '../../mapping/explain/provenance.ts';
import { buildMappingInput } from '../../mapping/fixtures/previous-delivery.ts';
import type { FileMapping } from '../../mapping/load-mapping.ts';
import type { MappingContext } from '../../mapping/mapping.ts';
import {
  buildOutput,
  buildWriteEnvelope,
  type MappingOutput,
  writeTarget,
} from '../../mapping/mapping-output.ts';
import { isFormatDocument } from '../../mapping/models/document-models.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding } from '../../types.ts';
import { type NamedMapping, resolveNamedMapping } from '../kit/mapping-options.ts';

/** One mapping, or several with commas: each reads what the one before it made. */
export const resolveNamedMappings = (said: string, own: string | undefined): readonly NamedMapping[] =>
  said.split(',').map((one) => resolveNamedMapping(one.trim(), own));

export const listAllFolders = (named: readonly NamedMapping[]): readonly string[] => [
  ...new Set(named.flatMap(({ folders }) => folders)),
];

/** One mapping of several, and what it came to. */
export interface ChainedRun extends ExplainedStep {
  readonly explanation: Explanation;
  readonly mapping: FileMapping;
  readonly outcome: MappingOutput;
  /** Its findings, and those on the document that it made, with the places of the first document. */
  readonly findings: readonly Finding[];
  readonly targetFindings: readonly Finding[];
}

/** All mappings, or those up to the one that came to no target. */
export function runChain(
  mappings: readonly FileMapping[],
  document: TreeDocument,
  context: MappingContext,
  formats: Formats,
): readonly ChainedRun[] {
  const steps: ChainStep[] = [];
  const all: ChainedRun[] = [];
  let source: TreeDocument | undefined = document;
  for (const mapping of mappings) {
    if (source === undefined) break;
    const from: TreeDocument = source;
    const explanation = explainRun(mapping, from, context);
    const outcome = buildOutput(buildMappingInput(mapping, from, context), explanation.result);
    const { stop, findings } = explanation.result;
    const own = locateInSource(stop ? [...findings, stop.finding] : findings, steps, context.language);
    const { document: whole } = outcome;
    const next =
      whole && isFormatDocument(mapping.to) ? readTarget(mapping, whole.target, formats, context) : {};
    steps.push({ mapping, tree: () => from, context, output: next.tree });
    all.push({
      ...{ mapping, outcome, explanation, findings: own },
      fates: listLeafFates(mapping, from, context, explanation),
      targetFindings: locateInSource(next.findings ?? [], steps, context.language),
      ...(next.tree ? { made: next.tree } : {}),
    });
    source = next.tree;
  }
  return all;
}

/** What a mapping made, as the next one reads it, and as the gateway judges it. */
function readTarget(
  { to }: FileMapping,
  target: NonNullable<MappingOutput['document']>['target'],
  formats: Formats,
  context: MappingContext,
): { readonly tree?: TreeDocument; readonly findings?: readonly Finding[] } {
  const { language } = context;
  const options = language === undefined ? {} : { language };
  const { bytes, findings } = writeTarget(target, to, formats, {
    ...options,
    envelope: buildWriteEnvelope(context),
  });
  const read = requireFormat(formats, to).read({ bytes }, options);
  return { ...read, findings: [...findings, ...read.findings] };
}
