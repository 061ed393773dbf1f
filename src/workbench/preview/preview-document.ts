import type { Formats } from '../../formats/document-format.ts';
import { requireFormat } from '../../formats/find-format.ts';
import {
  type ChainProvenance,
  resolveChainFates,
  resolveChainProvenance,
} from '../../mapping/explain/chain-provenance.ts';
import type { SourceLocation, SourcePlace, ValueProvenance } from '../../mapping/explain/explain-run.ts';
import { isLost, type LeafWithFate } from '../../mapping/explain/leaf-fates.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { renderTarget } from '../../mapping/fixtures/run-fixtures.ts';
import type { MappingContext, MappingStop } from '../../mapping/mapping.ts';
import { buildWriteEnvelope } from '../../mapping/mapping-output.ts';
import { isFormatDocument } from '../../mapping/models/document-models.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding, Language, TaskRequest } from '../../types.ts';
import { type ExplainedRun, explainChain } from './explain-chain.ts';
import { parseSources, type SourceFile } from './read-source.ts';

/** One document through one mapping, or several behind each other. Plain data: it goes between threads. */
export interface DocumentPreview {
  /** Where its root stands in the file. */
  readonly line: number;
  /** What the gateway's check finds of the document before any mapping runs. */
  readonly documentFindings: readonly Finding[];
  /** The mappings that ran: all, or those up to the one that came to no result. */
  readonly steps: readonly PreviewStep[];
  readonly result: PreviewResult;
  /** Filled in the document and not in the result. Undefined: there is no result, so what rules did not come to is not lost. */
  readonly lost: readonly LostLeaf[] | undefined;
  /** Where each value of the result comes from in the document; undefined where nobody asked. */
  readonly provenance?: readonly PlainProvenance[];
}

/** Findings have the places of the document. */
export interface PreviewStep {
  readonly mapping: string;
  readonly findings: readonly Finding[];
  /** On what it made. */
  readonly targetFindings: readonly Finding[];
}

export interface PreviewResult {
  /** As it is written; how far the last mapping came where there is no whole one; empty where it made nothing. */
  readonly text: string;
  /** Of the writer. */
  readonly findings: readonly Finding[];
  /** What a person will be told to do. */
  readonly tasks: readonly TaskRequest[];
  /** Why nothing is sent: a `stop:` of the mapping, or a finding that is an error. Absent: there is a result. */
  readonly end?: MappingStop['as'] | 'error';
}

export interface LostLeaf extends Omit<LeafWithFate, 'node' | 'fate'> {
  /** unread: no rule read it. tested: a condition looked at it, and its value is nowhere. */
  readonly fate: 'unread' | 'tested';
}

/** Where a value comes from, without the trees. */
export type PlainProvenance = ValueProvenance<SourcePlace>;

export interface PreviewRequest {
  /** The first reads the document, each other one what the one before it made. */
  readonly mappings: readonly [FileMapping, ...FileMapping[]];
  readonly source: SourceFile;
  readonly context: MappingContext;
  readonly language: Language;
  /** Values with their origins too: as many as the result has, each with all of its sources. */
  readonly withProvenance: boolean;
}

/** A document of a file, read and checked. */
export interface CheckedDocument {
  readonly tree: TreeDocument;
  /** What the gateway's check finds of it before any mapping runs. */
  readonly findings: readonly Finding[];
}

/**
 * Each document of a file. Pure; its work grows with the file, so that pages call it in a worker. Throws an Error in words for a file
 * that cannot be read, or that the first mapping does not read.
 */
export function previewFile(request: PreviewRequest, formats: Formats): readonly DocumentPreview[] {
  const { mappings, source, language } = request;
  return readCheckedDocuments(mappings[0], source, formats, language).map((document) => {
    const runs = explainChain(mappings, document.tree, { ...request.context, language }, formats);
    const preview = buildPreview(document, runs, request, formats);
    return request.withProvenance
      ? { ...preview, provenance: listProvenance(listChainProvenance(runs)) }
      : preview;
  });
}

/** The documents of a file for trials of one mapping: an edit of the mapping changes nothing of them. Throws as `previewFile`. */
export function readCheckedDocuments(
  mapping: Pick<FileMapping, 'name' | 'from'>,
  source: SourceFile,
  formats: Formats,
  language: Language,
): readonly CheckedDocument[] {
  const trees = parseSources(mapping, source, formats);
  const findings = checkDocuments(source.bytes, mapping.from, formats, language);
  return trees.map((tree, n) => ({ tree, findings: findings[n] ?? [] }));
}

/** Of each document of a file. */
function checkDocuments(
  bytes: Uint8Array,
  type: string,
  formats: Formats,
  language: Language,
): readonly (readonly Finding[])[] {
  if (!isFormatDocument(type)) return [];
  const format = requireFormat(formats, type);
  return format
    .cut(bytes)
    .documents.map((one) => [...(one.findings ?? []), ...format.read(one, { language }).findings]);
}

/** What the runs of all mappings over a document say, without the trees. `fates`: for who needs them too. */
export function buildPreview(
  { tree, findings }: CheckedDocument,
  runs: readonly ExplainedRun[],
  { context, language }: Pick<PreviewRequest, 'context' | 'language'>,
  formats: Formats,
  fates: readonly LeafWithFate[] = resolveChainFates(runs),
): DocumentPreview {
  const isWhole = runs.at(-1)?.explanation.result.target !== undefined;
  return {
    line: tree.root.line,
    documentFindings: findings,
    steps: runs.map(({ mapping: { name }, findings, targetFindings }) => ({
      mapping: name,
      findings,
      targetFindings,
    })),
    result: buildResult(runs.at(-1), context, language, formats),
    lost: isWhole ? fates.flatMap(lostLeafOf) : undefined,
  };
}

function buildResult(
  run: ExplainedRun | undefined,
  context: MappingContext,
  language: Language,
  formats: Formats,
): PreviewResult {
  if (run === undefined) return { text: '', findings: [], tasks: [] };
  const { result } = run.explanation;
  const target = run.output.document?.payload ?? result.partial;
  const options = { language, envelope: buildWriteEnvelope(context) };
  const [, text, findings] = target
    ? renderTarget(target, run.mapping.to, formats, options)
    : (['', '', []] as const);
  return {
    ...{ text, findings, tasks: result.tasks ?? [] },
    ...(result.target === undefined ? { end: result.stop?.as ?? 'error' } : {}),
  };
}

function lostLeafOf(leaf: LeafWithFate): readonly LostLeaf[] {
  const { node: _, fate, ...place } = leaf;
  return isLost(leaf) ? [{ ...place, fate: fate === 'tested' ? 'tested' : 'unread' }] : [];
}

/** What is needed of the runs to say where values come from. */
export const listChainProvenance = (runs: readonly ExplainedRun[]): readonly ChainProvenance[] =>
  runs.map(({ explanation, made }) => ({ origins: explanation.origins, made }));

/** Where the values of the last result come from, without the trees. */
export const listProvenance = (steps: readonly ChainProvenance[]): readonly PlainProvenance[] =>
  resolveChainProvenance(steps).map(plainProvenanceOf);

function plainProvenanceOf({ sources, chosenBy, via, ...rest }: ValueProvenance): PlainProvenance {
  return {
    ...rest,
    ...{ sources: sources.map(placeOf), chosenBy: chosenBy.map(placeOf) },
    ...(via ? { via: via.map(plainProvenanceOf) } : {}),
  };
}

const placeOf = ({ node: _, ...place }: SourceLocation): SourcePlace => place;
