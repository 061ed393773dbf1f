import type { Code } from '../findings/codes.ts';
import { finding, type Phrase, phrase, type Values } from '../findings/messages.ts';
import { textOf } from '../tree/build.ts';
import type { TreeDocument, TreeElement } from '../tree/node.ts';
import type { Finding, Language } from '../types.ts';
import { type ContentFault, contentFaults } from './content.ts';
import type { ElementModel } from './interface.ts';
import type { RawError } from './libxml.ts';
import { childElements, placeOf, resolvePath } from './place.ts';
import { explainValue, looksRight, wordsFor } from './values.ts';

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
const most = 500;

/**
 * Turns what libxml2 says of a document into findings in plain words. libxml2 decides: an element or value is explained
 * only where it found fault with that element (or its parent). Its own words are kept where the model has no explanation.
 */
export function explain(
  tree: TreeDocument,
  root: ElementModel,
  errors: readonly RawError[],
  language: Language = 'en',
): readonly Finding[] {
  const faults = new Explanation(tree, errors).of(root);
  faults.sort((a, b) => a.element.line - b.element.line || a.element.column - b.element.column);
  const findings = faults
    .slice(0, most)
    .map(({ element, code, values, attribute }) =>
      finding(code, values, placeOf(element, attribute, language), language),
    );
  const cut = faults.length - most;
  return cut > 0 ? [...findings, finding('findings-cut', { count: cut }, {}, language)] : findings;
}

/** A finding to be: to say its place takes longer, which is done only for those that are told. */
interface Fault {
  readonly element: TreeElement;
  readonly code: Code;
  readonly values: Values;
  readonly attribute?: string | undefined;
}

const heldBack: ReadonlySet<Code> = new Set(['element-namespace', 'element-misspelt']);
const strange: ReadonlySet<Code> = new Set(['element-unknown', 'element-misplaced']);

class Explanation {
  readonly #tree: TreeDocument;
  readonly #faults = new Map<TreeElement, RawError[]>();
  /** Elements whose children are at fault. */
  readonly #parents = new Set<TreeElement>();
  readonly #explained = new Set<TreeElement>();
  readonly #strangers = new Set<TreeElement>();
  readonly #found: Fault[] = [];
  readonly #misnamed = new Map<string, ContentFault[]>();

  constructor(tree: TreeDocument, errors: readonly RawError[]) {
    this.#tree = tree;
    for (const error of errors) {
      const element = resolvePath(tree, error.path) ?? tree.root;
      const others = this.#faults.get(element) ?? [];
      if (!others.some(({ message }) => message === error.message)) others.push(error);
      this.#faults.set(element, others);
      this.#parents.add(element);
      if (element.parentNode.nodeType === 1) this.#parents.add(element.parentNode);
    }
  }

  of(root: ElementModel): Fault[] {
    this.#walk(this.#tree.root, root, false);
    this.#names();
    for (const [element, errors] of this.#faults) {
      if (!this.#explained.has(element) && !this.#isStranger(element))
        this.#found.push(...errors.map((error) => other(element, error)));
    }
    return this.#found.length > 0 ? this.#found : this.#raw();
  }

  /** What libxml2 refuses is never let pass because no explanation was found. */
  #raw(): Fault[] {
    return [...this.#faults].flatMap(([element, errors]) => errors.map((error) => other(element, error)));
  }

  /** `alone`: libxml2 could not look inside, since the element's name is wrong; the model alone decides there. */
  #walk(element: TreeElement, model: ElementModel, alone: boolean): void {
    const faulty = alone || this.#faults.has(element);
    if (faulty) this.#attributes(element, model);
    if (model.open) return;
    if (model.children === undefined) {
      if (faulty) this.#value(element, model, alone);
    } else this.#content(element, model, alone);
  }

  /** A wrong name or namespace is mostly wrong everywhere: it is told once, where it comes first. */
  #names(): void {
    for (const [first, ...more] of this.#misnamed.values()) {
      if (first === undefined) continue;
      const said = first.code === 'element-misspelt' ? 'more-so-named' : 'more-alike';
      const alike = phrase(said, { count: more.length });
      const values = { ...first.values, more: more.length === 0 ? '' : alike };
      this.#add(first.element, first.code, values);
    }
  }

  #content(element: TreeElement, model: ElementModel, alone: boolean): void {
    const { faults, matches } = contentFaults(element, model);
    if (alone || this.#parents.has(element)) {
      for (const fault of faults) {
        if (strange.has(fault.code)) this.#strangers.add(fault.element);
        if (heldBack.has(fault.code)) this.#hold(fault);
        else this.#add(fault.element, fault.code, fault.values);
        this.#explained.add(element);
      }
      if (faults.length > 0) for (const child of childElements(element)) this.#explain(child);
      this.#text(element);
    }
    for (const { element: child, model: childModel, renamed } of matches) {
      if (renamed) this.#strangers.add(child);
      this.#walk(child, childModel, alone || renamed);
    }
  }

  /**
   * Whether it stands in an element that has no place here, or not under this name: what libxml2 says inside is about
   * another element of that name.
   */
  #isStranger(element: TreeElement): boolean {
    if (this.#strangers.has(element)) return true;
    return element.parentNode.nodeType === 1 && this.#isStranger(element.parentNode);
  }

  #hold(fault: ContentFault): void {
    const { code, values } = fault;
    const kind =
      code === 'element-misspelt'
        ? `${values.name} ${values.nearest}`
        : `${values.value} ${values.namespace}`;
    this.#misnamed.set(kind, [...(this.#misnamed.get(kind) ?? []), fault]);
    this.#explained.add(fault.element);
  }

  /** A child that was "not expected" is explained by its parent's faults; its own value or attributes are not. */
  #explain(child: TreeElement): void {
    const errors = this.#faults.get(child) ?? [];
    if (errors.every(({ message }) => message.includes('not expected'))) this.#explained.add(child);
  }

  #text(element: TreeElement): void {
    for (const node of element.childNodes) {
      if (node.nodeType !== 3 || node.data.trim() === '') continue;
      this.#add(element, 'text-unexpected', { name: element.localName, value: node.data.trim() });
      return;
    }
  }

  #value(element: TreeElement, model: ElementModel, alone: boolean): void {
    const type = model.type ?? 'string';
    const name = element.localName;
    const [inside] = childElements(element);
    if (inside !== undefined) {
      this.#add(element, 'elements-in-value', { name, value: inside.localName });
      return;
    }
    const value = textOf(element);
    // the words of libxml2 end after 64,000 characters, and so they may not come to the point
    const told = this.#faults.get(element)?.some(({ message }) => /not a valid value/.test(message));
    const wrong = told || ((alone || this.#faults.has(element)) && !looksRight(value, type));
    if (!wrong) return;
    const { code, example } = explainValue(value, type);
    const known = example ?? (type === 'date' ? '2026-01-31' : '1234.50');
    this.#add(element, code, { name, value: value.trim(), wanted: wordsFor(type), example: known });
  }

  #attributes(element: TreeElement, model: ElementModel): void {
    const name = element.localName;
    const errors = this.#faults.get(element) ?? [];
    for (const attribute of model.attributes) {
      const own = element.attributes.find(({ nodeName }) => nodeName === attribute.name);
      const values = { name, attribute: attribute.name };
      if (own === undefined && attribute.required) {
        this.#add(element, 'attribute-missing', { ...values, example: exampleOf(attribute.name) });
      } else if (errors.some(({ message }) => badAttribute(message, attribute.name))) {
        const value = own?.value ?? '';
        this.#add(
          element,
          'attribute-value',
          { ...values, value, wanted: wordsFor(attribute.type) },
          own?.nodeName,
        );
      }
    }
    this.#unknownAttributes(element, model);
  }

  #unknownAttributes(element: TreeElement, model: ElementModel): void {
    const allowed = model.attributes.map((attribute) => attribute.name);
    for (const { nodeName, localName, namespaceURI, value } of element.attributes) {
      if (namespaceURI === xsi) {
        if (localName === 'nil') this.#add(element, 'element-nil', { name: element.localName }, nodeName);
      } else if (namespaceURI !== null || !allowed.includes(nodeName)) {
        const values = { name: element.localName, attribute: nodeName, value };
        const list = allowed.length === 0 ? phrase('none-allowed') : allowed.join(', ');
        this.#add(element, 'attribute-unknown', { ...values, allowed: list }, nodeName);
      }
    }
  }

  #add(element: TreeElement, code: Code, values: Values, attribute?: string): void {
    this.#explained.add(element);
    this.#found.push({ element, code, values, attribute });
  }
}

function badAttribute(message: string, attribute: string): boolean {
  return message.includes(`attribute '${attribute}'`) && message.includes('not a valid value');
}

const examples: Readonly<Record<string, string | Phrase>> = {
  currencyID: 'currencyID="EUR"',
  unitCode: phrase('example-unitCode'),
  mimeCode: 'mimeCode="application/pdf"',
};

function exampleOf(attribute: string): string | Phrase {
  return examples[attribute] ?? `${attribute}="…"`;
}

function other(element: TreeElement, error: RawError): Fault {
  const what = error.message.replace(/^Element '[^']*'(, attribute '[^']*')?: /, '');
  return { element, code: 'schema-other', values: { name: element.localName, what } };
}
