import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openDescriptions } from '../../formats/description-folders.ts';
import type { Formats } from '../../formats/document-format.ts';
import { requireFormat } from '../../formats/find-format.ts';
import { withDescriptions } from '../../formats/format-registry.ts';
import { openFormats } from '../../formats/open-formats.ts';
import { recordEvaluations } from '../../mapping/explain/explain-run.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { RememberedFiles } from '../../mapping/files/file-stamps.ts';
import { readMappingEnds } from '../../mapping/files/mapping-ends.ts';
import type { FixtureResult } from '../../mapping/fixtures/run-fixtures.ts';
import { markBegun, type TimedTask } from '../../pipeline/workers/task-clock.ts';
import {
  type FileSnapshot,
  overlayFiles,
  readEachOnce,
  restrictToFolders,
} from '../../system/file-source.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding, Language } from '../../types.ts';
import { type LayeredLine, layerRules } from '../overlay/layer-rules.ts';
import { runAskedFixtures } from '../overlay/run-asked-fixtures.ts';
import { ChainMemo } from '../preview/chain-memo.ts';
import { type CheckedDocument, readCheckedDocuments } from '../preview/preview-document.ts';
import { buildDraftContext, loadDraft } from '../preview/preview-draft.ts';
import { readFirstRows, type TreeRow } from '../preview/read-by-format.ts';
import { buildSampleFiles, type SampleFiles } from '../sample/sample-files.ts';
import { type KeptQuestion, tryKeptFormat } from '../sample/try-kept-format.ts';
import { type SampleQuestion, type SampleTrial, trySample } from '../sample/try-sample.ts';
import { type MappingTables, showTables, type TableQuestion } from '../tables/show-table.ts';
import { listSuggestions, type Suggestions } from './list-suggestions.ts';
import { listValues, type ResultValues, type ValuesQuestion } from './list-values.ts';
import { type NoPlan, type PlannedRule, planRule } from './plan-rule.ts';
import { findNode, readBranch, readBranchesTo, type SourceBranch, type TreePlace } from './source-tree.ts';
import { type Trace, type TracePlace, tracePlace } from './trace-place.ts';
import { type TrialTools, TrialToolsCache } from './trial-tools.ts';
import {
  describeFile,
  type FinishedTrial,
  type TrialAnswer,
  type TrialQuestion,
  type TrialSource,
  tryDraft,
} from './try-draft.ts';

/** Runs in the thread of trials. It reads the folders that it was given, and nothing else of the machine. */

/** What the thread begins with. */
export interface PreviewFolders {
  /** In which mappings are looked up: one's own before the delivered one. */
  readonly folders: readonly string[];
}

const workerDataSchema = z.object({ folders: z.array(z.string()) });

/** piscina hands the pool's `workerData` on as the second member of its own. */
const { folders } = workerDataSchema.parse(Array.isArray(workerData) ? workerData[1] : workerData);
const files = new RememberedFiles(restrictToFolders(folders));
const current = new TrialToolsCache(folders, files, openFormats({}, folders).formats);
const chainMemo = new ChainMemo();

/** With the formats of a draft. */
function toolsWith(edits: FileSnapshot): TrialTools {
  const tools = current.get();
  if (!Object.keys(edits).some(isDescription)) return tools;
  const drafted = openDescriptions(folders, overlayFiles(edits, files));
  return { ...tools, formats: withDescriptions(tools.formats, drafted) };
}

const isDescription = (path: string): boolean => /[\\/]formats[\\/][^\\/]+\.yaml$/.test(path);

/** Documents that were read are kept for the next keys: so many. */
const mostKept = 3;
const kept = new Map<string, readonly CheckedDocument[]>();

/** The last trial of each page, so that a click needs no second run: so many pages. */
const trials = new Map<string, { readonly question: string; readonly trial: FinishedTrial }>();
const mostTrials = 2;

export interface TrialTask {
  /** Who types. */
  readonly page: string;
  readonly question: TrialQuestion;
}

export interface TraceTask extends TrialTask {
  readonly place: TracePlace;
}

export function tryEdit({ task, begun }: TimedTask<TrialTask>): TrialAnswer {
  markBegun(begun);
  return runTrial(task).answer;
}

/** Of the last trial of that page where it is the same; else it is run anew. */
export function traceEdit({ task, begun }: TimedTask<TraceTask>): Trace {
  markBegun(begun);
  return tracePlace(finishedTrialOf(task), task.place);
}

function finishedTrialOf({ page, question }: TrialTask): FinishedTrial {
  const known = trials.get(page);
  return known?.question === keyOf(question) ? known.trial : runTrial({ page, question });
}

export interface ValuesTask extends TrialTask, ValuesQuestion {}

/** The result as a table: of the last trial of that page where it is the same, as `traceEdit`. */
export function listEditedValues({ task, begun }: TimedTask<ValuesTask>): ResultValues {
  markBegun(begun);
  return listValues(finishedTrialOf(task), task);
}

export interface TreeTask extends Pick<TrialTask, 'question'> {
  /** What is to be seen: what is below a node, or the way to a place of the text. */
  readonly open: { readonly key: string } | TreePlace;
}

export interface TreeBranches {
  readonly branches: readonly SourceBranch[];
  /** What stands at the place that was asked for. */
  readonly key?: string;
}

/** A document as a tree, branch by branch. */
export function readTree({ task, begun }: TimedTask<TreeTask>): TreeBranches {
  markBegun(begun);
  const { question, open } = task;
  const [name] = question.mappings;
  const edited = overlayFiles(question.edits, files);
  // what is typed now may be no YAML for a moment
  const ends = readMappingEnds(name, folders, edited) ?? readMappingEnds(name, folders, files);
  if (ends === undefined) return { branches: [] };
  const mapping = { name, from: ends.from };
  const tree = readShown(mapping, question, toolsWith(question.edits).formats);
  if (tree === undefined) return { branches: [] };
  if ('line' in open) return readBranchesTo(tree, open);
  // whoever begins sees what the root holds
  const keys = open.key === '' ? ['', '0'] : [open.key];
  return { branches: keys.flatMap((key) => readBranch(tree, key) ?? []) };
}

export interface RuleTask extends Pick<TrialTask, 'question'> {
  /** Of the value in the document, as `readTree` names it. */
  readonly key: string;
  readonly target: string;
}

/** `problems`: the mapping cannot be used as it is typed. `no-place`: the document has no such node. */
export type RuleReply = PlannedRule | NoPlan | 'problems' | 'no-place';

/** The rule that would carry a value of the document to a member, for the first mapping of the chain. */
export function planEditedRule({ task, begun }: TimedTask<RuleTask>): RuleReply {
  markBegun(begun);
  const { question, key, target } = task;
  const drafted = toolsWith(question.edits);
  const [mapping] = loadDraft(question, drafted).mappings ?? [];
  if (mapping === undefined) return 'problems';
  const document = readShown(mapping, question, drafted.formats);
  const node = document && findNode(document, key);
  if (document === undefined || node === undefined) return 'no-place';
  const context = buildDraftContext(mapping, question.context, drafted.formats);
  const { evaluations } = recordEvaluations(mapping, document, context);
  return planRule({ mapping, document, evaluations, node, target }, drafted.formats);
}

export interface LayersTask {
  readonly own: string;
  readonly delivered: string;
}

/** One's own mapping laid over the delivered one. Undefined: one of them cannot be read. */
export function layerEditedRules({ task, begun }: TimedTask<LayersTask>): readonly LayeredLine[] | undefined {
  markBegun(begun);
  return layerRules(task.own, task.delivered);
}

export interface SuggestTask {
  readonly mapping: string;
  readonly sources: readonly TrialSource[];
  /** Of a draft. */
  readonly edits: FileSnapshot;
}

export function suggestEdit({ task, begun }: TimedTask<SuggestTask>): Suggestions {
  markBegun(begun);
  const { edits } = task;
  return listSuggestions(task, { ...toolsWith(edits), files: overlayFiles(edits, files) });
}

export interface FixturesTask {
  /** The folder of one's own, with what is tried in it. */
  readonly own: string;
  /** As `map test` takes them. */
  readonly asked: readonly string[];
  /** What comes becomes the expectation. */
  readonly update: boolean;
  readonly language: Language;
}

export function testFixtures({ task, begun }: TimedTask<FixturesTask>): readonly FixtureResult[] {
  markBegun(begun);
  return runAskedFixtures({ ...task, ownOnly: true }).results;
}

export interface TablesTask extends TableQuestion {
  readonly edits: FileSnapshot;
  readonly language: Language;
}

/** The tables of a mapping, with what is wrong with them. */
export interface ShownTables extends MappingTables {
  readonly findings: readonly Finding[];
}

export function showEditedTables({ task, begun }: TimedTask<TablesTask>): ShownTables {
  markBegun(begun);
  const { mapping, edits, language } = task;
  const tools = toolsWith(edits);
  const edited = readEachOnce(overlayFiles(edits, files));
  const shown = showTables(task, { folders, files: edited, memo: tools.compiling });
  const { findings } = loadDraft({ mappings: [mapping], edits, language }, { ...tools, files: edited });
  return { ...shown, findings };
}

export interface RowsTask {
  /** The name of its format. */
  readonly format: string;
  readonly bytes: Uint8Array;
  /** Rows at the most. */
  readonly most: number;
}

export function readRows({ task, begun }: TimedTask<RowsTask>): readonly TreeRow[] {
  markBegun(begun);
  return readFirstRows(requireFormat(current.get().formats, task.format), task.bytes, task.most);
}

export interface SampleTask {
  readonly question: SampleQuestion | KeptQuestion;
}

/** A file that no format describes yet, or one beside the format that is kept. */
export function recogniseSample({ task: { question }, begun }: TimedTask<SampleTask>): SampleTrial {
  markBegun(begun);
  if ('kept' in question) return tryKeptFormat(question, toolsWith(question.kept.edits));
  return trySample(question, current.get());
}

/** Its format and mapping as files; undefined: it gives none. */
export function draftSample({ task, begun }: TimedTask<SampleTask>): SampleFiles | undefined {
  markBegun(begun);
  return buildSampleFiles(task.question, current.get());
}

function runTrial({ page, question }: TrialTask): FinishedTrial {
  // what the last one holds is given back before this one takes its own
  trials.delete(page);
  const drafted = toolsWith(question.edits);
  const trial = tryDraft(question, drafted, {
    read: (mapping, asked) => readOnce(mapping, asked, drafted.formats),
    memo: chainMemo,
  });
  trials.set(page, { question: keyOf(question), trial });
  dropOldest(trials, mostTrials);
  return trial;
}

/** The document that is shown. Undefined: it cannot be read, which the trial itself says in words. */
function readShown(
  mapping: Pick<FileMapping, 'name' | 'from'>,
  question: TrialQuestion,
  known: Formats,
): TreeDocument | undefined {
  try {
    const documents = readOnce(mapping, question, known);
    return (documents[question.document] ?? documents[0])?.tree;
  } catch {
    return undefined;
  }
}

function readOnce(
  mapping: Pick<FileMapping, 'name' | 'from'>,
  { source, language }: Pick<TrialQuestion, 'source' | 'language'>,
  known: Formats,
): readonly CheckedDocument[] {
  const { from } = mapping;
  const hash = known.names.includes(from) ? known.load(from).format?.hash : undefined;
  const key = JSON.stringify([source.key, from, hash, language]);
  const documents = kept.get(key) ?? readCheckedDocuments(mapping, source, known, language);
  kept.delete(key);
  kept.set(key, documents);
  dropOldest(kept, mostKept);
  return documents;
}

function dropOldest<T>(all: Map<string, T>, most: number): void {
  for (const key of all.keys()) if (all.size > most) all.delete(key);
}

/** Bytes stand for themselves by their hash: as a list of numbers a table takes longer than a run. */
function keyOf({ source, context: { previous, ...context }, edits, ...rest }: TrialQuestion): string {
  const files = Object.entries(edits).map(([path, bytes]) => describeFile({ path, bytes }));
  return JSON.stringify([source.key, files, context, previous && describeFile(previous), rest]);
}

/** What the thread exports for others to call, and what it is given. */
export type ThreadTaskName =
  | 'tryEdit'
  | 'traceEdit'
  | 'suggestEdit'
  | 'showEditedTables'
  | 'testFixtures'
  | 'readRows'
  | 'recogniseSample'
  | 'draftSample'
  | 'listEditedValues'
  | 'readTree'
  | 'planEditedRule'
  | 'layerEditedRules';

export type ThreadTask =
  | TrialTask
  | SuggestTask
  | TablesTask
  | FixturesTask
  | RowsTask
  | SampleTask
  | TreeTask
  | RuleTask
  | LayersTask;
