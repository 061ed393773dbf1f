import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where our own files lie. A checkout runs from TypeScript, or from a build of it; the package brings a build. */

/** The folder with our package.json. */
const root = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('The gateway does not find its own package.json.');
  return findRoot(above);
}

/** A file or folder that comes with the gateway. */
export const packageFile = (...names: readonly string[]): string => join(root, ...names);

/** Only a checkout has sources. */
export const isCheckout = existsSync(packageFile('src', 'main.ts'));

/** Programs that run in threads and processes of their own, by their names in a build. */
export const threadModules = {
  worker: 'src/pipeline/workers/step-worker.ts',
  'own-process': 'src/pipeline/workers/isolated-process-main.ts',
  replay: 'src/replay/replay-worker.ts',
  preview: 'src/workbench/trial/preview-thread.ts',
  'mapping-ends': 'src/workbench/overlay/mapping-ends-thread.ts',
  masking: 'src/operator/masking/masking-thread.ts',
  'search-page': 'src/exchange/documents/large-page-thread.ts',
  'journal-check': 'src/journal/sqlite/threads/check-worker.ts',
  'journal-query': 'src/journal/sqlite/threads/query-worker.ts',
  'journal-sync': 'src/journal/sqlite/threads/sync-worker.ts',
} as const;

export type ThreadName = keyof typeof threadModules;

/**
 * A file of the build: all its files lie in one folder (packaging/bundle.ts). What runs from TypeScript takes those of the build that
 * `GATEWAY_BUILD` names, as the tests do; undefined where there is none.
 */
export function buildFile(name: string): string | undefined {
  if (!import.meta.url.endsWith('.ts')) return fileURLToPath(new URL(`./${name}`, import.meta.url));
  const build = process.env.GATEWAY_BUILD;
  return build === undefined ? undefined : join(build, name);
}

/** The program of a thread: of the build, where there is one, since it is there in a third of the time. */
export const threadProgram = (name: ThreadName): URL =>
  pathToFileURL(buildFile(`${name}.js`) ?? packageFile(threadModules[name]));
