import { loadSchemas, type SchemaFolders } from '../scsn/load-schemas.ts';
import { openDescriptions } from './description-folders.ts';
import type { Formats } from './document-format.ts';
import { buildFormats } from './format-registry.ts';

/** Formats with schemas that are to be given back. */
export interface DisposableFormats {
  readonly formats: Formats;
  dispose(): void;
}

/**
 * All formats, to read and write documents with. `mappings`: folders of mappings with their formats. Throws an Error that names folder and
 * file when the schemas cannot be used.
 */
export function openFormats(folders?: SchemaFolders, mappings: readonly string[] = []): DisposableFormats {
  const schemas = loadSchemas(folders);
  return {
    formats: buildFormats(() => schemas, openDescriptions(mappings)),
    dispose: () => schemas.dispose(),
  };
}
