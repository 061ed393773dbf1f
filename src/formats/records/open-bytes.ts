import { type Encoding, findByteOrderMark, utf16Units } from '../../text/encodings.ts';

/** One character a unit: bytes of an encoding that contains ASCII, or UTF-16. */
export type Units = Uint8Array | Uint16Array;

/** Where a row begins. */
export interface RowPosition {
  /** In units; absent: 0. */
  readonly offset?: number;
  readonly line: number;
  readonly row: number;
}

/** A file of which it is known how its bytes are to be taken. */
export interface OpenedFile {
  /** The byte order mark's, else what the format says. */
  readonly encoding: Encoding;
  readonly hasMark: boolean;
  /** Of the mark. */
  readonly markLength: number;
  /** Without the mark, and without the Ctrl-Z that DOS programs end a text with. */
  readonly units: Units;
  /** Bytes of one. */
  readonly unitSize: 1 | 2;
  /** Where its first row begins: behind `sep=;`, which is for spreadsheets. */
  readonly first: RowPosition;
}

export function openBytes(bytes: Uint8Array, declared: Encoding): OpenedFile {
  const mark = findByteOrderMark(bytes);
  const encoding = mark?.encoding ?? declared;
  const markLength = mark?.length ?? 0;
  const rest = bytes.subarray(markLength);
  const isWide = encoding.startsWith('utf-16');
  const units = isWide ? utf16Units(rest, encoding === 'utf-16be') : rest;
  const text = units.at(-1) === 0x1a ? units.subarray(0, -1) : units;
  const common = { encoding, hasMark: mark !== undefined, markLength, first: firstRowOf(text) };
  return { ...common, units: text, unitSize: isWide ? 2 : 1 };
}

/** `sep=;` and its line break are no row. */
function firstRowOf(units: Units): RowPosition {
  const head = String.fromCharCode(...units.subarray(0, 8));
  const [line = ''] = /^sep=.(\r\n|\n|\r|$)/i.exec(head) ?? [];
  return line === '' ? { line: 1, row: 1 } : { offset: line.length, line: 2, row: 1 };
}

/** The text of a part, for keys and messages: every unit a character. */
export function readRoughText(units: Units, from: number, to: number): string {
  const part = units.subarray(from, to);
  return Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString(
    part instanceof Uint16Array ? 'utf16le' : 'latin1',
  );
}
