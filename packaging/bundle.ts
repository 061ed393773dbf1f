import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InputOptions, type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { ruleSentencesFile } from '../src/findings/rule-sentences.ts';
import { parsedYamlFile } from '../src/mapping/files/parsed-yaml.ts';
import { checkedMappingsFile } from '../src/mapping/language/checked-mappings.ts';
import { packageFile, threadModules } from '../src/package.ts';
import { parsedXsdsFile } from '../src/scsn/schemas/parsed-xsd.ts';
import { parsedSyntaxFile } from '../src/tree/xpath/parsed-syntax.ts';
import { buildPages } from './build-pages.ts';
import { licencePage, licencesOf } from './licences.ts';
import { packagesOf, readLock } from './packages.ts';
import { checkedMappingsText, parsedYamlText } from './parsed-mappings.ts';
import { ruleSentencesText } from './parsed-sentences.ts';
import { parsedSyntaxText } from './parsed-syntax.ts';
import { parsedXsdsText } from './parsed-xsds.ts';

/** Load files or threads of their own by path, or hold native code: they are taken from `node_modules`. */
const external = [
  /^node:/,
  ...['libxml2-wasm', 'nodemailer', 'pg', 'pino', 'pino-pretty', 'piscina', 'ssh2-sftp-client'].map(
    (name) => new RegExp(`^${name}(/|$)`),
  ),
];

const mainFields = ['module', 'main'];

const beyondAscii = /[^\0-\x7f]/g;

/**
 * V8 keeps the text of a program as long as it runs, and Node gives it twice the room for one with a single character beyond ASCII. In
 * strings, templates and regular expressions the escape says the same.
 */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = writeInAscii(file.code);
  },
};

/** Throws where the escape would say something else: behind a backslash. */
export function writeInAscii(code: string): string {
  const [escaped] = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.exec(code) ?? [];
  if (escaped !== undefined) throw new Error(`${escaped} cannot be written in ASCII.`);
  return code.replace(beyondAscii, escapeUnit);
}

/** Of undici, what the gateway uses (undici.js). */
const undiciInPart: Plugin = {
  name: 'undici-in-part',
  resolveId: (source) => (source === 'undici' ? packageFile('packaging', 'undici.js') : null),
};

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Writes the programs into one folder as JavaScript: a program of a thread is one file, the command line is split by command. A
 * start that loads ten files instead of 550 takes a third of the time. Beside them lie the licences of what they hold.
 */
export async function bundle(into: string): Promise<void> {
  const chunks = await writePrograms(into);
  writeFileSync(join(into, 'LICENCES.txt'), licencesIn(chunks));
  writeFileSync(join(into, parsedSyntaxFile), parsedSyntaxText());
  writeFileSync(join(into, parsedXsdsFile), parsedXsdsText());
  await buildPages(into);
  writeFileSync(join(into, parsedYamlFile), parsedYamlText());
  writeFileSync(join(into, checkedMappingsFile), checkedMappingsText());
  writeFileSync(join(into, ruleSentencesFile), ruleSentencesText());
}

/** What a build has worked out beforehand. */
export const builtTables: readonly string[] = [
  parsedSyntaxFile,
  parsedXsdsFile,
  parsedYamlFile,
  checkedMappingsFile,
  ruleSentencesFile,
];

/**
 * The command line and the programs of threads alone, into a new folder. `modules`: those of the threads, by their names; `alias`: modules
 * of a test in the place of ours, by how they are imported.
 */
export async function writePrograms(
  into: string,
  modules: Readonly<Record<string, string>> = threadModules,
  alias: Readonly<Record<string, string>> = {},
): Promise<readonly OutputChunk[]> {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const reading = {
    ...{ platform: 'node', external, plugins: [undiciInPart, inAscii] },
    resolve: { mainFields, alias },
  } satisfies InputOptions;
  const threads = Object.entries(modules).map(([name, module]) => writeProgram(into, name, module, reading));
  return [...(await Promise.all(threads)).flat(), ...(await writeCommandLine(into, reading))];
}

async function writeProgram(
  dir: string,
  name: string,
  module: string,
  reading: InputOptions,
): Promise<readonly OutputChunk[]> {
  await using build = await rolldown({ input: { [name]: packageFile(module) }, ...reading });
  const { output } = await build.write({ dir, format: 'esm', codeSplitting: false, sourcemap: true });
  return output.filter((file) => file.type === 'chunk');
}

async function writeCommandLine(dir: string, reading: InputOptions): Promise<readonly OutputChunk[]> {
  await using build = await rolldown({ input: { main: packageFile('src/main.ts') }, ...reading });
  const { output } = await build.write({
    dir,
    format: 'esm',
    sourcemap: true,
    chunkFileNames: 'main-[name]-[hash].js',
  });
  return output.filter((file) => file.type === 'chunk');
}

/** The packages whose code is in the programs. */
function licencesIn(chunks: readonly OutputChunk[]): string {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => id.replaceAll('\\', '/')));
  const all = packagesOf(readLock(packageFile('package-lock.json')));
  const used = all.filter(({ path }) => modules.some((id) => id.includes(`/${path}/`)));
  return licencePage(licencesOf(packageFile(), used));
}
