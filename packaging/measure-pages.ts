import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { packageFile } from '../src/package.ts';
import { pagesConfig } from './build-pages.ts';
import { fileOfWords, readPageRoutes } from './page-routes.ts';

type Chunk = Rolldown.OutputChunk;

/** Bytes of script, gzipped: what a reader loads who comes to these pages one after the other, with nothing loaded before. */
export interface MeasuredPages {
  readonly paths: readonly string[];
  sizeOfVisit(language: 'en' | 'nl', paths: readonly string[]): number;
}

async function buildInMemory(): Promise<BuiltPages> {
  const config = pagesConfig('unused');
  const result = await build({ ...config, build: { ...config.build, sourcemap: false, write: false } });
  const outputs = 'on' in result ? [] : [result].flat();
  return new BuiltPages(outputs.flatMap(({ output }) => output.filter((one) => one.type === 'chunk')));
}

class BuiltPages {
  readonly #chunks: readonly Chunk[];

  constructor(chunks: readonly Chunk[]) {
    this.#chunks = chunks;
  }

  /** Files of script: this module's, and those that it imports at once. */
  chunksOf(module: string): readonly Chunk[] {
    const id = packageFile('src', 'web', module).replaceAll('\\', '/');
    const chunk = this.#chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (!chunk) throw new Error(`The build has no script of ${module}.`);
    return this.#with(chunk, new Set());
  }

  #with(chunk: Chunk, found: Set<Chunk>): readonly Chunk[] {
    found.add(chunk);
    for (const next of this.#chunks)
      if (chunk.imports.includes(next.fileName) && !found.has(next)) this.#with(next, found);
    return [...found];
  }
}

/** Builds the pages as they are now. Of scripts alone: a page is seen before all of its styles are there. */
export async function measurePages(): Promise<MeasuredPages> {
  const built = await buildInMemory();
  const routes = new Map(readPageRoutes().map((route) => [route.path, route]));
  return {
    paths: [...routes.keys()],
    sizeOfVisit: (language, paths) => {
      const pages = paths.map((path) => routes.get(path)).filter((route) => route !== undefined);
      const modules = pages.flatMap(({ file, words }) => [
        file,
        ...words.map((name) => fileOfWords(language, name)),
      ]);
      const frame = ['main.tsx', `words/${language}.ts`];
      const chunks = new Set([...frame, ...modules].flatMap((module) => built.chunksOf(module)));
      return [...chunks].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
    },
  };
}
