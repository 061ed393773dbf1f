import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from '../exchange-client.ts';

/** How a request shows who we are (specification, section 5). */
export type Authentication =
  /** Basic where the settings say so, else Bearer. */
  | 'any'
  /** Bearer, whatever the settings say. */
  | 'token'
  /** What the headers already hold: login, refresh, logout, presigned links. */
  | 'own';

/** One request to the exchange: the one call shape that auth, rate, deadline and path forms wrap. */
export interface Call {
  /** The operation, such as `sci-connector/order`: for texts, logs and what is remembered. */
  readonly operation: string;
  /** For which of our channels: at the rate they take turns. Those without take theirs by operation. */
  readonly channel?: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** After the base URL, ids encoded, with the query. */
  readonly path: string;
  /** The path with /v2, where the specification leaves the prefix open. */
  readonly alternativePath?: string;
  readonly authentication: Authentication;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Carrying it out changes something there: without an answer its outcome is unknown. */
  readonly changes: boolean;
  /** A 2xx counts only with its complete body; otherwise the body is a note, cut to 64 kB. */
  readonly needsBody: boolean;
  /** It may be answered with a web page: a document, or whatever lies at a link. */
  readonly mayBePage?: true;
  readonly signal?: AbortSignal;
  /** Awaited when its turn has come, before it goes out; once more where it is repeated. What it rejects with, the call rejects with. */
  readonly onTurn?: () => Promise<unknown>;
  /** Called when the request goes onto its connection; not called when there was none. */
  readonly onSent?: () => void;
}

export interface Reply {
  readonly answer: Answer;
  /** Empty when there was no answer. */
  readonly headers: IncomingHttpHeaders;
}

/** Never rejects: what goes wrong is an answer too. */
export type SendCall = (call: Call) => Promise<Reply>;

/** The first value of a header, names in lower case. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
