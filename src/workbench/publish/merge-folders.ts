import { isUtf8 } from 'node:buffer';
import { readRuleLines, readRuleTexts } from '../../mapping/compare/mapping-differences.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { writeDraftText } from '../drafts/draft-files.ts';
import { type FolderFiles, isSameContent } from './mappings-folder.ts';
import { type ContestedRule, mergeLines } from './merge-lines.ts';
import { type Clash, joinParts, listClashes, type MergePart } from './merge-parts.ts';
import { mergeRows, parseRows } from './table-rows.ts';

/** One rule, row or whole file that one folder has otherwise than another. */
export interface FolderChange {
  readonly file: string;
  /** `target/order/description`, or the key of a row; absent: the file as a whole. */
  readonly what?: string;
  /** Absent: there was none; there is none any more. Of a file as a whole neither is told. */
  readonly from?: string;
  readonly to?: string;
  readonly kind: 'added' | 'changed' | 'deleted';
}

/** What `now` has otherwise than `before`, by file, and where they can be read by rule or row. */
export function listFolderChanges(before: FolderFiles, now: FolderFiles): readonly FolderChange[] {
  const paths = [...new Set([...before.keys(), ...now.keys()])].sort();
  return paths.flatMap((file) => {
    const [one, other] = [before.get(file), now.get(file)];
    if (isSameContent(one, other)) return [];
    if (one === undefined || other === undefined)
      return { file, kind: one === undefined ? 'added' : 'deleted' } as const;
    const parts = listPartChanges(file, one, other);
    return parts.length > 0 ? parts : [{ file, kind: 'changed' as const }];
  });
}

function listPartChanges(file: string, before: Uint8Array, now: Uint8Array): readonly FolderChange[] {
  const [one, other] = [readParts(file, decodeSavedText(before)), readParts(file, decodeSavedText(now))];
  if (one === undefined || other === undefined) return [];
  const keys = [...new Set([...one.keys(), ...other.keys()])];
  return keys.flatMap((what) => {
    const [from, to] = [one.get(what), other.get(what)];
    if (from === to) return [];
    const kind = from === undefined ? 'added' : to === undefined ? 'deleted' : 'changed';
    const values = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    return { file, what, kind, ...values };
  });
}

type FileParts = ReadonlyMap<string, string>;

/** The rules of a mapping, the rows of a table; undefined: it is one whole. */
function readParts(file: string, text: string): FileParts | undefined {
  if (file.startsWith('fixtures/')) return undefined;
  if (file.endsWith('.csv')) return parseRows(text);
  return file.endsWith('.yaml') ? readRuleTexts(text, file) : undefined;
}

export type MergeResult =
  | { readonly files: FolderFiles }
  /** Rules, rows and files that both have changed, each in another way. */
  | { readonly conflicts: readonly string[] };

/** The edit of `base` on top of the folder that runs, by file and rule, where they do not touch. */
export function mergeFolders(base: FolderFiles, onto: FolderFiles, edited: FolderFiles): MergeResult {
  const files = new Map<string, Uint8Array>();
  const conflicts: string[] = [];
  for (const path of new Set([...base.keys(), ...onto.keys(), ...edited.keys()])) {
    const merge = mergeFile(path, base.get(path), onto.get(path), edited.get(path));
    if ('clashes' in merge) conflicts.push(...merge.clashes.flatMap((one) => nameClash(path, one)));
    else if (merge.bytes !== undefined) files.set(path, merge.bytes);
  }
  return conflicts.length > 0 ? { conflicts } : { files };
}

function nameClash(path: string, { kind, rules }: Clash): readonly string[] {
  if (rules.length > 0) return rules.map((rule) => `${path} ${rule}`);
  return [kind === 'lines' ? `${path} (neighbouring lines)` : path];
}

type MaybeFile = Uint8Array | undefined;

/** A file that two have edited. */
export type FileMerge =
  /** As both together have it; undefined: it is gone. */
  | { readonly bytes: MaybeFile }
  | { readonly parts: readonly MergePart[]; readonly clashes: readonly Clash[] };

export function mergeFile(path: string, base: MaybeFile, onto: MaybeFile, edited: MaybeFile): FileMerge {
  if (isSameContent(base, edited) || isSameContent(onto, edited)) return { bytes: onto };
  if (isSameContent(base, onto)) return { bytes: edited };
  const [before, theirs, ours] = [base, onto, edited].map((bytes) => bytes && readText(bytes));
  const parts =
    before !== undefined && theirs !== undefined && ours !== undefined
      ? mergeTexts(path, [before, theirs, ours])
      : undefined;
  if (parts === undefined) return clashOfFile(before, theirs, ours);
  const clashes = listClashes(parts);
  return clashes.length > 0 ? { parts, clashes } : { bytes: Buffer.from(joinParts(parts, () => '')) };
}

/** As drafts have it: what is no text goes along all the same. */
const readText = (bytes: Uint8Array): string =>
  isUtf8(bytes) ? decodeSavedText(bytes) : writeDraftText(bytes);

/** One of both, or what somebody makes of them. */
export function clashOfFile(base: MaybeText, theirs: MaybeText, ours: MaybeText): FileMerge {
  const clash: Clash = {
    ...{ kind: 'file', rules: [] },
    ...(base === undefined ? {} : { base }),
    ...(theirs === undefined ? {} : { theirs }),
    ...(ours === undefined ? {} : { ours }),
  };
  return { parts: [{ clash }], clashes: [clash] };
}

type MaybeText = string | undefined;

/** By lines or rows; that it says what both edits say is held against its rules. Undefined: it has none that can be read, or says something else. */
function mergeTexts(path: string, texts: ThreeTexts): readonly MergePart[] | undefined {
  const [before, theirs, ours] = texts.map((text) => readParts(path, text));
  if (!before || !theirs || !ours) return undefined;
  const keys = [...new Set([...before.keys(), ...theirs.keys(), ...ours.keys()])];
  const touched = keys.filter(
    (key) =>
      theirs.get(key) !== before.get(key) &&
      ours.get(key) !== before.get(key) &&
      theirs.get(key) !== ours.get(key),
  );
  const wanted = new Map(
    keys.map((key) => [key, ours.get(key) === before.get(key) ? theirs.get(key) : ours.get(key)]),
  );
  return mergeContested(path, texts, wanted, touched);
}

/** Before, theirs, ours. */
type ThreeTexts = readonly [base: string, onto: string, edited: string];

/** Rules of lines that clash are contested too, though each was changed by one of both alone. */
function mergeContested(
  path: string,
  texts: ThreeTexts,
  wanted: ReadonlyMap<string, string | undefined>,
  contested: readonly string[],
): readonly MergePart[] | undefined {
  const parts = path.endsWith('.csv')
    ? mergeRows(...texts, contested)
    : mergeLines(...texts, placeRules(path, contested, texts));
  if (parts === undefined) return undefined;
  const wrong = [joinTheirs(parts), joinOurs(parts)].flatMap((text) => {
    const said = readParts(path, text);
    return said && [...wanted.keys(), ...said.keys()].filter((key) => said.get(key) !== wanted.get(key));
  });
  if (wrong.some((key) => key === undefined || !wanted.has(key))) return undefined;
  const next = [...wanted.keys()].filter((key) => contested.includes(key) || wrong.includes(key));
  return next.length === contested.length ? parts : mergeContested(path, texts, wanted, next);
}

const joinTheirs = (parts: readonly MergePart[]): string => joinParts(parts, ({ theirs }) => theirs ?? '');
const joinOurs = (parts: readonly MergePart[]): string => joinParts(parts, ({ ours }) => ours ?? '');

function placeRules(path: string, rules: readonly string[], texts: ThreeTexts): readonly ContestedRule[] {
  if (rules.length === 0) return [];
  const [before, theirs, ours] = texts.map((text) => readRuleLines(text, path));
  return rules.map((rule) => ({
    ...{ rule, base: before?.get(rule), theirs: theirs?.get(rule), ours: ours?.get(rule) },
  }));
}
