import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import type { Finding, Language, Severity } from '../types.ts';
import { languages } from '../types.ts';
import { codeOf, type Sentence, said, type Values } from './sentences.ts';

export type Path = readonly PropertyKey[];

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** `channels.orders.from.folder`, as people write it. */
export function written(path: Path): string {
  return path.map(String).join('.');
}

/** A YAML text with the place of everything in it. */
export class ConfigSource {
  /** Its name in findings. */
  readonly file: string;
  readonly document: Document.Parsed;
  readonly #lines = new LineCounter();
  /** Of what is said of it. */
  readonly language: Language;

  /** `language`: of what is said of it; by default the `language` it asks for. */
  constructor(file: string, text: string, language?: Language) {
    this.file = file;
    this.document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    this.language = language ?? this.#ownLanguage();
  }

  #ownLanguage(): Language {
    const named = this.node(['language']);
    const own = isScalar(named) ? named.value : undefined;
    return languages.find((one) => one === own) ?? 'en';
  }

  /** What makes the text no YAML, and what YAML itself warns of. */
  problems(): readonly Finding[] {
    const { errors, warnings } = this.document;
    const wrong = [...errors, ...warnings].map((problem) => ({
      ...this.finding(yamlSentence(problem.code), [], { problem: problem.message }),
      ...this.at(problem.pos[0]),
    }));
    return [...wrong, ...this.#danglingAliases()];
  }

  /** `*` at the beginning of a value makes it an alias; one that names nothing, or itself, has no value. */
  #danglingAliases(): readonly Finding[] {
    const findings: Finding[] = [];
    visit(this.document, {
      Alias: (_key, node, above) => {
        const meant = node.resolve(this.document);
        const isOwn = above.some((one) => one === meant);
        if (meant !== undefined && !isOwn) return;
        const sentence = isOwn ? 'config-yaml/own-alias' : 'config-yaml/alias';
        findings.push({
          ...this.finding(sentence, [], { name: node.source }),
          ...this.at(node.range?.[0] ?? 0),
        });
      },
    });
    return findings;
  }

  /** Plain values; members without a value (everything below commented out) are left out, a channel then is empty. */
  value(): unknown {
    return withoutNulls(this.document.toJS(), []) ?? {};
  }

  /** A finding at the value of a path, or at the nearest thing above it that is there. */
  finding(sentence: Sentence, path: Path, values: Values = {}, severity: Severity = 'error'): Finding {
    return this.#found(sentence, path, values, severity, this.#placeOf(path));
  }

  /** A finding at a key, for names that should not be there. */
  keyFinding(sentence: Sentence, path: Path, values: Values): Finding {
    return this.#found(sentence, path, values, 'error', this.#keyPlace(path));
  }

  at(offset: number): Place {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }

  /** The YAML node of a value; undefined when there is none. */
  node(path: Path): Node | undefined {
    let node = this.#resolved(this.document.contents);
    for (const key of path) node = this.#resolved(this.#child(node, key));
    return node;
  }

  #found(sentence: Sentence, path: Path, values: Values, severity: Severity, place: Place): Finding {
    const where = path.length === 0 ? {} : { path: written(path) };
    const words = said(sentence, values, this.language);
    return { code: codeOf(sentence), severity, ...words, file: this.file, ...where, ...place };
  }

  #placeOf(path: Path): Place {
    const node = this.node(path);
    if (node?.range && path.length > 0 && isScalar(node)) return this.at(node.range[0]);
    return this.#keyPlace(path);
  }

  #keyPlace(path: Path): Place {
    for (let length = path.length; length > 0; length--) {
      const offset = this.#keyOffset(path.slice(0, length));
      if (offset !== undefined) return this.at(offset);
    }
    return { line: 1, column: 1 };
  }

  #keyOffset(path: Path): number | undefined {
    const parent = this.node(path.slice(0, -1));
    const last = path.at(-1);
    if (isSeq(parent)) return this.node(path)?.range?.[0];
    if (!isMap(parent)) return undefined;
    const pair = parent.items.find((item) => isScalar(item.key) && String(item.key.value) === String(last));
    return isPair(pair) && isScalar(pair.key) ? pair.key.range?.[0] : undefined;
  }

  #child(node: Node | undefined, key: PropertyKey): unknown {
    return isMap(node) || isSeq(node) ? node.get(key, true) : undefined;
  }

  #resolved(node: unknown): Node | undefined {
    if (isAlias(node)) return node.resolve(this.document);
    return isScalar(node) || isMap(node) || isSeq(node) ? node : undefined;
  }
}

function yamlSentence(code: string): Sentence {
  if (code === 'TAB_AS_INDENT') return 'config-yaml/indent';
  return code === 'DUPLICATE_KEY' ? 'config-yaml/twice' : 'config-yaml/other';
}

function withoutNulls(value: unknown, path: Path): unknown {
  if (value === null) return path.length === 2 && path[0] === 'channels' ? {} : undefined;
  if (Array.isArray(value)) return value.map((item, n) => withoutNulls(item, [...path, n]));
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(
    ([key, member]) => [key, withoutNulls(member, [...path, key])] as const,
  );
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}
