import type { Finding } from '../../types.ts';
import { issueFindings } from '../../yaml/issues.ts';
import type { Path, YamlSource } from '../../yaml/source.ts';
import { type ValueType, valueType } from '../text/types.ts';
import type { FormatCode } from './codes.ts';
import { type TreeName, treeName } from './nodes.ts';
import { type XmlDescription, xmlElementSchema } from './schema.ts';

/** An element of an own XML, as its format describes it. */
export interface XmlNode {
  /** With the prefix of the description. */
  readonly name: string;
  readonly namespace: string;
  readonly localName: string;
  readonly required: boolean;
  readonly max: number;
  readonly attributes: readonly XmlAttribute[];
  /** In the order in which they are written; none for a value. */
  readonly children: readonly XmlNode[];
  /** Of a value. */
  readonly type: ValueType;
  readonly empty: readonly string[];
  readonly maxLength?: number;
}

export interface XmlAttribute {
  readonly name: string;
  readonly namespace: string;
  readonly localName: string;
  readonly required: boolean;
}

export interface XmlTree {
  /** Absent when a finding is an error. */
  readonly root?: XmlNode;
  readonly findings: readonly Finding[];
}

/** Reads `tree:` of an own XML: one root element with what it holds. */
export function readXmlTree(source: YamlSource<FormatCode>, description: XmlDescription): XmlTree {
  const reader = new TreeReader(source, description.namespaces);
  const roots = reader.children(description.tree ?? {}, ['tree']);
  const [root, ...more] = roots;
  const findings = [...reader.findings];
  if (root === undefined || more.length > 0 || root.max > 1)
    findings.push(
      source.keyFinding(
        'format-tree',
        ['tree'],
        'An XML has one root element.',
        'Write it as the only name of `tree`, without [].',
      ),
    );
  return findings.length > 0 || root === undefined ? { findings } : { root, findings };
}

type Entries = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class TreeReader {
  readonly findings: Finding[] = [];
  readonly #source: YamlSource<FormatCode>;
  readonly #namespaces: Readonly<Record<string, string>>;

  constructor(source: YamlSource<FormatCode>, namespaces: Readonly<Record<string, string>>) {
    this.#source = source;
    this.#namespaces = namespaces;
  }

  children(entries: Entries, path: Path): readonly XmlNode[] {
    const names = new Set<string>();
    return Object.entries(entries).flatMap(([key, value]) => {
      if (key.startsWith('$')) return [];
      const at = [...path, key];
      const name = this.#name(key, at);
      if (name === undefined) return [];
      if (names.has(name.name)) this.#tell(at, `\`${name.name}\` stands twice here.`, 'Remove one of them.');
      names.add(name.name);
      return this.#element(name, value, at) ?? [];
    });
  }

  #name(key: string, path: Path): TreeName | undefined {
    const name = treeName(key);
    const advice =
      'Write an element name, with its prefix if it has one; behind it [] or [5], and ! for what must be there.';
    if (name === undefined) this.#tell(path, `\`${key}\` cannot be a name.`, advice);
    return name;
  }

  #element({ name, required, max }: TreeName, value: unknown, path: Path): XmlNode | undefined {
    const entries = typeof value === 'string' ? { $type: value } : value;
    if (!isMap(entries)) {
      this.#tell(
        path,
        `\`${name}\` is neither a type nor a group.`,
        'Write text, decimal or another type, or the elements in it.',
      );
      return undefined;
    }
    const settings = Object.fromEntries(Object.entries(entries).filter(([key]) => key.startsWith('$')));
    const result = xmlElementSchema.safeParse(settings);
    if (!result.success) {
      const part = { source: this.#source, schema: xmlElementSchema, root: path, value: settings };
      this.findings.push(...issueFindings(part, result.error.issues));
      return undefined;
    }
    const { $type, $empty, $maxLength, $attributes } = result.data;
    return {
      ...this.#qualified(name, path, true),
      required,
      max,
      attributes: Object.keys($attributes).flatMap(
        (key) => this.#attribute(key, [...path, '$attributes', key]) ?? [],
      ),
      children: this.children(entries, path),
      type: valueType($type) ?? { kind: 'text' },
      empty: $empty,
      ...($maxLength === undefined ? {} : { maxLength: $maxLength }),
    };
  }

  #attribute(key: string, path: Path): XmlAttribute | undefined {
    const name = this.#name(key, path);
    return name && { ...this.#qualified(name.name, path, false), required: name.required };
  }

  /** Names without a prefix are in the namespace of `""`; attributes without one are in none. */
  #qualified(name: string, path: Path, isElement: boolean) {
    const at = name.indexOf(':');
    const prefix = name.slice(0, Math.max(0, at));
    const namespace = prefix === '' && !isElement ? '' : this.#namespaces[prefix];
    if (namespace === undefined && prefix !== '')
      this.#tell(
        path,
        `The prefix \`${prefix}\` is not under \`namespaces\`.`,
        `Write namespaces: { ${prefix}: … }.`,
      );
    return { name, namespace: namespace ?? '', localName: name.slice(at + 1) };
  }

  #tell(path: Path, message: string, advice: string): void {
    this.findings.push(this.#source.keyFinding('format-tree', path, message, advice));
  }
}
