import type { FileLook } from '../../tree/xml/not-xml.ts';
import type { Finding } from '../../types.ts';
import type { DescriptionInput } from '../define-syntax.ts';
import { type DescriptionNode, type GroupNode, groupsOf } from '../describe/description-nodes.ts';
import type { DescriptionSource } from '../describe/description-source.ts';
import { parseGuide } from '../describe/parse-description.ts';
import { PlacedFieldReader } from '../describe/placed-fields.ts';
import { type RecordNode, readRecords, recordEntries } from '../describe/read-records.ts';
import type { ReadNearby, ReferencedTexts } from '../describe/referenced-texts.ts';
import type { TreeMembers } from '../describe/tree-entries.ts';
import type { NumberMarks } from '../text/value-type.ts';
import { controlRecord, findControlField } from './control-record.ts';
import { type IdocDescription, idocSchema } from './description.ts';
import { idocSentence } from './findings/sentences.ts';
import { mergeFields, mergeTrees, type Segments } from './merge-segments.ts';
import { parseParserReport } from './parser-report.ts';

/** An IDoc format, read and found right: what its reader and writer work with. */
export interface IdocLayout {
  readonly description: IdocDescription;
  /** `IDOC`: the control record, then the segments as they nest. */
  readonly root: GroupNode;
  /** By their names. */
  readonly records: ReadonlyMap<string, RecordNode>;
  /** MESTYP and IDOCTYP. */
  readonly message: string;
  readonly type: string;
  /** How files of other syntaxes begin, to be told where XML is expected. */
  readonly fileLooks: readonly FileLook[];
}

/** Numbers of an IDoc have a decimal point, and the minus sign behind them. */
export const idocNumberMarks: NumberMarks = { decimal: '.' };

interface LoadedIdoc {
  /** Absent when a finding is an error. */
  readonly layout?: IdocLayout;
  readonly findings: readonly Finding[];
  /** All texts that it is made of beside its own. */
  readonly texts: readonly string[];
}

/** A format with the segments of its guide and of SAP's report. */
export function buildIdocLayout({
  source,
  description,
  referenced,
  readNearby,
  fileLooks,
}: DescriptionInput & { readonly description: IdocDescription }): LoadedIdoc {
  const gathered = collectDescription(source, description, referenced, readNearby, 0);
  const { message, type, texts } = gathered;
  const missing = (['message', 'type', 'tree'] as const).filter((key) => gathered[key] === undefined);
  const findings = [
    ...gathered.findings,
    ...(gathered.findings.length > 0 ? [] : missing.map((key) => buildMissingKeyFinding(source, key))),
    ...checkControl(source, description),
  ];
  if (findings.length > 0 || message === undefined || type === undefined) return { findings, texts };
  const entries = recordEntries(source);
  const tree = { IDOC: gathered.tree ?? {} };
  const {
    root,
    records,
    findings: more,
  } = readRecords(entries, { records: gathered.records, tree }, new PlacedFieldReader(entries));
  if (more.length > 0) return { findings: more, texts };
  const members = [controlRecord, ...groupsOf(root).map(addMaxLengths)];
  return {
    layout: { description, fileLooks, root: { ...root, members }, records, message, type },
    findings: [],
    texts,
  };
}

/** What a description and all that it builds on say. */
interface CollectedDescription {
  readonly message?: string | undefined;
  readonly type?: string | undefined;
  readonly records: Segments;
  readonly tree?: TreeMembers | undefined;
  readonly findings: readonly Finding[];
  readonly texts: readonly string[];
}

const nothing: CollectedDescription = { records: {}, findings: [], texts: [] };

function collectDescription(
  source: DescriptionSource,
  description: IdocDescription,
  beside: ReferencedTexts,
  near: ReadNearby,
  depth: number,
): CollectedDescription {
  const base =
    description.guide === undefined ? nothing : collectGuide(source, description.guide, beside, depth);
  const text = description.parser === undefined ? undefined : near(description.parser);
  const report = text === undefined ? undefined : parseParserReport(text);
  const own = { ...base.records };
  for (const [name, fields] of Object.entries(description.records ?? {}))
    own[name] = mergeFields(own[name] ?? {}, fields);
  for (const [name, fields] of report?.records ?? [])
    own[name] = mergeFields(Object.fromEntries(fields), own[name] ?? {}, 'places');
  const trees = [report?.tree, description.tree, base.tree].filter((one) => one !== undefined);
  const isReportWrong = description.parser !== undefined && report === undefined;
  return {
    message: description.message ?? base.message,
    type: description.type ?? report?.type ?? base.type,
    records: own,
    tree: trees.length === 0 ? undefined : trees.reduce(mergeTrees),
    findings: [
      ...base.findings,
      ...(isReportWrong ? [buildWrongReportFinding(source, description.parser ?? '')] : []),
    ],
    texts: [...base.texts, ...(text === undefined ? [] : [text])],
  };
}

function collectGuide(
  source: DescriptionSource,
  name: string,
  beside: ReferencedTexts,
  depth: number,
): CollectedDescription {
  const text = depth > 5 ? undefined : beside.guide(name);
  const wrong = (what: 'no-guide' | 'other-guide'): CollectedDescription => ({
    ...nothing,
    findings: [source.findingAt(idocSentence(`format-wrong-value/${what}`), ['guide'], { name })],
  });
  if (text === undefined) return wrong('no-guide');
  const guide = parseGuide(text, name, idocSchema, 'idoc', source.language);
  if (guide === undefined) return wrong('other-guide');
  const { description, source: own, findings } = guide;
  if (description === undefined) return { ...nothing, findings };
  const loaded = collectDescription(own, description, beside, () => undefined, depth + 1);
  return { ...loaded, texts: [text, ...loaded.texts] };
}

const buildMissingKeyFinding = (source: DescriptionSource, key: string): Finding =>
  source.findingAt(idocSentence('format-missing-key/key'), [key], { key });

const buildWrongReportFinding = (source: DescriptionSource, path: string): Finding =>
  source.findingAt(idocSentence('format-wrong-value/parser'), ['parser'], { path });

function checkControl(source: DescriptionSource, { write }: IdocDescription): readonly Finding[] {
  return Object.keys(write.control)
    .filter((name) => findControlField(name) === undefined)
    .map((name) =>
      source.findingAtKey(idocSentence('format-record/control'), ['write', 'control', name], { name }),
    );
}

/** A field may hold as much as its place. */
function addMaxLengths<N extends DescriptionNode>(node: N): N {
  if (node.kind === 'group') return { ...node, members: node.members.map(addMaxLengths) };
  const { at } = node;
  return at.by === 'place' && at.length > 0 ? { ...node, maxLength: at.length } : node;
}
