import { type Tell, teller } from '../../findings/messages.ts';
import type { Finding, Language } from '../../types.ts';
import type { Document, Read } from '../interface.ts';
import { decoded } from '../records/decoded.ts';
import { unpacked } from '../records/envelope.ts';
import { type Instance, placeOf, TreeMaker } from '../records/instance.ts';
import { readWithin } from '../records/open-document.ts';
import { opened } from '../records/opened.ts';
import { ValueReader } from '../records/values.ts';
import { parsedXml } from '../xml/read.ts';
import { controlField, controlRecord } from './control.ts';
import { FlatReader } from './flat.ts';
import { isXml } from './form.ts';
import { type IdocLayout, marks } from './layout.ts';
import { IdocTree } from './tree.ts';
import { idocElement, readSegments } from './xml.ts';

/** The tree of an IDoc, the same for both forms, and all that is wrong with it. */
export function readIdoc(document: Document, layout: IdocLayout, language: Language = 'en'): Read {
  const tell = teller(language);
  const read = () =>
    isXml(document.bytes) ? readXmlIdoc(document, layout, tell, language) : readFlat(document, layout, tell);
  return readWithin(read, tell);
}

function readXmlIdoc(document: Document, layout: IdocLayout, tell: Tell, language: Language): Read {
  const { tree: xml, findings } = parsedXml(document, layout.description.encoding, tell, language);
  if (xml === undefined) return { findings };
  const idoc = idocElement(xml);
  if (idoc === undefined)
    return {
      findings: [
        tell('idoc-none', { value: xml.root.nodeName }, { line: xml.root.line, column: xml.root.column }),
      ],
    };
  const values = new ValueReader(marks, tell);
  const tree = new IdocTree(layout, { line: idoc.line, column: idoc.column, record: 1 }, tell);
  readSegments(idoc, layout, tree, values);
  return made(tree, 'xml', layout, [...findings, ...values.findings], tell);
}

function readFlat({ bytes, envelope, at }: Document, layout: IdocLayout, tell: Tell): Read {
  const head = envelope === undefined ? bytes : unpacked(envelope).head;
  const file = opened(head, layout.description.encoding);
  const own = envelope === undefined ? bytes.subarray(file.markLength) : bytes;
  const start = { line: at?.line ?? 1, column: 1, row: at?.record ?? 1 };
  const { text, problem } = decoded(own, file, tell, start);
  if (problem !== undefined) return { findings: [problem] };
  const values = new ValueReader(marks, tell);
  const reader = new FlatReader(text, layout, start, values, tell);
  reader.read();
  return made(reader.tree, 'records', layout, [...reader.findings, ...values.findings], tell);
}

function made(
  tree: IdocTree,
  format: 'records' | 'xml',
  layout: IdocLayout,
  findings: readonly Finding[],
  tell: Tell,
): Read {
  const control = controlFindings(tree.root, layout, tell);
  if (control.some(({ severity }) => severity === 'error')) return { findings: control };
  const maker = new TreeMaker(tell);
  const document = maker.document(tree.root, format);
  const all = [...control, ...findings, ...tree.findings, ...tree.othersFinding(), ...maker.findings];
  return { tree: document, findings: all };
}

/** What the control record says of the IDoc: MESTYP decides what it is, not the name of the root or the type. */
function controlFindings(
  root: Instance,
  { message, description }: IdocLayout,
  tell: Tell,
): readonly Finding[] {
  const [control] = root.of(controlRecord);
  if (control === undefined) return [tell('idoc-no-control', {}, root.place)];
  const textOf = (name: string) => {
    const field = controlField(name);
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
            placeOf(type ?? control.place),
          ),
        ]
      : []),
    ...(isTest ? [tell('idoc-test', {}, placeOf(test ?? control.place))] : []),
  ];
}
