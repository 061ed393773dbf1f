import type { Finding, Language } from '../../types.ts';
import type { FileDocument, ReadResult } from '../document-format.ts';
import { decodeBytes } from '../records/decode-bytes.ts';
import { unpackEnvelope } from '../records/envelope.ts';
import { type GroupInstance, positionOf, RecordTreeBuilder } from '../records/group-instance.ts';
import { openBytes } from '../records/open-bytes.ts';
import { readWithinLimits } from '../records/open-document.ts';
import { CellValueReader } from '../records/value-reader.ts';
import { parseDocument } from '../xml/read.ts';
import { controlRecord, findControlField } from './control-record.ts';
import { type CreateIdocFinding, idocFindingCreator } from './findings/catalogue.ts';
import { FlatReader } from './flat-reader.ts';
import { isXmlIdoc } from './idoc-form.ts';
import { IdocTree } from './idoc-tree.ts';
import { type IdocLayout, idocNumberMarks } from './layout.ts';
import { findIdocElement, readSegments } from './xml-reader.ts';

/** The tree of an IDoc, the same for both forms, and all that is wrong with it. */
export function readIdoc(document: FileDocument, layout: IdocLayout, language: Language = 'en'): ReadResult {
  const tell = idocFindingCreator(language);
  const read = () =>
    isXmlIdoc(document.bytes)
      ? readXmlIdoc(document, layout, tell, language)
      : readFlat(document, layout, tell);
  return readWithinLimits(read, tell);
}

function readXmlIdoc(
  document: FileDocument,
  layout: IdocLayout,
  tell: CreateIdocFinding,
  language: Language,
): ReadResult {
  const { tree: xml, findings } = parseDocument(
    document,
    { encoding: layout.description.encoding, fileLooks: layout.fileLooks },
    tell,
    language,
  );
  if (xml === undefined) return { findings };
  const idoc = findIdocElement(xml);
  if (idoc === undefined)
    return {
      findings: [
        tell('idoc-none', { value: xml.root.nodeName }, { line: xml.root.line, column: xml.root.column }),
      ],
    };
  const values = new CellValueReader(idocNumberMarks, tell);
  const tree = new IdocTree(layout, { line: idoc.line, column: idoc.column, record: 1 }, tell);
  readSegments(idoc, layout, tree, values);
  return buildResult(tree, 'xml', layout, [...findings, ...values.findings], tell);
}

function readFlat(
  { bytes, envelope, at }: FileDocument,
  layout: IdocLayout,
  tell: CreateIdocFinding,
): ReadResult {
  const head = envelope === undefined ? bytes : unpackEnvelope(envelope).head;
  const file = openBytes(head, layout.description.encoding);
  const own = envelope === undefined ? bytes.subarray(file.markLength) : bytes;
  const start = { line: at?.line ?? 1, column: 1, row: at?.record ?? 1 };
  const { text, problem } = decodeBytes(own, file, tell, start);
  if (problem !== undefined) return { findings: [problem] };
  const values = new CellValueReader(idocNumberMarks, tell);
  const reader = new FlatReader(text, layout, start, values, tell);
  reader.read();
  return buildResult(reader.tree, 'records', layout, [...reader.findings, ...values.findings], tell);
}

function buildResult(
  tree: IdocTree,
  format: 'records' | 'xml',
  layout: IdocLayout,
  findings: readonly Finding[],
  tell: CreateIdocFinding,
): ReadResult {
  const control = checkControl(tree.root, layout, tell);
  if (control.some(({ severity }) => severity === 'error')) return { findings: control };
  const maker = new RecordTreeBuilder(tell);
  const document = maker.document(tree.root, format);
  const all = [...control, ...findings, ...tree.findings, ...tree.othersFinding(), ...maker.findings];
  return { tree: document, findings: all };
}

/** What the control record says of the IDoc: MESTYP decides what it is, not the name of the root or the type. */
function checkControl(
  root: GroupInstance,
  { message, description }: IdocLayout,
  tell: CreateIdocFinding,
): readonly Finding[] {
  const [control] = root.of(controlRecord);
  if (control === undefined) return [tell('idoc-no-control', {}, root.place)];
  const textOf = (name: string) => {
    const field = findControlField(name);
    return field === undefined ? undefined : control.cells.get(field);
  };
  const type = textOf('MESTYP');
  const test = textOf('TEST');
  const isOther = type?.text !== message;
  const isTest = (test?.text ?? '') !== '' && test?.text !== '0' && description.test === 'park';
  return [
    ...(isOther
      ? [
          tell(
            'idoc-message-other',
            { value: type?.text ?? '', expected: message },
            positionOf(type ?? control.place),
          ),
        ]
      : []),
    ...(isTest ? [tell('idoc-test', {}, positionOf(test ?? control.place))] : []),
  ];
}
