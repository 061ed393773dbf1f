import { SourceText } from '../../tree/nodes/source-text.ts';
import type { FilePosition } from '../document-format.ts';

/** What stands around the documents of a file: all before the first, all behind the last, as they are. */
export interface XmlEnvelope {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** Where the tail begins in the file. */
  readonly tailAt: Pick<FilePosition, 'line' | 'column'>;
}

export function packEnvelope({ head, tail, tailAt }: XmlEnvelope): Uint8Array {
  const json = JSON.stringify({ head: head.length, ...tailAt });
  return Buffer.concat([Buffer.from(`${json}\n`), head, tail]);
}

export function unpackEnvelope(bytes: Uint8Array): XmlEnvelope {
  const start = bytes.indexOf(10) + 1;
  const { head, line, column }: Record<'head' | 'line' | 'column', number> = JSON.parse(
    Buffer.from(bytes.subarray(0, start)).toString(),
  );
  const end = start + head;
  return { head: bytes.subarray(start, end), tail: bytes.subarray(end), tailAt: { line, column } };
}

interface TextPart {
  readonly from: number;
  readonly line: number;
  readonly column: number;
  /** Line feeds before it in the text that was put together. */
  readonly breaks: number;
}

/** A document with what stands around it, as one text; places are those of the file. */
export class EnvelopedText extends SourceText {
  readonly #parts: readonly TextPart[];

  constructor(
    head: string,
    own: string,
    tail: string,
    at: Omit<FilePosition, 'offset'>,
    tailAt: XmlEnvelope['tailAt'],
  ) {
    super(head + own + tail);
    const inHead = breaksIn(head);
    this.#parts = [
      { from: head.length + own.length, ...tailAt, breaks: inHead + breaksIn(own) },
      { from: head.length, line: at.line, column: at.column, breaks: inHead },
    ];
  }

  override positionAt(offset: number, { line, column }: { readonly line: number; readonly column: number }) {
    const part = this.#parts.find(({ from }) => from <= offset);
    if (part === undefined) return { line, column };
    const below = line - 1 - part.breaks;
    return below > 0
      ? { line: part.line + below, column }
      : { line: part.line, column: part.column + offset - part.from };
  }
}

function breaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
