import { basename, join } from 'node:path';
import { scsnDocumentOf } from '../../formats/format-registry.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import type { DraftTools } from '../preview/preview-draft.ts';

/**
 * A mapping of a format that narrows a delivered one: that of the delivered one, with this format read. Undefined: the format narrows none, or
 * no delivered mapping makes orders of it.
 */
export function extendDelivered(
  mapping: string,
  format: string,
  description: string,
  { folders, files }: Pick<DraftTools, 'folders' | 'files'>,
): string | undefined {
  const guide = entryOf(description, 'guide');
  const delivered = folders.at(-1);
  if (guide === undefined || delivered === undefined) return undefined;
  const names = files.list(delivered).filter((file) => file.endsWith('.yaml'));
  const found = names.find((file) => {
    const bytes = files.read(join(delivered, file));
    const text = bytes === undefined ? '' : decodeSavedText(bytes);
    return entryOf(text, 'from') === guide && entryOf(text, 'to') === scsnDocumentOf('order');
  });
  if (found === undefined) return undefined;
  return `mapping: ${mapping}\nextends: scsn-gateway/${basename(found, '.yaml')}\nfrom: ${format}\n`;
}

/** Of the outermost entries, without reading the whole file as YAML. */
const entryOf = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(text)?.[1];
