import type { Code } from '../findings/codes.ts';
import { finding, phrase, type Values } from '../findings/messages.ts';
import { decimalText } from '../tree/decimal.ts';
import { carried, escapeAttribute, escapeText } from '../tree/escape.ts';
import type { OutObject, OutScalar, OutValue } from '../tree/out.ts';
import type { Finding, Language } from '../types.ts';
import type { ChildModel, ElementModel, WriteXml } from './interface.ts';
import { prefixes } from './model.ts';

/**
 * Writes what a mapping made as XML: elements in the order of the schema whatever the order of the members, namespaces once
 * on the root, decimals without exponent, two blanks a level, a line feed at the end. Empty elements are left out unless
 * the schema demands them. Never throws for a target: what does not fit the schema is a finding and is left out.
 */
export const writeXml: WriteXml = (document, target, model, language = 'en') => {
  const root = model.root(document);
  const writer = new Writer(root, language);
  const text = writer.document(target);
  return { bytes: new TextEncoder().encode(text), findings: writer.findings };
};

class Writer {
  readonly findings: Finding[] = [];
  readonly #root: ElementModel;
  readonly #language: Language;
  readonly #used = new Set(['cac', 'cbc']);

  constructor(root: ElementModel, language: Language) {
    this.#root = root;
    this.#language = language;
  }

  document(target: OutObject): string {
    const path = `/${this.#root.name}`;
    const content = this.#children(target, this.#root, path, '  ').join('');
    const attributes = this.#namespaces() + this.#attributes(target.attributes, this.#root, path);
    const { name } = this.#root;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${attributes}>\n${content}</${name}>\n`;
  }

  #namespaces(): string {
    const declared = Object.entries(prefixes)
      .filter(([, prefix]) => this.#used.has(prefix))
      .map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`);
    return ` xmlns="${this.#root.namespace}"${declared.join('')}`;
  }

  #children(target: OutObject, model: ElementModel, path: string, indent: string): string[] {
    const slots = model.children ?? [];
    const known = new Set(slots.map(({ element }) => element.name));
    for (const name of target.members.keys()) {
      if (!known.has(name))
        this.#tell('target-unknown', { name, parent: model.localName }, `${path}/${name}`);
    }
    return slots.flatMap((slot) =>
      this.#slot(target.members.get(slot.element.name), slot, model, path, indent),
    );
  }

  #slot(
    value: OutValue | undefined,
    { element, min, max }: ChildModel,
    parent: ElementModel,
    path: string,
    indent: string,
  ): string[] {
    if (value === undefined) return [];
    const items = value.kind === 'list' ? value.items : [value];
    const written = items.flatMap((item, index) => {
      const step = items.length === 1 ? element.name : `${element.name}[${index + 1}]`;
      return this.#element(item, element, `${path}/${step}`, indent, min > 0) ?? [];
    });
    if (written.length > max) {
      const allowed = max === 1 ? phrase('one-allowed') : phrase('most-allowed', { most: max });
      const values = { name: element.localName, parent: parent.localName, count: written.length, allowed };
      this.#tell('target-repeated', values, `${path}/${element.name}`);
    }
    return written;
  }

  #element(
    value: OutValue,
    model: ElementModel,
    path: string,
    indent: string,
    required: boolean,
  ): string | undefined {
    this.#use(model);
    if (value.kind === 'list') return this.#refuse(model, path);
    if (model.children === undefined) {
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
    value: OutScalar,
    model: ElementModel,
    path: string,
    indent: string,
    required: boolean,
  ): string | undefined {
    const plain = model.type === 'decimal' ? (decimalText(value.text.trim()) ?? value.text) : value.text;
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
    const { text: left, removed } = carried(text);
    if (removed.length > 0) {
      this.#tell(
        'character-removed',
        { name: model.localName, value: [...new Set(removed)].join(', ') },
        path,
      );
    }
    return left;
  }

  #use(model: ElementModel): void {
    const prefix = prefixes[model.namespace];
    if (prefix !== undefined) this.#used.add(prefix);
  }

  #refuse(model: ElementModel, path: string): undefined {
    const wanted = phrase(model.children === undefined ? 'wants-value' : 'wants-elements');
    this.#tell('target-shape', { name: model.name, wanted }, path);
    return undefined;
  }

  #tell(code: Code, values: Values, path: string): void {
    this.findings.push(finding(code, values, { path }, this.#language));
  }
}
