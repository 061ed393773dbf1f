import { basename } from 'node:path/posix';
import type { Complete } from '../../folders/inbound/complete.ts';
import { matcher } from '../../folders/names.ts';
import { formatOf } from '../../formats/find.ts';
import type { Format, Formats } from '../../formats/interface.ts';
import type { InboundChannel } from '../channel.ts';
import type { Toolbox } from '../workers/toolbox.ts';

type Channels = readonly [InboundChannel, ...InboundChannel[]];

/** Bytes of a beginning by which a format knows its own. */
const headBytes = 65_536;

/**
 * Which of the channels on one folder a file belongs to: by the pattern of its name, then by its beginning. One that no
 * channel's format knows goes to the first, whose check refuses it with a report.
 */
export function ownerOf(
  channels: Channels,
  formats: Formats,
  name: string,
  bytes: Uint8Array,
): InboundChannel {
  const byPattern = takersOf(channels, name);
  const [first, ...others] = byPattern;
  if (first === undefined || others.length === 0) return first ?? channels[0];
  const head = bytes.subarray(0, headBytes);
  return byPattern.find((channel) => formatFor(channel, formats).recognise(head)) ?? first;
}

/** Those of the channels on one folder that take files of this name. */
export const takersOf = (channels: readonly InboundChannel[], name: string): readonly InboundChannel[] =>
  channels.filter(({ settings }) => matcher(settings.from.files)(basename(name)));

/** The first of the channels whose format takes a document that was cut out of a file for one of its own. */
export const recognising = (
  channels: readonly InboundChannel[],
  tools: Pick<Toolbox, 'format'>,
  bytes: Uint8Array,
  envelope: Uint8Array | undefined,
): InboundChannel | undefined => {
  const head = bytes.subarray(0, headBytes);
  return channels.find(({ settings }) => tools.format(settings.document).recognise(head, envelope));
};

/** Whether a file in the folder of these channels is written to its end: as the format of its owner says. */
export const completeFor =
  (channels: Channels, formats: Formats): Complete =>
  (name, ends) =>
    formatFor(ownerOf(channels, formats, name, ends.head), formats).complete(ends);

const formatFor = ({ settings }: InboundChannel, formats: Formats): Format =>
  formatOf(formats, settings.document);
