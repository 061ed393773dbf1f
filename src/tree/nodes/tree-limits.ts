import { createFindingFromDraft, type FindingDraft } from '../../findings/create-finding.ts';
import type { Finding } from '../../types.ts';

/** How much of a hostile or runaway document is read before it is refused. */
export interface TreeLimits {
  /** Levels of elements; an SCSN document has about 12. */
  readonly depth: number;
  /** Elements, attributes and texts together; 500 order lines are about 50,000. */
  readonly nodes: number;
  /**
   * What a document is cut into before it is a tree: records, fields, segments, components, line breaks. Four times the nodes, since
   * an empty field becomes none.
   */
  readonly tokens: number;
  /** CDATA sections, comments and processing instructions: libxml2's time grows with their square (50,000: 0.3 s). */
  readonly pieces: number;
  /** `&amp;` and the like. */
  readonly references: number;
  /** Different names of elements and attributes: a million of them take the memory of a thread. */
  readonly names: number;
}

/** Nodes of a tree that is made of records or segments: each takes more memory than one of XML does. */
export const mostRecordNodes = 250_000;

export const treeLimits: TreeLimits = {
  ...{ depth: 100, nodes: 1_000_000, tokens: 1_000_000 },
  ...{ pieces: 50_000, references: 1_000_000, names: 100_000 },
};

/** Why a document cannot be read; `findings` says it in English. */
export interface FailedRead {
  readonly tree?: undefined;
  readonly fault: FindingDraft;
  readonly findings: readonly Finding[];
}

/** Ends the reading of a document from inside a parser's callback; carries what is wrong. */
export class UnreadableError extends Error {
  readonly fault: FindingDraft;
  constructor(code: FindingDraft['code'], values: FindingDraft['values'], place: FindingDraft['place']) {
    const fault = { code, values, place };
    super(createFindingFromDraft(fault).message);
    this.fault = fault;
  }
}

/** Whatever else went wrong is thrown again. */
export function catchUnreadable(error: unknown): FailedRead {
  if (error instanceof UnreadableError)
    return { fault: error.fault, findings: [createFindingFromDraft(error.fault)] };
  throw error;
}

export const tooDeep = (depth: number, place: FindingDraft['place']): UnreadableError =>
  new UnreadableError('document-too-deep', { most: depth }, place);

export const tooLarge = (nodes: number, place: FindingDraft['place']): UnreadableError =>
  new UnreadableError('document-too-large', { most: nodes.toLocaleString('en-US') }, place);

/** Counts what a document is cut into, and ends its reading where that is too much. */
export class TokenCount {
  readonly #most: number;
  readonly #code: FindingDraft['code'];
  #count = 0;

  constructor(most = treeLimits.tokens, code: FindingDraft['code'] = 'document-too-many-parts') {
    this.#most = most;
    this.#code = code;
  }

  /** Throws UnreadableError. */
  add(tokens = 1): void {
    this.#count += tokens;
    if (this.#count > this.#most) throw new UnreadableError(this.#code, { most: thousands(this.#most) }, {});
  }
}

const thousands = (count: number): string => count.toLocaleString('en-US');

export const tooManyNames = (names: number, place: FindingDraft['place']): UnreadableError =>
  new UnreadableError('document-too-many-names', { most: thousands(names) }, place);

export const tooManyPieces = (pieces: number, place: FindingDraft['place']): UnreadableError =>
  new UnreadableError('document-in-pieces', { most: pieces.toLocaleString('en-US') }, place);
