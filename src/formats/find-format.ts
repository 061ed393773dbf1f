import { LocalizedError } from '../findings/localized-error.ts';
import { joinTexts } from '../findings/localized-text.ts';
import { localizeFindingText } from '../findings/stored-findings.ts';
import type { Format, Formats } from './document-format.ts';

/** The format of that name. Throws a LocalizedError when there is none, or when its description is wrong. */
export function requireFormat(formats: Formats, name: string): Format {
  const { format, findings } = formats.load(name);
  if (format === undefined)
    throw new LocalizedError(
      joinTexts(
        findings.map(({ message }) => localizeFindingText(message)),
        ' ',
      ),
    );
  return format;
}

/** The first format that takes a file for one of its own. One after the other: to load all of them takes 0.3 s. */
export function findRecognised(formats: Formats, head: Uint8Array): Format | undefined {
  for (const name of formats.names) {
    const { format } = formats.load(name);
    if (format?.recognise(head)) return format;
  }
  return undefined;
}
