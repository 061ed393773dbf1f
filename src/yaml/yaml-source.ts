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
  type YAMLError,
} from 'yaml';
import { type CharacterLocation, findForeignCharacter } from '../text/text-file.ts';
import type { Finding, Severity } from '../types.ts';
import { renderYamlSentence, type SharedSentence, type Values, type Wording } from './yaml-sentences.ts';

/** The codes that `explainIssues` gives for any such file. */
export type SharedCode = `${Subject}-${'unknown-key' | 'missing-key' | 'wrong-value'}`;

export type YamlPath = readonly PropertyKey[];

export interface YamlPosition {
  readonly line: number;
  readonly column: number;
}

/** `channels.orders.from.folder`, as people write it. */
export function renderPath(path: YamlPath): string {
  return path.map(String).join('.');
}

/** What such a file is about; the codes of its findings begin so: `config-yaml`, `format-unknown-key`. */
export type Subject = 'config' | 'format';

/** A YAML text with the place of everything in it. */
export class YamlSource<Code extends string = string> {
  /** Its name in findings. */
  readonly file: string;
  readonly subject: Subject;
  readonly document: Document.Parsed;
  readonly #foreign: CharacterLocation | undefined;
  readonly #lines = new LineCounter();

  constructor(file: string, text: string, subject: Subject) {
    this.file = file;
    this.subject = subject;
    this.#foreign = findForeignCharacter(text);
    this.document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
  }

  /** What makes the text no YAML, and what YAML itself warns of. */
  listProblems(): readonly Finding[] {
    if (this.#foreign)
      return [{ ...this.sharedFinding('yaml/foreign', [], {}), ...this.positionAt(this.#foreign.index) }];
    const { warnings } = this.document;
    // a tab makes what follows wrong in many ways
    const isTab = ({ code }: YAMLError) => code === 'TAB_AS_INDENT';
    const tab = this.document.errors.find(isTab)?.pos[0] ?? Infinity;
    const errors = this.document.errors.filter((error) => isTab(error) || error.pos[0] < tab);
    const told = [...errors, ...warnings].filter((problem, n, all) => n === this.#firstLike(problem, all));
    const wrong = told.map((problem) => ({
      ...this.sharedFinding(yamlSentence(problem.code), [], { problem: problem.message }),
      ...this.positionAt(problem.pos[0]),
    }));
    const dangling = this.#danglingAliases();
    const aliases = dangling.length === 0 ? this.#tooManyAliases() : dangling;
    return [...wrong, ...aliases, ...this.#swallowedBackslashes()];
  }

  /** One word is enough for a place, for all the backslashes of a line, and for all lines that one wrong indentation makes wrong. */
  #firstLike({ code, pos: [at] }: YAMLError, all: readonly YAMLError[]): number {
    const { line } = this.positionAt(at);
    const isLike = (one: YAMLError): boolean =>
      code === 'BAD_INDENT' || (code === 'BAD_DQ_ESCAPE' && this.positionAt(one.pos[0]).line === line);
    return all.findIndex((one) => one.pos[0] === at || (one.code === code && isLike(one)));
  }

  /** `"C:\new"` is YAML, and no path: it holds the end of a line. */
  #swallowedBackslashes(): readonly Finding[] {
    const findings: Finding[] = [];
    visit(this.document, {
      Scalar: (_key, { type, value, range }) => {
        if (type !== 'QUOTE_DOUBLE' || !isSwallowed(value) || !range) return;
        if (!this.document.errors.some(({ pos: [at] }) => range[0] <= at && at < range[1]))
          findings.push({ ...this.sharedFinding('yaml/escape', [], {}), ...this.positionAt(range[0]) });
      },
    });
    return findings;
  }

  /** `*` at the beginning of a value makes it an alias; one that names nothing, or itself, has no value. */
  #danglingAliases(): readonly Finding[] {
    const findings: Finding[] = [];
    visit(this.document, {
      Alias: (_key, node, above) => {
        const meant = node.resolve(this.document);
        const isOwn = above.some((one) => one === meant);
        if (meant !== undefined && !isOwn) return;
        findings.push({
          ...this.sharedFinding(isOwn ? 'yaml/own-alias' : 'yaml/alias', [], { name: node.source }),
          ...this.positionAt(node.range?.[0] ?? 0),
        });
      },
    });
    return findings;
  }

  /** A few lines of aliases of aliases can stand for more text than a machine has memory: `yaml` stops there. */
  #tooManyAliases(): readonly Finding[] {
    let last: number | undefined;
    visit(this.document, {
      Alias: (_key, node) => {
        last = node.range?.[0] ?? last;
      },
    });
    if (last === undefined) return [];
    try {
      this.document.toJS();
      return [];
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      return [{ ...this.sharedFinding('yaml/aliases', [], {}), ...this.positionAt(last) }];
    }
  }

  /** What it is spoken of in: English, unless the file can say otherwise. */
  get wording(): Wording {
    return { language: 'en' };
  }

  /** One of the findings that all such files can have; `atKey`: at a name that should not be there. */
  sharedFinding(sentence: SharedSentence, path: YamlPath, values: Values, atKey = false): Finding {
    const { message, advice } = renderYamlSentence(sentence, values, this.wording);
    const code = `${this.subject}-${sentence.replace(/\/.*/, '')}`;
    const place = atKey ? this.#keyPlace(path) : this.#placeOf(path);
    return this.#found(code, path, message, advice, 'error', place);
  }

  /** Plain values; members without a value (everything below commented out) are left out, where `empty` does not say {}. */
  toValue(empty: (path: YamlPath) => boolean = () => false): unknown {
    return withoutNulls(this.document.toJS(), [], empty) ?? {};
  }

  /** A finding at the value of a path, or at the nearest thing above it that is there. */
  finding(
    code: Code | SharedCode,
    path: YamlPath,
    message: string,
    advice: string,
    severity: Severity = 'error',
  ): Finding {
    return this.#found(code, path, message, advice, severity, this.#placeOf(path));
  }

  /** A finding at a key, for names that should not be there. */
  keyFinding(code: Code | SharedCode, path: YamlPath, message: string, advice: string): Finding {
    return this.#found(code, path, message, advice, 'error', this.#keyPlace(path));
  }

  positionAt(offset: number): YamlPosition {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }

  /** The YAML node of a value; undefined when there is none. */
  findNode(path: YamlPath): Node | undefined {
    let node = this.#resolved(this.document.contents);
    for (const key of path) node = this.#resolved(this.#child(node, key));
    return node;
  }

  #found(
    code: string,
    path: YamlPath,
    message: string,
    advice: string,
    severity: Severity,
    place: YamlPosition,
  ): Finding {
    const where = path.length === 0 ? {} : { path: renderPath(path) };
    return { code, severity, message, advice, file: this.file, ...where, ...place };
  }

  #placeOf(path: YamlPath): YamlPosition {
    const node = this.findNode(path);
    if (node?.range && path.length > 0 && isScalar(node)) return this.positionAt(node.range[0]);
    return this.#keyPlace(path);
  }

  #keyPlace(path: YamlPath): YamlPosition {
    for (let length = path.length; length > 0; length--) {
      const offset = this.#keyOffset(path.slice(0, length));
      if (offset !== undefined) return this.positionAt(offset);
    }
    return { line: 1, column: 1 };
  }

  #keyOffset(path: YamlPath): number | undefined {
    const parent = this.findNode(path.slice(0, -1));
    const last = path.at(-1);
    if (isSeq(parent)) return this.findNode(path)?.range?.[0];
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

/** A drive, and then what no path begins with. */
const isSwallowed = (value: unknown): boolean => /^[A-Za-z]:(?! )[\p{C}\p{Z}]/u.test(String(value));

function yamlSentence(code: string): SharedSentence {
  if (code === 'BAD_DQ_ESCAPE') return 'yaml/escape';
  if (code === 'TAB_AS_INDENT') return 'yaml/indent';
  if (code === 'BAD_INDENT') return 'yaml/column';
  return code === 'DUPLICATE_KEY' ? 'yaml/twice' : 'yaml/other';
}

function withoutNulls(value: unknown, path: YamlPath, empty: (path: YamlPath) => boolean): unknown {
  if (value === null) return empty(path) ? {} : undefined;
  if (Array.isArray(value)) return value.map((item, n) => withoutNulls(item, [...path, n], empty));
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(
    ([key, member]) => [key, withoutNulls(member, [...path, key], empty)] as const,
  );
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}
