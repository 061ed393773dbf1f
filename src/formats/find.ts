import type { Format, Formats } from './interface.ts';

/** The format of that name. Throws an Error in words when there is none, or when its description is wrong. */
export function formatOf(formats: Formats, name: string): Format {
  const { format, findings } = formats.load(name);
  if (format === undefined) throw new Error(findings.map(({ message }) => message).join(' '));
  return format;
}

/** The first format that takes a file for one of its own. */
export const recognised = (formats: Formats, head: Uint8Array): Format | undefined =>
  formats.names.flatMap((name) => formats.load(name).format ?? []).find((format) => format.recognise(head));
