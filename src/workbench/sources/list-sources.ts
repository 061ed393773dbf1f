import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { syntaxes } from '../../formats/syntaxes.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { listFixtures } from '../../mapping/fixtures/run-fixtures.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { packageFolder } from '../../pipeline/channel/mapping-folders.ts';
import { listFilesBelow } from '../../system/file-source.ts';

/** A document by how it is asked for. */
export type SourceReference =
  | { readonly kind: 'fixture'; readonly name: string }
  | { readonly kind: 'sample'; readonly name: string }
  | { readonly kind: 'message'; readonly id: number };

export interface ListedSources {
  /** Cases of the mapping, one's own before the delivered ones. */
  readonly fixtures: readonly string[];
  /** `good/order-full.xml` */
  readonly samples: readonly string[];
  /** Of channels that use the mapping, the newest first. */
  readonly messages: readonly ListedMessage[];
}

export interface ListedMessage {
  readonly message: Message;
  /** As its channel runs it: mappings behind each other. */
  readonly chain: readonly string[];
}

export interface SourceSite {
  readonly journal: Pick<Journal, 'list' | 'message'>;
  readonly channels: readonly Channel[];
  readonly folders: readonly string[];
  /** It is listed too, however old it is. */
  readonly message?: number | undefined;
}

/** Messages that are offered. */
const mostMessages = 30;

/** What there is to try a mapping with that reads `from`. */
export async function listSources(name: string, from: string, site: SourceSite): Promise<ListedSources> {
  const { folders } = site;
  return {
    fixtures: listCases(name, folders),
    samples: [...readOwnSamples(folders).keys(), ...listSamples(from)],
    messages: await listMessages(name, site),
  };
}

async function listMessages(
  name: string,
  { journal, channels, message: asked }: SourceSite,
): Promise<readonly ListedMessage[]> {
  const chains = new Map(
    channels.flatMap(({ name: channel, settings: { map = [] } }) =>
      map.includes(name) ? [[channel, map] as const] : [],
    ),
  );
  const limit = Math.ceil(mostMessages / Math.max(1, chains.size));
  const found = await Promise.all([...chains.keys()].map((channel) => journal.list({ channel, limit })));
  const one = asked === undefined ? undefined : await journal.message(asked);
  const all = new Map([...found.flat(), ...(one ? [one] : [])].map((message) => [message.id, message]));
  return [...all.values()]
    .sort((a, b) => b.id - a.id)
    .flatMap((message) => {
      const chain = chains.get(message.channel);
      return chain === undefined || message.outcome === 'split' ? [] : [{ message, chain }];
    });
}

const listCases = (name: string, folders: readonly string[]): readonly string[] => [
  ...new Set(
    folders
      .flatMap((folder) => listFixtures(join(folder, 'fixtures')))
      .filter((fixture) => fixture.startsWith(`${name}.`))
      .map((fixture) => fixture.slice(name.length + 1)),
  ),
];

const ownSamples = 'yours/';

/** Files that somebody has put beside the mappings, in `samples/`, by how they are asked for: `yours/order.xml`. */
function readOwnSamples(folders: readonly string[]): ReadonlyMap<string, string> {
  // before the delivered folder stands one's own, if any
  const [own] = folders.length > 1 ? folders : [];
  const files = own === undefined ? [] : listFilesBelow(join(own, 'samples'), own);
  return new Map(files.map((file) => [`${ownSamples}${basename(file)}`, file]));
}

/** The file of a sample of one's own; undefined where there is none of that name. */
export const findOwnSample = (name: string, folders: readonly string[]): string | undefined =>
  readOwnSamples(folders).get(name);

/** Folders of samples with documents that a mapping may read. */
const sampleFolders = ['good', 'events', ...syntaxes.map(({ name }) => name)];

/** Those whose names end as documents of that type do. */
export function listSamples(from: string): readonly string[] {
  const ending = endingOf(from);
  return sampleFolders.flatMap((folder) => {
    const path = join(packageFolder('samples'), folder);
    return existsSync(path)
      ? readdirSync(path)
          .filter((name) => extname(name) === ending)
          .map((name) => `${folder}/${name}`)
      : [];
  });
}

function endingOf(from: string): string {
  if (from.startsWith('exchange/')) return '.json';
  const syntax = syntaxes.find(({ name }) => from.includes(name));
  return syntax?.starter?.extension ?? '.xml';
}
