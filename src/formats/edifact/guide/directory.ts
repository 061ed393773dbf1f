import { z } from 'zod';
import type { Finding, Language } from '../../../types.ts';
import { explainIssues } from '../../../yaml/schema-issues.ts';
import { descriptionFindingOf } from '../../describe/description-sentences.ts';
import { DescriptionSource } from '../../describe/description-source.ts';
import { edifactSentence } from '../findings/sentences.ts';

/** The segments of a release with their elements and lengths, and what people call elements and codes. */
export interface Directory {
  readonly segments: ReadonlyMap<string, SegmentType>;
  /** Names of codes by the number of their element. */
  readonly codes: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export interface SegmentType {
  readonly tag: string;
  readonly slots: readonly ElementSlot[];
}

/** Where an element stands in a segment. Repeated ones have a slot each. */
export interface ElementSlot {
  /** As the tree names it: `C186`, `e1225`. */
  readonly name: string;
  readonly required: boolean;
  /** Of a composite; a simple element has one, itself. */
  readonly parts: readonly ElementPart[];
  readonly isComposite: boolean;
  /** How many of that name there are in the segment, and which of them this is, from 0. */
  readonly of: number;
  readonly nth: number;
}

export interface ElementPart {
  /** `6060`. */
  readonly number: string;
  /** `e6060`. */
  readonly name: string;
  /** What people call it; its number where there is no word. */
  readonly label: string;
  readonly required: boolean;
  readonly type: PartType;
  /** Characters, or digits of a number. */
  readonly length: number;
  readonly of: number;
  readonly nth: number;
}

/** text: blanks around it are meant; code: they are not. */
export type PartType = 'text' | 'code' | 'decimal' | 'identifier';

const fileSchema = z.strictObject({
  directory: z.string().describe('Its name: that of the file, without .yaml.'),
  extends: z.string().optional().describe('Another directory, whose elements, codes and segments hold too.'),
  elements: z
    .record(z.string().regex(/^\d{4}$/, 'four digits'), z.string().min(1))
    .default({})
    .describe('What people call an element; behind | its type, where n and an do not say it.'),
  segments: z
    .record(z.string().regex(/^[A-Z]{3}$/, 'three capitals'), z.string().min(1))
    .default({})
    .describe('The elements of a segment in their order.'),
  codes: z
    .record(z.string(), z.record(z.string(), z.string()))
    .default({})
    .describe('What a code means, by its element.'),
});
type DirectoryFile = z.output<typeof fileSchema>;

export interface LoadedDirectory {
  /** Absent when a finding is an error. */
  readonly directory?: Directory;
  readonly findings: readonly Finding[];
  /** All that it is made of. */
  readonly texts: readonly string[];
}

type ReadText = (name: string) => string | undefined;

/** The last ones, the newest first: formats of one release have the same, and after a reload most have it again. */
let known: readonly KnownDirectory[] = [];
const mostKnown = 4;

interface KnownDirectory {
  readonly loaded: LoadedDirectory;
  /** That of the directory and of those that it extends, by their names. */
  readonly texts: ReadonlyMap<string, string>;
}

/** One whose texts are as they were is not parsed again. `read`: the text of a directory by its name; `language`: of the findings. */
export function readDirectory(name: string, read: ReadText, language: Language = 'en'): LoadedDirectory {
  const isSame = ({ texts }: KnownDirectory): boolean =>
    texts.keys().next().value === name && [...texts].every(([file, text]) => read(file) === text);
  const same = known.find(isSame);
  if (same) return same.loaded;
  const made = parseDirectory(name, read, language);
  if (made.loaded.directory !== undefined) known = [made, ...known].slice(0, mostKnown);
  return made.loaded;
}

function parseDirectory(name: string, read: ReadText, language: Language): KnownDirectory {
  const files: DirectoryFile[] = [];
  const texts = new Map<string, string>();
  const failed = (findings: readonly Finding[]): KnownDirectory => ({
    loaded: { findings, texts: [...texts.values()] },
    texts,
  });
  for (let next: string | undefined = name; next !== undefined && files.length < 10; ) {
    const text = read(next);
    if (text === undefined) return failed([descriptionFindingOf(noDirectory, { name: next }, language)]);
    const source = new DescriptionSource(`${next}.yaml`, text, language);
    const value = source.toValue();
    const parsed = fileSchema.safeParse(value);
    if (!parsed.success)
      return failed(explainIssues({ source, schema: fileSchema, root: [], value }, parsed.error.issues));
    files.push(parsed.data);
    texts.set(next, text);
    next = parsed.data.extends;
  }
  return { loaded: { directory: directoryOf(files), findings: [], texts: [...texts.values()] }, texts };
}

const noDirectory = edifactSentence('format-not-found/directory');

/** The first of the files wins. */
function directoryOf(files: readonly DirectoryFile[]): Directory {
  const reversed = files.toReversed();
  const merge = <T>(pick: (one: DirectoryFile) => Readonly<Record<string, T>>) =>
    new Map(reversed.flatMap((one) => Object.entries(pick(one))));
  const elements = merge((one) => one.elements);
  const lines = merge((one) => one.segments);
  const codes = new Map<string, Map<string, string>>();
  for (const [number, names] of reversed.flatMap((one) => Object.entries(one.codes)))
    codes.set(number, new Map([...(codes.get(number) ?? []), ...Object.entries(names)]));
  const segments = new Map([...lines].map(([tag, line]) => [tag, parseSegmentType(tag, line, elements)]));
  return { segments, codes };
}

/** `C186!(6063! an3, 6060! n15), 4183 an3 x5`. */
function parseSegmentType(tag: string, line: string, elements: ReadonlyMap<string, string>): SegmentType {
  const written = line.match(/[A-Z]\d{3}!?\s*\([^)]*\)(?:\s*x\d+)?|\d{4}[^,]*/g) ?? [];
  const slots = written.flatMap((one) => {
    const [, name = '', required, inside, times] =
      /^([A-Z]\d{3})(!)?\s*\(([^)]*)\)(?:\s*x(\d+))?$/.exec(one.trim()) ?? [];
    if (name !== '') {
      const parts = numberByName((inside ?? '').split(',').map((part) => partOf(part, elements)));
      return repeat({ name, required: required === '!', parts, isComposite: true }, times);
    }
    const part = numberByName([partOf(one, elements)]);
    const [only] = part;
    const count = /x(\d+)\s*$/.exec(one)?.[1];
    return repeat(
      { name: only?.name ?? '', required: only?.required ?? false, parts: part, isComposite: false },
      count,
    );
  });
  return { tag, slots: numberByName(slots) };
}

const repeat = <T>(one: T, times = '1'): readonly T[] => Array.from({ length: Number(times) }, () => one);

/** Numbers those of one name. */
function numberByName<T extends { readonly name: string }>(
  all: readonly T[],
): readonly (T & { readonly of: number; readonly nth: number })[] {
  return all.map((one, at) => ({
    ...one,
    of: all.filter(({ name }) => name === one.name).length,
    nth: all.slice(0, at).filter(({ name }) => name === one.name).length,
  }));
}

/** `6063! an3`. */
function partOf(written: string, elements: ReadonlyMap<string, string>): Omit<ElementPart, 'of' | 'nth'> {
  const [, number = '', required, kind = 'an', length] =
    /^\s*(\d{4})(!)?\s*(an|a|n)?(\d+)?/.exec(written) ?? [];
  const [label = number, given] = (elements.get(number) ?? number).split('|').map((one) => one.trim());
  return {
    number,
    name: `e${number}`,
    label,
    required: required === '!',
    type: typeOf(given, kind),
    length: Number(length ?? 999),
  };
}

const types: readonly PartType[] = ['text', 'code', 'decimal', 'identifier'];

const typeOf = (given: string | undefined, kind: string): PartType =>
  types.find((type) => type === given) ?? (kind === 'n' ? 'decimal' : 'code');
