/**
 * The words of this project, and the types that every room shares.
 *
 * exchange   the remote order exchange service
 * endpoint   a folder, or an operation of the exchange
 * channel    one configured flow between two endpoints, with its document type, checks and mapping.
 *            inbound: ERP -> exchange; outbound: exchange -> ERP
 * file       what lies in a folder; it holds one document or several
 * document   what one message is about: an SCSN XML document, the rows of one order in a CSV, an event's JSON
 * kind       what a document is: an order, a response, an advice, a status
 * format     how the bytes of a file become trees, and trees bytes
 * claim      taking a document so that no other worker or node can
 * message    one document's way through one channel: a row of the journal
 * order key  what must stay in order: messages of one key go one after the other
 * order state what the gateway knows of one order: last sent, last published, last received, per line
 * check      the pure step on receipt: decode, XSD, rules; needs the bytes alone
 * gather     fetching what prepare needs from outside; journalled with the message
 * prepare    the pure step from bytes + gathered + order state to what will be sent or published
 * attempt    one try to send or publish
 * state      received, ready, waiting (retry), parked (a person must decide), settled
 * outcome    how a settled message ended
 * task       what a document asks that no operation of the exchange can say: a person does it
 * report     what the administrator finds next to a refused file
 * mapping, rule, table   the transformation, one of its lines, a code list it looks up
 * fixture    a document with the expected result of a mapping, as files
 */

export type Direction = 'inbound' | 'outbound';

/** Which side of an order this ERP is. */
export type Role = 'buyer' | 'supplier';

/** What a document is, whatever its bytes look like. */
export const kinds = ['order', 'response', 'advice', 'status'] as const;
export type Kind = (typeof kinds)[number];

export const messageStates = ['received', 'ready', 'waiting', 'parked', 'settled'] as const;
export type MessageState = (typeof messageStates)[number];

export const outcomes = [
  'delivered',
  'duplicate',
  'unchanged',
  'ignored',
  'superseded',
  'outdated',
  'rejected',
  'discarded',
  'split',
] as const;
export type Outcome = (typeof outcomes)[number];

/** error: the document is refused; park: a person decides; warning: it goes on. */
export type Severity = 'error' | 'park' | 'warning';

/** The languages that findings on documents and reports are told in. */
export const languages = ['en', 'nl'] as const;
export type Language = (typeof languages)[number];

/** What is wrong with a document, in words an ERP administrator can act on. */
export interface Finding {
  /** Stable, kebab-case, from a table of codes. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence: what is wrong, in the words of the document. */
  readonly message: string;
  /** One sentence: what to do. */
  readonly advice: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** Of a file of records (rows, segments): number of the record in the file, 1-based. */
  readonly record?: number;
  /** Of a file of records: the field, as its heading or the format's description calls it. */
  readonly field?: string;
  /** XPath of the node, with the document's own prefixes. */
  readonly path?: string;
  /** Business key, such as "order line 3 (position 00030)". */
  readonly key?: string;
  /** The offending value, cut to 200 characters. */
  readonly value?: string;
  /** Which file, where a finding is about a mapping, table or config file. */
  readonly file?: string;
}

/** What a document asks that no operation of the exchange can say: a person has to do it. */
export interface TaskRequest {
  /** Position of the order line; empty: of the whole order. */
  readonly line: string;
  readonly finding: Finding;
  /** What is asked, values and all: equal texts ask the same. Absent: the finding's message says it. */
  readonly asks?: string;
}

/** The operations of the exchange that a channel can send to. */
export const sendOperations = [
  'sci-connector/order',
  'api-connector/order',
  'api-connector/order-response',
  /** Not in the specification: behind exchange.despatchAdvice. */
  'api-connector/despatch-advice',
] as const;
export type SendOperation = (typeof sendOperations)[number];
