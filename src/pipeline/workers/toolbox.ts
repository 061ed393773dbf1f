import { descriptionsIn } from '../../formats/folders.ts';
import type { Format, Formats } from '../../formats/interface.ts';
import { formatsWith } from '../../formats/registry.ts';
import { diskWithin, type Files, filesIn } from '../../mapping/files.ts';
import type { Mapping } from '../../mapping/interface.ts';
import { loadMapping } from '../../mapping/load.ts';
import type { SchemaSet } from '../../scsn/interface.ts';
import { loadSchemas } from '../../scsn/schemas.ts';
import type { Finding, Language } from '../../types.ts';
import { type ClassOf, classesHash, readClasses, readSameUnits } from './lost-classes.ts';
import { mappingFolders } from './mapping-folders.ts';
import { NotUsable } from './not-usable.ts';
import { type Snapshot, xsdsIn } from './snapshot.ts';

/** What check and prepare of one channel work with: formats with its schemas, and mappings that were checked against them. */
export interface Toolbox {
  /** In which mappings and formats are looked up: the user's own before the delivered one. */
  readonly folders: readonly string[];
  readonly formats: Formats;
  /** Throws NotUsable. */
  format(name: string): Format;
  /** Throws NotUsable. */
  mapping(name: string): Mapping;
  /** What kind of value stands at a path of a document. Throws NotUsable. */
  readonly classOf: ClassOf;
  /** One code for units that mean the same; undefined for one that nobody knows. */
  sameUnit(code: string): string | undefined;
  /** Of the tables that say so. */
  readonly classesHash: string;
}

/** The toolboxes of all channels, loaded once in each worker. */
export interface Toolboxes {
  /** With the XSDs of a folder, or the delivered ones. Throws NotUsable. */
  with(schemas: string | undefined): Toolbox;
  dispose(): void;
}

/**
 * The delivered schemas are loaded at once, others when they are first asked for. Without a snapshot the disk is read. `language`: of
 * what is said of mappings.
 */
export function loadToolboxes(
  ownMappings: string | undefined,
  snapshot?: Snapshot,
  language?: Language,
): Toolboxes {
  const folders = mappingFolders(ownMappings);
  const files = snapshot ? filesIn(snapshot.files) : diskWithin(folders);
  const away = ownMappings === undefined ? undefined : snapshot?.away[ownMappings];
  const open = (schemas: SchemaSet) => toolboxWith(schemas, { folders, files, away, language });
  const known = new Map<string | undefined, OwnToolbox>([[undefined, open(loadSchemas())]]);
  return {
    with(folder) {
      const tools = known.get(folder) ?? open(ownSchemas(folder, snapshot));
      known.set(folder, tools);
      return tools;
    },
    dispose() {
      for (const { schemas } of known.values()) schemas.dispose();
    },
  };
}

/** XSDs that cannot be used are told in their own words, on loading and where a document type is first compiled. */
function ownSchemas(folder: string | undefined, snapshot: Snapshot | undefined): SchemaSet {
  if (folder === undefined) return loadSchemas();
  const away = snapshot?.away[folder];
  if (away !== undefined) throw new NotUsable(away);
  const texts = snapshot && xsdsIn(snapshot, folder);
  const schemas = usable(folder, () => loadSchemas({ xsds: folder, ...(texts ? { texts } : {}) }));
  return { ...schemas, validator: (document) => usable(folder, () => schemas.validator(document)) };
}

function usable<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new NotUsable(`The XSDs of ${folder} cannot be used: ${text}`, [], error);
  }
}

interface Shelf {
  readonly folders: readonly string[];
  readonly files: Files;
  /** Why the user's folder is not there: what lies in it would win over what is delivered. */
  readonly away: string | undefined;
  readonly language: Language | undefined;
}

interface OwnToolbox extends Toolbox {
  readonly schemas: SchemaSet;
}

function toolboxWith(schemas: SchemaSet, { folders, files, away, language }: Shelf): OwnToolbox {
  const mappings = new Map<string, Mapping>();
  const formats = formatsWith(() => schemas, descriptionsIn(folders, files));
  let classes: ClassOf | undefined;
  let hashOfClasses: string | undefined;
  let sameUnits: ReturnType<typeof readSameUnits> | undefined;
  return {
    ...{ schemas, folders, formats },
    classOf(path) {
      classes ??= readClasses(folders, files);
      return classes(path);
    },
    sameUnit(code) {
      sameUnits ??= readSameUnits(folders, files);
      return sameUnits(code);
    },
    get classesHash() {
      hashOfClasses ??= classesHash(folders, files);
      return hashOfClasses;
    },
    format(name) {
      const { format, findings } = formats.load(name);
      if (format === undefined) throw broken(`The format ${name}`, findings);
      return format;
    },
    mapping(name) {
      const known = mappings.get(name);
      if (known) return known;
      if (away !== undefined) throw new NotUsable(away);
      const { mapping, findings } = loadMapping(name, folders, formats, files, language);
      if (!mapping) throw broken(`The mapping ${name}`, findings);
      mappings.set(name, mapping);
      return mapping;
    },
  };
}

function broken(what: string, findings: readonly Finding[]): NotUsable {
  const worst = findings.find(({ severity }) => severity !== 'warning');
  const place = [worst?.file, worst?.line, worst?.column].filter((part) => part !== undefined).join(':');
  const why = worst?.message ?? 'it was not found';
  return new NotUsable(`${what} cannot be used: ${place} ${why}`, findings);
}
