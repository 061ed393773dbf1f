import type { z } from 'zod';
import type { Finding } from '../../types.ts';
import { explainIssues } from '../../yaml/schema-issues.ts';
import type { YamlPath, YamlSource } from '../../yaml/yaml-source.ts';
import { parseTreeName, type TreeName } from './description-nodes.ts';
import type { FormatCode } from './format-codes.ts';

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

/** What to do, where trees of different syntaxes differ. */
interface Advice {
  /** How a name is written. */
  readonly name: string;
  readonly twice: string;
}

/** The names of a `tree:` and what is wrong with them, the same for every syntax. */
export class TreeEntries {
  readonly findings: Finding[] = [];
  readonly #source: YamlSource<FormatCode>;
  readonly #advice: Advice;

  constructor(source: YamlSource<FormatCode>, advice: Advice) {
    this.#source = source;
    this.#advice = advice;
  }

  /** Those that begin with `$` are settings. */
  list(entries: TreeMembers, path: YamlPath): readonly TreeEntry[] {
    const names = new Set<string>();
    return Object.entries(entries).flatMap(([key, value]) => {
      if (key.startsWith('$')) return [];
      const at = [...path, key];
      const name = this.parseName(key, at);
      if (name === undefined) return [];
      if (names.has(name.name)) this.report(at, `\`${name.name}\` stands twice here.`, this.#advice.twice);
      names.add(name.name);
      return [{ name, value, path: at }];
    });
  }

  parseName(key: string, path: YamlPath): TreeName | undefined {
    const name = parseTreeName(key);
    if (name === undefined)
      this.report(
        path,
        `\`${key}\` cannot be a name.`,
        `${this.#advice.name}; behind it [] or [5], and ! for what must be there.`,
      );
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

  report(path: YamlPath, message: string, advice: string, code: FormatCode = 'format-tree'): void {
    this.findings.push(this.#source.keyFinding(code, path, message, advice));
  }

  /** At the value rather than its name. */
  reportValue(path: YamlPath, message: string, advice: string, code: FormatCode): void {
    this.findings.push(this.#source.finding(code, path, message, advice));
  }
}
