import type { Namespaces } from '../tree/compile-xpath.ts';
import type { Shape } from '../tree/nodes/shape.ts';
import type { TreeDocument } from '../tree/nodes/tree-node.ts';
import type { TargetObject } from '../tree/values/target-tree.ts';
import type { Finding, Kind, Language, Severity } from '../types.ts';

/**
 * The seam between bytes and trees. Whoever works with documents knows what they are (their kind: order, response, …) and
 * gets trees; how a file's bytes become trees, and trees bytes, is a format's own business, and nobody else knows a format
 * by name.
 *
 * Order of calls, inbound: `complete` while the file is written, `recognise` once it is taken, `cut`, then `read` of each
 * document. Outbound: `write`. A format is pure and keeps no state: the same bytes give the same answers, in any thread, today
 * and in a replay. No method throws for what bytes say: that is a finding. Only `complete` and `recognise` are called on the
 * thread that serves everybody; the others run in a worker, under a deadline.
 */
export interface Format {
  /** As `document:` of a channel and `from:` and `to:` of a mapping write it: `scsn/Order`, `acme-orders`. */
  readonly name: string;
  /** What its documents are. Absent: its name alone does not say it, the translation does. */
  readonly kind?: Kind;
  /** Of its files, with the dot: `.xml`, `.csv`. */
  readonly extension: string;
  /** SHA-256 of all that it is made of (description, schemas, rules), hex: another one may read or write otherwise. */
  readonly hash: string;
  /**
   * Is a file that begins so one of ours (root element; headings; first record)? The first 64 kB at the most. Of a document
   * that was cut out of a file: its own beginning, and its envelope.
   */
  recognise(head: Uint8Array, envelope?: Uint8Array): boolean;
  /**
   * What a sender calls a document and no other of his: parties, number of the interchange and of the message in it. Undefined
   * where it has none. Of its own beginning, and its envelope.
   */
  findReference?(head: Uint8Array, envelope?: Uint8Array): string | undefined;
  /** Is the file written to its end? */
  checkCompleteness(ends: FileEnds): Completeness;
  /** The documents of a file, in their order. Looks at envelopes alone: 50 MB in under 0.3 s. */
  cut(bytes: Uint8Array, options?: CutOptions): CutResult;
  /** The document as a tree, and all that is wrong with it; without a tree where it cannot be read in one way. */
  read(document: FileDocument, options?: ReadOptions): ReadResult;
  /** What its documents may hold. */
  buildShape(): DocumentShape;
  /**
   * The bytes of one file with this document, the same for the same target. What does not fit (length, characters, codes,
   * digits) is a finding of severity error, and never cut or replaced in silence.
   */
  write(target: TargetObject, options?: WriteOptions): WriteResult;
  /**
   * One file of some documents that were cut out of one, with their envelope or headings once and its counts made anew: what
   * was refused, ready to be mended; one that is sent again.
   */
  join(documents: readonly FileDocument[]): Uint8Array;
  /**
   * A document that was read without an error, to be sent on as it is: in UTF-8, and put right as far as `repair` says. Absent:
   * documents of this format cannot be sent without a mapping.
   */
  passThrough?(document: FileDocument, options?: PassThroughOptions): PassThroughResult;
  /** Makes ready at once what the first `read` would. Throws an Error in words for schemas that cannot be used. */
  warmUp?(): void;
  /** The file's text, of which findings quote lines; undefined where it cannot be decoded. */
  decodeText(bytes: Uint8Array): string | undefined;
}

/** What can be seen of a file without reading all of it. In a small one the two ends overlap. */
export interface FileEnds {
  /** Its first bytes: 64 kB, or all. */
  readonly head: Uint8Array;
  /** Its last bytes: 8 kB, or all. */
  readonly tail: Uint8Array;
  /** Bytes. */
  readonly size: number;
}

/**
 * complete: its end is there (root closed, trailer record). endless: nothing in such a file tells its end (CSV): it counts as
 * complete after a long quiet. other: it can never become one of ours, for the check to judge. unfinished: something is
 * missing still, or stands after its end: zeros of a preallocated file, the rest of an older and longer one that is being
 * overwritten. empty: not one character so far.
 */
export type Completeness = 'complete' | 'endless' | 'other' | 'unfinished' | 'empty';

export interface CutOptions extends Pick<ReadOptions, 'severities'> {
  /** English by default. */
  readonly language?: Language;
}

/** The documents of a file; `findings` of severity error: it cannot be cut, and there are none. */
export interface CutResult {
  readonly documents: readonly FileDocument[];
  /** Of the file as a whole: its envelope, counts, what stands between and after the documents. */
  readonly findings: readonly Finding[];
}

/** One document of a file. Plain data: it is kept, read, written into another file and resent by itself. */
export interface FileDocument {
  /** Its own bytes, a view of the file's. The only document of a file is all of the file, and has no envelope. */
  readonly bytes: Uint8Array;
  /**
   * What it needs of the file around it (UNA and UNB; headings; control record; start tag of the root), in a form that the format
   * alone understands. Documents of one envelope share it.
   */
  readonly envelope?: Uint8Array;
  /** Where it begins; absent: at the beginning of the file. */
  readonly at?: FilePosition;
  /** Of this document, seen while cutting: it is refused, the others are not (a key that comes back later). */
  readonly findings?: readonly Finding[];
}

/** A place in the file that the ERP wrote. */
export interface FilePosition {
  /** Bytes before it. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in characters. */
  readonly column: number;
  /** Of a file of records (rows, segments): number of the record, 1-based. */
  readonly record?: number;
}

export interface ReadOptions {
  /** English by default. */
  readonly language?: Language;
  /** Severities of warnings and rules, where the channel has others. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
  /** It was read before without an error: only its tree is wanted. */
  readonly known?: true;
  /**
   * Elements that stand in the wrong order, when that is the only fault, are a warning: `passThrough` puts
   * them right.
   */
  readonly repair?: 'element-order';
  /** False: the format's structure alone, without the rules on content. True by default. */
  readonly rules?: boolean;
}

/**
 * Places in tree and findings are those of the file that the ERP wrote, also of a document that was cut out of it: line, column,
 * and in a file of records the number of the record and the field or heading (`TreeElement.origin`, `Finding.record`,
 * `Finding.field`).
 */
export interface ReadResult {
  readonly tree?: TreeDocument;
  readonly findings: readonly Finding[];
}

export interface PassThroughOptions extends Pick<ReadOptions, 'repair' | 'language'> {
  /** What `read` made of this very document, where it was read just now. */
  readonly tree?: TreeDocument;
}

export interface PassThroughResult {
  readonly tree: TreeDocument;
  /** What does not go with it. */
  readonly findings: readonly Finding[];
  /** Made when it is asked for. */
  bytes(): Uint8Array;
}

export interface WriteOptions {
  /** English by default. */
  readonly language?: Language;
  /** What an envelope says and the document does not. Without it, the document must say it. */
  readonly envelope?: WriteEnvelope;
}

/** What a file's envelope needs (control reference, date of writing); the same again when the same file is written again. */
export interface WriteEnvelope {
  /** Rises, and never comes twice: the number of the message, which a restored journal gives to no other. */
  readonly sequence: number;
  /** Local date and time, `2026-11-26T08:15:00`. */
  readonly at: string;
}

export interface WriteResult {
  readonly bytes: Uint8Array;
  readonly findings: readonly Finding[];
}

/** What the static check of mappings, completion, loss report and coverage need to know. */
export interface DocumentShape {
  /** Of the root element, from which the paths of a mapping start. */
  readonly root: Shape;
  /** Prefixes in a mapping's expressions; `''`: what a name without prefix means. */
  readonly namespaces: Namespaces;
}

/** All formats that a channel or a mapping may name. */
export interface Formats {
  readonly names: readonly string[];
  /** Without a format: why there is none of that name, or what is wrong with its description. */
  load(name: string): LoadedFormat;
}

export interface LoadedFormat {
  /** Absent when a finding is an error. */
  readonly format?: Format;
  /** Of its description; with file, line and column. */
  readonly findings: readonly Finding[];
  /** The file that describes it, and what that says; absent where none does. */
  readonly file?: string;
  readonly text?: string;
  /** All files that were read for it, by path: its own, the format that guides it, directories, XSDs. */
  readonly texts?: readonly { readonly path: string; readonly text: string }[];
}
