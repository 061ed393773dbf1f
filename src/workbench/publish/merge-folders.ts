import { readRuleTexts } from '../../mapping/compare/mapping-differences.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { type FolderFiles, isSameContent } from './mappings-folder.ts';
import { mergeLines } from './merge-lines.ts';
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
    const merged = mergeFile(path, base.get(path), onto.get(path), edited.get(path));
    if (merged instanceof MergeConflict) conflicts.push(...merged.what);
    else if (merged !== undefined) files.set(path, merged);
  }
  return conflicts.length > 0 ? { conflicts } : { files };
}

class MergeConflict {
  readonly what: readonly string[];
  constructor(what: readonly string[]) {
    this.what = what;
  }
}

type MaybeFile = Uint8Array | undefined;

function mergeFile(
  path: string,
  base: MaybeFile,
  onto: MaybeFile,
  edited: MaybeFile,
): MaybeFile | MergeConflict {
  if (isSameContent(base, edited) || isSameContent(onto, edited)) return onto;
  if (isSameContent(base, onto)) return edited;
  if (base === undefined || onto === undefined || edited === undefined) return new MergeConflict([path]);
  const [before, theirs, ours] = [base, onto, edited].map((bytes) => decodeSavedText(bytes));
  return mergeText(path, before ?? '', theirs ?? '', ours ?? '');
}

/** The text is merged by lines or rows; that it says what both edits say is held against its rules. */
function mergeText(path: string, base: string, onto: string, edited: string): Uint8Array | MergeConflict {
  const [before, theirs, ours] = [base, onto, edited].map((text) => readParts(path, text));
  if (!before || !theirs || !ours) return new MergeConflict([path]);
  const keys = [...new Set([...before.keys(), ...theirs.keys(), ...ours.keys()])];
  const touched = keys.filter(
    (key) =>
      theirs.get(key) !== before.get(key) &&
      ours.get(key) !== before.get(key) &&
      theirs.get(key) !== ours.get(key),
  );
  if (touched.length > 0) return new MergeConflict(touched.map((key) => `${path} ${key}`));
  const merge = path.endsWith('.csv') ? mergeRows : mergeLines;
  const text = merge(base, onto, edited);
  const wanted = new Map(
    keys.map((key) => [key, ours.get(key) === before.get(key) ? theirs.get(key) : ours.get(key)]),
  );
  const said = text === undefined ? undefined : readParts(path, text);
  const isRight =
    said && [...new Set([...keys, ...said.keys()])].every((key) => said.get(key) === wanted.get(key));
  return text !== undefined && isRight
    ? Buffer.from(text)
    : new MergeConflict([`${path} (neighbouring lines)`]);
}
