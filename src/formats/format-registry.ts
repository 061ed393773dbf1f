import { renderSuggestion } from '../findings/nearest-names.ts';
import { documentTypes } from '../scsn/document-types.ts';
import type { SchemaSet } from '../scsn/schemas/schema-set.ts';
import { buildScsnFormat } from '../scsn/scsn-format.ts';
import type { Finding, Language } from '../types.ts';
import { commonSentence } from './describe/common-sentences.ts';
import { descriptionFindingOf } from './describe/description-sentences.ts';
import { type FormatDescriptions, openDescriptions } from './description-folders.ts';
import type { Format, Formats, LoadedFormat } from './document-format.ts';
import { isScsnDocument } from './format-names.ts';
import { fileLooks } from './syntaxes.ts';

/** The one place that knows formats by name. Everybody else gets one by the name that a config or a mapping writes. */

/** All formats over one set of schemas, which is asked for as soon as it is needed. `descriptions`: those that files describe. */
export function buildFormats(
  schemas: () => SchemaSet,
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
      return descriptions.load(name) ?? { findings: [buildNotFound(name, names, descriptions.language)] };
    },
  };
}

/**
 * Formats for who only looks at files: whether one is whole, and whose it is. Without schemas, and what compiles them, a thread holds 25 MB
 * less. Documents cannot be read with them.
 */
export const buildFileFormats = (descriptions?: FormatDescriptions): Formats =>
  buildFormats(() => {
    throw new Error('Documents are read in threads of their own: here are no schemas.');
  }, descriptions);

/** The same SCSN documents, and other described formats: those of a draft. */
export const withDescriptions = (formats: Formats, descriptions: FormatDescriptions): Formats => {
  const names = [...documentTypes, ...descriptions.names];
  return {
    names,
    load: (name) =>
      isScsnDocument(name)
        ? formats.load(name)
        : (descriptions.load(name) ?? { findings: [buildNotFound(name, names, descriptions.language)] }),
  };
};

/** The schemas are not loaded for it. */
const loadScsnFormat = (format: Format, schemas: () => SchemaSet): LoadedFormat => ({
  ...{ format, findings: [] },
  get texts() {
    return schemas().texts;
  },
});

const buildNotFound = (name: string, names: readonly string[], language: Language): Finding => {
  const todo = renderSuggestion(name, names, 'formats', language);
  return descriptionFindingOf(commonSentence('format-not-found/format'), { name, todo }, language);
};
