import { basename } from 'node:path/posix';
import { rootName } from '../../folders/inbound/complete.ts';
import { matcher } from '../../folders/names.ts';
import { roots } from '../../scsn/model.ts';
import type { InboundChannel } from '../channel.ts';

/**
 * Which of the channels on one folder a file belongs to: by the pattern of its name, then by its root element. One that
 * no channel's document type claims goes to the first, whose check refuses it with a report.
 */
export function ownerOf(
  channels: readonly [InboundChannel, ...InboundChannel[]],
  name: string,
  bytes: Uint8Array,
): InboundChannel {
  const byPattern = channels.filter(({ settings }) => matcher(settings.from.files)(basename(name)));
  const [first, ...others] = byPattern;
  if (first === undefined || others.length === 0) return first ?? channels[0];
  const root = rootName(bytes);
  return byPattern.find(({ settings }) => roots[settings.document].localName === root) ?? first;
}
