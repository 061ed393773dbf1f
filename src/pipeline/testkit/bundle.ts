import { findingCreator } from '../../findings/create-finding.ts';
import type { CutResult, FileDocument, Format } from '../../formats/document-format.ts';
import type { DocumentType } from '../../scsn/document-types.ts';
import type { SchemaSet } from '../../scsn/schemas/schema-set.ts';
import { buildScsnFormat as oneFormat } from '../../scsn/scsn-format.ts';
import { findRootName } from '../../tree/xml/xml-ends.ts';
import type { Finding } from '../../types.ts';

/**
 * A small format with several documents in a file: SCSN documents one after the other, each from its `<?xml` on, below a first
 * line that all need (`BUNDLE supplier=1`, for `{supplier}` in them). A file whose first line is `BROKEN` cannot be cut; a document that says `apart` is refused
 * by what is seen while cutting.
 */
export function buildScsnFormat(name: DocumentType, schemas: () => SchemaSet): Format {
  const one = oneFormat(name, schemas);
  return {
    ...{ name, kind: one.kind ?? 'order', extension: '.xml' },
    get hash() {
      return one.hash;
    },
    recognise: (head) => findRootName(head.subarray(Math.max(0, starts(head)[0] ?? 0))) === rootOf[name],
    checkCompleteness: ({ tail }) =>
      Buffer.from(tail).toString().trimEnd().endsWith('>') ? 'complete' : 'unfinished',
    cut,
    read: (document, options) => {
      const { tree, findings } = one.read({ bytes: filled(document) }, options);
      const own = document.envelope && !Buffer.from(document.envelope).includes('BUNDLE') ? [lost()] : [];
      const moved = findings.map((found) => movedBy((document.at?.line ?? 1) - 1, found));
      return { ...(tree ? { tree } : {}), findings: [...own, ...moved] };
    },
    buildShape: one.buildShape,
    write: one.write,
    join: (documents) =>
      Buffer.concat([
        ...documents.slice(0, 1).map(({ envelope }) => envelope ?? new Uint8Array()),
        ...documents.map(({ bytes }) => bytes),
      ]),
    passThrough: (document, options) => {
      if (one.passThrough === undefined) throw new Error('SCSN goes as it is.');
      return one.passThrough({ bytes: filled(document) }, options);
    },
    decodeText: (bytes) => Buffer.from(bytes).toString(),
  };
}

const rootOf: Readonly<Record<DocumentType, string>> = {
  'scsn/Order': 'Order',
  'scsn/OrderResponse': 'OrderResponse',
  'scsn/DespatchAdvice': 'DespatchAdvice',
  'scsn/OrderStatus': 'OrderStatus',
};

const lost = (): Finding => findingCreator()('file-record-missing', { name: 'BUNDLE', where: 'x' }, {});

const movedBy = (lines: number, found: Finding): Finding =>
  found.line === undefined ? found : { ...found, line: found.line + lines };

/** Without a first line of its own, and with what the first line of the file says. */
function filled({ bytes, envelope }: FileDocument): Uint8Array {
  const [first = 0] = starts(bytes);
  const head = Buffer.from(envelope ?? bytes.subarray(0, first)).toString();
  const supplier = /supplier=(\S+)/.exec(head)?.[1] ?? '{supplier}';
  return Buffer.from(Buffer.from(bytes.subarray(first)).toString().replaceAll('{supplier}', supplier));
}

function starts(bytes: Uint8Array): readonly number[] {
  const text = Buffer.from(bytes).toString('latin1');
  return [...text.matchAll(/<\?xml/g)].map(({ index }) => index);
}

function cut(bytes: Uint8Array): CutResult {
  const text = Buffer.from(bytes).toString('latin1');
  const [first = 0, ...others] = starts(bytes);
  if (text.startsWith('BROKEN')) return { documents: [], findings: [lost()] };
  if (text.startsWith('BUNDLE') && others.length === 0 && first === 0) return { documents: [], findings: [] };
  if (others.length === 0) return { documents: [{ bytes }], findings: [] };
  const envelope = bytes.subarray(0, first);
  const ends = [...others, bytes.length];
  return {
    documents: [first, ...others].map((offset, n) => documentAt(bytes, text, offset, ends[n], envelope)),
    findings: [],
  };
}

function documentAt(
  bytes: Uint8Array,
  text: string,
  offset: number,
  end: number | undefined,
  envelope: Uint8Array,
): FileDocument {
  const line = text.slice(0, offset).split('\n').length;
  const own = bytes.subarray(offset, end);
  const values = { value: 'x', first: 1, count: line };
  const apart = Buffer.from(own).includes('apart')
    ? [findingCreator()('rows-apart', values, { line, column: 1 })]
    : [];
  return {
    bytes: own,
    envelope,
    at: { offset, line, column: 1 },
    ...(apart.length ? { findings: apart } : {}),
  };
}
