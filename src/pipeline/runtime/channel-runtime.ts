import { explainFailure } from '../../findings/localized-error.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { localizeFindingText } from '../../findings/stored-findings.ts';
import { openDescriptions } from '../../formats/description-folders.ts';
import type { Format, Formats } from '../../formats/document-format.ts';
import { buildFormats } from '../../formats/format-registry.ts';
import { loadMapping } from '../../mapping/load-mapping.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { MappingMemo } from '../../mapping/mapping-memo.ts';
import { loadSchemas } from '../../scsn/load-schemas.ts';
import type { SchemaSet } from '../../scsn/schemas/schema-set.ts';
import { computeOnce } from '../../system/compute-once.ts';
import { buildSnapshotSource, type FileSource, restrictToFolders } from '../../system/file-source.ts';
import type { Finding, Language } from '../../types.ts';
import { mappingFolders } from '../channel/mapping-folders.ts';
import { NotUsable, type UnusablePart } from './not-usable.ts';
import { listXsds, type RuntimeSnapshot } from './runtime-snapshot.ts';
import { type ClassOf, hashValueClasses, loadValueClasses, readSameUnits } from './value-classes.ts';

/** What check and prepare of one channel work with: formats with its schemas, and mappings that were checked against them. */
export interface ChannelRuntime {
  /** In which mappings and formats are looked up: the user's own before the delivered one. */
  readonly folders: readonly string[];
  readonly formats: Formats;
  /** Throws NotUsable. */
  format(name: string): Format;
  /** Throws NotUsable. */
  mapping(name: string): Mapping;
  /** What is said of a mapping that can be used. Throws NotUsable. */
  warningsOf(mapping: string): readonly Finding[];
  /** What kind of value stands at a path of a document. Throws NotUsable. */
  readonly classOf: ClassOf;
  /** One code for units that mean the same; undefined for one that nobody knows. */
  sameUnit(code: string): string | undefined;
  /** Of the tables that say so. */
  readonly classesHash: string;
}

/** The runtimes of all channels, loaded once in each worker. */
export interface ChannelRuntimes {
  /** Of what is said of mappings and their fixtures; undefined: English. */
  readonly language: Language | undefined;
  /** With the XSDs of a folder, or the delivered ones. Throws NotUsable. */
  forSchemas(schemas: string | undefined): ChannelRuntime;
  dispose(): void;
}

/** What runtimes of several snapshots have in common. */
export interface SharedParts {
  /** The delivered ones. */
  readonly schemas: SchemaSet;
  readonly mappings: Pick<MappingMemo, 'load'>;
}

/**
 * The delivered schemas are loaded at once, others when they are first asked for. Without a snapshot the disk is read. `language`: of
 * what is said of mappings. `shared`: not given back by `dispose`.
 */
export function loadChannelRuntimes(
  ownMappings: string | undefined,
  snapshot?: RuntimeSnapshot,
  language?: Language,
  shared?: SharedParts,
): ChannelRuntimes {
  const folders = mappingFolders(ownMappings);
  const files = snapshot ? buildSnapshotSource(snapshot.files) : restrictToFolders(folders);
  const away = ownMappings === undefined ? undefined : snapshot?.away[ownMappings];
  const load = shared?.mappings.load.bind(shared.mappings) ?? loadMapping;
  const open = (schemas: SchemaSet) => buildRuntime(schemas, { folders, files, away, language, load });
  const known = new Map<string | undefined, OwnedRuntime>([
    [undefined, open(shared?.schemas ?? loadSchemas())],
  ]);
  return {
    language,
    forSchemas(folder) {
      const tools = known.get(folder) ?? open(loadOwnSchemas(folder, snapshot));
      known.set(folder, tools);
      return tools;
    },
    dispose() {
      for (const { schemas } of known.values()) if (schemas !== shared?.schemas) schemas.dispose();
    },
  };
}

/** XSDs that cannot be used are told in their own words, on loading and where a document type is first compiled. */
function loadOwnSchemas(folder: string | undefined, snapshot: RuntimeSnapshot | undefined): SchemaSet {
  if (folder === undefined) return loadSchemas();
  const away = snapshot?.away[folder];
  if (away !== undefined) throw buildAway(away);
  const texts = snapshot && listXsds(snapshot, folder);
  const schemas = requireUsable(folder, () => loadSchemas({ xsds: folder, ...(texts ? { texts } : {}) }));
  return { ...schemas, validator: (document) => requireUsable(folder, () => schemas.validator(document)) };
}

function requireUsable<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = explainFailure(error);
    throw new NotUsable(
      localize('unusable-schemas', { folder, why }),
      { kind: 'schemas', folder, why },
      [],
      error,
    );
  }
}

interface RuntimeFiles {
  readonly folders: readonly string[];
  readonly files: FileSource;
  /** Why the user's folder is not there: what lies in it would win over what is delivered. */
  readonly away: LocalizedText | undefined;
  readonly language: Language | undefined;
  readonly load: MappingMemo['load'];
}

interface OwnedRuntime extends ChannelRuntime {
  readonly schemas: SchemaSet;
}

function buildRuntime(schemas: SchemaSet, from: RuntimeFiles): OwnedRuntime {
  const { folders, files, language } = from;
  const formats = buildFormats(() => schemas, openDescriptions(folders, files, language));
  const usable = openMappings(formats, from);
  const classOf = computeOnce(() => loadValueClasses(folders, files));
  const sameUnit = computeOnce(() => readSameUnits(folders, files));
  const classesHash = computeOnce(() => hashValueClasses(folders, files));
  return {
    ...{ schemas, folders, formats },
    classOf: (path) => classOf()(path),
    sameUnit: (code) => sameUnit()(code),
    get classesHash() {
      return classesHash();
    },
    format: (name) => requireFormat(formats, name),
    mapping: (name) => usable(name).mapping,
    warningsOf: (name) => usable(name).findings,
  };
}

function requireFormat(formats: Formats, name: string): Format {
  const { format, findings } = formats.load(name);
  if (format === undefined) throw buildNotUsable({ kind: 'format', name }, findings);
  return format;
}

interface UsableMapping {
  readonly mapping: Mapping;
  readonly findings: readonly Finding[];
}

/** Mappings by name, each loaded once; of one that cannot be used each call throws NotUsable. */
function openMappings(
  formats: Formats,
  { folders, files, away, language, load }: RuntimeFiles,
): (name: string) => UsableMapping {
  const loaded = new Map<string, UsableMapping>();
  return (name) => {
    const known = loaded.get(name);
    if (known) return known;
    if (away !== undefined) throw buildAway(away);
    const { mapping, findings } = load(name, folders, formats, { files, language });
    if (!mapping) throw buildNotUsable({ kind: 'mapping', name }, findings);
    const usable = { mapping, findings };
    loaded.set(name, usable);
    return usable;
  };
}

const buildAway = (why: LocalizedText): NotUsable => new NotUsable(why, { kind: 'folder', why });

function buildNotUsable(
  part: Extract<UnusablePart, { readonly name: string }>,
  findings: readonly Finding[],
): NotUsable {
  const worst = findings.find(({ severity }) => severity !== 'warning');
  const place = [worst?.file, worst?.line, worst?.column].filter((part) => part !== undefined).join(':');
  const finding = worst === undefined ? localize('unusable-not-found') : localizeFindingText(worst.message);
  return new NotUsable(
    localize(`unusable-${part.kind}`, { name: part.name, place, finding }),
    part,
    findings,
  );
}
