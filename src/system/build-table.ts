import { existsSync, readFileSync } from 'node:fs';
import { buildFile } from '../package.ts';

const tables = new Set<BuildTable>();

/** They are megabytes, asked for at the start and when mappings change. */
export function releaseBuildTables(): void {
  for (const table of tables) table.release();
}

/** What a build has worked out beforehand: JSON texts by key, a line each. Only what is asked for is ever parsed. */
export class BuildTable {
  readonly #file: string;
  #lines: ReadonlyMap<string, string> | undefined;

  constructor(file: string) {
    this.#file = file;
    tables.add(this);
  }

  /** What it has read is read anew for the next who asks. */
  release(): void {
    this.#lines = undefined;
  }

  /** Has a build worked out anything? */
  get isThere(): boolean {
    return this.#read().size > 0;
  }

  /** The JSON text of a key; undefined where the build does not know it, or nothing was built. */
  find(key: string): string | undefined {
    return this.#read().get(JSON.stringify(key));
  }

  #read(): ReadonlyMap<string, string> {
    this.#lines ??= readLines(this.#file);
    return this.#lines;
  }
}

function readLines(file: string): ReadonlyMap<string, string> {
  const path = buildFile(file);
  if (path === undefined || !existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]),
  );
}

/** The text of such a file; neither a key nor a value in JSON holds a tab or the end of a line. */
export const renderBuildTable = (entries: readonly (readonly [key: string, value: unknown])[]): string =>
  entries.map(([key, value]) => `${JSON.stringify(key)}\t${JSON.stringify(value)}\n`).join('');
