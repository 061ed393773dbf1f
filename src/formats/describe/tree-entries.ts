import type { z } from 'zod';
import type { Finding, Language } from '../../types.ts';
import { explainIssues } from '../../yaml/schema-issues.ts';
import type { Values } from '../../yaml/yaml-sentences.ts';
import type { YamlPath } from '../../yaml/yaml-source.ts';
import { parseTreeName, type TreeName } from './description-nodes.ts';
import type { DescriptionSentence } from './description-sentences.ts';
import type { DescriptionSource } from './description-source.ts';

/** What stands under a name of a tree. */
export type TreeMembers = Readonly<Record<string, unknown>>;

export const isMap = (value: unknown): value is TreeMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One name of a tree, with what stands under it. */
export interface TreeEntry {
  readonly name: TreeName;
  readonly value: unknown;
  readonly path: YamlPath;
}

/** What is said of names, where trees of different syntaxes differ. */
interface NameSentences {
  /** What cannot be one, `key`. */
  readonly name: DescriptionSentence;
  /** What stands there already, `name`. */
  readonly twice: DescriptionSentence;
}

/** The names of a `tree:` and what is wrong with them, the same for every syntax. */
export class TreeEntries {
  readonly findings: Finding[] = [];
  readonly #source: DescriptionSource;
  readonly #sentences: NameSentences;

  constructor(source: DescriptionSource, sentences: NameSentences) {
    this.#source = source;
    this.#sentences = sentences;
  }

  /** Of its findings. */
  get language(): Language {
    return this.#source.language;
  }

  /** Those that begin with `$` are settings. */
  list(entries: TreeMembers, path: YamlPath): readonly TreeEntry[] {
    const names = new Set<string>();
    return Object.entries(entries).flatMap(([key, value]) => {
      if (key.startsWith('$')) return [];
      const at = [...path, key];
      const name = this.parseName(key, at);
      if (name === undefined) return [];
      if (names.has(name.name)) this.report(this.#sentences.twice, at, { name: name.name });
      names.add(name.name);
      return [{ name, value, path: at }];
    });
  }

  parseName(key: string, path: YamlPath): TreeName | undefined {
    const name = parseTreeName(key);
    if (name === undefined) this.report(this.#sentences.name, path, { key });
    return name;
  }

  /** Undefined, with a finding, where it does not fit the schema. */
  parse<Schema extends z.ZodType>(
    schema: Schema,
    value: unknown,
    path: YamlPath,
  ): z.output<Schema> | undefined {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const part = { source: this.#source, schema, root: path, value };
    this.findings.push(...explainIssues(part, result.error.issues));
    return undefined;
  }

  report(sentence: DescriptionSentence, path: YamlPath, values?: Values): void {
    this.findings.push(this.#source.findingAtKey(sentence, path, values));
  }

  /** At the value rather than its name. */
  reportValue(sentence: DescriptionSentence, path: YamlPath, values?: Values): void {
    this.findings.push(this.#source.findingAt(sentence, path, values));
  }
}
