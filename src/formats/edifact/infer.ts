import { isScalar, type YAMLMap } from 'yaml';
import { localize } from '../../findings/localized-text.ts';
import { isElement } from '../../tree/nodes/tree-builder.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { Language } from '../../types.ts';
import type { InferredDescription, SyntaxInference } from '../define-syntax.ts';
import { hashTexts, parseGuide } from '../describe/parse-description.ts';
import type { ReferencedTexts } from '../describe/referenced-texts.ts';
import type { Format, ReadResult } from '../document-format.ts';
import { takeFirstDocuments } from '../infer/sample-documents.ts';
import { renderYaml } from '../infer/yaml-text.ts';
import { buildEdifactFormat } from './build-format.ts';
import { buildEdifactLayout } from './build-layout.ts';
import { edifactSchema } from './description.ts';
import { noMessage, renderUnknownMessage } from './findings/sample-texts.ts';
import { decodeLatin1 } from './lexical/envelope.ts';
import { parseUna } from './lexical/separators.ts';

/** A format that narrows a delivered one to what samples use. */
export const edifactInference: SyntaxInference = {
  recognise: (head) => (/^\s*(UNA|UN[BH]\+)/.test(head) ? 'certain' : undefined),
  inferDescription: inferEdifact,
  codedPlaces: {
    isQualifier: (name) => name === 'e7143' || (qualifiers.has(name.slice(1)) && !ofWholeDocument.has(name)),
    isComposite: (name) => /^[CS]\d{3}$/.test(name),
    isEnvelope: (name) => /^UN[ABGHSTEZ]$/.test(name),
  },
};

function inferEdifact(
  name: string,
  files: readonly Uint8Array[],
  beside: ReferencedTexts,
): InferredDescription {
  const [first] = files;
  const [type = '', version, release = ''] = first === undefined ? [] : messageOf(first);
  if (type === '') return { because: noMessage };
  const guide = `edifact-${version}${release}-${type}`.toLowerCase();
  const text = beside.guide(guide);
  if (text === undefined) return { because: renderUnknownMessage([type, version, release].join(':')) };
  // what is only counted wrongly shows as much
  const lenient = `format: ${guide}-samples\nsyntax: edifact\nguide: ${guide}\ntest: process\nlexical: { counts: warn, envelope: optional }\n`;
  const format = loadFormat(lenient, `${guide}-samples`, beside);
  const read = (language?: Language) =>
    format === undefined ? [] : files.flatMap((bytes) => readMessages(format, bytes, language));
  const roots = read().flatMap(({ tree }) => tree?.root ?? []);
  if (roots.length === 0) {
    const otherwise = localize('sample-try-format', { format: guide });
    const why = {
      en: findError(read('en')) || otherwise.en,
      nl: findError(read('nl')) || otherwise.nl,
    };
    return { because: localize('sample-message-unreadable', { message: type, why }) };
  }
  const sender = sendersOf(roots);
  const description = {
    format: name,
    syntax: 'edifact',
    guide,
    ...(sender === undefined ? {} : { recognise: { sender } }),
    tree: treeOf(roots),
  };
  return { text: renderYaml(description, isShort), kind: type === 'ORDRSP' ? 'response' : 'order' };
}

function loadFormat(text: string, name: string, referenced: ReferencedTexts): Format | undefined {
  const { source, description } = parseGuide(text, name, edifactSchema, 'edifact') ?? {};
  if (source === undefined || description === undefined) return undefined;
  const { layout, texts } = buildEdifactLayout(source, description, referenced);
  return layout && buildEdifactFormat(layout, hashTexts(text, ...texts));
}

const isShort = (map: YAMLMap): boolean =>
  map.items.every(({ key }) => isScalar(key) && /^(sender$|(C\d{3}\/)?e\d{4})/.test(String(key.value)));

function messageOf(bytes: Uint8Array): readonly string[] {
  const head = decodeLatin1(bytes.subarray(0, 4000)).replace(/^(\xef\xbb\xbf)?\s*/, '');
  const { element, component } = parseUna(head).separators ?? { element: '+', component: ':' };
  const at = head.search(new RegExp(`UNH\\${element}`));
  return at === -1 ? [] : (head.slice(at).split(element)[2] ?? '').split(component);
}

const readMessages = (format: Format, bytes: Uint8Array, language: Language = 'en'): readonly ReadResult[] =>
  takeFirstDocuments(format.cut(bytes).documents).map((document) => format.read(document, { language }));

/** The first one; empty: there is none. */
function findError(read: readonly ReadResult[]): string {
  const [wrong] = read.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'));
  return [wrong?.message, wrong?.advice].filter(Boolean).join(' ');
}

/** The one that all samples have. */
function sendersOf(roots: readonly TreeElement[]): string | undefined {
  const senders = roots.map((root) => {
    const [id, qualifier] = ['e0004', 'e0007'].map((name) => findTextAt(root, ['UNB', 'S002', name]));
    return [id, qualifier].filter((one) => one !== undefined).join(':');
  });
  const [only, ...more] = new Set(senders);
  return only === '' || more.length > 0 ? undefined : only;
}

function findTextAt(element: TreeElement, [name, ...rest]: readonly string[]): string | undefined {
  const child = element.childNodes.filter(isElement).find(({ nodeName }) => nodeName === name);
  if (child === undefined || rest.length > 0) return child && findTextAt(child, rest);
  const [text] = child.childNodes;
  return text?.nodeType === 3 ? text.data : undefined;
}

/** Segments and groups that the parents hold, with how often they are there and the codes of their qualifiers. */
function treeOf(parents: readonly TreeElement[]): unknown {
  const inside = parents.map((one) => one.childNodes.filter(isElement).filter(isOfStructure));
  const names = [...new Set(inside.flat().map(({ nodeName }) => nodeName))];
  return Object.fromEntries(
    names.map((name) => {
      const counts = inside.map((children) => children.filter(({ nodeName }) => nodeName === name).length);
      const most = counts.some((count) => count > 1) ? '[]' : '';
      const all = inside.flat().filter(({ nodeName }) => nodeName === name);
      return [
        `${name}${most}${counts.includes(0) ? '' : '!'}`,
        name.length === 3 ? usesOf(all) : treeOf(all),
      ];
    }),
  );
}

const isOfStructure = ({ nodeName }: TreeElement): boolean =>
  /^[gs]?[A-Z]{3}$/.test(nodeName) && !['UNB', 'UNG', 'UNH'].includes(nodeName);

/** The qualifiers that a segment began with; what is no qualifier is not listed. */
function usesOf(segments: readonly TreeElement[]): unknown {
  const found = segments.flatMap((segment) => {
    const [first] = segment.childNodes.filter(isElement);
    const [inner] = first?.childNodes.filter(isElement) ?? [];
    const path = inner === undefined ? [first?.nodeName ?? ''] : [first?.nodeName ?? '', inner.nodeName];
    const code = findTextAt(segment, path);
    return code === undefined ? [] : [{ path: path.join('/'), code }];
  });
  const [one] = found;
  const codes = [...new Set(found.map(({ code }) => code))].sort();
  const isQualifier =
    one !== undefined && qualifiers.has(one.path.slice(-4)) && found.every(({ path }) => path === one.path);
  return isQualifier ? { [one.path]: codes } : {};
}

/** Those of a document and of a description say nothing of the value beside them. */
const ofWholeDocument: ReadonlySet<string> = new Set(['e1001', 'e7077']);

/** Elements that say what a segment is about. */
const qualifiers = new Set([
  '1001',
  '1153',
  '2005',
  '3035',
  '3139',
  '3155',
  '3227',
  '4279',
  '4347',
  '4451',
  '5025',
  '5125',
  '5245',
  '5283',
  '5463',
  '6063',
  '6069',
  '6347',
  '7077',
  '7405',
]);
