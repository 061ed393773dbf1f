import { buildPhrase, createFinding } from '../../findings/create-finding.ts';
import type { FindingCode } from '../../findings/finding-codes.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import type { OpenPart } from '../../tree/open-parts.ts';
import type { Finding, Language } from '../../types.ts';
import type { DocumentType } from '../document-types.ts';
import type { ElementModel, LibxmlError, SchemaModel } from '../schemas/schema-set.ts';
import { childElements, locationOf, ownText, resolvePath } from '../xml/element-location.ts';
import { checkAttributes, checkXsiType } from './check-attributes.ts';
import { checkContent, type ElementMatch } from './check-content.ts';
import { checkValue } from './check-values.ts';
import type { ElementFault } from './element-fault.ts';
import { checkExtensionContent } from './extension-content.ts';
import { moveMissing } from './move-missing.ts';
import { isPostponedFault } from './postponed-checks.ts';

const most = 500;

/** What a document is held against. */
export interface ValidationContext {
  readonly model: SchemaModel;
  readonly document: DocumentType;
  /** What is missing for these is no fault yet. */
  readonly open?: ReadonlySet<OpenPart>;
}

const none: ReadonlySet<OpenPart> = new Set();

/**
 * Turns what libxml2 says of a document into findings in plain words. libxml2 decides: an element or value is explained
 * only where it found fault with that element (or its parent). Its own words are kept where the model has no explanation.
 */
export function explainErrors(
  tree: TreeDocument,
  held: ValidationContext,
  errors: readonly LibxmlError[],
  language: Language = 'en',
): readonly Finding[] {
  const { open = none } = held;
  const faults = new ErrorExplainer(tree, held, errors)
    .all()
    .filter((fault) => !isPostponedFault(fault, open));
  faults.sort((a, b) => a.element.line - b.element.line || a.element.column - b.element.column);
  const findings = faults
    .slice(0, most)
    .map(({ element, code, values, attribute }) =>
      createFinding(code, values, locationOf(element, attribute, language), language),
    );
  const cut = faults.length - most;
  return cut > 0 ? [...findings, createFinding('findings-cut', { count: cut }, {}, language)] : findings;
}

const deferredCodes: ReadonlySet<FindingCode> = new Set(['element-namespace', 'element-misspelt']);
const strangerCodes: ReadonlySet<FindingCode> = new Set([
  'element-unknown',
  'element-misplaced',
  'elements-unwrapped',
]);

class ErrorExplainer {
  readonly #tree: TreeDocument;
  readonly #held: ValidationContext;
  readonly #faults = new Map<TreeElement, LibxmlError[]>();
  /** Elements whose children are at fault. */
  readonly #parents = new Set<TreeElement>();
  readonly #explained = new Set<TreeElement>();
  readonly #strangers = new Set<TreeElement>();
  readonly #found: ElementFault[] = [];
  readonly #misnamed = new Map<string, ElementFault[]>();
  readonly #models = new Map<TreeElement, ElementModel>();

  constructor(tree: TreeDocument, held: ValidationContext, errors: readonly LibxmlError[]) {
    this.#tree = tree;
    this.#held = held;
    for (const error of errors) {
      const element = resolvePath(tree, error.path) ?? tree.root;
      const others = this.#faults.get(element) ?? [];
      if (!others.some(({ message }) => message === error.message)) others.push(error);
      this.#faults.set(element, others);
      this.#parents.add(element);
      if (element.parentNode.nodeType === 1) this.#parents.add(element.parentNode);
    }
  }

  all(): ElementFault[] {
    const { model, document } = this.#held;
    const { root } = this.#tree;
    this.#walk({ element: root, model: model.root(document), renamed: false, required: true }, false);
    this.#names();
    for (const [element, errors] of this.#faults) {
      if (!this.#explained.has(element) && !this.#isStranger(element))
        this.#found.push(...errors.map((error) => unexplainedFault(element, error)));
    }
    const all = moveMissing(this.#found);
    const filled = collectFilled(all);
    const found = all.filter((fault) => !isFilled(fault, filled));
    return found.length > 0 ? found : this.#raw();
  }

  /** What libxml2 refuses is never let pass because no explanation was found. */
  #raw(): ElementFault[] {
    return [...this.#faults].flatMap(([element, errors]) =>
      errors.map((error) => unexplainedFault(element, error)),
    );
  }

  /** `over`: libxml2 could not look inside, since the element above has a wrong name or type; the model alone decides. */
  #walk(match: ElementMatch, over: boolean): void {
    const { element, model } = match;
    this.#models.set(element, model);
    const errors = this.#faults.get(element) ?? [];
    const mistyped = checkXsiType(match, errors, over);
    if (mistyped !== undefined) this.#add(mistyped);
    const alone = over || mistyped !== undefined;
    if (alone || errors.length > 0) {
      for (const fault of checkAttributes(match, errors, alone)) this.#add(fault);
    }
    if (model.open) this.#open(element, alone);
    else if (model.children !== undefined) this.#content(element, model, alone);
    else if (alone || errors.length > 0) this.#add(checkValue(match, errors, alone));
  }

  #open(element: TreeElement, alone: boolean): void {
    const fault = alone || this.#parents.has(element) ? checkExtensionContent(element) : undefined;
    if (fault === undefined) return;
    this.#add(fault);
    for (const child of childElements(element)) this.#explain(child);
  }

  /** A wrong name or namespace is mostly wrong everywhere: it is reported once, at its first place. */
  #names(): void {
    for (const [first, ...more] of this.#misnamed.values()) {
      if (first === undefined) continue;
      const said = first.code === 'element-misspelt' ? 'more-so-named' : 'more-alike';
      const alike = buildPhrase(said, { count: more.length });
      this.#add({ ...first, values: { ...first.values, more: more.length === 0 ? '' : alike } });
    }
  }

  #content(element: TreeElement, model: ElementModel, alone: boolean): void {
    const { names } = this.#held.model;
    const modelOf = (above: TreeElement) => this.#models.get(above);
    const { faults, matches } = checkContent(element, model, { names, modelOf });
    if (alone || this.#parents.has(element)) {
      for (const fault of faults) {
        if (strangerCodes.has(fault.code)) this.#estrange(fault);
        if (deferredCodes.has(fault.code)) this.#hold(fault);
        else this.#add(fault);
        this.#explained.add(element);
      }
      if (faults.length > 0) for (const child of childElements(element)) this.#explain(child);
      this.#text(element);
    }
    for (const match of matches) {
      if (match.renamed) this.#strangers.add(match.element);
      this.#walk(match, alone || match.renamed);
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

  #estrange({ element, others = [] }: ElementFault): void {
    for (const one of [element, ...others]) {
      this.#strangers.add(one);
      this.#explained.add(one);
    }
  }

  #hold(fault: ElementFault): void {
    const { code, values } = fault;
    const kind =
      code === 'element-misspelt'
        ? `${values.name} ${values.nearest}`
        : `${values.value} ${values.namespace}`;
    const alike = this.#misnamed.get(kind) ?? [];
    alike.push(fault);
    this.#misnamed.set(kind, alike);
    this.#explained.add(fault.element);
  }

  /** A child that was "not expected" is explained by its parent's faults; its own value or attributes are not. */
  #explain(child: TreeElement): void {
    const errors = this.#faults.get(child) ?? [];
    if (errors.every(({ message }) => message.includes('not expected'))) this.#explained.add(child);
  }

  #text(element: TreeElement): void {
    const value = ownText(element);
    const values = { name: element.localName, value };
    if (value !== '') this.#add({ element, code: 'text-unexpected', values });
  }

  #add(fault: ElementFault | undefined): void {
    if (fault === undefined) return;
    this.#explained.add(fault.element);
    this.#found.push(fault);
  }
}

/** Names of the elements that the advice of some fault puts into an element. */
type FilledElements = ReadonlyMap<TreeElement, ReadonlySet<unknown>>;

function collectFilled(all: readonly ElementFault[]): FilledElements {
  const filling = Map.groupBy(
    all.flatMap(({ fills }) => fills ?? []),
    ({ parent }) => parent,
  );
  return new Map([...filling].map(([parent, fills]) => [parent, new Set(fills.map(({ name }) => name))]));
}

/** Whether the advice of another fault already puts the missing element there. */
function isFilled({ element, code, values: { name } }: ElementFault, filled: FilledElements): boolean {
  return code === 'element-missing' && filled.get(element)?.has(name) === true;
}

function unexplainedFault(element: TreeElement, error: LibxmlError): ElementFault {
  const what = error.message.replace(/^Element '[^']*'(, attribute '[^']*')?: /, '');
  return { element, code: 'schema-other', values: { name: element.localName, what } };
}
