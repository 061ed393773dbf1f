import type { z } from 'zod';
import type { Finding } from '../../types.ts';
import { issueFindings } from '../../yaml/issues.ts';
import type { Path, YamlSource } from '../../yaml/source.ts';
import type { FormatCode } from './codes.ts';
import { type TreeName, treeName } from './nodes.ts';

/** What stands under a name of a tree. */
export type Entries = Readonly<Record<string, unknown>>;

export const isMap = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One name of a tree, with what stands under it. */
export interface Entry {
  readonly name: TreeName;
  readonly value: unknown;
  readonly path: Path;
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
  of(entries: Entries, path: Path): readonly Entry[] {
    const names = new Set<string>();
    return Object.entries(entries).flatMap(([key, value]) => {
      if (key.startsWith('$')) return [];
      const at = [...path, key];
      const name = this.name(key, at);
      if (name === undefined) return [];
      if (names.has(name.name)) this.tell(at, `\`${name.name}\` stands twice here.`, this.#advice.twice);
      names.add(name.name);
      return [{ name, value, path: at }];
    });
  }

  name(key: string, path: Path): TreeName | undefined {
    const name = treeName(key);
    if (name === undefined)
      this.tell(
        path,
        `\`${key}\` cannot be a name.`,
        `${this.#advice.name}; behind it [] or [5], and ! for what must be there.`,
      );
    return name;
  }

  /** Undefined: it is not as the schema wants it, which was told. */
  parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, path: Path): z.output<Schema> | undefined {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const part = { source: this.#source, schema, root: path, value };
    this.findings.push(...issueFindings(part, result.error.issues));
    return undefined;
  }

  tell(path: Path, message: string, advice: string, code: FormatCode = 'format-tree'): void {
    this.findings.push(this.#source.keyFinding(code, path, message, advice));
  }

  /** At the value rather than its name. */
  tellValue(path: Path, message: string, advice: string, code: FormatCode): void {
    this.findings.push(this.#source.finding(code, path, message, advice));
  }
}
