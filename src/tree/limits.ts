import type { Finding } from '../types.ts';

/** How much of a hostile or runaway document is read before it is refused. */
export interface TreeLimits {
  /** Levels of elements; an SCSN document has about 12. */
  readonly depth: number;
  /** Elements, attributes and texts together; 500 order lines are about 50,000. */
  readonly nodes: number;
}

export const treeLimits: TreeLimits = { depth: 100, nodes: 250_000 };

/** Ends the reading of a document from inside a parser's callback; carries what is wrong. */
export class Unreadable extends Error {
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.message);
    this.finding = finding;
  }
}

interface Place {
  readonly line: number;
  readonly column: number;
}

export function tooDeep(depth: number, place: Place): Unreadable {
  return new Unreadable({
    code: 'document-too-deep',
    severity: 'error',
    message: `The document nests more than ${depth} levels deep.`,
    advice: 'Check the program that wrote the file; no order is nested like this.',
    ...place,
  });
}

export function tooLarge(nodes: number, place: Place): Unreadable {
  return new Unreadable({
    code: 'document-too-large',
    severity: 'error',
    message: `The document has more than ${nodes.toLocaleString('en-US')} elements, attributes and texts.`,
    advice: 'Split the document; an order of 500 lines has about 50,000.',
    ...place,
  });
}
