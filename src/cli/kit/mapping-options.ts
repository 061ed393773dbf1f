import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Option } from 'commander';
import { isShipment } from '../../exchange/documents/shipment-identity.ts';
import type { Format, Formats } from '../../formats/document-format.ts';
import { findRecognised, requireFormat } from '../../formats/find-format.ts';
import { diskFiles, type FileSource, restrictToFolders } from '../../mapping/files/file-source.ts';
import {
  readFixtureContext,
  readFixtureTree,
  readTrees,
  requireSingle,
} from '../../mapping/fixtures/fixture-files.ts';
import { buildContextAfter } from '../../mapping/fixtures/previous-delivery.ts';
import { type FileMapping, type LoadedMapping, loadMapping } from '../../mapping/load-mapping.ts';
import type { MappingContext } from '../../mapping/mapping.ts';
import { mappingFolders } from '../../pipeline/channel/mapping-folders.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import { type Language, languages } from '../../types.ts';
import { renderFindingLine } from './command-kit.ts';

/** What the commands under `gateway map` share. */

export const folderOption = [
  '-m, --mappings <folder>',
  'your own mappings; they win over the delivered ones',
] as const;

export const languageOption = new Option('--language <language>', 'of the findings')
  .choices(languages)
  .default('en');

/** A mapping by name, or by its file: the folder of the file then comes first. */
export interface NamedMapping {
  readonly name: string;
  readonly folders: readonly string[];
  /** The file that was named. */
  readonly file?: string;
}

/** Your own folder, if any, before the delivered one. */
export function requireMappingFolders(own: string | undefined): readonly string[] {
  if (own !== undefined && !existsSync(own)) throw new Error(`There is no folder ${own}.`);
  return mappingFolders(own);
}

export function resolveNamedMapping(said: string, own: string | undefined): NamedMapping {
  if (!said.endsWith('.yaml')) return { name: said, folders: requireMappingFolders(own) };
  const folders = [...new Set([resolve(dirname(said)), ...requireMappingFolders(own)])];
  return { name: basename(said, '.yaml'), folders, file: said };
}

/** Throws an Error in words where the file that was named is not there: the delivered mapping of its name is not meant. */
export function loadNamedMapping(
  { name, folders, file }: NamedMapping,
  formats: Formats,
  disk: FileSource = diskFiles,
  language?: Language,
): LoadedMapping {
  const files = restrictToFolders(folders, disk);
  if (file !== undefined && files.read(file) === undefined) throw new Error(`There is no file ${file}.`);
  return loadMapping(name, folders, formats, files, language);
}

export const listMappingNames = (folders: readonly string[]): readonly string[] => {
  const files = folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
  const names = files.filter((file) => file.endsWith('.yaml')).map((file) => basename(file, '.yaml'));
  return [...new Set(names)].sort();
};

/** The mapping, after its findings were printed; undefined when it is broken. */
export function loadMappingOrPrint(
  named: NamedMapping,
  formats: Formats,
  disk: FileSource = diskFiles,
  language?: Language,
): FileMapping | undefined {
  const { mapping, findings } = loadNamedMapping(named, formats, disk, language);
  for (const finding of findings) console.error(renderFindingLine(finding, language));
  if (mapping === undefined) process.exitCode = 1;
  return mapping;
}

/** The document of a file that holds one, as a tree; throws an Error in words where it holds several, and as `sourcesFor`. */
export const readSource = (mapping: FileMapping, path: string, formats: Formats): TreeDocument =>
  requireSingle(path, readSources(mapping, path, formats));

/** The documents of a file as trees. Throws an Error in words when it cannot be read or is none that the mapping reads. */
export function readSources(
  { name, from }: FileMapping,
  path: string,
  formats: Formats,
): readonly TreeDocument[] {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`);
  const { trees, type } = readAnyDocument(path, formats, from);
  if (type === from) return trees;
  throw new Error(`${path} is ${type ?? `of no known type (${rootWords(trees)})`}; ${name} reads ${from}.`);
}

const rootWords = ([tree]: readonly TreeDocument[]): string => (tree === undefined ? 'empty' : rootOf(tree));

const rootOf = ({ root: { localName, namespaceURI } }: TreeDocument): string =>
  `${localName} in ${namespaceURI === null ? 'no namespace' : `the namespace ${namespaceURI}`}`;

/** Bytes of a beginning by which a format knows its own. */
const headBytes = 65_536;

/**
 * The documents of a file as trees, and what they are: undefined for one of no known type, which is read as if it were what is `expected`.
 * Whatever JSON is about no shipment counts as an order.
 */
export function readAnyDocument(
  path: string,
  formats: Formats,
  expected = '',
): { readonly trees: readonly TreeDocument[]; readonly type: string | undefined } {
  const bytes = readFileSync(path);
  if (path.endsWith('.json')) {
    const trees = readTrees(path, 'exchange/order', formats);
    return {
      trees,
      type: isShipment(JSON.parse(decodeSavedText(bytes))) ? 'exchange/shipment' : 'exchange/order',
    };
  }
  const head = bytes.subarray(0, headBytes);
  const wanted = formats.names.includes(expected) ? requireFormat(formats, expected) : undefined;
  // several formats may take a table for theirs: the one that is expected comes first
  const format =
    (wanted?.recognise(head) ? wanted : findRecognised(formats, head)) ??
    wanted ??
    requireFormat(formats, formats.names[0] ?? '');
  const trees = readTrees(path, format.name, formats);
  return { trees, type: trees.every((tree) => isRoot(tree, format)) ? format.name : undefined };
}

function isRoot({ root: { localName, namespaceURI } }: TreeDocument, format: Format): boolean {
  const { root, namespaces } = format.buildShape();
  return localName === root.name && (namespaceURI ?? '') === (namespaces.get('') ?? '');
}

/** Options of the commands that run a mapping on a document. */
export interface ContextOptions {
  readonly event?: string;
  readonly context?: string;
  readonly previous?: string;
}

export const contextOptions = [
  new Option('--event <name>', 'name of the event, `$event`'),
  new Option('--context <file>', 'channel, order state and so on, as in context.json of a fixture'),
  new Option('--previous <file>', 'the document that was delivered before it: what is unchanged is left out'),
] as const;

/** From files as fixtures have them: those that are given, else `context.json` and `previous.*` beside the document. */
export function readMappingContext(
  mapping: FileMapping,
  document: string,
  options: ContextOptions,
  formats: Formats,
): MappingContext {
  const { context, previous, event } = options;
  if (context !== undefined && !existsSync(context)) throw new Error(`There is no file ${context}.`);
  const folder = dirname(document);
  const file =
    context === undefined
      ? readFixtureContext(folder)
      : readFixtureContext(dirname(context), basename(context));
  const before =
    previous === undefined
      ? readFixtureTree(folder, 'previous', mapping.from, formats)
      : readSource(mapping, previous, formats);
  const said = event === undefined ? file : { ...file, event };
  return buildContextAfter(mapping, said, before);
}

/** Names of a document that was delivered before another, beside it. */
export const previousNames = (formats: Formats): readonly string[] => {
  const extensions = formats.names.flatMap((name) => formats.load(name).format?.extension ?? []);
  return [...new Set([...extensions, '.json'])].map((extension) => `previous${extension}`);
};

/** Which files made the context, when any did: they are looked for beside the document, and that must not go unsaid. */
export function renderContextFiles(
  document: string,
  { context, previous }: ContextOptions,
  formats: Formats,
): readonly string[] {
  const folder = dirname(document);
  const words = [
    ...usedFile(context, folder, ['context.json'], 'Context: '),
    ...usedFile(previous, folder, previousNames(formats), 'Delivered before it: '),
  ];
  return words.length === 0 ? [] : [words.join('\n')];
}

function usedFile(given: string | undefined, folder: string, beside: readonly string[], title: string) {
  if (given !== undefined) return [`${title}${given}`];
  const found = beside.find((name) => existsSync(join(folder, name)));
  return found === undefined ? [] : [`${title}${found} beside the document`];
}
