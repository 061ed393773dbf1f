import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config/schema/config-schema.ts';
import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import type { InboundFolder, OutboundFolder } from '../../folders/folder-types.ts';
import type { Folders } from '../../folders/open/open-folders.ts';
import type { Formats } from '../../formats/document-format.ts';
import type { Journal } from '../../journal/journal.ts';
import {
  type Channel,
  type InboundChannel,
  isDryRun,
  isInboundChannel,
  isOutboundChannel,
  type OutboundChannel,
} from '../../pipeline/channel/channel.ts';
import { buildCompletenessCheck } from '../../pipeline/channel/match-channel.ts';
import { isAbandoned } from '../../pipeline/deliver/abandoned-files.ts';
import { waitAtMost } from '../../time/deadline.ts';

/** The folders on this machine's disks that the gateway writes to. */
export const listWrittenFolders = ({ journal }: Config, channels: readonly Channel[]): readonly string[] => [
  ...(journal.postgres === undefined ? [dirname(journal.sqlite)] : []),
  ...channels.flatMap((channel) => {
    const end = isInboundChannel(channel) ? channel.settings.from : channel.settings.to;
    return end.folder ?? [];
  }),
];

export interface FolderParts {
  readonly channels: readonly Channel[];
  readonly formats: Formats;
  readonly journal: Journal;
  readonly log: Logger;
}

/** `proves`: called with the folders, before anything is done in an outbound one. */
export async function openFolders(
  folders: Folders,
  { channels, formats, journal, log }: FolderParts,
  proves: (folders: ChannelFolders) => Promise<void> = async () => undefined,
) {
  const openInbound = async (sharing: SharingChannels) => {
    const sources = sharing.map(({ settings }) => settings.from);
    const dryRun = isDryRun(sharing[0]);
    const folder = await folders.inbound(sources, buildCompletenessCheck(sharing, formats), journal, dryRun);
    return sharing.map(({ name }) => [name, folder] as const);
  };
  const openOutbound = async ({ name, settings }: OutboundChannel) =>
    [name, await folders.outbound(settings.to, `${journal.id} ${name}`)] as const;
  const inbound = new Map((await Promise.all(bySource(channels).map(openInbound))).flat());
  const outbound = new Map(await Promise.all(channels.filter(isOutboundChannel).map(openOutbound)));
  await proves({ inbound, outbound });
  await Promise.all([...outbound].map(([name, folder]) => sweep(folder, name, journal, log)));
  return { inbound, outbound };
}

export interface ChannelFolders {
  readonly inbound: ReadonlyMap<string, InboundFolder>;
  readonly outbound: ReadonlyMap<string, OutboundFolder>;
}

/** Milliseconds that the start waits for an outbound folder to be looked through; that goes on beside the work then. */
const longestSweep = 2_000;

/** Temporary files that a crash left before they were journalled were never promised to anybody. */
async function sweep(folder: OutboundFolder, channel: string, journal: Journal, log: Logger): Promise<void> {
  const swept = folder
    .sweep((left) => isAbandoned(journal, left))
    .catch((error: unknown) =>
      log.warn({ err: error, channel }, 'the outbound folder cannot be looked through now'),
    );
  await waitAtMost(longestSweep, swept);
}

/** Channels that share a folder: it is scanned once. */
const bySource = (channels: readonly Channel[]): readonly SharingChannels[] =>
  [
    ...Map.groupBy(channels.filter(isInboundChannel), ({ settings }) =>
      folderTitleOf(settings.from),
    ).values(),
  ].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []));

type SharingChannels = readonly [InboundChannel, ...InboundChannel[]];

/** Each inbound folder with its channels. */
export const groupByFolder = (channels: readonly Channel[], inbound: ReadonlyMap<string, InboundFolder>) =>
  [...Map.groupBy(channels.filter(isInboundChannel), ({ name }) => inbound.get(name))].flatMap(
    ([folder, [first, ...others]]) => (folder && first ? [[folder, [first, ...others]] as const] : []),
  );
