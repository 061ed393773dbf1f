import type { ReadBack } from '../../mapping/advance-chain.ts';
import type { Explanation } from '../../mapping/explain/explain-run.ts';
import type { LeafWithFate } from '../../mapping/explain/leaf-fates.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import type { MappingOutput } from '../../mapping/mapping-output.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';

/** What one mapping made of a document, before anything is said of it with the places of the first document of a chain. */
export interface MappedDocument {
  readonly explanation: Explanation;
  readonly output: MappingOutput;
  readonly fates: readonly LeafWithFate[];
  /** As the next mapping reads it; undefined: it made nothing that is read back. */
  readonly made: ReadBack | undefined;
}

/** A run that may have been done before. */
export interface RunKey {
  readonly mapping: FileMapping;
  readonly tree: TreeDocument;
  /** Everything else by which a run is decided, as one text: context and language. */
  readonly situation: string;
  /** Of a context that was made of a document delivered before: by which mapping. */
  readonly contextBy: FileMapping | undefined;
}

interface RememberedRun extends RunKey {
  readonly mapped: MappedDocument;
}

interface RememberedResult {
  readonly bytes: Uint8Array;
  readonly read: ReadBack;
}

/**
 * What the mappings of a chain came to at the key before, for whoever tries the same document at every key: an edit changes one of them. A
 * loaded mapping and a tree never change, so each is known by itself: a mapping that was loaded anew, and a result of other bytes, are
 * others. Of each document the last run is kept.
 */
export class ChainMemo {
  readonly #runs = new WeakMap<TreeDocument, RememberedRun>();
  readonly #results = new Map<string, RememberedResult>();

  run(key: RunKey, map: () => MappedDocument): MappedDocument {
    const known = this.#runs.get(key.tree);
    if (known && isSameRun(known, key)) return known.mapped;
    const mapped = map();
    const { mapping, tree, situation, contextBy } = key;
    this.#runs.set(tree, { mapping, tree, situation, contextBy, mapped });
    return mapped;
  }

  /** `kind`: of which mapping the bytes are, and how they are read. Equal bytes are read once, so that the next mapping sees the same tree. */
  read(kind: string, bytes: Uint8Array, read: () => ReadBack): ReadBack {
    const known = this.#results.get(kind);
    this.#results.delete(kind);
    const isSame = known !== undefined && Buffer.compare(known.bytes, bytes) === 0;
    const result = isSame ? known : { bytes, read: read() };
    this.#results.set(kind, result);
    for (const old of this.#results.keys()) if (this.#results.size > mostResults) this.#results.delete(old);
    return result.read;
  }
}

/** Results that are kept: those of two people with a chain of three. */
const mostResults = 4;

const isSameRun = (known: RunKey, asked: RunKey): boolean =>
  known.mapping === asked.mapping &&
  known.situation === asked.situation &&
  known.contextBy === asked.contextBy;
