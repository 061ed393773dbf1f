import { join } from 'node:path';
import { findChildShape, type Shape } from '../../../tree/nodes/shape.ts';
import { isElement, textOf } from '../../../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeElement } from '../../../tree/nodes/tree-node.ts';
import { canonicalPrefix } from '../../../tree/values/fingerprint.ts';
import type { FileMapping } from '../../file-mapping.ts';
import { readFixtureContext, readFixtureTree } from '../../fixtures/fixture-files.ts';
import { buildMappingContext } from '../../fixtures/previous-delivery.ts';
import type { MappingContext } from '../../mapping.ts';
import { buildSourceShape } from '../../models/document-models.ts';
import { resolveStartNode } from '../../run/context-trees.ts';
import { delivered } from '../delivered.ts';
import { formats } from '../kit.ts';
import { json, xml } from '../there-and-back.ts';

/** A small document of each kind that is right as it is; a value can be put into it at any place of its model. */

/** An element that can still change. */
interface Draft {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: Draft[];
  text: string;
}

export interface Sample {
  readonly mapping: FileMapping;
  /** Where places start. */
  readonly shape: Shape;
  /** `$event` is the one that the document names. */
  contextFor(document: TreeDocument): MappingContext;
  /** The document with these values put in, each at its place; an empty one takes away what stands there. */
  withValues(values: Iterable<readonly [place: string, value: string]>): TreeDocument;
}

export function sampleOf(name: string, mappingName: string): Sample {
  const mapping = delivered(mappingName);
  const folder = join(import.meta.dirname, '../../fixtures/dispositions', name);
  const document = readFixtureTree(folder, 'document', mapping.from, formats);
  const source = buildSourceShape(mapping.from, formats);
  const outer = source?.root.shape.children[0]?.shape;
  if (document === undefined || source === undefined || outer === undefined)
    throw new Error(`no sample ${name}`);
  const context = buildMappingContext(readFixtureContext(folder), () => 'new');
  const inner = resolveStartNode(document, mapping.from).localName;
  return {
    mapping,
    shape: source.context.shape,
    contextFor: ({ root }) => ({ ...context, event: eventOf(root) ?? context.event }),
    withValues(values) {
      const draft = draftOf(document.root);
      for (const [place, value] of values) {
        const steps = stepsOf(place, outer.name, inner);
        if (value === '') remove(draft, steps);
        else put(draft, outer, steps, value);
      }
      return document.format === 'json'
        ? json(jsonOf(draft, outer))
        : xml(xmlOf(draft, namespaces(document.root)));
    },
  };
}

function eventOf(root: TreeElement): string | undefined {
  const name = root.childNodes.filter(isElement).find(({ localName }) => localName === 'eventName');
  return name && textOf(name);
}

/** `/json/eventName` starts at the root, every other place where the mapping starts. */
function stepsOf(place: string, outer: string, inner: string): string[] {
  if (place.startsWith(`/${outer}/`)) return place.split('/').slice(2);
  return [...(inner === outer ? [] : [inner]), ...place.split('/')];
}

function draftOf(element: TreeElement): Draft {
  const children = element.childNodes.filter(isElement);
  return {
    name: canonicalPrefix(element) + element.localName,
    attributes: new Map(element.attributes.map(({ localName, value }) => [localName, value])),
    children: children.map(draftOf),
    text: children.length === 0 ? textOf(element) : '',
  };
}

function put(draft: Draft, shape: Shape | undefined, steps: readonly string[], value: string): void {
  const [step = '', ...rest] = steps;
  if (step === '') draft.text = value;
  else if (step.startsWith('@')) draft.attributes.set(step.slice(1), value);
  else put(childDraft(draft, shape, step), shape && findChildShape(shape, plain(step))?.shape, rest, value);
}

const plain = (step: string): string => step.replace(/\[\d+\]$/, '');

function remove(draft: Draft, [step = '', ...rest]: readonly string[]): void {
  const at = draft.children.findIndex(({ name }) => name === step);
  const child = draft.children[at];
  if (child === undefined) return;
  if (rest.length === 0) draft.children.splice(at, 1);
  else remove(child, rest);
}

/** The child of that name and number, made at its place of the schema where it is not there. */
function childDraft(draft: Draft, shape: Shape | undefined, step: string): Draft {
  const name = plain(step);
  const nth = Number(/\[(\d+)\]$/.exec(step)?.[1] ?? 1);
  const known = draft.children.filter((child) => child.name === name)[nth - 1];
  if (known !== undefined) return known;
  const made: Draft = { name, attributes: new Map(), children: [], text: '' };
  const order = shape?.children.map((child) => child.shape.name) ?? [];
  const behind = draft.children.findIndex((child) => order.indexOf(child.name) > order.indexOf(name));
  draft.children.splice(behind < 0 ? draft.children.length : behind, 0, made);
  return made;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['"', '&quot;'],
]);
const escaped = (text: string): string => text.replace(/[&<"]/g, (sign) => escapes.get(sign) ?? sign);

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:Common';
const namespaces = ({ namespaceURI }: TreeElement): string =>
  ` xmlns="${namespaceURI}" xmlns:cac="${ubl}AggregateComponents-2" xmlns:cbc="${ubl}BasicComponents-2" xmlns:ext="${ubl}ExtensionComponents-2" xmlns:gw="urn:scsn-gateway:document"`;

function xmlOf({ name, attributes, children, text }: Draft, head = ''): string {
  const own = [...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
  return `<${name}${head}${own}>${escaped(text)}${children.map((child) => xmlOf(child)).join('')}</${name}>`;
}

function jsonOf(draft: Draft, shape: Shape | undefined): string {
  if (draft.children.length === 0) return jsonLeaf(draft.text, shape);
  const members = [...Map.groupBy(draft.children, ({ name }) => name)].map(([name, twins]) => {
    const child = shape && findChildShape(shape, name);
    const values = twins.map((twin) => jsonOf(twin, child?.shape));
    return `${JSON.stringify(name)}:${child?.many ? `[${values}]` : values[0]}`;
  });
  return `{${members}}`;
}

const jsonLeaf = (text: string, shape: Shape | undefined): string =>
  ['decimal', 'integer', 'boolean'].includes(shape?.type ?? '') ? text : JSON.stringify(text);
