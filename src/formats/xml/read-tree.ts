import type { z } from 'zod';
import type { Finding } from '../../types.ts';
import type { YamlPath } from '../../yaml/yaml-source.ts';
import { commonSentence } from '../describe/common-sentences.ts';
import type { TreeName } from '../describe/description-nodes.ts';
import type { DescriptionSource } from '../describe/description-source.ts';
import { isMap, TreeEntries, type TreeMembers } from '../describe/tree-entries.ts';
import { parseValueType, type ValueType } from '../text/value-type.ts';
import { type XmlDescription, xmlElementSchema, xmlValueSchema } from './description.ts';
import { xmlSentence } from './findings/sentences.ts';

/** An element or an attribute that holds a value, as a format describes it. */
export interface XmlValue {
  /** With the prefix of the description. */
  readonly name: string;
  readonly namespace: string;
  readonly localName: string;
  readonly required: boolean;
  readonly type: ValueType;
  readonly empty: readonly string[];
  readonly maxLength?: number;
}

/** An element of an own XML; its type is that of its text. */
export interface XmlNode extends XmlValue {
  readonly max: number;
  readonly attributes: readonly XmlValue[];
  /** In the order in which they are written; none for a value. */
  readonly children: readonly XmlNode[];
}

export interface XmlTreeResult {
  /** Absent when a finding is an error. */
  readonly root?: XmlNode;
  readonly findings: readonly Finding[];
}

/** Reads `tree:` of an own XML: one root element with what it holds. */
export function readXmlTree(source: DescriptionSource, description: XmlDescription): XmlTreeResult {
  const reader = new XmlTreeReader(source, description.namespaces);
  const roots = reader.children(description.tree ?? {}, ['tree']);
  const [root, ...more] = roots;
  const findings = [...reader.findings];
  if (root === undefined || more.length > 0 || root.max > 1)
    findings.push(source.findingAtKey(xmlSentence('format-tree/roots'), ['tree']));
  return findings.length > 0 || root === undefined ? { findings } : { root, findings };
}

const sentences = {
  name: xmlSentence('format-tree/element-name'),
  twice: commonSentence('format-tree/twice-needless'),
};

class XmlTreeReader {
  readonly #entries: TreeEntries;
  readonly #namespaces: Readonly<Record<string, string>>;

  constructor(source: DescriptionSource, namespaces: Readonly<Record<string, string>>) {
    this.#entries = new TreeEntries(source, sentences);
    this.#namespaces = namespaces;
  }

  get findings(): readonly Finding[] {
    return this.#entries.findings;
  }

  children(entries: TreeMembers, path: YamlPath): readonly XmlNode[] {
    return this.#entries
      .list(entries, path)
      .flatMap(({ name, value, path: at }) => this.#element(name, value, at) ?? []);
  }

  #element({ name, required, max }: TreeName, value: unknown, path: YamlPath): XmlNode | undefined {
    const entries = typeof value === 'string' ? { $type: value } : value;
    if (!isMap(entries)) {
      this.#entries.report(xmlSentence('format-tree/no-element'), path, { name });
      return undefined;
    }
    const settings = Object.fromEntries(Object.entries(entries).filter(([key]) => key.startsWith('$')));
    const data = this.#entries.parse(xmlElementSchema, settings, path);
    if (data === undefined) return undefined;
    const { $attributes } = data;
    return {
      ...this.#qualified(name, path, true),
      required,
      max,
      attributes: Object.entries($attributes).flatMap(
        ([key, one]) => this.#attribute(key, one, [...path, '$attributes', key]) ?? [],
      ),
      children: this.children(entries, path),
      ...parseValueSettings(data),
    };
  }

  #attribute(key: string, value: unknown, path: YamlPath): XmlValue | undefined {
    const name = this.#entries.parseName(key, path);
    const settings = typeof value === 'string' ? { $type: value } : (value ?? {});
    if (!isMap(settings)) {
      this.#entries.report(xmlSentence('format-tree/no-attribute'), path, { key });
      return undefined;
    }
    const data = this.#entries.parse(xmlValueSchema, settings, path);
    if (name === undefined || data === undefined) return undefined;
    return {
      ...this.#qualified(name.name, path, false),
      required: name.required,
      ...parseValueSettings(data),
    };
  }

  /** Names without a prefix are in the namespace of `""`; attributes without one are in none. */
  #qualified(name: string, path: YamlPath, isElement: boolean) {
    const at = name.indexOf(':');
    const prefix = name.slice(0, Math.max(0, at));
    const namespace = prefix === '' && !isElement ? '' : this.#namespaces[prefix];
    if (namespace === undefined && prefix !== '')
      this.#entries.report(xmlSentence('format-tree/prefix'), path, { prefix });
    return { name, namespace: namespace ?? '', localName: name.slice(at + 1) };
  }
}

function parseValueSettings({ $type, $empty, $maxLength }: z.output<typeof xmlValueSchema>) {
  return {
    type: parseValueType($type) ?? ({ kind: 'text' } as const),
    empty: $empty,
    ...($maxLength === undefined ? {} : { maxLength: $maxLength }),
  };
}
