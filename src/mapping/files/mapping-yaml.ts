import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLParseError,
} from 'yaml';
import type { MappingSentenceName, MappingValues } from '../../findings/mapping-sentences.ts';
import { findForeignCharacter } from '../../text/text-file.ts';
import type { MappingPosition, MappingProblem } from './mapping-problem.ts';
import { findParsedYaml } from './parsed-yaml.ts';
import {
  explainYamlError,
  repeatedNameProblem,
  unclosedQuoteProblem,
  type YamlProblem,
} from './yaml-problems.ts';

/** A mapping file's YAML: every scalar is text; tags, anchors and aliases do not exist. */
export type YamlNode = YamlText | YamlMap | YamlList;

export interface YamlText extends MappingPosition {
  readonly kind: 'text';
  readonly text: string;
  /** As it stands in the file; `plain` and quoted texts on one line have exact columns inside. */
  readonly style: 'plain' | 'quoted' | 'block';
}

export interface YamlEntry extends MappingPosition {
  readonly name: string;
  readonly value: YamlNode;
}

export interface YamlMap extends MappingPosition {
  readonly kind: 'map';
  readonly entries: readonly YamlEntry[];
}

export interface YamlList extends MappingPosition {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
}

/**
 * Reads with the failsafe schema (every scalar is text). Problems: syntax, names that stand twice, tags, anchors.
 * `file`: stands in every place, for a text that becomes part of another file's.
 */
export function parseYaml(
  text: string,
  file?: string,
): { readonly value?: YamlNode; readonly problems: readonly MappingProblem[] } {
  const known = findParsedYaml(text, file);
  return known === undefined ? readYaml(text, file) : { value: known, problems: [] };
}

/** Characters of a file, of which the largest that is delivered has 60,000: the search for equal names takes the square of theirs. */
const largest = 500_000;

/** Lists and names inside of one another. */
const deepest = 100;

/** Names that stand twice, of which somebody is told. */
const mostTwice = 20;

function readYaml(text: string, file: string | undefined): ReturnType<typeof parseYaml> {
  const lines = new LineCounter();
  const reader = new YamlReader(lines, file);
  if (text.length > largest) {
    reader.report(0, 'mapping-yaml/large', { most: largest.toLocaleString('en-US') });
    return { problems: reader.problems };
  }
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines, uniqueKeys: true });
  const wrong = findForeignCharacter(text);
  if (wrong) reader.report(wrong.index, 'mapping-yaml/foreign');
  if (wrong) return { problems: reader.problems };
  for (const error of firstOf(document.errors)) {
    const { at, sentence, values } = locateError(error, text, document.contents, lines);
    reader.report(at, sentence, values);
  }
  if (document.errors.length > 0) return { problems: reader.problems };
  if (document.contents === null) reader.report(0, 'mapping-yaml/empty');
  const value = document.contents === null ? undefined : reader.read(document.contents);
  return reader.problems.length > 0 || value === undefined
    ? { problems: reader.problems }
    : { value, problems: [] };
}

/** An entry of a map by its name. */
export function findEntry(map: YamlMap, name: string): YamlEntry | undefined {
  return map.entries.find((entry) => entry.name === name);
}

/** The text of an entry, trimmed; empty where there is none. */
export function textOfEntry(map: YamlMap, name: string): string {
  const value = findEntry(map, name)?.value;
  return value?.kind === 'text' ? value.text.trim() : '';
}

/** Names that stand twice, each; of anything else the first, since the others only follow from it. */
function firstOf(errors: readonly YAMLParseError[]): readonly YAMLParseError[] {
  const other = errors.find(({ code }) => code !== 'DUPLICATE_KEY');
  const twice = errors.filter(({ code }) => code === 'DUPLICATE_KEY').slice(0, mostTwice);
  return other === undefined ? twice : [other, ...twice];
}

class YamlReader {
  readonly problems: MappingProblem[] = [];
  readonly #lines: LineCounter;

  readonly #file: string | undefined;

  constructor(lines: LineCounter, file: string | undefined) {
    this.#lines = lines;
    this.#file = file;
  }

  report(offset: number, sentence: MappingSentenceName, values: MappingValues = {}): void {
    this.problems.push({ sentence, values, ...this.#place(offset) });
  }

  read(node: Node, depth = 1): YamlNode {
    const offset = node.range?.[0] ?? 0;
    const place = this.#place(offset);
    if (depth > deepest) {
      this.report(offset, 'mapping-yaml/deep', { most: deepest });
      return { kind: 'text', text: '', style: 'plain', ...place };
    }
    this.#refuseExtras(node, offset);
    if (isMap(node)) return { kind: 'map', entries: this.#entries(node, depth), ...place };
    if (isSeq<Node>(node))
      return { kind: 'list', items: node.items.map((item) => this.read(item, depth + 1)), ...place };
    if (!isScalar(node)) return { kind: 'text', text: '', style: 'plain', ...place };
    const style =
      node.type === 'PLAIN' ? 'plain' : (node.type?.startsWith('QUOTE') ?? false) ? 'quoted' : 'block';
    return { kind: 'text', text: String(node.value ?? ''), style, ...place };
  }

  #entries(map: YAMLMap, depth: number): YamlEntry[] {
    return map.items.flatMap(({ key, value }) => {
      if (!isScalar(key)) {
        this.report(map.range?.[0] ?? 0, 'mapping-yaml/name');
        return [];
      }
      const place = this.#place(key.range?.[0] ?? 0);
      const read: YamlNode = isNode(value)
        ? this.read(value, depth + 1)
        : { kind: 'text', text: '', style: 'plain', ...place };
      return [{ name: String(key.value), value: read, ...place }];
    });
  }

  #refuseExtras(node: Node, offset: number): void {
    if (isAlias(node)) this.report(offset, 'mapping-yaml/alias', { name: node.source });
    else if ('anchor' in node && node.anchor !== undefined)
      this.report(offset, 'mapping-yaml/anchor', { name: node.anchor });
    if (node.tag !== undefined && !standardTags.has(node.tag))
      this.report(offset, 'mapping-yaml/tag', { name: node.tag });
  }

  #place(offset: number): MappingPosition {
    const { line, col } = this.#lines.linePos(offset);
    const place = { line: Math.max(1, line), column: Math.max(1, col) };
    return this.#file === undefined ? place : { ...place, file: this.#file };
  }
}

const standardTags = new Set(['tag:yaml.org,2002:map', 'tag:yaml.org,2002:seq', 'tag:yaml.org,2002:str']);

function isNode(value: unknown): value is Node {
  return isMap(value) || isSeq(value) || isScalar(value) || isAlias(value);
}

/**
 * Message and position of a parser error: an open quote at its beginning, a repeated name with both lines.
 */
function locateError(
  error: YAMLParseError,
  text: string,
  contents: Node | null,
  lines: LineCounter,
): YamlProblem & { readonly at: number } {
  const [at] = error.pos;
  const open = findOpenQuote(contents, text, error);
  if (open !== undefined) return { ...unclosedQuoteProblem(text[open] ?? ''), at: open };
  const first = error.code === 'DUPLICATE_KEY' ? listSameKeys(contents, at)[0] : undefined;
  if (first !== undefined)
    return { ...repeatedNameProblem(String(first.value), lines.linePos(first.range?.[0] ?? 0).line), at };
  const words = explainYamlError(error, text.slice(at).split('\n', 1)[0] ?? '', deepest);
  return { ...words, at: at + (words.further ?? 0) };
}

/** Where the text in quotes begins that has no end, or ends on a later line at the quote of another one. */
function findOpenQuote(contents: Node | null, text: string, error: YAMLParseError): number | undefined {
  const ends = /^Missing closing/.test(error.message);
  if (!ends && !/at node end/.test(error.message)) return undefined;
  const found: number[] = [];
  visit(contents, {
    Scalar(_, { type, range }) {
      const [start = 0, end = 0] = range ?? [];
      const isOpen = (ends && end >= error.pos[0]) || nextRule.test(text.slice(start, end));
      if (type?.startsWith('QUOTE') && isOpen && start < error.pos[0]) found.push(start);
    },
  });
  return found[0];
}

/** The lines of a text in quotes that are names with their rules. */
const nextRule = /\n\s*[\w:$-]+:\s/;

/** The keys of one map that are called as the one at this offset, in their order. */
function listSameKeys(contents: Node | null, at: number): readonly Scalar[] {
  let found: readonly Scalar[] = [];
  visit(contents, {
    Map(_, { items }) {
      const keys = items.flatMap(({ key }) => (isScalar(key) ? [key] : []));
      const own = keys.find(({ range }) => range?.[0] === at);
      if (own !== undefined) found = keys.filter(({ value }) => value === own.value);
    },
  });
  return found;
}
