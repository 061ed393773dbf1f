import type { LocalizedText } from '../findings/localized-text.ts';
import type { SendOperation } from '../types.ts';
import type { ContractStore } from './contract/published-contracts.ts';

/**
 * What became of one request. The table in the docs/design.md, "What an answer means":
 * ok: any 2xx; refused: 400, 413, 422 (the document is at fault); notFound: 404; retry: 408, 425, 429, 5xx, time-out,
 * broken connection, a proxy that answers instead; down: 401 or 403 after one renewal, or login failing; strange: any other status, or a
 * 2xx whose body says that it failed.
 */
export type AnswerKind = 'ok' | 'refused' | 'notFound' | 'retry' | 'down' | 'strange';

export interface Answer {
  readonly kind: AnswerKind;
  /** HTTP status; 0 when there was none. */
  readonly status: number;
  /** The body, or the error in words when there was no answer; never holds credentials. */
  readonly body: Uint8Array;
  /** The body, where it is our own words, in every language. */
  readonly words?: LocalizedText;
  /** Milliseconds, from Retry-After. */
  readonly retryAfter?: number;
  /** True when the request may have been carried out although no answer came. */
  readonly unknown?: true;
  /** True when the exchange could not be reached, gave no answer in time, or takes nothing now: it says nothing of the document. */
  readonly away?: true;
  /** Why it was not sent although somebody could have: nothing reached the exchange. */
  readonly mismatches?: readonly ContractMismatch[];
}

/** One that says no, or none at all. */
export type FailedAnswer = Answer & { readonly kind: Exclude<AnswerKind, 'ok'> };

export const isFailed = (answer: Answer): answer is FailedAnswer => answer.kind !== 'ok';

/** Where a body does not fit what a service publishes. */
export interface ContractMismatch {
  readonly operation: string;
  readonly service: string;
  /** `order.purchaseOrderNumber: is missing` */
  readonly what: string;
}

/** A file was stored. */
export interface StoredAnswer extends Answer {
  readonly objectId: string;
}

export interface SearchPage {
  /** Each order's JSON exactly as it stood in the answer (digits kept), ascending as received. */
  readonly orders: readonly {
    readonly id: string;
    readonly lastUpdatedAt: string;
    readonly bytes: Uint8Array;
  }[];
  /** The largest timestamp of the page (orders' and top-level), verbatim; undefined when empty. None that is `ahead`. */
  readonly cursor?: string;
  /** The exchange's clock when it answered, milliseconds since 1970; ours where it does not tell. */
  readonly now: number;
  /** An order whose timestamp is more than a day ahead of the exchange's own clock. */
  readonly ahead?: { readonly id: string; readonly lastUpdatedAt: string };
  /** More orders came than were asked for: those stand here, the others are for the next page. */
  readonly cut?: true;
}

/** One client per exchange: shares token, rate limit and connection pool. Never throws for an answer; every call ends. */
export interface ExchangeClient {
  /** `channel`, here and below: for which of our channels. Those that wait for the rate take turns. */
  send(
    operation: SendOperation,
    body: Uint8Array,
    channel?: string,
    /** Awaited before anything of it goes out, when its turn has come; called once for each request. The call rejects where it does. */
    onTurn?: () => Promise<unknown>,
  ): Promise<Answer>;
  /** GET /order/{id}: always Bearer. */
  order(id: string, channel?: string): Promise<Answer>;
  shipment(id: string, channel?: string): Promise<Answer>;
  search(
    query: { readonly since: string; readonly offset: number; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<Answer & { readonly page?: SearchPage }>;
  /** Why the exchange counts as down (it refuses us, or does not answer), or undefined. */
  trouble(): string | undefined;
  /** Why it refuses us (login or rights), or undefined. */
  refusal(): LocalizedText | undefined;
  /** Why it cannot be reached or fails, as far as its last answers say, or undefined. */
  unreachable(): LocalizedText | undefined;
  /** Asks for a sign of life when nothing was asked for a while: `away` tells what came of it. */
  probe(): Promise<void>;
  /** Why the clock of this machine cannot be trusted, or undefined: it differs from the exchange's, or jumped. */
  clock(): LocalizedText | undefined;
  /** Logs in now; used by `gateway check`. */
  login(): Promise<Answer>;
  /** Logs out and closes connections. */
  close(): Promise<void>;
}

/** What the object storage knows of a file (specification, section 2). */
export interface StoredDocument {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  /** Good for one minute; followed without credentials. */
  readonly downloadUrl: string;
}

/** What the services publish of themselves (specification, section 9). */
export interface PublishedContracts {
  readonly contracts: ContractStore;
}

/** The rest of the specification's operations: files, companies, and whatever else can be read with a token. */
export interface ExchangeReader {
  metadata(objectId: string): Promise<Answer & { readonly document?: StoredDocument }>;
  /**
   * GET {downloadUrl}, or a document's `url`: never with credentials, https only (http where the exchange is on loopback).
   * `addresses`: the host's, as they were looked up and found harmless; no other is connected to.
   */
  follow(url: string, addresses?: readonly string[]): Promise<Answer>;
  /** GET /object-storage/download/{id}. */
  download(id: string): Promise<Answer>;
  companies(query: string): Promise<Answer>;
  /** Any path after the base URL, with a token: the user and company APIs. */
  get(path: string): Promise<Answer>;
  /** GET an address of the settings: absolute, or a path after the base URL. Without credentials; at the exchange itself, on 401 or 403, with a token. */
  published(address: string): Promise<Answer>;
  /** Stores a file and gives its objectId. Not in the specification: refused unless exchange.upload is on. */
  upload(file: FileToStore): Promise<FailedAnswer | StoredAnswer>;
}

export interface FileToStore {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}
