import type { Completeness, FileEnds } from '../../formats/document-format.ts';

/** Bytes of a beginning that are looked at: a long comment may stand before the root. */
const headBytes = 65_536;

/** Is an XML file written to its end? By its two ends alone. */
export function checkXmlCompleteness({ head, tail, size }: FileEnds): Completeness {
  const encoding = encodingOf(head);
  if (encoding !== 'latin1' && size % 2 === 1) return 'unfinished';
  const front = decode(head, encoding);
  const at = findPrologEnd(front);
  if (at === front.length && /^[\s\uFEFF]*$/.test(front)) return 'empty';
  if (at < front.length && !/[<\0]/.test(front[at] ?? '')) return 'other';
  const root = findRootTag(front, at);
  if (root === undefined) return 'unfinished';
  const end = cutEpilog(decode(tail, encoding));
  return isClosing(end, root) || (tail.length === size && isSelfClosed(end.slice(findPrologEnd(end))))
    ? 'complete'
    : 'unfinished';
}

/** Local name of a document's root element, as far as its first 64 kB show one. */
export function findRootName(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, headBytes);
  const front = decode(head, encodingOf(head));
  const name = findRootTag(front, findPrologEnd(front));
  return name?.slice(name.indexOf(':') + 1);
}

/** Name in the tag that begins at `at`, with its prefix. */
const findRootTag = (front: string, at: number): string | undefined =>
  /^<([^\s/>!?<\0]+)/.exec(front.slice(at, at + 1000))?.[1];

type Encoding = 'utf-16le' | 'utf-16be' | 'latin1';

/** ASCII names are the same in every 8-bit encoding; only UTF-16 must be detected. */
function encodingOf(head: Uint8Array): Encoding {
  const [a, b] = head;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return 'latin1';
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding !== 'latin1') return new TextDecoder(encoding).decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1').replace(/^ï»¿/, '');
}

/** Where the declaration, comments, processing instructions and a DTD end; the text's length when it ends inside one. */
function findPrologEnd(text: string): number {
  let at = 0;
  for (;;) {
    while (/[\s\uFEFF]/.test(text.charAt(at))) at += 1;
    const close = findClosing(text, at);
    if (close === undefined) return at;
    const end = text.indexOf(close, at + 2);
    if (end < 0) return text.length;
    at = end + close.length;
  }
}

function findClosing(text: string, at: number): string | undefined {
  if (text.startsWith('<?', at)) return '?>';
  if (text.startsWith('<!--', at)) return '-->';
  if (!text.startsWith('<!DOCTYPE', at)) return undefined;
  const subset = text.indexOf('[', at);
  return subset >= 0 && subset < text.indexOf('>', at) ? ']>' : '>';
}

/** The text up to its last tag: blanks, comments and processing instructions after it are cut off. */
function cutEpilog(text: string): string {
  let rest = text.trimEnd();
  for (;;) {
    const start = rest.endsWith('-->')
      ? rest.lastIndexOf('<!--')
      : rest.endsWith('?>')
        ? rest.lastIndexOf('<?')
        : -1;
    if (start < 0) return rest;
    rest = rest.slice(0, start).trimEnd();
  }
}

function isClosing(end: string, root: string): boolean {
  const tag = end.slice(end.lastIndexOf('</'));
  return tag.startsWith(`</${root}`) && /^\s*>$/.test(tag.slice(root.length + 2));
}

/** One tag and nothing else: `<Order/>`. */
function isSelfClosed(text: string): boolean {
  return text.endsWith('/>') && text.lastIndexOf('<') === 0;
}
