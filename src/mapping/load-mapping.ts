import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { joinAlternatives, renderMappingSentence } from '../findings/mapping-sentences.ts';
import type { Formats } from '../formats/document-format.ts';
import { diskFiles, restrictToFolders } from '../system/file-source.ts';
import { decodeSavedText } from '../text/text-file.ts';
import type { Finding, Language } from '../types.ts';
import { FileMapping } from './file-mapping.ts';
import { applyExtends, type MappingFolders } from './files/apply-extends.ts';
import { addOverrideHints } from './files/check-overrides.ts';
import { type MappingProblem, renderFileProblem } from './files/mapping-problem.ts';
import { parseYaml } from './files/mapping-yaml.ts';
import { RecordingFileSource } from './files/recording-file-source.ts';
import { checkTableValues } from './language/check-table-values.ts';
import { findCheckedUses } from './language/checked-mappings.ts';
import { compileProgram } from './language/compile-program.ts';
import { type Header, readHeader } from './language/mapping-header.ts';
import { type IgnoredPaths, readIgnoredPaths } from './tables/ignored-paths.ts';
import type { Table } from './tables/lookup-table.ts';
import { type Partners, readPartners } from './tables/partners.ts';
import { readTables } from './tables/table-files.ts';

export interface LoadedMapping {
  /** Absent when a finding is an error. */
  readonly mapping?: FileMapping;
  /** Of the mapping file and its tables; with file, line and column. */
  readonly findings: readonly Finding[];
}

interface LoadOptions extends Partial<Pick<MappingFolders, 'files' | 'memo'>> {
  /** Of the findings. */
  readonly language?: Language | undefined;
}

/**
 * Loads and checks the mapping NAME: the first folder that has NAME.yaml wins (the user's own before the delivered
 * ones), and so it does for each table. `formats`: with the schemas of the channel. `files`: else those of the folders, on
 * disk. Synchronous file reads: it happens on start, on reload and on the command line. Never throws for what a file says.
 */
export function loadMapping(
  name: string,
  folders: readonly string[],
  formats: Formats,
  { files = restrictToFolders(folders), ...options }: LoadOptions = {},
): LoadedMapping {
  for (const folder of folders) {
    const file = join(folder, `${name}.yaml`);
    const bytes = files.read(file);
    if (bytes === undefined) continue;
    return parseMapping({ name, file, text: decodeSavedText(bytes) }, formats, {
      ...options,
      folders,
      files,
    });
  }
  return { findings: [buildNotFound(name, folders, options.language)] };
}

/** A mapping at hand, whether its file has been saved or not. */
interface MappingText {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

interface ParseOptions extends LoadOptions {
  readonly folders?: readonly string[];
}

/** As `loadMapping`, for a text at hand; what it extends and tables are looked up in the folders, else beside its file. */
export function parseMapping(
  source: MappingText,
  formats: Formats,
  { folders = [], files: given = diskFiles, memo, language }: ParseOptions = {},
): LoadedMapping {
  const { name, file, text } = source;
  const files = new RecordingFileSource(given);
  const render = (problems: readonly MappingProblem[]) =>
    problems.map((one) => renderFileProblem(one, file, language));
  const own = parseYaml(text);
  if (own.value === undefined) return { findings: render(own.problems) };
  const whole = applyExtends(own.value, file, { folders, files, memo });
  if (whole.yaml === undefined) return { findings: render(whole.problems) };
  const { header, problems } = readHeader(name, whole.yaml, formats);
  if (header === undefined) return { findings: render(problems) };
  const beside = readBeside(source, header, { folders, files, memo }, formats.names);
  const checked = findCheckedUses({ text, base: whole.base }, header, formats);
  const compiled = compileProgram(name, whole.yaml, header, formats, { checked, memo });
  const findings = render([
    ...(whole.problems ?? []),
    ...problems,
    ...addOverrideHints(compiled.problems, own.value),
    ...beside.problems,
    ...checkTables(beside.tables, compiled.uses),
  ]);
  if (findings.some(({ severity }) => severity !== 'warning')) return { findings };
  const { tables, partners, ignored } = beside;
  const hash = hashTexts([text, whole.base, ...listTextsBeside(beside)]);
  const listTexts = () => [{ path: file, text }, ...files.texts.filter(({ path }) => path !== file)];
  const read = { file, listTexts, tables, partners, ignored: ignored.patterns, hash };
  return { mapping: new FileMapping(compiled.program, read), findings };
}

interface FilesBeside {
  readonly tables: ReadonlyMap<string, Table>;
  readonly partners?: Partners | undefined;
  readonly ignored: IgnoredPaths;
  readonly problems: readonly MappingProblem[];
}

/** What a mapping reads beside its text: in the folders, tables and partners else beside its own file. */
function readBeside(
  { name, file }: MappingText,
  header: Header,
  sources: MappingFolders,
  formats: readonly string[],
): FilesBeside {
  const ignored = readIgnoredPaths(name, sources);
  const near = { ...sources, folders: [...new Set([...sources.folders, dirname(file)])] };
  const { tables, problems } = readTables(header, near);
  if (header.partners === undefined) return { tables, ignored, problems };
  const ends = [header.from, header.to];
  const { partners, problems: more } = readPartners(header.partners, near, ends, formats);
  return { tables, partners, ignored, problems: [...problems, ...more] };
}

const listTextsBeside = ({ tables, partners, ignored }: FilesBeside): readonly (string | undefined)[] => [
  ...[...tables.values()].flatMap(({ texts }) => texts),
  ...[partners?.text, ignored.text === '' ? undefined : ignored.text],
];

const checkTables = (
  tables: ReadonlyMap<string, Table>,
  uses: Parameters<typeof checkTableValues>[1],
): readonly MappingProblem[] =>
  [...tables.values()].flatMap((table) =>
    checkTableValues(table, uses).map((one) => ({ file: table.file, ...one })),
  );

/** Of all that decides what a mapping does. */
function hashTexts([first = '', ...others]: readonly (string | undefined)[]): string {
  const hash = createHash('sha256').update(first);
  for (const text of others) if (text !== undefined) hash.update('\0').update(text);
  return hash.digest('hex');
}

function buildNotFound(name: string, folders: readonly string[], language: Language | undefined): Finding {
  const sentence = 'mapping-not-found';
  const values = { name, folders: joinAlternatives(folders) };
  return { code: sentence, severity: 'error', ...renderMappingSentence({ sentence, values }, language) };
}
