import { createFinding, cutText } from '../../findings/create-finding.ts';
import { computeOnce } from '../../system/compute-once.ts';
import { type Item, isTrue, itemText } from '../../tree/nodes/items.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import { ValueError } from '../../tree/xpath/own-functions.ts';
import type { Variables } from '../../tree/xpath/variables.ts';
import type { Finding, Language } from '../../types.ts';
import type { DocumentType } from '../document-types.ts';
import { roots } from '../schemas/schema-model.ts';
import { childElements, locationOf } from '../xml/element-location.ts';
import { compileOnce, evaluateRule, noTables, noVariables, parseCall } from './rule-expressions.ts';
import { buildRuleFinding } from './rule-findings.ts';
import { callRuleFunction, isRuleFunction } from './rule-functions.ts';
import type {
  ContextStep,
  RuleSet,
  SchematronKey,
  SchematronRule,
  SchematronTest,
} from './schematron-file.ts';

/**
 * Runs the rules for a document type in one walk over the tree. Throws an Error with file and rule id when an expression
 * of a rule fails: that is a fault of the rule file, not of the document.
 */
export function runRules(
  rules: RuleSet,
  tree: TreeDocument,
  document: DocumentType,
  language: Language = 'en',
): readonly Finding[] {
  return new RuleRun(rules, tree, roots[document].localName, language).findings();
}

/** Findings reported per rule at most: an order may have thousands of lines with the same unit. */
const most = 100;

class RuleRun {
  readonly #rules: RuleSet;
  readonly #tree: TreeDocument;
  readonly #language: Language;
  readonly #byName = new Map<string, SchematronRule[]>();
  readonly #keys = new Map<string, ReadonlyMap<string, readonly TreeElement[]>>();
  readonly #counts = new Map<string, number>();
  readonly #found: Finding[] = [];
  /** Elements whose value was already reported as unusable. */
  readonly #unusable = new Set<TreeElement>();

  constructor(rules: RuleSet, tree: TreeDocument, document: string, language: Language) {
    this.#rules = rules;
    this.#language = language;
    this.#tree = tree;
    for (const rule of rules.rules) {
      if (rule.document !== undefined && rule.document !== document) continue;
      const name = rule.steps.at(-1)?.localName ?? '';
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), rule]);
    }
  }

  findings(): readonly Finding[] {
    this.#walk(this.#tree.root);
    const counts = [...this.#counts.values()];
    const cut = counts.reduce((sum, count) => sum + Math.max(0, count - most), 0);
    return cut > 0
      ? [...this.#found, createFinding('findings-cut', { count: cut }, {}, this.#language)]
      : this.#found;
  }

  #walk(element: TreeElement): void {
    const done: string[] = [];
    this.#look(this.#byName.get(element.localName), element, done);
    this.#look(this.#byName.get('*'), element, done);
    for (const child of element.childNodes) if (child.nodeType === 1) this.#walk(child);
  }

  /** `done`: the patterns of which a rule was run for it. */
  #look(rules: readonly SchematronRule[] | undefined, element: TreeElement, done: string[]): void {
    for (const rule of rules ?? []) {
      if (done.includes(rule.pattern) || !isForElement(rule, element)) continue;
      done.push(rule.pattern);
      this.#run(rule, element);
    }
  }

  #run(rule: SchematronRule, element: TreeElement): void {
    const variables = this.#lets(rule, element);
    for (const test of rule.tests) {
      try {
        const holds = isTrue(evaluateRule(test.test, rule, element, variables, test.id));
        if (holds !== test.holds) this.#tell(test, rule, element, variables);
      } catch (error) {
        const told = buildUnusableFinding(error, element, this.#language);
        if (!this.#unusable.has(element) && this.#isKept(told.code)) this.#found.push(told);
        this.#unusable.add(element);
      }
    }
  }

  #tell(test: SchematronTest, rule: SchematronRule, element: TreeElement, variables: Variables): void {
    if (this.#isKept(test.id))
      this.#found.push(buildRuleFinding(test, rule, element, variables, this.#language));
  }

  /** Counts one more of these. */
  #isKept(id: string): boolean {
    const before = this.#counts.get(id) ?? 0;
    this.#counts.set(id, before + 1);
    return before < most;
  }

  /** Each is evaluated when first asked for. */
  #lets(rule: SchematronRule, element: TreeElement): Variables {
    const variables = new Map<string, () => readonly Item[]>();
    for (const { name, value } of rule.lets) {
      const items = computeOnce(() => this.#evaluateLet(value, rule, element, variables));
      variables.set(name, items);
    }
    return variables;
  }

  /** An XPath, or one call of `key` or of a function of ours whose argument is an XPath. */
  #evaluateLet(
    value: string,
    rule: SchematronRule,
    element: TreeElement,
    variables: Variables,
  ): readonly Item[] {
    const call = parseCall(value);
    if (call === undefined) return evaluateRule(value, rule, element, variables, rule.file);
    const { name, key, argument } = call;
    const items = evaluateRule(argument, rule, element, variables, name);
    if (key === undefined)
      return isRuleFunction(name) ? callRuleFunction(name, items) : rejectUnknown(name, rule);
    return items.map(itemText).flatMap((text) => this.#keyed(key, rule).get(text.trim()) ?? []);
  }

  #keyed(name: string, rule: SchematronRule): ReadonlyMap<string, readonly TreeElement[]> {
    const address = `${rule.file} ${name}`;
    const known = this.#keys.get(address);
    if (known !== undefined) return known;
    const key = this.#rules.keys.find((one) => one.name === name && one.file === rule.file);
    if (key === undefined) throw new Error(`${rule.file}: there is no xsl:key "${name}"`);
    const made = indexOf(this.#tree.root, key);
    this.#keys.set(address, made);
    return made;
  }
}

function indexOf(root: TreeElement, key: SchematronKey): Map<string, TreeElement[]> {
  const index = new Map<string, TreeElement[]>();
  const use = compileOnce(key.use, key.namespaces);
  const visit = (element: TreeElement): void => {
    if (isNamed(element, key.match)) {
      for (const item of use.evaluate(element, noVariables, noTables)) {
        const text = itemText(item).trim();
        const others = index.get(text);
        if (others === undefined) index.set(text, [element]);
        else others.push(element);
      }
    }
    for (const child of childElements(element)) visit(child);
  };
  visit(root);
  return index;
}

function isForElement(rule: SchematronRule, element: TreeElement): boolean {
  const { attribute, where } = rule;
  if (attribute !== undefined && !element.attributes.some(({ nodeName }) => nodeName === attribute))
    return false;
  if (!isOnPath(rule, element)) return false;
  return where === undefined || isTrue(evaluateRule(where, rule, element, noVariables, rule.file));
}

function isOnPath({ steps, anchored }: SchematronRule, element: TreeElement): boolean {
  let at: TreeElement | undefined = element;
  for (let n = steps.length - 1; n >= 0; n -= 1) {
    const step = steps[n];
    if (at === undefined || step === undefined || !isNamed(at, step)) return false;
    at = at.parentNode.nodeType === 1 ? at.parentNode : undefined;
  }
  return !anchored || at === undefined;
}

function isNamed(element: TreeElement, { namespace, localName }: ContextStep): boolean {
  const named = localName === '*' || element.localName === localName;
  return named && (namespace === '*' || element.namespaceURI === namespace);
}

/** A value that a function refuses, such as a number of a thousand digits, is the document's fault; others are the rule's. */
function buildUnusableFinding(error: unknown, element: TreeElement, language: Language): Finding {
  const cause = valueErrorIn(error);
  if (cause === undefined) throw error;
  return createFinding(
    'value-unusable',
    {
      name: element.localName,
      value: cause.value,
      what: cutText(createFinding(cause.code, cause.values, {}, language).message, 100),
    },
    locationOf(element, undefined, language),
    language,
  );
}

/** The test's own error holds that of its variable, which holds that of the value. */
function valueErrorIn(error: unknown): ValueError | undefined {
  if (error instanceof ValueError) return error;
  return error instanceof Error ? valueErrorIn(error.cause) : undefined;
}

function rejectUnknown(name: string, rule: SchematronRule): never {
  throw new Error(`${rule.file}: there is no function scsn:${name}`);
}
