import { type Below, belowOf } from '../../../test/kit/random.ts';
import type { DocumentType } from '../document-types.ts';
import type { ElementModel, SchemaModel } from '../schemas/schema-set.ts';
import { type Node, type NodePlace, places, readNodes, writeNode } from './nodes.ts';

/**
 * Documents for comparing schemas: made from the model by a seeded generator, about half of them with one to three faults
 * that ERPs make. What the model leaves open is left out. The same seed gives the same documents.
 */
export function mutant(model: SchemaModel, document: DocumentType, seed: number): string {
  const random = belowOf(seed);
  const root = new Generator(random).element(model.root(document), 0);
  const faults = random(2) === 0 ? 0 : 1 + random(3);
  for (let i = 0; i < faults; i += 1) damage(root, random);
  return write(root, document, model);
}

/**
 * A document with one to three faults, such as ERPs make them, and such as the schemas' own mutants do not have. The same
 * seed gives the same faults.
 */
export function damaged(text: string, seed: number): string {
  const random = belowOf(seed);
  const root = readNodes(text);
  for (let left = 1 + random(3); left > 0; left -= 1) damage(root, random, [...kinds, ...moreKinds]);
  root.attributes.set('xmlns:xx', 'urn:somewhere-else');
  root.attributes.set('xmlns:xsi', 'http://www.w3.org/2001/XMLSchema-instance');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root)}\n`;
}

/** A document whose text has one fault, such as makes it no XML, or no document of its namespace. */
export function spoilt(text: string, seed: number): string {
  const random = belowOf(seed);
  const [from, to] = spoils[seed % spoils.length] ?? ['', ''];
  const places = [...text.matchAll(new RegExp(from, 'g'))];
  const place = places[random(places.length)];
  if (place === undefined) throw new Error(`${from} is not in the text`);
  return text.slice(0, place.index) + to + text.slice(place.index + place[0].length);
}

const spoils: readonly (readonly [from: string, to: string])[] = [
  ['(?<=>[A-Za-z]\\w*) ', ' & '],
  ['(?<=>[A-Za-z0-9]+) ', ' < '],
  ['(?<=>[A-Za-z0-9]+) ', '&nbsp;'],
  ['(?<=>[A-Za-z0-9]+) ', '\u0001'],
  ['="C62"', '=C62'],
  [' unitCode="C62"', ' unitCode="C62" unitCode="C62"'],
  ['</cbc:(?=[A-Z])', '</cbc:x'],
  ['</cac:[A-Z]', '</cac:q'],
  ['^<\\?xml', '\n\n<?xml'],
  ['<(?=[A-Z][A-Za-z]+ xmlns)', '<!DOCTYPE x [<!ENTITY y "z">]><'],
  [' xmlns:cbc="[^"]*"', ''],
  [' xmlns="[^"]*"', ''],
  [' xmlns="[^"]*', ' xmlns="urn:somewhere'],
  ['<cbc:ID>', '<zz:ID>'],
];

const values: Readonly<Record<string, readonly string[]>> = {
  decimal: ['10', '0.10', '-3', '+.5', ' 7 '],
  date: ['2026-03-02', '2026-03-02Z', '2026-03-02+01:00'],
  time: ['14:30:00', '14:30:00.5Z'],
  dateTime: ['2026-03-02T14:30:00', '2026-03-02T14:30:00Z'],
  boolean: ['true', 'false', '0', '1'],
  base64Binary: ['SGVsbG8=', ''],
  language: ['nl', 'en-GB'],
};
const texts = ['00010', 'text', '', 'EUR', 'a & b'];

class Generator {
  readonly #random: Below;
  constructor(random: Below) {
    this.#random = random;
  }

  element(model: ElementModel, depth: number): Node {
    const node: Node = { name: model.name, text: '', attributes: new Map(), children: [] };
    for (const { name, required, type } of model.attributes) {
      if (required || this.#random(12) === 0) node.attributes.set(name, this.#value(type));
    }
    if (model.children === undefined) node.text = model.type === undefined ? '' : this.#value(model.type);
    for (const child of model.children ?? []) {
      const chance = [2, 3, 5, 9][depth] ?? 25;
      const count =
        child.min > 0 || this.#random(chance) === 0 ? 1 + (child.max > 1 ? this.#random(2) : 0) : 0;
      if (child.element.open || child.element.name.startsWith('ext:')) continue;
      for (let i = 0; i < count; i += 1) node.children.push(this.element(child.element, depth + 1));
    }
    return node;
  }

  #value(type: string): string {
    return this.#pick(values[type] ?? texts);
  }

  #pick(list: readonly string[]): string {
    return list[this.#random(list.length)] ?? '';
  }
}

const lexical = [
  '1,5',
  '1.234,50',
  '1,234.50',
  '1 234',
  '5e3',
  '02-03-2026',
  '2.3.2026',
  '20260302',
  '2026-02-30',
  '2026-13-01',
  '2026-03-02T00:00:00',
  '24:00:00',
  '25:00:00',
  'yes',
  'TRUE',
  '',
  'NaN',
  'INF',
  '#',
  'not base64!',
  '99999999999999999999999999999999.000000001',
];
const names = [
  'cbc:ID',
  'cbc:Note',
  'cbc:Colour',
  'cac:Item',
  'cac:Delivery',
  'cac:Foo',
  'Order',
  'xx:ID',
  'cbc:quantity',
  'cac:OrderLine',
];
const attributes: readonly (readonly [string, string])[] = [
  ['colour', 'red'],
  ['unitCode', ''],
  ['currencyID', 'EURO'],
  ['languageID', 'no language!'],
  ['schemeURI', 'http://[bad'],
  ['xx:colour', 'red'],
  ['xsi:nil', 'true'],
  ['xsi:schemaLocation', 'urn:x x.xsd'],
  ['xml:lang', 'nl'],
];

type Fault = (place: NodePlace, random: Below, root: Node) => void;

const faults: Readonly<Record<string, Fault>> = {
  drop: ({ parent, at }) => parent.children.splice(at, 1),
  duplicate: ({ node, parent, at }) => parent.children.splice(at, 0, structuredClone(node)),
  reorder: ({ node, parent, at }, random) => {
    parent.children.splice(at, 1);
    parent.children.splice(random(parent.children.length + 1), 0, node);
  },
  swap: ({ node, parent, at }) => {
    const next = parent.children[at + 1];
    if (next !== undefined) parent.children.splice(at, 2, next, node);
  },
  move: ({ node, parent, at }, random, root) => {
    parent.children.splice(at, 1);
    const homes = [root, ...places(root).map((place) => place.node)];
    const home = homes[random(homes.length)] ?? root;
    home.children.splice(random(home.children.length + 1), 0, node);
  },
  rename: ({ node }, random) => {
    node.name = names[random(names.length)] ?? '';
  },
  misspell: ({ node }, random) => {
    const at = 4 + random(Math.max(1, node.name.length - 4));
    node.name = node.name.slice(0, at) + node.name.slice(at + 1) || 'x';
  },
  namespace: ({ node }) => {
    node.name = node.name.startsWith('cbc:') ? node.name.replace('cbc:', 'cac:') : node.name.slice(4);
  },
  foreign: ({ node }, random) => {
    const uri = ['urn:somewhere-else', `${ubl}BasicComponents-1`, ''][random(3)] ?? '';
    node.name = node.name.replace(/^\w+:/, '');
    node.attributes.set('xmlns', uri);
  },
  value: ({ node }, random) => {
    node.text = lexical[random(lexical.length)] ?? '';
  },
  bare: ({ node }) => {
    node.attributes.clear();
  },
  attribute: ({ node }, random) => {
    const [name, value] = attributes[random(attributes.length)] ?? ['', ''];
    node.attributes.set(name, value);
  },
  extra: ({ node }, random) => {
    const name = names[random(names.length)] ?? '';
    node.children.push({ name, text: '', attributes: new Map(), children: [] });
  },
};
const kinds = Object.values(faults);

const moreKinds: readonly Fault[] = [
  // a level too few
  ({ node, parent, at }) => parent.children.splice(at, 1, ...node.children),
  ({ node }) => {
    node.text = 'Zon';
  },
  ({ node }) => {
    node.children.length = 0;
    node.text = '';
  },
  ({ node }, random) => {
    node.attributes.set('xsi:type', ['TextType', 'cac:PartyType', ''][random(3)] ?? '');
  },
  // small letters
  ({ node }) => {
    node.name = node.name.replace(/[^:]+$/, (name) => name.charAt(0).toLowerCase() + name.slice(1));
  },
  (_, random, root) => {
    const content =
      ['', '<a xmlns="urn:a"/><b xmlns="urn:b"/>', 'text', '<ext:ExtensionURI/>'][random(4)] ?? '';
    const uri = `${ubl}ExtensionComponents-2`;
    const extension = `<ext:UBLExtension><ext:ExtensionContent>${content}</ext:ExtensionContent></ext:UBLExtension>`;
    root.children.unshift(
      readNodes(`<ext:UBLExtensions xmlns:ext="${uri}">${extension}</ext:UBLExtensions>`),
    );
  },
];

function damage(root: Node, random: Below, among: readonly Fault[] = kinds): void {
  const all = places(root);
  const place = all[random(all.length)];
  const fault = among[random(among.length)];
  if (place !== undefined) fault?.(place, random, root);
}

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:Common';

function write(root: Node, document: DocumentType, model: SchemaModel): string {
  root.attributes.set('xmlns', model.root(document).namespace);
  root.attributes.set('xmlns:cac', `${ubl}AggregateComponents-2`);
  root.attributes.set('xmlns:cbc', `${ubl}BasicComponents-2`);
  root.attributes.set('xmlns:xx', 'urn:somewhere-else');
  root.attributes.set('xmlns:xsi', 'http://www.w3.org/2001/XMLSchema-instance');
  return writeNode(root);
}
