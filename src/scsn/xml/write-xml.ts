import { buildPhrase, createFinding, type FindingValues } from '../../findings/create-finding.ts';
import type { FindingCode } from '../../findings/finding-codes.ts';
import { formatDecimal } from '../../tree/values/decimal.ts';
import type { TargetObject, TargetScalar, TargetValue } from '../../tree/values/target-tree.ts';
import { escapeAttribute, escapeText, removeIllegalCharacters } from '../../tree/xml/escape-xml.ts';
import type { Finding, Language } from '../../types.ts';
import type { ChildModel, ElementModel, WriteXml } from '../schemas/schema-set.ts';
import { PrefixTable } from './prefix-table.ts';

/**
 * Writes what a mapping made as XML: elements in the order of the schema whatever the order of the members, namespaces once
 * on the root, decimals without exponent, two blanks a level, a line feed at the end. Empty elements are left out unless
 * the schema demands them. Never throws for a target: what does not fit the schema is a finding and is left out.
 */
export const writeXml: WriteXml = (document, target, model, language = 'en') => {
  const root = model.root(document);
  const writer = new Writer(root, new PrefixTable(target.namespaces ?? new Map()), language);
  const text = writer.document(target);
  return { bytes: new TextEncoder().encode(text), findings: writer.findings };
};

const anyAttribute = (name: string) => ({ name, required: false, type: 'string' });

/** A child of an element, and where it stands among the others. */
type Slot = ChildModel & { readonly place: number };

const slotsOfModels = new WeakMap<ElementModel, ReadonlyMap<string, Slot>>();

/** By name; an element of UBL may have a hundred, and most documents use five. */
function slotsOf(model: ElementModel): ReadonlyMap<string, Slot> {
  const known = slotsOfModels.get(model);
  if (known !== undefined) return known;
  const slots = new Map(
    (model.children ?? []).map((slot, place) => [slot.element.name, { ...slot, place }] as const),
  );
  slotsOfModels.set(model, slots);
  return slots;
}

class Writer {
  readonly findings: Finding[] = [];
  readonly #root: ElementModel;
  readonly #language: Language;
  readonly #names: PrefixTable;

  constructor(root: ElementModel, names: PrefixTable, language: Language) {
    this.#root = root;
    this.#names = names;
    this.#language = language;
  }

  document(target: TargetObject): string {
    const path = `/${this.#root.name}`;
    const content = this.#children(target, this.#root, path, '  ').join('');
    const { name, namespace } = this.#root;
    const declared = ` xmlns="${namespace}"${this.#names.declarations()}`;
    const attributes = declared + this.#attributes(target.attributes, this.#root, path);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${attributes}>\n${content}</${name}>\n`;
  }

  #children(target: TargetObject, model: ElementModel, path: string, indent: string): string[] {
    const slots = slotsOf(model);
    const known: [Slot, TargetValue][] = [];
    const more: string[] = [];
    for (const [name, value] of target.members) {
      const slot = slots.get(name);
      if (slot !== undefined) known.push([slot, value]);
      else if (model.open) more.push(...this.#own(name, value, path, indent));
      else this.#unknown(name, model.localName, path);
    }
    known.sort(([{ place: a }], [{ place: b }]) => a - b);
    return [...known.flatMap(([slot, value]) => this.#slot(value, slot, model, path, indent)), ...more];
  }

  /** An element that the schema leaves open: written as it was made, in the order of the rules. */
  #own(name: string, value: TargetValue, path: string, indent: string): string[] {
    const written = this.#names.nameOfOwn(name);
    if (written === undefined) {
      this.#unknown(name, path.slice(path.lastIndexOf('/') + 1), path);
      return [];
    }
    if (value.kind === 'list') return value.items.flatMap((item) => this.#own(name, item, path, indent));
    const attributes = [...(value.attributes?.keys() ?? [])].map(anyAttribute);
    const model: ElementModel = { name: written, localName: written, namespace: '', attributes, open: true };
    const made = this.#element(value, model, `${path}/${written}`, indent, true);
    return made === undefined ? [] : [made];
  }

  #unknown(name: string, parent: string, path: string): void {
    this.#tell('target-unknown', { name, parent }, `${path}/${name}`);
  }

  #slot(
    value: TargetValue,
    { element, min, max }: ChildModel,
    parent: ElementModel,
    path: string,
    indent: string,
  ): string[] {
    const items = value.kind === 'list' ? value.items : [value];
    const written = items.flatMap((item, index) => {
      const step = items.length === 1 ? element.name : `${element.name}[${index + 1}]`;
      return this.#element(item, element, `${path}/${step}`, indent, min > 0) ?? [];
    });
    if (written.length > max) {
      const allowed = max === 1 ? buildPhrase('one-allowed') : buildPhrase('most-allowed', { most: max });
      const values = { name: element.localName, parent: parent.localName, count: written.length, allowed };
      this.#tell('target-repeated', values, `${path}/${element.name}`);
    }
    return written;
  }

  #element(
    value: TargetValue,
    model: ElementModel,
    path: string,
    indent: string,
    required: boolean,
  ): string | undefined {
    this.#names.use(model.namespace);
    if (value.kind === 'list') return this.#refuse(model, path);
    if (model.children === undefined && !(model.open && value.kind === 'object')) {
      return value.kind === 'scalar'
        ? this.#leaf(value, model, path, indent, required)
        : this.#refuse(model, path);
    }
    if (value.kind === 'scalar') return value.text === '' ? undefined : this.#refuse(model, path);
    const inside = this.#children(value, model, path, `${indent}  `);
    const start = `${indent}<${model.name}${this.#attributes(value.attributes, model, path)}`;
    if (inside.length > 0) return `${start}>\n${inside.join('')}${indent}</${model.name}>\n`;
    return required ? `${start}/>\n` : undefined;
  }

  #leaf(
    value: TargetScalar,
    model: ElementModel,
    path: string,
    indent: string,
    required: boolean,
  ): string | undefined {
    const plain = model.type === 'decimal' ? (formatDecimal(value.text.trim()) ?? value.text) : value.text;
    const text = this.#carried(plain, model, path);
    if (text === '' && !required) return undefined;
    const start = `${indent}<${model.name}${this.#attributes(value.attributes, model, path)}`;
    return text === '' ? `${start}/>\n` : `${start}>${escapeText(text)}</${model.name}>\n`;
  }

  #attributes(
    attributes: ReadonlyMap<string, string> | undefined,
    model: ElementModel,
    path: string,
  ): string {
    if (attributes === undefined) return '';
    const known = model.attributes.map(({ name }) => name);
    for (const name of attributes.keys()) {
      if (!known.includes(name))
        this.#tell('target-unknown', { name, parent: model.localName }, `${path}/@${name}`);
    }
    const written = known.map((name) => {
      const value = attributes.get(name);
      if (value === undefined || value === '') return '';
      return ` ${name}="${escapeAttribute(this.#carried(value, model, `${path}/@${name}`))}"`;
    });
    return written.join('');
  }

  #carried(text: string, model: ElementModel, path: string): string {
    const { text: left, removed } = removeIllegalCharacters(text);
    if (removed.length > 0) {
      this.#tell(
        'character-removed',
        { name: model.localName, value: [...new Set(removed)].join(', ') },
        path,
      );
    }
    return left;
  }

  #refuse(model: ElementModel, path: string): undefined {
    const wanted = buildPhrase(model.children === undefined ? 'wants-value' : 'wants-elements');
    this.#tell('target-shape', { name: model.name, wanted }, path);
    return undefined;
  }

  #tell(code: FindingCode, values: FindingValues, path: string): void {
    this.findings.push(createFinding(code, values, { path }, this.#language));
  }
}
