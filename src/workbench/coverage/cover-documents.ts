import type { Formats } from '../../formats/document-format.ts';
import { listUnfilledMembers } from '../../mapping/docs/unfilled-members.ts';
import { resolveChainFates } from '../../mapping/explain/chain-provenance.ts';
import type { Explanation } from '../../mapping/explain/explain-run.ts';
import {
  type Coverage,
  computeCoverage,
  type LeafWithFate,
  listNeverFilled,
} from '../../mapping/explain/leaf-fates.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import type { MappingContext } from '../../mapping/mapping.ts';
import { reasonOf } from '../../text/reason-of.ts';
import type { Finding } from '../../types.ts';
import { type ExplainedRun, explainChain } from '../preview/explain-chain.ts';
import { parseSources, type SourceFile } from '../preview/read-source.ts';

/** Over many documents: what is filled, how often it is lost, and what no document needs. Plain data. */
export interface DocumentCoverage {
  /** Documents that were counted; a file may hold several. */
  readonly documents: number;
  /** By path without positions. */
  readonly paths: readonly Coverage[];
  /** Rules of the last mapping that gave no value in any of them. */
  readonly neverFilled: readonly string[];
  /** Members of its target that no rule fills. */
  readonly unfilledMembers: readonly string[];
  readonly notCounted: readonly UncountedDocument[];
}

/** A document of which the mappings make nothing, with the finding that says why; or one that cannot be read, in words. */
export type UncountedDocument =
  | { readonly document: string; readonly kind: 'no-result'; readonly finding?: Finding }
  | { readonly document: string; readonly kind: 'unreadable'; readonly reason: string };

/** A file, and what the mappings are told beside it. Whatever `read` throws keeps this one from being counted, and no other. */
export interface CoverageInput {
  readonly document: string;
  read(): { readonly source: SourceFile; readonly context: MappingContext };
}

/** Pure; its work grows with the documents, so that pages call it in a worker. */
export function coverDocuments(
  mappings: readonly [FileMapping, ...FileMapping[]],
  inputs: Iterable<CoverageInput>,
  formats: Formats,
): DocumentCoverage {
  const covered: CoveredDocument[] = [];
  const notCounted: UncountedDocument[] = [];
  for (const input of inputs)
    for (const one of coverFile(mappings, input, formats))
      'kind' in one ? notCounted.push(one) : covered.push(one);
  const last = mappings.at(-1) ?? mappings[0];
  return {
    documents: covered.length,
    paths: computeCoverage(covered.flatMap(({ leaves }) => leaves)),
    neverFilled: listNeverFilled(
      last,
      covered.map(({ explanation }) => explanation),
    ),
    unfilledMembers: listUnfilledMembers(last, formats),
    notCounted,
  };
}

interface CoveredDocument {
  readonly leaves: readonly LeafWithFate[];
  readonly explanation: Explanation;
}

function coverFile(
  mappings: readonly [FileMapping, ...FileMapping[]],
  { document, read }: CoverageInput,
  formats: Formats,
): readonly (CoveredDocument | UncountedDocument)[] {
  try {
    const { source, context } = read();
    return parseSources(mappings[0], source, formats).map((tree) =>
      coverOne(document, explainChain(mappings, tree, context, formats), mappings.length),
    );
  } catch (error) {
    return [{ document, kind: 'unreadable', reason: reasonOf(error) }];
  }
}

/** `count`: mappings of the chain. */
function coverOne(
  document: string,
  runs: readonly ExplainedRun[],
  count: number,
): CoveredDocument | UncountedDocument {
  const last = runs.at(-1);
  const isWhole = runs.length === count && last?.explanation.result.target !== undefined;
  if (last && isWhole) return { explanation: last.explanation, leaves: resolveChainFates(runs) };
  const found = [...(last?.findings ?? []), ...(last?.targetFindings ?? [])];
  const finding =
    last?.explanation.result.stop?.finding ?? found.find(({ severity }) => severity !== 'warning');
  return { document, kind: 'no-result', ...(finding ? { finding } : {}) };
}
