import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';
import type { Language, Severity } from '../../types.ts';
import { childElements } from '../xml/element-location.ts';

/** The rules of a folder of Schematron files. */
export interface RuleSet {
  readonly rules: readonly SchematronRule[];
  readonly keys: readonly SchematronKey[];
}

/** A name in a context. `*` for any. */
export interface ContextStep {
  readonly namespace: string;
  readonly localName: string;
}

/** An `xsl:key`: elements found by a value. */
export interface SchematronKey {
  readonly name: string;
  readonly file: string;
  readonly match: ContextStep;
  readonly use: string;
  readonly namespaces: ReadonlyMap<string, string>;
}

/** A `sch:rule`: tests of one kind of element. */
export interface SchematronRule {
  /** Local name of the document's root this rule is for; absent: all. */
  readonly document?: string;
  /** Within a pattern only the first rule that fits an element is run for it. */
  readonly pattern: string;
  /** What the elements it is about and their parents are called, the nearest last. */
  readonly steps: readonly ContextStep[];
  /** The first step is the document's root. */
  readonly anchored: boolean;
  /** Name of an attribute that the element must have: by far the commonest predicate, and asked of every element. */
  readonly attribute?: string;
  /** Any other predicate: an XPath that must hold for the element, too. */
  readonly where?: string;
  readonly lets: readonly { readonly name: string; readonly value: string }[];
  readonly tests: readonly SchematronTest[];
  readonly namespaces: ReadonlyMap<string, string>;
  readonly file: string;
}

/** A `sch:assert` (must hold) or `sch:report` (must not). */
export interface SchematronTest {
  readonly id: string;
  readonly severity: Severity;
  readonly holds: boolean;
  readonly test: string;
  /** What it says, in each language. */
  readonly texts: Readonly<Record<Language, RuleText>>;
  /** The node that the finding points at (`subject`), whose text is also its value. */
  readonly subject?: string;
}

/** Text and expressions (`sch:value-of`), in turn. */
export interface RuleText {
  readonly message: readonly TextPart[];
  readonly advice: readonly TextPart[];
}

export type TextPart = string | { readonly select: string };

const schematron = 'http://purl.oclc.org/dsdl/schematron';
const transform = 'http://www.w3.org/1999/XSL/Transform';
const severities: ReadonlySet<string> = new Set(['error', 'park', 'warning']);

/**
 * Reads ISO Schematron files (name -> text). A file is for the document type that its name begins with up to a `.` or `-`
 * (`OrderResponse.sch`), or for all of them (`all.sch`). A rule's context is a path of names with one predicate at its end;
 * a test's `role` is its severity, the first of its `diagnostics` the advice. Other languages are diagnostics, too: the
 * message in that of the test's id and language (`line-number-twice.nl`), the advice in the same way; English stands in
 * where one is missing. Throws with file and line.
 */
export function parseSchematron(files: ReadonlyMap<string, string>): RuleSet {
  const read = [...files].map(([file, text]) => new RuleReader(file).read(text));
  return { rules: read.flatMap(({ rules }) => rules), keys: read.flatMap(({ keys }) => keys) };
}

class RuleReader {
  readonly #file: string;
  readonly #namespaces = new Map<string, string>();
  readonly #diagnostics = new Map<string, readonly TextPart[]>();

  constructor(file: string) {
    this.#file = file;
  }

  read(text: string): RuleSet {
    const read = parseXmlTree(text);
    if (read.tree === undefined) throw new Error(`${this.#file}: ${read.findings[0]?.message}`);
    const { root } = read.tree;
    for (const one of listDescendants(root, 'ns'))
      this.#namespaces.set(this.#need(one, 'prefix'), this.#need(one, 'uri'));
    for (const one of listDescendants(root, 'diagnostic'))
      this.#diagnostics.set(this.#need(one, 'id'), listTextParts(one));
    const keys = listDescendants(root, 'key', transform).map((one) => this.#key(one));
    const patterns = listDescendants(root, 'pattern');
    const rules = patterns.flatMap((one, index) => this.#pattern(one, `${this.#file} ${index}`));
    return { rules, keys };
  }

  #key(element: TreeElement): SchematronKey {
    const match = this.#step(this.#need(element, 'match'));
    const [name, use] = [this.#need(element, 'name'), this.#need(element, 'use')];
    return { name, match, use, file: this.#file, namespaces: this.#namespaces };
  }

  #pattern(element: TreeElement, pattern: string): SchematronRule[] {
    return listDescendants(element, 'rule').map((one) => this.#rule(one, pattern));
  }

  #rule(element: TreeElement, pattern: string): SchematronRule {
    const document = this.#file.replace(/^.*\//, '').replace(/[.-].*$/, '');
    const context = this.#need(element, 'context');
    const [, root, path, where] = /^(\/?)([\w:*]+(?:\/[\w:*]+)*)(?:\[(.*)\])?$/s.exec(context) ?? [];
    if (path === undefined) {
      throw this.#wrong(element, `the context "${context}" is not a path with a predicate at its end`);
    }
    return {
      ...(document === 'all' ? {} : { document }),
      pattern,
      steps: path.split('/').map((step) => this.#step(step)),
      anchored: root === '/',
      ...readPredicate(where),
      lets: listDescendants(element, 'let').map((one) => ({
        name: this.#need(one, 'name'),
        value: this.#need(one, 'value'),
      })),
      tests: [...listDescendants(element, 'assert'), ...listDescendants(element, 'report')].map((one) =>
        this.#test(one),
      ),
      namespaces: this.#namespaces,
      file: this.#file,
    };
  }

  #step(name: string): ContextStep {
    const [localName = '', prefix] = name.split(':').reverse();
    if (prefix === undefined) return { namespace: '*', localName };
    const namespace = this.#namespaces.get(prefix);
    if (namespace === undefined) throw new Error(`${this.#file}: no sch:ns declares the prefix of ${name}`);
    return { namespace, localName };
  }

  #test(element: TreeElement): SchematronTest {
    const severity = this.#need(element, 'role');
    if (!isSeverity(severity))
      throw this.#wrong(element, `the role "${severity}" is none of error, park, warning`);
    const id = this.#need(element, 'id');
    const advised = this.#need(element, 'diagnostics').split(/\s+/)[0] ?? '';
    const advice = this.#diagnostics.get(advised);
    if (advice === undefined)
      throw this.#wrong(element, 'its diagnostic, which holds the advice, is missing');
    const en = { message: listTextParts(element), advice };
    const subject = findAttribute(element, 'subject');
    return {
      id,
      severity,
      holds: element.localName === 'assert',
      test: this.#need(element, 'test'),
      texts: { en, nl: this.#text('nl', id, advised, en) },
      ...(subject === undefined ? {} : { subject }),
    };
  }

  #text(language: Language, id: string, advice: string, otherwise: RuleText): RuleText {
    return {
      message: this.#diagnostics.get(`${id}.${language}`) ?? otherwise.message,
      advice: this.#diagnostics.get(`${advice}.${language}`) ?? otherwise.advice,
    };
  }

  #need(element: TreeElement, name: string): string {
    const value = findAttribute(element, name);
    if (value === undefined) throw this.#wrong(element, `${element.localName} has no ${name}`);
    return value;
  }

  #wrong(element: TreeElement, what: string): Error {
    return new Error(`${this.#file}, line ${element.line}: ${what}`);
  }
}

function readPredicate(where: string | undefined): Pick<SchematronRule, 'attribute' | 'where'> {
  if (where === undefined) return {};
  const attribute = /^@(\w+)$/.exec(where)?.[1];
  return attribute === undefined ? { where } : { attribute };
}

function isSeverity(text: string): text is Severity {
  return severities.has(text);
}

/** Elements of a name below an element, in document order. */
function listDescendants(element: TreeElement, localName: string, namespace = schematron): TreeElement[] {
  return childElements(element).flatMap((child) => {
    const own = child.localName === localName && child.namespaceURI === namespace ? [child] : [];
    return [...own, ...listDescendants(child, localName, namespace)];
  });
}

function findAttribute(element: TreeElement, name: string): string | undefined {
  return element.attributes.find(({ nodeName }) => nodeName === name)?.value;
}

/** Text with the blanks of indentation made single, and the expressions between. */
function listTextParts(element: TreeElement): TextPart[] {
  const all = element.childNodes.map((node): TextPart => {
    if (isElement(node)) return { select: findAttribute(node, 'select') ?? textOf(node) };
    return node.nodeType === 3 ? node.data.replace(/\s+/g, ' ') : '';
  });
  return all.map((part, index) => {
    if (typeof part !== 'string') return part;
    const start = index === 0 ? part.trimStart() : part;
    return index === all.length - 1 ? start.trimEnd() : start;
  });
}
