import type { DocumentType } from '../../types.ts';
import { escapeAttribute, escapeText } from '../escape.ts';
import type { ElementModel, SchemaModel } from '../interface.ts';

/**
 * Documents for comparing schemas: made from the model by a seeded generator, about half of them with one to three faults
 * that ERPs make. What the model leaves open is left out. The same seed gives the same documents.
 */
export function mutant(model: SchemaModel, document: DocumentType, seed: number): string {
  const random = randomFrom(seed);
  const root = new Generator(random).element(model.root(document), 0);
  const faults = random(2) === 0 ? 0 : 1 + random(3);
  for (let i = 0; i < faults; i += 1) damage(root, random);
  return write(root, document, model);
}

interface Node {
  name: string;
  text: string;
  readonly attributes: Map<string, string>;
  readonly children: Node[];
}

type Random = (below: number) => number;

/** Mulberry32: small, and the same everywhere. */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

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
  private readonly random: Random;
  constructor(random: Random) {
    this.random = random;
  }

  element(model: ElementModel, depth: number): Node {
    const node: Node = { name: model.name, text: '', attributes: new Map(), children: [] };
    for (const { name, required, type } of model.attributes) {
      if (required || this.random(12) === 0) node.attributes.set(name, this.value(type));
    }
    if (model.children === undefined) node.text = model.type === undefined ? '' : this.value(model.type);
    for (const child of model.children ?? []) {
      const chance = [2, 3, 5, 9][depth] ?? 25;
      const count = child.min > 0 || this.random(chance) === 0 ? 1 + (child.max > 1 ? this.random(2) : 0) : 0;
      if (child.element.open || child.element.name.startsWith('ext:')) continue;
      for (let i = 0; i < count; i += 1) node.children.push(this.element(child.element, depth + 1));
    }
    return node;
  }

  private value(type: string): string {
    return this.pick(values[type] ?? texts);
  }

  private pick(list: readonly string[]): string {
    return list[this.random(list.length)] ?? '';
  }
}

const lexical = [
  '1,5',
  '1.234,50',
  '5e3',
  '02-03-2026',
  '2026-02-30',
  '2026-03-02T00:00:00',
  'yes',
  '',
  'NaN',
  '#',
];
const names = ['cbc:ID', 'cbc:Note', 'cbc:Colour', 'cac:Item', 'cac:Delivery', 'cac:Foo', 'Order', 'xx:ID'];

const faults: readonly ((node: Node, parent: Node, at: number, random: Random) => void)[] = [
  (_node, parent, at) => parent.children.splice(at, 1),
  (node, parent, at) => parent.children.splice(at, 0, structuredClone(node)),
  (node, parent, at, random) => {
    parent.children.splice(at, 1);
    parent.children.splice(random(parent.children.length + 1), 0, node);
  },
  (node, _parent, _at, random) => {
    node.name = names[random(names.length)] ?? '';
  },
  (node) => {
    node.name = node.name.startsWith('cbc:') ? node.name.replace('cbc:', 'cac:') : node.name.slice(4);
  },
  (node, _parent, _at, random) => {
    node.text = lexical[random(lexical.length)] ?? '';
  },
  (node) => {
    node.attributes.clear();
  },
  (node) => {
    node.attributes.set('colour', 'red');
  },
  (node, _parent, _at, random) => {
    const name = names[random(names.length)] ?? '';
    node.children.push({ name, text: '', attributes: new Map(), children: [] });
  },
];

function damage(root: Node, random: Random): void {
  const places = nodes(root);
  const place = places[random(places.length)];
  const fault = faults[random(faults.length)];
  if (place !== undefined) fault?.(place.node, place.parent, place.at, random);
}

function nodes(parent: Node): { node: Node; parent: Node; at: number }[] {
  return parent.children.flatMap((node, at) => [{ node, parent, at }, ...nodes(node)]);
}

function write(root: Node, document: DocumentType, model: SchemaModel): string {
  const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:Common';
  root.attributes.set('xmlns', model.root(document).namespace);
  root.attributes.set('xmlns:cac', `${ubl}AggregateComponents-2`);
  root.attributes.set('xmlns:cbc', `${ubl}BasicComponents-2`);
  root.attributes.set('xmlns:xx', 'urn:somewhere-else');
  return text(root);
}

function text({ name, attributes, text: own, children }: Node): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('');
  return `<${name}${written}>${escapeText(own)}${children.map(text).join('')}</${name}>`;
}
