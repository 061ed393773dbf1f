import { basename } from 'node:path/posix';
import type { Config } from '../../config/schema/config-schema.ts';
import { joinTexts, type LocalizedText, localize } from '../../findings/localized-text.ts';
import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import { buildNameMatcher } from '../../folders/inbound/inbound-parts.ts';
import type { Folders } from '../../folders/open/open-folders.ts';
import type { Journal } from '../../journal/journal.ts';
import { type Channel, isInboundChannel } from '../../pipeline/channel/channel.ts';
import type { Log } from '../../system/log.ts';
import { rejectAfter } from '../../time/deadline.ts';

/** What a channel holds that is not in the config any more. */
export interface RemovedChannel {
  readonly channel: string;
  /** Open messages. */
  readonly messages: number;
  /** Files in its folder that no other channel takes. */
  readonly files: number;
}

interface RemovedChannelSources {
  readonly channels: readonly Channel[];
  readonly journal: Pick<Journal, 'countOpenMessages'>;
  readonly folders: Pick<Folders, 'listWaiting'>;
}

/** Milliseconds that are waited for a folder; of one that does not answer nothing is known. */
const patience = 5_000;

/** What the channels hold that the next config has no more. */
export async function findRemovedChannels(
  held: RemovedChannelSources,
  next: Config,
): Promise<readonly RemovedChannel[]> {
  const gone = held.channels.filter(({ name }) => next.channels[name] === undefined);
  if (gone.length === 0) return [];
  const open = await countOpenByChannel(held.journal);
  const left = gone.map(async (channel) => ({
    channel: channel.name,
    messages: open.get(channel.name) ?? 0,
    files: await filesOf(channel, next, held.folders),
  }));
  return (await Promise.all(left)).filter(({ messages, files }) => messages + files > 0);
}

/** Open messages by channel. */
async function countOpenByChannel(
  journal: Pick<Journal, 'countOpenMessages'>,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const { channel, state, count } of await journal.countOpenMessages())
    if (state !== 'rejected') found.set(channel, (found.get(channel) ?? 0) + count);
  return found;
}

async function filesOf(
  channel: Channel,
  next: Config,
  folders: Pick<Folders, 'listWaiting'>,
): Promise<number> {
  if (!isInboundChannel(channel)) return 0;
  const { from } = channel.settings;
  const late = () => new Error('The folder does not answer.');
  const names = await rejectAfter(patience, folders.listWaiting(from), late).catch(() => []);
  const others = takersOf(folderTitleOf(from), next);
  return names.filter((name) => !others.some((takes) => takes(basename(name)))).length;
}

/** What the channels of a config take from one folder: all, where its format says which. */
const takersOf = (folder: string, { channels }: Config): readonly ((name: string) => boolean)[] =>
  Object.values(channels).flatMap(({ from }) =>
    'files' in from && folderTitleOf(from) === folder
      ? [buildNameMatcher({ files: [from.files || '*'], temporary: from.temporary })]
      : [],
  );

/** In words: `orders (2 open messages, 1 file)`. */
export const renderRemovedChannels = (left: readonly RemovedChannel[]): LocalizedText =>
  joinTexts(
    left.map((one) => localize('config-holds', { ...one })),
    ', ',
  );

/** Says which channels are missing whose messages have not ended: a start takes the config as it is. */
export async function warnOfMissingChannels(
  journal: Pick<Journal, 'countOpenMessages'>,
  channels: readonly Channel[],
  log: Log,
): Promise<void> {
  const there = new Set(channels.map(({ name }) => name));
  const open = await countOpenByChannel(journal).catch(() => new Map<string, number>());
  for (const [channel, messages] of open)
    if (!there.has(channel))
      log.warn(
        { code: 'channel-missing', channel, messages },
        `The config has no channel ${channel}, and ${messages} of its messages have not ended. They are parked, and go on by themselves when it is there again; or discard them.`,
      );
}
