import { SaxesParser, type SaxesTagNS } from 'saxes';

/** One element of an XSD file. Values of attributes that hold names are resolved to `{namespace}local`. */
export interface XsdComponent {
  readonly kind: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XsdComponent[];
  /** The namespace that this element, if it declares one, puts its name into. */
  readonly targetNamespace: string;
}

/** The global components of a set of XSDs by `{namespace}local`. */
export interface XsdComponents {
  readonly elements: ReadonlyMap<string, XsdComponent>;
  readonly types: ReadonlyMap<string, XsdComponent>;
  readonly groups: ReadonlyMap<string, XsdComponent>;
  readonly attributeGroups: ReadonlyMap<string, XsdComponent>;
}

/** What the head of an XSD file says of its place in the set. */
export interface XsdHead {
  readonly targetNamespace: string;
  /** Local names of its global elements. */
  readonly elements: readonly string[];
  /** schemaLocation of its imports and includes. */
  readonly locations: readonly string[];
}

const xsd = 'http://www.w3.org/2001/XMLSchema';
const names = new Set(['type', 'ref', 'base', 'itemType', 'substitutionGroup']);

/** Collects the global components of a set (file name -> what `parseXsd` gave). */
export function collectComponents(schemas: ReadonlyMap<string, XsdComponent>): XsdComponents {
  const made = {
    elements: new Map<string, XsdComponent>(),
    types: new Map<string, XsdComponent>(),
    groups: new Map<string, XsdComponent>(),
    attributeGroups: new Map<string, XsdComponent>(),
  };
  const places: Readonly<Record<string, Map<string, XsdComponent>>> = {
    element: made.elements,
    complexType: made.types,
    simpleType: made.types,
    group: made.groups,
    attributeGroup: made.attributeGroups,
  };
  for (const component of [...schemas.values()].flatMap(({ children }) => children)) {
    const name = `{${component.targetNamespace}}${component.attributes.name}`;
    places[component.kind]?.set(name, component);
  }
  return made;
}

export function readHead(schema: XsdComponent): XsdHead {
  return {
    targetNamespace: schema.targetNamespace,
    elements: schema.children
      .filter(({ kind }) => kind === 'element')
      .map(({ attributes }) => attributes.name ?? ''),
    locations: schema.children
      .filter(({ kind }) => ['import', 'include', 'redefine'].includes(kind))
      .flatMap(({ attributes }) => attributes.schemaLocation ?? []),
  };
}

/** Reads one XSD file; throws with the file's name where it is not one. */
export function parseXsd(file: string, text: string): XsdComponent {
  return new SchemaReader(file).read(text);
}

class SchemaReader {
  readonly #file: string;
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #open: XsdComponent[] = [];
  #root: XsdComponent | undefined;
  #qualified = true;
  #target = '';

  constructor(file: string) {
    this.#file = file;
    this.#parser.on('doctype', (text) => this.#entities(text));
    this.#parser.on('opentag', (tag) => this.#opened(tag));
    this.#parser.on('closetag', () => this.#open.pop());
    this.#parser.on('error', (error) => {
      throw new Error(`${file} is not well-formed: ${error.message}`);
    });
  }

  read(text: string): XsdComponent {
    this.#parser.write(text).close();
    if (this.#root?.kind !== 'schema') throw new Error(`${this.#file} is not an XML Schema`);
    return this.#root;
  }

  #opened(tag: SaxesTagNS): void {
    const kind = tag.uri === xsd ? tag.local : '';
    const attributes = this.#attributes(tag);
    if (kind === 'schema') {
      this.#target = attributes.targetNamespace ?? '';
      this.#qualified = attributes.elementFormDefault === 'qualified';
    }
    const parent = this.#open.at(-1);
    const inside = this.#qualified || parent?.kind === 'schema' || kind !== 'element';
    const targetNamespace = inside ? this.#target : '';
    const component: XsdComponent = { kind, attributes, children: [], targetNamespace };
    if (parent === undefined) this.#root = component;
    else if (kind !== '' && kind !== 'annotation') parent.children.push(component);
    this.#open.push(component);
  }

  #attributes(tag: SaxesTagNS): Record<string, string> {
    const attributes: Record<string, string> = {};
    for (const { name, value } of Object.values(tag.attributes)) {
      attributes[name] = names.has(name) ? this.#resolve(value) : value;
    }
    return attributes;
  }

  #resolve(name: string): string {
    const at = name.indexOf(':');
    const namespace = this.#parser.resolve(at === -1 ? '' : name.slice(0, at));
    return `{${namespace ?? ''}}${name.slice(at + 1)}`;
  }

  /** The official signature schema declares entities for its own namespaces. */
  #entities(doctype: string): void {
    for (const [, name = '', value = ''] of doctype.matchAll(/<!ENTITY\s+(\w+)\s+['"]([^'"]*)['"]\s*>/g)) {
      this.#parser.ENTITIES[name] = value;
    }
  }
}
