import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { openFormats } from '../formats/registry.ts';
import { deliveredTargets } from '../mapping/delivered-targets.ts';
import { mappingJsonSchema } from '../mapping/json-schema.ts';
import { mappingFolders, packageFolder } from '../pipeline/workers/mapping-folders.ts';
import { foldersOf } from './map-common.ts';

/** Its name in the folder of the user's own mappings, and the line that tells an editor of it. */
export const schemaFile = 'mapping.schema.json';
export const schemaComment = `# yaml-language-server: $schema=${schemaFile}`;

/** The JSON Schema of mapping files over the formats of these folders; not indented, since nobody reads it. */
export function mappingSchemaText(folders: readonly string[] = mappingFolders(undefined)): string {
  const { formats, dispose } = openFormats({}, folders);
  const schema = mappingJsonSchema(formats, deliveredTargets(packageFolder('mappings')));
  dispose();
  return `${JSON.stringify(schema)}\n`;
}

export function schemaCommand(): Command {
  return new Command('schema')
    .requiredOption('-m, --mappings <folder>', 'your own mappings, where it goes')
    .action(({ mappings }: { readonly mappings: string }) => {
      const path = join(mappings, schemaFile);
      writeFileSync(path, mappingSchemaText(foldersOf(mappings)));
      console.log(`${path}\nBegin each mapping with the line\n${schemaComment}`);
    });
}
