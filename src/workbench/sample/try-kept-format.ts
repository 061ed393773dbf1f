import { basename, join } from 'node:path';
import type { Format, Formats } from '../../formats/document-format.ts';
import { kindOf } from '../../formats/format-names.ts';
import type { DraftedKind } from '../../formats/infer/drafted-kinds.ts';
import { type Revision, reviseDescription } from '../../formats/revise/revise-description.ts';
import { diffLines, renderCanonicalLines } from '../../mapping/compare/canonical-lines.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { type LoadedMapping, parseMapping } from '../../mapping/load-mapping.ts';
import { type FileSnapshot, overlayFiles } from '../../system/file-source.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { listFilledLeaves } from '../../tree/nodes/leaves.ts';
import type { TreeNode } from '../../tree/nodes/tree-node.ts';
import type { Finding } from '../../types.ts';
import type { DraftTools } from '../preview/preview-draft.ts';
import { lineageOf } from '../trial/relative-path.ts';
import { entryOf } from './extend-delivered.ts';
import { describeUses, type ValueUse } from './propose-segments.ts';
import { type RenamedPlace, renamePlaces } from './rename-places.ts';
import {
  describeFormat,
  readSample,
  runMapping,
  type SampleDocument,
  type SampleQuestion,
  type SampleTrial,
  withFormat,
} from './try-sample.ts';

/** A format that is kept already, in a folder or a draft. Plain data: it goes to a thread. */
export interface KeptFormat {
  /** Which reads it. */
  readonly mapping: string;
  /** Texts of the description and of the mapping. */
  readonly description: string;
  readonly text: string;
  /** The mapping is one's own; a delivered one stays as it is. */
  readonly isOwn: boolean;
  /** One's own folder of mappings. */
  readonly folder: string;
  /** Files of the draft. */
  readonly edits: FileSnapshot;
}

export type KeptQuestion = SampleQuestion & { readonly kept: KeptFormat };

/** What a change of a format does to what reads it. Plain data. */
export interface FormatChange {
  readonly isChanged: boolean;
  /** By id of the field, where its values go. */
  readonly uses: Readonly<Record<string, ValueUse>>;
  /** Rules that name a place by its new name now. */
  readonly renamed: readonly RenamedPlace[];
  /** What is wrong with rules, of this mapping and of others, that was not wrong before. */
  readonly rules: readonly Finding[];
  /** The document that is shown, as it was made before and as it is made now, in lines; undefined: nothing was made of it. */
  readonly difference: readonly string[] | undefined;
}

/** Pure; its work grows with the file, so that pages call it in a worker. */
export function tryKeptFormat(question: KeptQuestion, given: DraftTools): SampleTrial {
  const { name, bytes, corrections, kept } = question;
  const tools = { ...given, files: overlayFiles(kept.edits, given.files) };
  const revised = reviseDescription({
    ...{ text: kept.description, file: `formats/${name}.yaml`, bytes, corrections },
  });
  if (revised.because !== undefined) return { kind: 'unknown', because: revised.because };
  const { format, findings } = describeFormat(question, revised.text, tools);
  const before = describeFormat(question, kept.description, tools).format;
  const shown = { ...describeRevision(kept, revised), findings };
  const isChanged = revised.text !== kept.description;
  if (format === undefined)
    return {
      ...{ ...shown, mapping: kept.text, reading: [], documents: 0, notRead: 0 },
      change: { isChanged, uses: {}, renamed: [], rules: [], difference: undefined },
    };
  const after = new KeptTrial(question, tools, format);
  const moved = kept.isOwn ? revised.moved : [];
  const renamed = renamePlaces(kept.text, moved, (text) => after.listUnknown(text));
  const now = after.run(renamed.text);
  const then = before && new KeptTrial(question, tools, before).run(kept.text);
  const result = now.run.preview?.result.text;
  const earlier = then?.run.preview?.result.text;
  return {
    ...{ ...shown, ...now.run, mapping: renamed.text },
    findings: [...findings, ...known(now.loaded.findings, then?.loaded.findings ?? [])],
    ...{ reading: now.sample.findings, documents: now.sample.documents.length, notRead: now.sample.notRead },
    change: {
      isChanged,
      uses: listUses(revised, now),
      renamed: renamed.renamed,
      rules: [
        ...fresh(now.loaded.findings, then?.loaded.findings ?? []),
        ...(before === undefined ? [] : listOthersFindings(question, tools, before, format)),
      ],
      difference: earlier && result !== undefined ? diffTexts(earlier, result) : undefined,
    },
  };
}

/** What needs no run. */
function describeRevision({ text }: KeptFormat, { syntax, proposal, text: format }: FoundRevision) {
  const kind = kindOf(entryOf(text, 'to') ?? '');
  const documentKind: DraftedKind = kind === 'response' ? 'response' : 'order';
  return {
    ...({ kind: 'recognised', documentKind, isKindCertain: true, syntax, proposal, format } as const),
    ...{ meanings: [], assumptions: [], mappingEnding: '', channel: '' },
  };
}

type FoundRevision = Extract<Revision, { readonly text: string }>;

/** One description of the format, with whatever text of the mapping. */
class KeptTrial {
  readonly #question: KeptQuestion;
  readonly #tools: DraftTools;
  readonly #format: Format;
  readonly #formats: Formats;

  constructor(question: KeptQuestion, tools: DraftTools, format: Format) {
    this.#question = question;
    this.#tools = tools;
    this.#format = format;
    this.#formats = withFormat(tools.formats, format);
  }

  load(text: string, name = this.#question.kept.mapping): LoadedMapping {
    const { kept, language } = this.#question;
    const { folders, files } = this.#tools;
    const file = join(kept.folder, `${name}.yaml`);
    return parseMapping({ name, file, text }, this.#formats, { folders, files, language });
  }

  /** What the mapping's own text names and the source does not have. */
  listUnknown(text: string): readonly Finding[] {
    const own = `${this.#question.kept.mapping}.yaml`;
    return this.load(text).findings.filter(
      ({ code, file = own }) => code === 'mapping-path' && basename(file) === own,
    );
  }

  run(text: string) {
    const loaded = this.load(text);
    const sample = readSample(this.#format, this.#question);
    const shown = sample.documents[this.#question.document] ?? sample.documents[0];
    const run = runMapping(loaded.mapping, shown, this.#question.language, this.#formats);
    return { loaded, sample, run, formats: this.#formats };
  }
}

interface TriedMapping {
  readonly loaded: { readonly mapping?: FileMapping };
  readonly sample: { readonly documents: readonly SampleDocument[] };
  readonly formats: Formats;
}

function listUses({ places }: FoundRevision, tried: TriedMapping): FormatChange['uses'] {
  const { documents } = tried.sample;
  // of a mapping that cannot be used, nothing shows where values go
  if (tried.loaded.mapping === undefined) return {};
  const trees = documents.flatMap(({ checked }) => checked?.tree ?? []);
  const leaves = trees.flatMap(({ root }) => listFilledLeaves(root).flatMap(placesOf));
  const byPlace = Map.groupBy(leaves, ({ place }) => place);
  const asked = [...places].map(([id, place]) => ({
    id,
    leaves: (byPlace.get(place) ?? []).map(({ leaf }) => leaf),
  }));
  const run = { mapping: tried.loaded.mapping, documents, formats: tried.formats };
  return Object.fromEntries(describeUses(asked, run));
}

/** As a revision names places: the element that holds it and its own name, and its path below the root. */
function placesOf(leaf: TreeNode) {
  const names = lineageOf(leaf).map(nodeNameOf);
  return [names.slice(-2).join('/'), `/${names.slice(1).join('/')}`].map((place) => ({ place, leaf }));
}

const nodeNameOf = (node: TreeNode): string =>
  node.nodeType === 2 ? `@${node.localName}` : node.nodeType === 1 ? node.localName : '';

/** Without where it stands: a rule may have moved. */
const keyOf = ({ code, message }: Finding): string => `${code} ${message}`;

const fresh = (now: readonly Finding[], then: readonly Finding[]): readonly Finding[] => {
  const before = new Set(then.map(keyOf));
  return now.filter((one) => !before.has(keyOf(one)));
};

const known = (now: readonly Finding[], then: readonly Finding[]): readonly Finding[] => {
  const before = new Set(then.map(keyOf));
  return now.filter((one) => before.has(keyOf(one)));
};

/** Other mappings of one's own that read or write the format. */
function listOthersFindings(
  question: KeptQuestion,
  tools: DraftTools,
  before: Format,
  after: Format,
): readonly Finding[] {
  const { folder, mapping } = question.kept;
  const [then, now] = [before, after].map((format) => new KeptTrial(question, tools, format));
  return tools.files.list(folder).flatMap((file) => {
    const name = basename(file, '.yaml');
    if (!file.endsWith('.yaml') || name === mapping) return [];
    const text = decodeSavedText(tools.files.read(join(folder, file)) ?? new Uint8Array());
    const isOfFormat = [entryOf(text, 'from'), entryOf(text, 'to')].includes(question.name);
    if (!isOfFormat || then === undefined || now === undefined) return [];
    return fresh(now.load(text, name).findings, then.load(text, name).findings);
  });
}

function diffTexts(before: string, after: string): readonly string[] {
  const file = after.trimStart().startsWith('<') ? 'after.xml' : 'after.json';
  return diffLines(renderCanonicalLines(before, file), renderCanonicalLines(after, file));
}
