import { buildPhrase } from '../../findings/create-finding.ts';
import { countCharacters } from '../../text/characters.ts';
import type { TargetObject, TargetScalar, TargetValue } from '../../tree/values/target-tree.ts';
import { escapeAttribute, escapeText, removeIllegalCharacters } from '../../tree/xml/escape-xml.ts';
import type { Finding, Language } from '../../types.ts';
import type { WriteResult } from '../document-format.ts';
import { type NumberMarks, renderFileText, renderValueType } from '../text/value-type.ts';
import { encodeXml } from './encode-xml.ts';
import { type CreateXmlFinding, xmlFindingCreator } from './findings/catalogue.ts';
import type { XmlLayout } from './layout.ts';
import type { XmlNode, XmlValue } from './read-tree.ts';
import { marksOf } from './xml-value-reader.ts';

/** The file with this document: elements in the order of the description, namespaces once on the root. */
export function writeOwnXml(target: TargetObject, layout: XmlLayout, language: Language = 'en'): WriteResult {
  const writer = new Writer(layout, xmlFindingCreator(language));
  const bytes = writer.document(target);
  return { bytes, findings: writer.findings };
}

class Writer {
  readonly findings: Finding[] = [];
  readonly #layout: XmlLayout;
  readonly #marks: NumberMarks;
  readonly #tell: CreateXmlFinding;

  constructor(layout: XmlLayout, tell: CreateXmlFinding) {
    this.#layout = layout;
    this.#marks = marksOf(layout);
    this.#tell = tell;
  }

  document(target: TargetObject): Uint8Array {
    const { root, description } = this.#layout;
    const [text = ''] = this.#element(target, root, `/${root.name}`, '', this.#namespaces());
    return encodeXml(text, description.encoding);
  }

  #namespaces(): string {
    return Object.entries(this.#layout.description.namespaces)
      .map(([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(uri)}"`)
      .join('');
  }

  #element(value: TargetValue, node: XmlNode, path: string, indent: string, more = ''): readonly string[] {
    if (value.kind === 'list') return this.#refuse(node, path);
    const start = `${indent}<${node.name}${more}${this.#attributes(value, node, path)}`;
    if (value.kind === 'scalar') return this.#leaf(value, node, path, start);
    if (node.children.length === 0) {
      if (value.members.size > 0) return this.#refuse(node, path);
      return value.attributes === undefined ? [] : [`${start}/>\n`];
    }
    const inside = this.#children(value, node, path, `${indent}${this.#step()}`);
    const end = `${indent}</${node.name}>\n`;
    return [inside.length === 0 ? `${start}/>\n` : `${start}>\n${inside.join('')}${end}`];
  }

  #step(): string {
    return this.#layout.description.write.indent ? '  ' : '';
  }

  #children(target: TargetObject, node: XmlNode, path: string, indent: string): readonly string[] {
    const known = new Set(node.children.map(({ name }) => name));
    for (const name of target.members.keys())
      if (!known.has(name)) this.#say('target-unknown', { name, parent: node.name }, `${path}/${name}`);
    return node.children.flatMap((child) =>
      this.#slot(target.members.get(child.name), child, node, path, indent),
    );
  }

  #slot(
    value: TargetValue | undefined,
    child: XmlNode,
    parent: XmlNode,
    above: string,
    indent: string,
  ): readonly string[] {
    const items = value === undefined ? [] : value.kind === 'list' ? value.items : [value];
    const path = `${above}/${child.name}`;
    const written = items.flatMap((item, n) =>
      this.#element(item, child, items.length === 1 ? path : `${path}[${n + 1}]`, indent),
    );
    if (written.length === 0 && child.required)
      this.#say(
        'required-missing',
        { name: child.name, from: '', fill: buildPhrase('fill-in-mapping') },
        path,
      );
    if (written.length > child.max) {
      const allowed =
        child.max === 1 ? buildPhrase('one-allowed') : buildPhrase('most-allowed', { most: child.max });
      this.#say(
        'target-repeated',
        { name: child.name, parent: parent.name, count: written.length, allowed },
        path,
      );
    }
    return written;
  }

  #leaf(value: TargetScalar, node: XmlNode, path: string, start: string): readonly string[] {
    if (value.text.trim() === '')
      return value.attributes === undefined || value.attributes.size === 0 ? [] : [`${start}/>\n`];
    if (node.children.length > 0) return this.#refuse(node, path);
    const text = this.#text(node, value.text, path);
    return [text === '' ? `${start}/>\n` : `${start}>${escapeText(text)}</${node.name}>\n`];
  }

  /** The file's text of a value; empty, with a finding, where it is not of its type. */
  #text({ name, type, empty, maxLength }: XmlValue, value: string, path: string): string {
    const text = renderFileText(type, value, this.#marks);
    if (text === undefined || empty.includes(text.trim())) {
      this.#say('write-value', { value, name, type: renderValueType(type) }, path);
      return '';
    }
    const count = countCharacters(text);
    if (maxLength !== undefined && count > maxLength)
      this.#say('write-length', { name, count, most: maxLength, value: text }, path);
    return this.#carried(text, name, path);
  }

  #attributes({ attributes = new Map() }: TargetObject | TargetScalar, node: XmlNode, path: string): string {
    const known = node.attributes.map(({ name }) => name);
    for (const name of attributes.keys())
      if (!known.includes(name)) this.#say('target-unknown', { name, parent: node.name }, `${path}/@${name}`);
    return node.attributes
      .map((one) => this.#attribute(attributes.get(one.name) ?? '', one, `${path}/@${one.name}`))
      .join('');
  }

  #attribute(value: string, described: XmlValue, path: string): string {
    const { name, required } = described;
    if (value.trim() === '' && required)
      this.#say('required-missing', { name, from: '', fill: buildPhrase('fill-in-mapping') }, path);
    const text = value.trim() === '' ? value : this.#text(described, value, path);
    return text === '' ? '' : ` ${name}="${escapeAttribute(text)}"`;
  }

  #carried(text: string, name: string, path: string): string {
    const { text: left, removed } = removeIllegalCharacters(text);
    const [character] = removed;
    if (character !== undefined) this.#say('write-character', { character, name, encoding: 'XML' }, path);
    return left;
  }

  #refuse(node: XmlNode, path: string): readonly string[] {
    this.#say(
      'target-shape',
      { name: node.name, wanted: buildPhrase(node.children.length === 0 ? 'wants-value' : 'wants-elements') },
      path,
    );
    return [];
  }

  #say(code: Parameters<CreateXmlFinding>[0], values: Parameters<CreateXmlFinding>[1], path: string): void {
    this.findings.push(this.#tell(code, values, { path }));
  }
}
