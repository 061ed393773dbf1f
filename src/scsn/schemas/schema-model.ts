import type { DocumentType } from '../document-types.ts';
import type { ChildModel, ElementModel, SchemaModel } from './schema-set.ts';
import { collectComponents, type XsdComponent, type XsdComponents } from './xsd-components.ts';

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** The canonical prefixes of element names in the model. */
export const canonicalPrefixes: Readonly<Record<string, string>> = {
  [`${ubl}CommonAggregateComponents-2`]: 'cac',
  [`${ubl}CommonBasicComponents-2`]: 'cbc',
  [`${ubl}CommonExtensionComponents-2`]: 'ext',
};

/** Namespace and local name of the root of each document type. */
export const roots: Readonly<Record<DocumentType, { namespace: string; localName: string }>> = {
  'scsn/Order': { namespace: `${ubl}Order-2`, localName: 'Order' },
  'scsn/OrderResponse': { namespace: `${ubl}OrderResponse-2`, localName: 'OrderResponse' },
  'scsn/DespatchAdvice': { namespace: `${ubl}DespatchAdvice-2`, localName: 'DespatchAdvice' },
  'scsn/OrderStatus': {
    namespace: 'SmartConnectedSupplierNetwork:schema:xsd:OrderStatus',
    localName: 'OrderStatus',
  },
};

const xsd = 'http://www.w3.org/2001/XMLSchema';

/** Reads the model from a set of XSDs (file name -> its components). Elements are resolved when first asked for. */
export function buildModel(schemas: ReadonlyMap<string, XsdComponent>): SchemaModel {
  const components = collectComponents(schemas);
  const reader = new ModelReader(components);
  return {
    names: new Set([...components.elements.keys()].map(localNameOf)),
    root(document) {
      const { namespace, localName } = roots[document];
      const element = reader.global(`{${namespace}}${localName}`);
      if (element === undefined) throw new Error(`no XSD of the schema folder declares ${localName}`);
      return element;
    },
  };
}

type Attribute = ElementModel['attributes'][number];

interface Content {
  readonly children?: readonly ChildModel[];
  readonly type?: string;
  readonly narrowed?: true;
  readonly open?: true;
  readonly attributes: readonly Attribute[];
}

class ModelReader {
  readonly #components: XsdComponents;
  readonly #globals = new Map<string, ElementModel>();

  constructor(components: XsdComponents) {
    this.#components = components;
  }

  /** A global element by `{namespace}name`. */
  global(name: string): ElementModel | undefined {
    const known = this.#globals.get(name);
    if (known !== undefined) return known;
    const component = this.#components.elements.get(name);
    if (component === undefined) return undefined;
    const model = this.#element(component);
    this.#globals.set(name, model);
    return model;
  }

  #element(component: XsdComponent): ElementModel {
    const localName = component.attributes.name ?? '';
    const namespace = component.targetNamespace;
    const prefix = canonicalPrefixes[namespace];
    const content = this.#contentOf(component);
    const name = prefix === undefined ? localName : `${prefix}:${localName}`;
    const typed = component.attributes.type;
    const typeName = typed === undefined ? {} : { typeName: localNameOf(typed) };
    return { name, namespace, localName, ...typeName, ...content };
  }

  #contentOf(component: XsdComponent): Content {
    const named = component.attributes.type;
    const inner = component.children.find(({ kind }) => kind === 'complexType' || kind === 'simpleType');
    if (named !== undefined) return this.#type(named);
    if (inner === undefined) return { attributes: [], open: true };
    return inner.kind === 'simpleType' ? this.#simple(inner) : this.#complex(inner);
  }

  #type(name: string): Content {
    if (name === `{${xsd}}anyType`) return { attributes: [], open: true };
    if (name.startsWith(`{${xsd}}`)) return { type: localNameOf(name), attributes: [] };
    const component = this.#components.types.get(name);
    if (component === undefined) throw new Error(`no XSD of the schema folder declares the type ${name}`);
    return component.kind === 'simpleType' ? this.#simple(component) : this.#complex(component);
  }

  #complex(component: XsdComponent): Content {
    const wrapper = component.children.find(
      ({ kind }) => kind === 'simpleContent' || kind === 'complexContent',
    );
    if (wrapper !== undefined) return this.#derived(wrapper);
    const { children, open } = this.#particles(component);
    return { children, ...(open ? { open } : {}), attributes: this.#attributes(component) };
  }

  #derived(wrapper: XsdComponent): Content {
    const step = wrapper.children.find(({ kind }) => kind === 'extension' || kind === 'restriction');
    const base = this.#type(step?.attributes.base ?? `{${xsd}}anyType`);
    if (step === undefined) return base;
    const attributes = mergeAttributes(base.attributes, this.#attributes(step), step);
    if (wrapper.kind === 'simpleContent') return { ...base, ...narrowing(step), attributes };
    const own = this.#particles(step);
    const inherited = step.kind === 'extension' ? (base.children ?? []) : [];
    const open = own.open || (step.kind === 'extension' && base.open === true);
    return { children: [...inherited, ...own.children], ...(open ? { open: true } : {}), attributes };
  }

  #simple(component: XsdComponent): Content {
    const restriction = component.children.find(({ kind }) => kind === 'restriction');
    const base = restriction?.attributes.base;
    const { type = 'string', narrowed } = base === undefined ? {} : this.#type(base);
    return { type, ...(narrowed ? { narrowed } : narrowing(restriction)), attributes: [] };
  }

  #attributes(component: XsdComponent): Attribute[] {
    return component.children.flatMap((child) => {
      if (child.kind === 'attributeGroup') {
        const group = this.#components.attributeGroups.get(child.attributes.ref ?? '');
        return group === undefined ? [] : this.#attributes(group);
      }
      if (child.kind !== 'attribute' || child.attributes.use === 'prohibited') return [];
      const named = child.attributes.type;
      const type = named === undefined ? 'string' : (this.#type(named).type ?? 'string');
      const name = child.attributes.name ?? localNameOf(child.attributes.ref ?? '');
      return [{ name, required: child.attributes.use === 'required', type }];
    });
  }

  /** Flattens groups: in a choice every element may be absent. */
  #particles(component: XsdComponent, min = 1, max = 1): { children: ChildModel[]; open?: true } {
    const children: ChildModel[] = [];
    let open = component.attributes.mixed === 'true';
    for (const child of component.children) {
      const occurs = {
        min: min * readOccurs(child, 'minOccurs'),
        max: times(max, readOccurs(child, 'maxOccurs')),
      };
      if (child.kind === 'any') open = true;
      else if (child.kind === 'element') children.push(this.#child(child, occurs));
      else if (['sequence', 'choice', 'all', 'group'].includes(child.kind)) {
        const group =
          child.kind === 'group' ? this.#components.groups.get(child.attributes.ref ?? '') : child;
        if (group === undefined) continue;
        const inner = this.#particles(group, child.kind === 'choice' ? 0 : occurs.min, occurs.max);
        children.push(...inner.children);
        open ||= inner.open === true || child.kind === 'choice';
      }
    }
    return { children, ...(open ? { open: true } : {}) };
  }

  #child(component: XsdComponent, occurs: { min: number; max: number }): ChildModel {
    const resolve = () => {
      const name = component.attributes.ref;
      const element = name === undefined ? this.#element(component) : this.global(name);
      if (element === undefined) throw new Error(`no XSD of the schema folder declares the element ${name}`);
      return element;
    };
    let resolved: ElementModel | undefined;
    return {
      ...occurs,
      get element() {
        resolved ??= resolve();
        return resolved;
      },
    };
  }
}

const facets = ['length', 'minLength', 'maxLength', 'pattern', 'enumeration', 'assertion', 'simpleType'];

const narrowing = (step: XsdComponent | undefined): { readonly narrowed?: true } =>
  step?.children.some(({ kind }) => facets.includes(kind)) ? { narrowed: true } : {};

function mergeAttributes(
  base: readonly Attribute[],
  own: readonly Attribute[],
  step: XsdComponent,
): readonly Attribute[] {
  const prohibited = step.children
    .filter(({ kind, attributes }) => kind === 'attribute' && attributes.use === 'prohibited')
    .map(({ attributes }) => attributes.name);
  const replaced = new Set([...own.map(({ name }) => name), ...prohibited]);
  return [...own, ...base.filter(({ name }) => !replaced.has(name))];
}

function readOccurs(component: XsdComponent, attribute: 'minOccurs' | 'maxOccurs'): number {
  const value = component.attributes[attribute];
  return value === undefined ? 1 : value === 'unbounded' ? Number.POSITIVE_INFINITY : Number(value);
}

const times = (a: number, b: number) => (a === 0 || b === 0 ? 0 : a * b);

function localNameOf(name: string): string {
  return name.slice(name.indexOf('}') + 1);
}
