import { renderSuggestion } from '../findings/nearest-names.ts';
import {
  documentTypes,
  kindByDocument as scsnKinds,
  documentByKind as scsnOf,
} from '../scsn/document-types.ts';
import { loadSchemas, type SchemaFolders } from '../scsn/load-schemas.ts';
import type { SchemaSet } from '../scsn/schemas/schema-set.ts';
import { buildScsnFormat } from '../scsn/scsn-format.ts';
import type { Kind } from '../types.ts';
import { type FormatDescriptions, openDescriptions } from './description-folders.ts';
import type { Format, Formats, LoadedFormat } from './document-format.ts';
import { fileLooks } from './syntaxes.ts';

/** The one place that knows formats by name. Everybody else gets one by the name that a config or a mapping writes. */

/** The SCSN documents: what `document:` of a channel may say beside the name of a described format. */
export const scsnFormatNames = documentTypes;

/** What a described format may be called. */
export { formatNamePattern as ownFormat } from './description-folders.ts';

/** Is it an SCSN document? Whatever an ERP writes becomes one, and whatever it reads was one. */
export const isScsnDocument = (name: string): boolean => documentTypes.some((known) => known === name);

/** The SCSN document of a kind: whatever an ERP writes is translated into one, whatever it reads from one. */
export const scsnDocumentOf = (kind: Kind): string => scsnOf[kind];

/** What an SCSN document is; undefined for any other name. */
export const kindOf = (name: string): Kind | undefined =>
  new Map<string, Kind>(Object.entries(scsnKinds)).get(name);

/**
 * All formats over one set of schemas; without one, over the delivered ones as soon as they are needed. `descriptions`: those
 * that files describe.
 */
export function buildFormats(
  schemas: () => SchemaSet = memoize(() => loadSchemas()),
  descriptions: FormatDescriptions = openDescriptions([]),
): Formats {
  const known = new Map<string, Format>(
    documentTypes.map((name) => [name, buildScsnFormat(name, schemas, fileLooks)]),
  );
  const names = [...known.keys(), ...descriptions.names];
  return {
    names,
    load(name) {
      const format = known.get(name);
      if (format !== undefined) return loadScsnFormat(format, schemas);
      return descriptions.load(name) ?? { findings: [buildNotFound(name, names)] };
    },
  };
}

/** The same SCSN documents, and other described formats: those of a draft. */
export const withDescriptions = (
  formats: Formats,
  descriptions: Pick<FormatDescriptions, 'names' | 'load'>,
): Formats => {
  const names = [...documentTypes, ...descriptions.names];
  return {
    names,
    load: (name) =>
      isScsnDocument(name)
        ? formats.load(name)
        : (descriptions.load(name) ?? { findings: [buildNotFound(name, names)] }),
  };
};

/** The schemas are not loaded for it. */
const loadScsnFormat = (format: Format, schemas: () => SchemaSet): LoadedFormat => ({
  ...{ format, findings: [] },
  get texts() {
    return schemas().texts;
  },
});

/** Formats with schemas that are to be given back. */
export interface DisposableFormats {
  readonly formats: Formats;
  dispose(): void;
}

/** `mappings`: folders of mappings with their formats. Throws an Error that names folder and file when the schemas cannot be used. */
export function openFormats(folders?: SchemaFolders, mappings: readonly string[] = []): DisposableFormats {
  const schemas = loadSchemas(folders);
  return {
    formats: buildFormats(() => schemas, openDescriptions(mappings)),
    dispose: () => schemas.dispose(),
  };
}

function memoize<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const buildNotFound = (name: string, names: readonly string[]): LoadedFormat['findings'][number] => ({
  code: 'format-not-found',
  severity: 'error',
  message: `There is no format ${name}.`,
  advice: renderSuggestion(name, names, 'formats'),
});
