import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { joinAlternatives, renderMappingSentence } from '../findings/mapping-sentences.ts';
import type { Formats } from '../formats/document-format.ts';
import { diskFiles, type FileSource, restrictToFolders } from '../system/file-source.ts';
import { decodeSavedText } from '../text/text-file.ts';
import { type Item, isTrue } from '../tree/nodes/items.ts';
import { isWithinAny, listFilledLeaves } from '../tree/nodes/leaves.ts';
import { DocumentNode, ElementNode } from '../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeNode } from '../tree/nodes/tree-node.ts';
import type { OpenPart } from '../tree/open-parts.ts';
import { ValueError } from '../tree/xpath/own-functions.ts';
import { memoize, type Variables, withVariable } from '../tree/xpath/variables.ts';
import type { Finding, Language } from '../types.ts';
import { listOrigins, OriginListener, type ValueProvenance } from './explain/explain-run.ts';
import { isIgnoredBySite } from './explain/leaf-fates.ts';
import { MadeSources } from './explain/made-sources.ts';
import { SourceListener } from './explain/makings-listener.ts';
import { applyExtends, type MappingFolders } from './files/apply-extends.ts';
import { addOverrideHints } from './files/check-overrides.ts';
import { type MappingProblem, renderFileProblem } from './files/mapping-problem.ts';
import { parseYaml } from './files/mapping-yaml.ts';
import { type FileText, RecordingFileSource } from './files/recording-file-source.ts';
import { checkTableValues } from './language/check-table-values.ts';
import { findCheckedUses } from './language/checked-mappings.ts';
import type { CompileMemo } from './language/compile-memo.ts';
import { compileProgram } from './language/compile-program.ts';
import { listOpenable } from './language/left-open.ts';
import { type Header, readHeader } from './language/mapping-header.ts';
import type { Expression, Program } from './language/rule-types.ts';
import type { ExplainedResult, Mapping, MappingContext, MappingResult } from './mapping.ts';
import { CarriedLeaves } from './run/carried-leaves.ts';
import { buildContextTrees, buildPartnersTree } from './run/context-trees.ts';
import { ListenerPair } from './run/listener-pair.ts';
import { MappingRun } from './run/mapping-run.ts';
import type { RunInput } from './run/scope.ts';
import { readIgnoredPaths } from './tables/ignored-paths.ts';
import { buildLookup, type Table } from './tables/lookup-table.ts';
import { type Partners, readPartners } from './tables/partners.ts';
import { readTables } from './tables/table-files.ts';

export interface LoadedMapping {
  /** Absent when a finding is an error. */
  readonly mapping?: FileMapping;
  /** Of the mapping file and its tables; with file, line and column. */
  readonly findings: readonly Finding[];
}

/**
 * Loads and checks the mapping NAME: the first folder that has NAME.yaml wins (the user's own before the delivered
 * ones), and so it does for each table. `formats`: with the schemas of the channel. Synchronous file reads: it happens on start, on reload and on the command line. Never throws for what a file
 * says. `language`: of the findings. `memo`: of whoever loads it again and again.
 */
export function loadMapping(
  name: string,
  folders: readonly string[],
  formats: Formats,
  files: FileSource = restrictToFolders(folders),
  language?: Language,
  memo?: CompileMemo,
): LoadedMapping {
  for (const folder of folders) {
    const file = join(folder, `${name}.yaml`);
    const bytes = files.read(file);
    if (bytes !== undefined)
      return parseMapping(name, file, decodeSavedText(bytes), formats, { folders, files, memo }, language);
  }
  return { findings: [buildNotFound(name, folders, language)] };
}

/** As `loadMapping`, for a text at hand; what it extends and tables are looked up in the folders, else beside `file`. */
export function parseMapping(
  name: string,
  file: string,
  text: string,
  formats: Formats,
  { folders, files: given, memo }: MappingFolders = { folders: [], files: diskFiles },
  language?: Language,
): LoadedMapping {
  const files = new RecordingFileSource(given);
  const render = (problems: readonly MappingProblem[]) =>
    problems.map((one) => renderFileProblem(one, file, language));
  const own = parseYaml(text);
  if (own.value === undefined) return { findings: render(own.problems) };
  const whole = applyExtends(own.value, file, { folders, files, memo });
  if (whole.yaml === undefined) return { findings: render(whole.problems) };
  const { header, problems } = readHeader(name, whole.yaml, formats);
  if (header === undefined) return { findings: render(problems) };
  const ignored = readIgnoredPaths(name, { folders, files });
  const beside = readBeside(header, { folders, files, memo }, file, formats.names);
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
  const { tables, partners } = beside;
  const hash = hashTexts([
    ...[text, whole.base],
    ...[...tables.values()].flatMap(({ texts }) => texts),
    ...[partners?.text, ignored.text === '' ? undefined : ignored.text],
  ]);
  const listTexts = () => [{ path: file, text }, ...files.texts.filter(({ path }) => path !== file)];
  const read = { file, listTexts, tables, partners, ignored: ignored.patterns, hash };
  return { mapping: new FileMapping(compiled.program, read), findings };
}

interface FilesBeside {
  readonly tables: ReadonlyMap<string, Table>;
  readonly partners?: Partners | undefined;
  readonly problems: readonly MappingProblem[];
}

/** Tables and partners that a mapping names: in the folders, else beside its own `file`. */
function readBeside(
  header: Header,
  { folders, ...rest }: MappingFolders,
  file: string,
  formats: readonly string[],
): FilesBeside {
  const sources = { ...rest, folders: [...new Set([...folders, dirname(file)])] };
  const { tables, problems } = readTables(header, sources);
  if (header.partners === undefined) return { tables, problems };
  const { partners, problems: more } = readPartners(
    header.partners,
    sources,
    [header.from, header.to],
    formats,
  );
  return { tables, partners, problems: [...problems, ...more] };
}

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

interface MappingParts extends Pick<FileMapping, 'file' | 'listTexts' | 'tables' | 'hash' | 'ignored'> {
  readonly partners?: Partners | undefined;
}

/** A mapping that was read from a file and found right. */
export class FileMapping implements Mapping {
  readonly name: string;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly file: string;
  readonly listTexts: () => readonly FileText[];
  readonly program: Program;
  readonly tables: ReadonlyMap<string, Table>;
  /** Paths that the site has ended, beside what the mapping ignores. */
  readonly ignored: readonly RegExp[];
  readonly partners: Partners | undefined;
  readonly #partnerItems: (() => readonly Item[]) | undefined;
  #opens: readonly OpenPart[] | undefined;

  constructor(program: Program, { file, listTexts, tables, hash, ignored, partners }: MappingParts) {
    this.listTexts = listTexts;
    this.name = program.name;
    this.from = program.from;
    this.to = program.to;
    this.program = program;
    this.file = file;
    this.tables = tables;
    this.hash = hash;
    this.ignored = ignored;
    const namespace = program.namespaces.get('') ?? null;
    this.partners = partners;
    this.#partnerItems = partners && memoize(() => [buildPartnersTree(partners.rows, namespace)]);
  }

  /** Decoded anew each time: a table may be large, and who runs the mapping does not need them. */
  get texts(): readonly FileText[] {
    return this.listTexts();
  }

  get opens(): readonly OpenPart[] {
    this.#opens ??= listOpenable(this.program);
    return this.#opens;
  }

  get closes(): readonly OpenPart[] {
    return this.program.closes;
  }

  again(event: string): boolean {
    return this.#overEvent(this.program.again, event);
  }

  silent(event: string): boolean {
    return this.#overEvent(this.program.silent, event);
  }

  #overEvent(condition: Expression | undefined, event: string): boolean {
    if (condition === undefined) return false;
    const variables = new Map([['event', () => [event]]]);
    try {
      return isTrue(condition.xpath.evaluate(emptyDocument, variables, { lookup: buildLookup(this.tables) }));
    } catch (error) {
      // Of an event that the clause's table does not know, it says nothing.
      if (error instanceof ValueError) return false;
      throw error;
    }
  }

  run(source: TreeDocument, context: MappingContext): MappingResult {
    if (context.onRunValues === undefined) return this.startRun(source, context).run();
    const recorder = new CarriedLeaves();
    const run = this.startRun(source, context, { recorder });
    const result = run.run();
    if (result.target !== undefined) this.#tellValues(run, recorder, source, context);
    return result;
  }

  /** Tells whoever hears of it what became of the values of the document. */
  #tellValues(
    run: MappingRun,
    { carried }: CarriedLeaves,
    source: TreeDocument,
    context: MappingContext,
  ): void {
    const left = listFilledLeaves(source.root).filter((leaf) => !carried.has(leaf));
    const ignored = left.length === 0 ? new Set<TreeNode>() : new Set(run.selectNodes(this.program.ignore));
    const lost = left.filter((leaf) => !isWithinAny(leaf, ignored) && !isIgnoredBySite(this, leaf));
    context.onRunValues?.({
      source,
      lost,
      listLostThrough: (made, later) => {
        const [away, ended] = [new Set(left), this.#listEnding(source, context, made, later)];
        const all = new Set([...lost, ...[...ended].filter((leaf) => !away.has(leaf))]);
        return listFilledLeaves(source.root).filter((leaf) => all.has(leaf));
      },
    });
  }

  /** Leaves of which nothing was made but these. */
  #listEnding(
    source: TreeDocument,
    context: MappingContext,
    made: TreeDocument,
    ends: ReadonlySet<TreeNode>,
  ): ReadonlySet<TreeNode> {
    const sources = new MadeSources(made);
    const recorder = new SourceListener((path, value, nodes) => sources.add(path, value, nodes));
    this.startRun(source, context, { recorder }).run();
    return sources.sourcesOnlyOf(ends);
  }

  runWithOrigins(source: TreeDocument, context: MappingContext): ExplainedResult {
    const carried = new CarriedLeaves();
    const explaining = new OriginListener(this.file);
    const run = this.startRun(source, context, { recorder: new ListenerPair(explaining, carried) });
    const { partial: _, ...result } = run.run();
    const { origins } = explaining;
    if (result.target !== undefined && context.onRunValues) this.#tellValues(run, carried, source, context);
    return { result, origins: [...origins] };
  }

  origins(source: TreeDocument, context: MappingContext): readonly ValueProvenance[] {
    return listOrigins(this, source, context);
  }

  leaf(path: string, source: TreeDocument, context: MappingContext): string | undefined {
    return this.startRun(source, context).evaluateLeaf(path.split('/'));
  }

  /**
   * One run. `recorder` hears of everything it does; deadline and lookup may differ from the usual ones.
   */
  startRun(
    source: TreeDocument,
    context: MappingContext,
    more: Partial<Pick<RunInput, 'recorder' | 'deadline' | 'lookup'>> = {},
  ): MappingRun {
    return new MappingRun({
      program: this.program,
      file: this.file,
      lookup: buildLookup(this.tables),
      source,
      context,
      variables: this.#variables(context),
      ...more,
    });
  }

  #variables(context: MappingContext): Variables {
    const trees = buildContextTrees(context, this.program.namespaces.get('') ?? null);
    return this.#partnerItems === undefined ? trees : withVariable(trees, 'partners', this.#partnerItems);
  }
}

/** `again:` and `silent:` look at `$event` alone; this is the document it does not see. */
const emptyDocument = new DocumentNode(
  'json',
  new ElementNode({ prefix: '', localName: 'json', namespaceURI: null }, 1, 1),
);

function buildNotFound(name: string, folders: readonly string[], language: Language | undefined): Finding {
  const sentence = 'mapping-not-found';
  const values = { name, folders: joinAlternatives(folders) };
  return { code: sentence, severity: 'error', ...renderMappingSentence({ sentence, values }, language) };
}
