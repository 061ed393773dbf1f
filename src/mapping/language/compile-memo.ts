import { compileXPath, type Namespaces, type XPath } from '../../tree/compile-xpath.ts';
import { findChild, type SyntaxNode } from '../../tree/xpath/xpath-syntax.ts';
import type { StaticScope, StaticType } from '../../tree/xpath-check/infer-type.ts';
import type { parseYaml } from '../files/mapping-yaml.ts';
import { TableContents } from '../tables/table-content.ts';
import type { RuleSite } from './rule-compiler.ts';

/**
 * What compiling a mapping found out, for whoever compiles it again at every key: an edit changes one rule of a hundred. It holds for one
 * set of formats. Only what is right is kept: problems are found anew, with the places of the text as it is now.
 */
export class CompileMemo {
  /** Texts of delivered mappings that others extend. */
  readonly yaml = new RecentValues<ReturnType<typeof parseYaml>>(8);
  readonly tables = new TableContents();
  readonly #expressions = new RecentValues<ExpressionMemo>(12);

  /** `key`: everything outside of an expression by which it is checked. */
  expressions(key: string, build: () => ExpressionMemo): ExpressionMemo {
    return this.#expressions.get(key, build);
  }
}

/** Values by key, the latest that were asked for. */
class RecentValues<T> {
  readonly #known = new Map<string, T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, compute: () => T): T {
    const value = this.#known.get(key) ?? compute();
    this.#known.delete(key);
    this.#known.set(key, value);
    for (const old of this.#known.keys()) if (this.#known.size > this.#most) this.#known.delete(old);
    return value;
  }
}

/** What the check of an expression without a problem found. */
export interface CheckedBefore {
  readonly static: StaticType;
  readonly compared: readonly (readonly [table: string, text: string])[];
}

/** Expressions that are kept: a mapping has hundreds, and each key may add one. */
const mostExpressions = 4000;

/** The expressions of mappings between the same documents, with the same tables and prefixes. */
export class ExpressionMemo {
  /** The same objects each time, so that types can be told apart by them. */
  readonly start: StaticScope;
  readonly target: RuleSite['target'];
  readonly #namespaces: Namespaces;
  readonly #compiled = new Map<string, XPath>();
  readonly #checked = new Map<string, CheckedBefore>();
  readonly #ids = new WeakMap<object, number>();
  #lastId = 0;

  constructor(start: StaticScope, target: RuleSite['target'], namespaces: Namespaces) {
    this.start = start;
    this.target = target;
    this.#namespaces = namespaces;
  }

  compile(text: string, syntax: SyntaxNode): XPath {
    const xpath = this.#compiled.get(text) ?? compileXPath(text, this.#namespaces, syntax);
    keep(this.#compiled, text, xpath);
    return xpath;
  }

  /** Stands for the expression and for everything that it can see. */
  keyOf(isCondition: boolean, text: string, syntax: SyntaxNode, { context, variables }: StaticScope): string {
    const seen = listVariables(syntax).map((name) => `${name}=${this.#typeKey(variables.get(name))}`);
    return [isCondition, text, this.#typeKey(context), ...seen].join('\0');
  }

  find(key: string): CheckedBefore | undefined {
    return this.#checked.get(key);
  }

  keep(key: string, checked: CheckedBefore): void {
    keep(this.#checked, key, checked);
  }

  #typeKey(type: StaticType | undefined): string {
    if (type === undefined) return '-';
    const { kind, many, deep, spots, constants } = type;
    return [kind, many, deep, this.#idOf(spots), this.#idOf(constants)].join(' ');
  }

  #idOf(one: object | undefined): number {
    if (one === undefined) return 0;
    const id = this.#ids.get(one) ?? ++this.#lastId;
    this.#ids.set(one, id);
    return id;
  }
}

function keep<T>(known: Map<string, T>, key: string, value: T): void {
  if (known.size >= mostExpressions) known.clear();
  known.set(key, value);
}

const variablesOf = new WeakMap<SyntaxNode, readonly string[]>();

/** Names of the variables that an expression uses, its own ones too. */
function listVariables(syntax: SyntaxNode): readonly string[] {
  const known = variablesOf.get(syntax) ?? [...collectVariables(syntax, new Set())];
  variablesOf.set(syntax, known);
  return known;
}

function collectVariables(syntax: SyntaxNode, found: Set<string>): Set<string> {
  if (syntax.name === 'varRef') found.add(findChild(syntax, 'name')?.text ?? '');
  for (const child of syntax.children) collectVariables(child, found);
  return found;
}
