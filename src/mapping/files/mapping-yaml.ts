import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
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

/** Characters of a file, of which the largest that is delivered has 60,000. */
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
  // the library would compare each name with all before it
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines, uniqueKeys: false });
  const wrong = findForeignCharacter(text);
  if (wrong) reader.report(wrong.index, 'mapping-yaml/foreign');
  if (wrong) return { problems: reader.problems };
  const repeated = listRepeatedKeys(document.contents);
  // the others only follow from the first
  for (const error of document.errors.slice(0, 1)) {
    const { at, sentence, values } = locateError(error, text, document.contents);
    reader.report(at, sentence, values);
  }
  for (const { at, name, first } of repeated.slice(0, mostTwice)) {
    const { sentence, values } = repeatedNameProblem(name, lines.linePos(first).line);
    reader.report(at, sentence, values);
  }
  if (reader.problems.length > 0) return { problems: reader.problems };
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

/** Message and position of a parser error: an open quote at its beginning. */
function locateError(
  error: YAMLParseError,
  text: string,
  contents: Node | null,
): YamlProblem & { readonly at: number } {
  const [at] = error.pos;
  const open = findOpenQuote(contents, text, error);
  if (open !== undefined) return { ...unclosedQuoteProblem(text[open] ?? ''), at: open };
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

/** A name that stands in its map already; offsets of it and of the first one. */
interface RepeatedKey {
  readonly name: string;
  readonly at: number;
  readonly first: number;
}

/** In the order of the file. */
function listRepeatedKeys(contents: Node | null): readonly RepeatedKey[] {
  const found: RepeatedKey[] = [];
  visit(contents, {
    Map(_, { items }) {
      const known = new Map<string, number>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const [name, at] = [String(key.value), key.range?.[0] ?? 0];
        const first = known.get(name);
        if (first === undefined) known.set(name, at);
        else found.push({ name, at, first });
      }
    },
  });
  return found.sort((a, b) => a.at - b.at);
}
