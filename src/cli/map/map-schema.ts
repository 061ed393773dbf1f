import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import {
  mappingSchemaComment,
  mappingSchemaFile,
  renderMappingSchema,
} from '../../workbench/overlay/mapping-schema.ts';
import { requireMappingFolders } from '../../workbench/overlay/named-mapping.ts';

export function schemaCommand(): Command {
  return new Command('schema')
    .requiredOption('-m, --mappings <folder>', 'your own mappings, where it goes')
    .action(({ mappings }: { readonly mappings: string }) => {
      const path = join(mappings, mappingSchemaFile);
      writeFileSync(path, renderMappingSchema(requireMappingFolders(mappings)));
      console.log(`${path}\nBegin each mapping with the line\n${mappingSchemaComment}`);
    });
}
