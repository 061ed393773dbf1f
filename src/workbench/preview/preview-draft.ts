import type { Formats } from '../../formats/document-format.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { parseFixtureContext } from '../../mapping/fixtures/fixture-files.ts';
import { buildContextAfter } from '../../mapping/fixtures/previous-delivery.ts';
import type { MappingContext } from '../../mapping/mapping.ts';
import { MappingMemo } from '../../mapping/mapping-memo.ts';
import { type FileSnapshot, type FileSource, overlayFiles, readEachOnce } from '../../system/file-source.ts';
import type { Finding, Language } from '../../types.ts';
import { parseSource, type SourceFile } from './read-source.ts';

/** What a trial of an unsaved edit is asked with. Plain data: it goes to a thread. */
export interface DraftQuestion {
  /** Names of mappings, of which each reads what the one before it made. */
  readonly mappings: readonly [string, ...string[]];
  /** Files as they are typed now, by the path at which they would be saved. */
  readonly edits: FileSnapshot;
  readonly context: DraftContext;
  readonly language: Language;
}

/** What the mappings are told beside the document: nothing, as for the first document of an order. */
export interface DraftContext {
  /** As a context.json says it. */
  readonly text?: string;
  /** The document that was delivered before it. */
  readonly previous?: SourceFile;
  /** Name of the event, over that of the context. */
  readonly event?: string;
}

/** What an edit is tried with: loaded once for many trials. */
export interface DraftTools {
  /** In which mappings are looked up: one's own before the delivered one. */
  readonly folders: readonly string[];
  /** The files beneath the edits. */
  readonly files: FileSource;
  readonly formats: Formats;
  /** Of whoever tries one edit after the other. */
  readonly memo?: MappingMemo;
}

/** The mappings of an edit; absent where one of them cannot be used. */
export interface LoadedDraft {
  readonly findings: readonly Finding[];
  readonly mappings?: readonly [FileMapping, ...FileMapping[]];
}

export function loadDraft(
  { mappings: names, edits, language }: Pick<DraftQuestion, 'mappings' | 'edits' | 'language'>,
  { folders, files, formats, memo = new MappingMemo() }: DraftTools,
): LoadedDraft {
  const options = { files: overlayFiles(edits, readEachOnce(files)), language };
  const loaded = names.map((name) => memo.load(name, folders, formats, options));
  const findings = loaded.flatMap((one) => one.findings);
  const [first, ...more] = loaded.flatMap(({ mapping }) => mapping ?? []);
  return first === undefined || more.length + 1 < names.length
    ? { findings }
    : { findings, mappings: [first, ...more] };
}

/** What the mappings are told. Throws an Error in words where it cannot be read. */
export function buildDraftContext(
  mapping: FileMapping,
  { text = '{}', previous, event }: DraftContext,
  formats: Formats,
): MappingContext {
  const context = parseFixtureContext(text);
  return buildContextAfter(
    mapping,
    event === undefined ? context : { ...context, event },
    previous && parseSource(mapping, previous, formats),
  );
}
