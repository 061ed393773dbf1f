import { basename } from 'node:path/posix';
import type { JudgeCompleteness } from '../../folders/inbound/settling/file-ends.ts';
import { buildMatcher } from '../../folders/reserved-names.ts';
import type { Format, Formats } from '../../formats/document-format.ts';
import { requireFormat } from '../../formats/find-format.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import type { InboundChannel } from './channel.ts';

type Channels = readonly [InboundChannel, ...InboundChannel[]];

/** Bytes of a beginning by which a format knows its own. */
const headSize = 65_536;

/**
 * Which of the channels on one folder a file belongs to: by the pattern of its name, then by its beginning. One that no
 * channel's format knows goes to the first, whose check refuses it with a report.
 */
export function resolveFileChannel(
  channels: Channels,
  formats: Formats,
  name: string,
  bytes: Uint8Array,
): InboundChannel {
  const byPattern = listMatchingChannels(channels, name);
  const [first, ...others] = byPattern;
  if (first === undefined || others.length === 0) return first ?? channels[0];
  const head = bytes.subarray(0, headSize);
  return byPattern.find((channel) => findFormat(channel, formats).recognise(head)) ?? first;
}

/** Those of the channels on one folder that take files of this name. */
export const listMatchingChannels = (
  channels: readonly InboundChannel[],
  name: string,
): readonly InboundChannel[] =>
  channels.filter(({ settings }) => buildMatcher(settings.from.files)(basename(name)));

/** The first of the channels whose format takes a document that was cut out of a file for one of its own. */
export const findRecognisingChannel = (
  channels: readonly InboundChannel[],
  tools: Pick<ChannelRuntime, 'format'>,
  bytes: Uint8Array,
  envelope: Uint8Array | undefined,
): InboundChannel | undefined => {
  const head = bytes.subarray(0, headSize);
  return channels.find(({ settings }) => tools.format(settings.document).recognise(head, envelope));
};

/** Whether a file in the folder of these channels is written to its end: as the format of its owner says. */
export const buildCompletenessCheck =
  (channels: Channels, formats: Formats): JudgeCompleteness =>
  (name, ends) =>
    findFormat(resolveFileChannel(channels, formats, name, ends.head), formats).checkCompleteness(ends);

const findFormat = ({ settings }: InboundChannel, formats: Formats): Format =>
  requireFormat(formats, settings.document);
