import { explainFailure } from '../../findings/localized-error.ts';
import { resolveChainFates } from '../../mapping/explain/chain-provenance.ts';
import type { LeafWithFate } from '../../mapping/explain/leaf-fates.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { computeOnce } from '../../system/compute-once.ts';
import { sha256 } from '../../text/sha256.ts';
import type { Finding } from '../../types.ts';
import type { ChainMemo, RunKey } from '../preview/chain-memo.ts';
import { type ExplainedRun, explainChain } from '../preview/explain-chain.ts';
import {
  buildPreview,
  type CheckedDocument,
  type DocumentPreview,
  listChainProvenance,
  listProvenance,
  type PlainProvenance,
  readCheckedDocuments,
} from '../preview/preview-document.ts';
import {
  buildDraftContext,
  type DraftQuestion,
  type DraftTools,
  loadDraft,
} from '../preview/preview-draft.ts';
import type { SourceFile } from '../preview/read-source.ts';
import { locateTargets, type TargetLines } from './locate-targets.ts';

/** What one key asks. Plain data: it goes to the thread. */
export interface TrialQuestion extends DraftQuestion {
  readonly source: TrialSource;
  /** Which document of the file, 0-based. */
  readonly document: number;
}

/** Another key: another content. What was read of it once is used again. */
export interface TrialSource extends SourceFile {
  readonly key: string;
}

/** What one key is answered: small, whatever the document. Plain data. */
export interface TrialAnswer {
  /** Of the mappings, at their lines. */
  readonly findings: readonly Finding[];
  /** Documents of the file; 0: it could not be read, or a mapping cannot be used. */
  readonly documents: number;
  readonly preview?: DocumentPreview;
  readonly marks?: TrialMarks;
  /** Why document or context cannot be read, in words. */
  readonly unreadable?: string;
}

/** What stands beside the lines of the three texts. Lines are 1-based. */
export interface TrialMarks {
  /** Of the document: a value on this line goes somewhere, or is ignored and none goes anywhere. */
  readonly carried: readonly number[];
  readonly ignored: readonly number[];
  /** How many values each rule gave. */
  readonly rules: readonly RuleCount[];
  /** Lines of the result with values that rules of edited files gave. */
  readonly own: readonly number[];
}

export interface RuleCount {
  readonly file: string;
  readonly line: number;
  readonly count: number;
}

/** An edit with what it was tried on, as long as somebody may ask where its values come from. Holds trees: it stays in its thread. What each expression read is not kept: it is most of a run. */
export interface FinishedTrial {
  readonly answer: TrialAnswer;
  readonly origins: () => readonly PlainProvenance[];
  readonly lines: () => TargetLines;
}

/** What whoever tries one edit after the other knows of those before. */
export interface TrialMemos {
  /** May remember what it has read. */
  read(mapping: FileMapping, question: TrialQuestion): readonly CheckedDocument[];
  readonly memo?: ChainMemo;
}

/** Checks an edit and tries it on one document. */
export function tryDraft(
  question: TrialQuestion,
  tools: DraftTools,
  { read, memo }: TrialMemos = {
    read: (mapping, asked) => readCheckedDocuments(mapping, asked.source, tools.formats, asked.language),
  },
): FinishedTrial {
  const { findings, mappings } = loadDraft(question, tools);
  if (mappings === undefined) return withoutRun({ findings, documents: 0 });
  try {
    const context = buildDraftContext(mappings[0], question.context, tools.formats);
    const documents = read(mappings[0], question);
    const document = documents[question.document] ?? documents[0];
    if (document === undefined) return withoutRun({ findings, documents: 0 });
    const { language } = question;
    const known = memo && { memo, ...describeSituation(question, mappings[0]) };
    const runs = explainChain(mappings, document.tree, { ...context, language }, tools.formats, known);
    const fates = resolveChainFates(runs);
    const preview = buildPreview(document, runs, { context, language }, tools.formats, fates);
    const answer = { findings, documents: documents.length, preview };
    return finishTrial(answer, { runs, fates }, question, tools);
  } catch (error) {
    return withoutRun({ findings, documents: 0, unreadable: explainFailure(error)[question.language] });
  }
}

/** Everything that a run is told beside its document, in few words. */
function describeSituation(
  { context: { text, event, previous }, language }: TrialQuestion,
  first: FileMapping,
): Omit<RunKey, 'mapping' | 'tree'> {
  return {
    situation: JSON.stringify([text, event, language, previous && describeFile(previous)]),
    contextBy: previous && first,
  };
}

/** Its bytes stand for themselves by their hash. */
export const describeFile = ({ path, bytes }: SourceFile): string => `${path} ${sha256(bytes)}`;

const withoutRun = (answer: TrialAnswer): FinishedTrial => ({
  answer,
  origins: () => [],
  lines: () => ({ lineOf: () => undefined }),
});

/** The runs of all mappings, with what became of the leaves of the document at their end. */
interface ExplainedDocument {
  readonly runs: readonly ExplainedRun[];
  readonly fates: readonly LeafWithFate[];
}

function finishTrial(
  answer: TrialAnswer & { readonly preview: DocumentPreview },
  { runs, fates }: ExplainedDocument,
  { edits }: TrialQuestion,
  { formats }: DraftTools,
): FinishedTrial {
  const to = runs.at(-1)?.mapping.to ?? '';
  const lines = computeOnce(() => locateTargets(answer.preview.result.text, to, formats));
  const marks = collectMarks({ runs, fates }, new Set(Object.keys(edits)), lines);
  const steps = listChainProvenance(runs);
  return { answer: { ...answer, marks }, origins: computeOnce(() => listProvenance(steps)), lines };
}

function collectMarks(
  { runs, fates }: ExplainedDocument,
  own: ReadonlySet<string>,
  lines: () => TargetLines,
): TrialMarks {
  const carried = linesOf(fates, 'carried');
  const gone = new Set(carried);
  const made = runs.at(-1)?.explanation.origins.filter(({ rule }) => own.has(rule.file)) ?? [];
  return {
    carried,
    ignored: linesOf(fates, 'ignored').filter((line) => !gone.has(line)),
    rules: countRules(runs),
    own: [...new Set(made.flatMap(({ target }) => lines().lineOf(target) ?? []))],
  };
}

const linesOf = (fates: readonly LeafWithFate[], wanted: LeafWithFate['fate']): readonly number[] => [
  ...new Set(fates.flatMap(({ fate, line }) => (fate === wanted ? [line] : []))),
];

function countRules(runs: readonly ExplainedRun[]): readonly RuleCount[] {
  const counts = new Map<string, RuleCount>();
  for (const { rule } of runs.flatMap(({ explanation }) => explanation.origins)) {
    const key = `${rule.line} ${rule.file}`;
    const count = (counts.get(key)?.count ?? 0) + 1;
    counts.set(key, { file: rule.file, line: rule.line, count });
  }
  return [...counts.values()];
}
