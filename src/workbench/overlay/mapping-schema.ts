import { openFormats } from '../../formats/open-formats.ts';
import { buildMappingJsonSchema } from '../../mapping/docs/mapping-json-schema.ts';
import { readDeliveredTargets } from '../../mapping/files/delivered-ends.ts';
import { mappingFolders, packageFolder } from '../../pipeline/channel/mapping-folders.ts';

/** Its name in the folder of the user's own mappings, and the line that tells an editor of it. */
export const mappingSchemaFile = 'mapping.schema.json';
export const mappingSchemaComment = `# yaml-language-server: $schema=${mappingSchemaFile}`;

/** The JSON Schema of mapping files over the formats of these folders; not indented, since nobody reads it. */
export function renderMappingSchema(folders: readonly string[] = mappingFolders(undefined)): string {
  const { formats, dispose } = openFormats({}, folders);
  const schema = buildMappingJsonSchema(formats, readDeliveredTargets(packageFolder('mappings')));
  dispose();
  return `${JSON.stringify(schema)}\n`;
}
