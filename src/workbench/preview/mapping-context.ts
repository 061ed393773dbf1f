import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Formats } from '../../formats/document-format.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { readFixtureContext, readFixtureTree } from '../../mapping/fixtures/fixture-files.ts';
import { buildContextAfter } from '../../mapping/fixtures/previous-delivery.ts';
import type { MappingContext } from '../../mapping/mapping.ts';
import { parseSource, readSourceFile } from './read-source.ts';

/** What a trial is told beside the document. */
export interface ContextFiles {
  /** Name of the event, `$event`. */
  readonly event?: string;
  /** A file as the context.json of a fixture. */
  readonly context?: string;
  /** The document that was delivered before it. */
  readonly previous?: string;
}

/** From files as fixtures have them: those that are given, else `context.json` and `previous.*` beside the document. */
export function readMappingContext(
  mapping: FileMapping,
  document: string,
  { context, previous, event }: ContextFiles,
  formats: Formats,
): MappingContext {
  if (context !== undefined && !existsSync(context)) throw new Error(`There is no file ${context}.`);
  const folder = dirname(document);
  const file =
    context === undefined
      ? readFixtureContext(folder)
      : readFixtureContext(dirname(context), basename(context));
  const before =
    previous === undefined
      ? readFixtureTree(folder, 'previous', mapping.from, formats)
      : parseSource(mapping, readSourceFile(previous), formats);
  return buildContextAfter(mapping, event === undefined ? file : { ...file, event }, before);
}

/** Names of a document that was delivered before another, beside it. */
export const previousNames = (formats: Formats): readonly string[] => {
  const extensions = formats.names.flatMap((name) => formats.load(name).format?.extension ?? []);
  return [...new Set([...extensions, '.json'])].map((extension) => `previous${extension}`);
};

/** A file that made the context of a trial. */
export interface UsedContextFile {
  readonly role: 'context' | 'previous';
  readonly file: string;
  /** Nobody named it: it was found beside the document, and that must not go unsaid. */
  readonly isBeside: boolean;
}

export function listContextFiles(
  document: string,
  { context, previous }: ContextFiles,
  formats: Formats,
): readonly UsedContextFile[] {
  const folder = dirname(document);
  return [
    ...usedFile('context', context, folder, ['context.json']),
    ...usedFile('previous', previous, folder, previousNames(formats)),
  ];
}

/** All that may make it, whether it is there or not: whoever watches them sees one that is added. */
export function listWatchedFiles(
  document: string,
  { context, previous }: ContextFiles,
  formats: Formats,
): readonly string[] {
  const beside = ['context.json', ...previousNames(formats)].map((name) => join(dirname(document), name));
  return [document, ...[context, previous].flatMap((file) => file ?? []), ...beside];
}

function usedFile(
  role: UsedContextFile['role'],
  given: string | undefined,
  folder: string,
  names: readonly string[],
): readonly UsedContextFile[] {
  if (given !== undefined) return [{ role, file: given, isBeside: false }];
  const found = names.find((name) => existsSync(join(folder, name)));
  return found === undefined ? [] : [{ role, file: found, isBeside: true }];
}
