import { dirname, join, relative, resolve, sep } from 'node:path';
import { isInbound } from '../config/channel-direction.ts';
import type { Config } from '../config/schema/config-schema.ts';
import { parseListenAddress } from '../system/network-address.ts';

/** What a service has to know of one gateway: where it lies, who runs it, and where it writes. Paths are absolute. */
export interface ServiceSite {
  /** Of the service. */
  readonly name: string;
  /** The account that runs it. */
  readonly account: string;
  /** The `gateway.yaml`. */
  readonly config: string;
  /** The program of Node, and what it runs. */
  readonly node: string;
  readonly program: string;
  /** Folders that the journal needs; without one nothing can start. */
  readonly needed: readonly string[];
  /** Folders of channels, and of mappings that pages publish: a share among them may come later. */
  readonly folders: readonly string[];
  /** A port below 1024 is listened on. */
  readonly lowPort: boolean;
}

/** The folder of the config: what is relative in it starts there. */
export const folderOf = ({ config }: ServiceSite): string => dirname(config);

/** What has to be known when Node starts; src/heap.ts sets the rest. With it a burst takes 40 MB less, and is no slower (docs/operating.md). */
export const nodeOptions = '--max-semi-space-size=8';

/**
 * What a config says of where the gateway writes. The folders of one channel become the one that holds them all: between two
 * folders that a service is given apart, a file cannot be renamed (EXDEV), though they lie on one disk.
 */
export function findWrittenFolders(config: Config): Pick<ServiceSite, 'needed' | 'folders' | 'lowPort'> {
  const { journal, http, channels, mappings, workbench } = config;
  const needed = journal.postgres === undefined ? [dirname(journal.sqlite)] : [];
  const folders = Object.values(channels).flatMap((channel) => {
    if (!isInbound(channel)) return within(channel.to.folder);
    const { folder, work, reports, sftp } = channel.from;
    return [...within(folder, sftp === undefined ? work : undefined), ...within(reports)];
  });
  const ports = [http.webhook, http.operator].flatMap((one) =>
    one ? [parseListenAddress(one.listen).port] : [],
  );
  const published = workbench === 'edit' && http.operator !== undefined ? within(mappings) : [];
  return {
    needed,
    folders: keepOutermost([...folders, ...published]),
    lowPort: ports.some((port) => port > 0 && port < 1024),
  };
}

/** The one folder that holds all of these, or none of none. */
function within(...paths: readonly (string | undefined)[]): readonly string[] {
  const given = paths.filter((path) => path !== undefined);
  const [first, ...others] = given;
  return first === undefined ? [] : [others.reduce(common, first)];
}

function common(one: string, other: string): string {
  return holds(one, other) || dirname(one) === one ? one : common(dirname(one), other);
}

const holds = (outer: string, inner: string): boolean => {
  const way = relative(outer, inner);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way);
};

/** Without those that lie in another, each once. */
export const keepOutermost = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)]
    .filter((path) => !paths.some((other) => other !== path && holds(other, path)))
    .toSorted();

/** Does any path of the gateway lie in one of these folders? */
export const hasPathInside = (site: ServiceSite, outer: readonly string[]): boolean =>
  [site.config, site.node, site.program, ...site.needed, ...site.folders].some((path) =>
    outer.some((folder) => holds(folder, path)),
  );

/** Is it the folder of the journal alone: below that of the config, with nothing else of the gateway in it? */
export const isJournalsOwn = (site: ServiceSite, path: string): boolean =>
  site.needed.includes(path) &&
  holds(folderOf(site), path) &&
  !hasPathInside({ ...site, needed: [] }, [path]);

/** The folder of secrets that `gateway init` makes. */
export const secretsOf = (site: ServiceSite): string => join(folderOf(site), 'secrets');
