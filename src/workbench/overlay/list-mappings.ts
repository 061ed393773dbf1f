import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Journal } from '../../journal/journal.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { packageFolder } from '../../pipeline/channel/mapping-folders.ts';
import { isPathWithin } from '../../system/path-containment.ts';
import { isRegularFile } from '../../system/regular-file.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import type { MappingEndsReader } from './mapping-ends-reader.ts';
import { listMappingNames } from './named-mapping.ts';

/** A mapping as a list of all of them shows it. */
export interface ListedMapping {
  readonly name: string;
  /** What it reads and makes; absent: its file does not say it, or cannot be read. */
  readonly from?: string;
  readonly to?: string;
  /** own: a file of one's own with nothing delivered beneath. changed: over a delivered one. */
  readonly origin: 'delivered' | 'own' | 'changed';
  /** Channels that use it, alone or in a chain. */
  readonly channels: readonly string[];
  /** The number of the version that was seen last. */
  readonly version?: number;
}

export interface MappingSite {
  readonly journal: Pick<Journal, 'mappingVersions'>;
  readonly channels: readonly Channel[];
  readonly ends: MappingEndsReader;
  /** One's own folder of mappings, if any; it need not be there yet. */
  readonly own?: string | undefined;
}

export const listMappings = (site: MappingSite): Promise<readonly ListedMapping[]> =>
  Promise.all(listMappingNames(foldersOf(site.own)).map((name) => describeMapping(name, site)));

/** Undefined where there is no mapping of that name. */
export const findListedMapping = async (
  name: string,
  site: MappingSite,
): Promise<ListedMapping | undefined> =>
  listMappingNames(foldersOf(site.own)).includes(name) ? await describeMapping(name, site) : undefined;

async function describeMapping(
  name: string,
  { journal, channels, ends, own }: MappingSite,
): Promise<ListedMapping> {
  const [versions, said] = await Promise.all([
    journal.mappingVersions(name),
    ends.read(name, foldersOf(own)),
  ]);
  const version = versions.at(-1)?.number;
  return {
    ...{ name, ...said, origin: originOf(name, own) },
    channels: channels.filter(({ settings }) => settings.map?.includes(name)).map((one) => one.name),
    ...(version === undefined ? {} : { version }),
  };
}

export const foldersOf = (own: string | undefined): readonly string[] => [
  ...(own === undefined ? [] : [own]),
  packageFolder('mappings'),
];

function originOf(name: string, own: string | undefined): ListedMapping['origin'] {
  if (own === undefined || !existsSync(join(own, `${name}.yaml`))) return 'delivered';
  return existsSync(join(packageFolder('mappings'), `${name}.yaml`)) ? 'changed' : 'own';
}

/** The texts of a mapping: its own file, and the delivered one beneath it. */
export interface MappingTexts {
  readonly own?: string;
  readonly delivered?: string;
  /** Names of the files of tables, one's own and delivered. */
  readonly ownTables: readonly string[];
  readonly deliveredTables: readonly string[];
}

/** Undefined: no folder has it. `name` is one of the list: it is no path. */
export function readMappingTexts(name: string, own: string | undefined): MappingTexts | undefined {
  if (!listMappingNames(foldersOf(own)).includes(name)) return undefined;
  const mine = own === undefined ? undefined : readTextIn(own, `${name}.yaml`);
  const delivered = readTextIn(packageFolder('mappings'), `${name}.yaml`);
  return {
    ...(mine === undefined ? {} : { own: mine }),
    ...(delivered === undefined ? {} : { delivered }),
    ownTables: own === undefined ? [] : listTables(own),
    deliveredTables: listTables(packageFolder('mappings')),
  };
}

/** A file of a folder of mappings as text. Undefined: it is not there, or a path or link leads out of the folder. */
export function readTextIn(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  return isRegularFile(file) && isPathWithin(folder, file) ? decodeSavedText(readFileSync(file)) : undefined;
}

function listTables(folder: string): readonly string[] {
  const tables = join(folder, 'tables');
  if (!existsSync(tables) || !isPathWithin(folder, tables)) return [];
  return readdirSync(tables)
    .filter((file) => file.endsWith('.csv'))
    .map((file) => basename(file));
}
