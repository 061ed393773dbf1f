import { describe, expect, it } from 'vitest';
import { isElement } from '../../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import { fingerprintTree } from '../../tree/values/fingerprint.ts';
import type { FileDocument, FileEnds, Format } from '../document-format.ts';

/** What every format keeps, whatever its bytes look like: run by the test of each. */

export interface Sample {
  readonly name: string;
  readonly format: Format;
  /** A file without an error. */
  readonly bytes: Uint8Array;
  /** Documents in it. */
  readonly documents: number;
  /** What shows its end; `endless` where nothing does. */
  readonly end: 'complete' | 'endless';
}

export function formatLaws(samples: readonly Sample[], stranger: Uint8Array): void {
  describe.each(samples)('$name', ({ format, bytes, documents: count, end }) => {
    const cut = format.cut(bytes);
    const trees = () => cut.documents.map((document) => treeOf(format, document));

    it('is known by its beginning, and a file of others is not', () => {
      expect(format.recognise(bytes.subarray(0, 65_536))).toBe(true);
      expect(format.recognise(stranger)).toBe(false);
      for (const { bytes: own, envelope } of cut.documents)
        expect(format.recognise(own, envelope)).toBe(true);
    });

    it('shows its end, or that nothing does; cut off anywhere it never counts as complete', () => {
      expect(format.checkCompleteness(endsOf(bytes))).toBe(end);
      expect(format.checkCompleteness(endsOf(bytes.subarray(0, 0)))).toBe('empty');
      for (let length = 1; length < lastMark(bytes); length += 1 + Math.floor(bytes.length / 500))
        expect(format.checkCompleteness(endsOf(bytes.subarray(0, length))), `${length} bytes`).not.toBe(
          'complete',
        );
    });

    it('is cut into its documents, each a part of the file at its place', () => {
      expect(cut.findings).toEqual([]);
      expect(cut.documents).toHaveLength(count);
      for (const { bytes: own, at: { offset } = start } of cut.documents)
        expect(Buffer.compare(own, bytes.subarray(offset, offset + own.length))).toBe(0);
      const places = cut.documents.map(({ at: { offset } = start }) => offset);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    });

    it('is read without an error, and the same again; a document that is known has the same tree', () => {
      for (const document of cut.documents) {
        const { tree, findings } = format.read(document);
        expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
        const known = format.read(document, { known: true });
        expect(known.findings).toEqual([]);
        expect(tree && known.tree && printOf(known.tree)).toBe(tree && printOf(tree));
      }
    });

    it('has its elements at rising places of the file that are there', () => {
      const lines = (format.decodeText(bytes) ?? '').split(/\r\n|\n|\r/);
      for (const tree of trees())
        for (const { line, column } of elementsOf(tree.root)) {
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
        }
    });

    it('joined again it holds the same documents, and each alone is one', () => {
      const prints = trees().map(printOf);
      const printsOf = (file: Uint8Array) =>
        format.cut(file).documents.map((document) => printOf(treeOf(format, document)));
      expect(printsOf(format.join(cut.documents))).toEqual(prints);
      for (const [n, document] of cut.documents.entries())
        expect(printsOf(format.join([document]))).toEqual([prints[n]]);
    });

    it('holds what its shape says, in the namespace that names without prefix mean', () => {
      const { root, namespaces } = format.buildShape();
      for (const { root: own } of trees()) {
        expect(own.localName).toBe(root.name);
        expect(own.namespaceURI ?? '').toBe(namespaces.get('') ?? '');
      }
    });

    it('no bytes make it throw', () => {
      for (const odd of oddBytes(bytes)) {
        for (const document of format.cut(odd).documents) format.read(document);
        format.recognise(odd);
        format.checkCompleteness(endsOf(odd));
        format.decodeText(odd);
      }
    });
  });
}

const start = { offset: 0 };

function treeOf(format: Format, document: FileDocument): TreeDocument {
  const { tree, findings } = format.read(document);
  if (tree === undefined) throw new Error(JSON.stringify(findings, undefined, 1));
  return tree;
}

const printOf = (tree: TreeDocument): string => fingerprintTree(tree);

const endsOf = (bytes: Uint8Array): FileEnds => ({
  head: bytes.subarray(0, 65_536),
  tail: bytes.subarray(-8_192),
  size: bytes.length,
});

/** Before its last character that is no blank. */
const lastMark = (bytes: Uint8Array): number => Buffer.from(bytes).toString('latin1').trimEnd().length;

function* elementsOf(element: TreeElement): Iterable<TreeElement> {
  yield element;
  for (const child of element.childNodes.filter(isElement)) yield* elementsOf(child);
}

/** Nothing, blanks, zeros, noise, halves, and the file with single bytes changed. */
function* oddBytes(bytes: Uint8Array): Iterable<Uint8Array> {
  for (const text of ['', ' \r\n', '\0\0\0', '"', ';;;\n;"', '<', '{"a":1}', '\uFEFF'])
    yield Buffer.from(text);
  yield Uint8Array.from({ length: 256 }, (_, n) => n);
  yield Buffer.from(Buffer.from(bytes).toString('latin1'), 'utf16le');
  for (let n = 1; n <= 20; n += 1) {
    const at = Math.floor((bytes.length * n) / 21);
    yield bytes.subarray(0, at);
    yield bytes.subarray(at);
    const changed = Uint8Array.from(bytes);
    changed[at] = (n * 37) % 256;
    yield changed;
  }
}
