import { sha256 } from '../src/text/sha256.ts';

/** One document that was accepted. */
export interface LedgerEntry {
  /** 1, 2, 3, … in the order of acceptance. */
  readonly n: number;
  readonly at: string;
  readonly operation: string;
  /** Purchase order number. */
  readonly key: string;
  readonly sha256: string;
  /** The bytes as text, when they are UTF-8. */
  readonly bytes?: string;
  readonly base64?: string;
}

/** Everything that was accepted, for tests to compare with what a gateway says it sent. */
export class Ledger {
  readonly entries: LedgerEntry[] = [];

  add(operation: string, key: string, bytes: Uint8Array): void {
    this.entries.push({
      n: this.entries.length + 1,
      at: new Date().toISOString(),
      operation,
      key,
      sha256: sha256(bytes),
      ...readable(bytes),
    });
  }
}

function readable(bytes: Uint8Array): { readonly bytes: string } | { readonly base64: string } {
  try {
    return { bytes: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') }; // not UTF-8
  }
}
