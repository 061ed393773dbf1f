/**
 * The most that is taken of what comes from outside and becomes a key, a name or part of a sentence: the one table of
 * them. Characters (UTF-16 units) where nothing else is said.
 */
export const limits = {
  /** Identifiers and numbers of documents: orders, advice, lines, parties, ids of the exchange, timestamps. */
  identifier: 200,
  /** Names of events. */
  eventName: 200,
  /** What a message is called in lists, reports and logs: the name of its file or event, or an order's id. */
  name: 255,
  /** Levels of JSON within each other; an order of the exchange has about 8. */
  jsonDepth: 500,
  /** Values of one order or event of the exchange, or of a body of a webhook; an order of 500 lines has about 20,000. */
  jsonValues: 1_000_000,
  /** Members of one object of JSON; an order of the exchange has about 40. */
  jsonMembers: 10_000,
  /** Identifiers of one document that are told of when they are too long. */
  told: 20,
  /** Findings of one code on one document that are kept; of the others, how many there are. */
  findings: 1000,
  /** Documents of one file. */
  documents: 200_000,
  /** Fields of a row of CSV: a spreadsheet has no more columns. */
  rowFields: 16_384,
} as const;

/** What a message is called: cut where it is longer than any name, on one line, no half characters. */
export function cutMessageName(text: string): string {
  const short = text.length <= limits.name ? text : `${text.slice(0, limits.name - 1)}…`;
  return short.toWellFormed().replace(/\p{Cc}/gu, '\ufffd');
}
