import { findControlField } from './control-record.ts';

/** IDocs come as XML or as flat records; the first character shows which. */
export function isXmlIdoc(bytes: Uint8Array): boolean {
  const head = readHeadText(bytes.subarray(0, 200));
  return head.startsWith('<');
}

/** A beginning without byte order mark, blanks and the zeros of UTF-16. */
export const readHeadText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .trimStart();

/**
 * A field of the first control record in a beginning (`readHeadText`), in either form; empty where there is
 * none.
 */
export function readControlText(head: string, name: string): string {
  if (head.startsWith('<')) {
    const element = new RegExp(`<(?:[\\w.-]+:)?${name}\\s*>\\s*([^<]*?)\\s*<`);
    return element.exec(head)?.[1] ?? '';
  }
  const at = findControlField(name)?.at;
  if (!head.startsWith('EDI_DC40') || at?.by !== 'place') return '';
  const [record = ''] = head.split(/[\r\n]/, 1);
  return record.slice(at.first, at.first + at.length).trim();
}
