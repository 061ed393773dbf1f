import { basename, dirname, join } from 'node:path';
import { type FileSource, restrictToFolders } from '../system/file-source.ts';
import { decodeSavedText } from '../text/text-file.ts';
import type { Language } from '../types.ts';
import type { LoadedDescription } from './define-syntax.ts';
import type { ReferencedTexts } from './describe/referenced-texts.ts';
import { buildDescribedFormat } from './described-format.ts';
import type { LoadedFormat } from './document-format.ts';
import { formatNamePattern } from './format-names.ts';

/** Where formats are described: `formats/NAME.yaml` beside mappings; the first folder that has one wins. */
export interface FormatDescriptions {
  /** Of the findings. */
  readonly language: Language;
  readonly names: readonly string[];
  /** Undefined where no folder has one of that name. */
  load(name: string): DescribedFormat | undefined;
}

export interface DescribedFormat extends LoadedFormat, Pick<LoadedDescription, 'renderPage'> {
  readonly file: string;
  readonly text: string;
}

/** `folders`: of mappings, the user's own before the delivered ones. Read when asked for, each once. `language`: of the findings. */
export function openDescriptions(
  folders: readonly string[],
  source: FileSource = restrictToFolders(folders),
  language: Language = 'en',
): FormatDescriptions {
  const places = folders.map((folder) => join(folder, 'formats'));
  const files = places.flatMap((folder) => source.list(folder));
  const names = files.filter((file) => file.endsWith('.yaml')).map((file) => basename(file, '.yaml'));
  const known = new Map<string, ReturnType<FormatDescriptions['load']>>();
  return {
    language,
    names: [...new Set(names)].sort(),
    load(name) {
      if (!known.has(name)) known.set(name, loadFrom(folders, name, source, language));
      return known.get(name);
    },
  };
}

/** The texts of formats and directories, by their names. */
export function openReferencedTexts(
  folders: readonly string[],
  source: FileSource = restrictToFolders(folders),
): ReferencedTexts {
  const places = folders.map((folder) => join(folder, 'formats'));
  const textIn = (within: readonly string[], name: string) =>
    formatNamePattern.test(name)
      ? within
          .map((folder) => textOf(source, join(folder, `${name}.yaml`)))
          .find((text) => text !== undefined)
      : undefined;
  return {
    guide: (name) => textIn(places, name),
    directory: (name) =>
      textIn(
        places.map((folder) => join(folder, 'directories')),
        name,
      ),
  };
}

function textOf(source: FileSource, file: string): string | undefined {
  const bytes = source.read(file);
  return bytes && decodeSavedText(bytes);
}

function loadFrom(
  folders: readonly string[],
  name: string,
  source: FileSource,
  language: Language,
): ReturnType<FormatDescriptions['load']> {
  if (!formatNamePattern.test(name)) return undefined;
  for (const file of folders.map((folder) => join(folder, 'formats', `${name}.yaml`))) {
    const { noted, texts } = notedOf(source);
    const text = textOf(noted, file);
    if (text === undefined) continue;
    const near = (path: string) => textOf(noted, join(dirname(file), path));
    const loaded = buildDescribedFormat(text, file, openReferencedTexts(folders, noted), near, language);
    return { ...loaded, file, text, texts: texts() };
  }
  return undefined;
}

/** A source, and the texts of all that is read of it. */
function notedOf(source: FileSource) {
  const read = new Map<string, string>();
  const noted: FileSource = {
    list: (folder) => source.list(folder),
    read(path) {
      const bytes = source.read(path);
      if (bytes !== undefined) read.set(path, decodeSavedText(bytes));
      return bytes;
    },
  };
  return { noted, texts: () => [...read].map(([path, text]) => ({ path, text })) };
}
