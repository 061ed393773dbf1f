import { type Files, onDisk } from '../../mapping/files.ts';
import type { Mapping } from '../../mapping/interface.ts';
import { loadMapping } from '../../mapping/load.ts';
import type { SchemaSet } from '../../scsn/interface.ts';
import { loadSchemas } from '../../scsn/schemas.ts';
import type { Finding } from '../../types.ts';
import { mappingFolders } from './mapping-folders.ts';

/** What check and prepare of one channel work with: its schemas, and mappings that were checked against them. */
export interface Toolbox {
  readonly schemas: SchemaSet;
  /** Throws BrokenMapping. */
  mapping(name: string): Mapping;
}

/** The toolboxes of all channels, loaded once in each worker. */
export interface Toolboxes {
  /** With the XSDs of a folder, or the delivered ones. Throws an Error that names folder and file. */
  with(schemas: string | undefined): Toolbox;
  dispose(): void;
}

/** A mapping that does not load; it never runs. */
export class BrokenMapping extends Error {
  readonly findings: readonly Finding[];

  constructor(name: string, findings: readonly Finding[]) {
    const worst = findings.find(({ severity }) => severity !== 'warning');
    const place = [worst?.file, worst?.line, worst?.column].filter((part) => part !== undefined).join(':');
    super(`The mapping ${name} cannot be used: ${place} ${worst?.message ?? 'it was not found'}`);
    this.findings = findings;
  }
}

/** The delivered schemas are loaded at once, others when they are first asked for. */
export function loadToolboxes(ownMappings: string | undefined, files: Files = onDisk): Toolboxes {
  const open = (schemas: SchemaSet) => toolboxWith(schemas, mappingFolders(ownMappings), files);
  const known = new Map<string | undefined, Toolbox>([[undefined, open(loadSchemas())]]);
  return {
    with(folder) {
      const tools = known.get(folder) ?? open(loadSchemas(folder === undefined ? {} : { xsds: folder }));
      known.set(folder, tools);
      return tools;
    },
    dispose() {
      for (const { schemas } of known.values()) schemas.dispose();
    },
  };
}

function toolboxWith(schemas: SchemaSet, folders: readonly string[], files: Files): Toolbox {
  const mappings = new Map<string, Mapping>();
  return {
    schemas,
    mapping(name) {
      const known = mappings.get(name);
      if (known) return known;
      const { mapping, findings } = loadMapping(name, folders, schemas.model, files);
      if (!mapping) throw new BrokenMapping(name, findings);
      mappings.set(name, mapping);
      return mapping;
    },
  };
}
