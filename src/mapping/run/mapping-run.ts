import type { TreeNode } from '../../tree/nodes/tree-node.ts';
import type { TargetObject } from '../../tree/values/target-tree.ts';
import type { Expression } from '../language/rule-types.ts';
import type { MappingResult } from '../mapping.ts';
import { resolveStartNode } from './context-trees.ts';
import { evaluateClause, evaluateTaskClause, findStop } from './evaluate-clauses.ts';
import { Evaluator } from './evaluator.ts';
import { RuleRunner } from './rule-runner.ts';
import type { RunInput, Scope } from './scope.ts';
import { runWithTimeLimit, TimeLimitExceeded } from './time-limit.ts';

/** Milliseconds that a mapping may take for one document; one of 500 lines takes less than 100. */
const patience = 30_000;

/** One run of a mapping over one document. */
export class MappingRun {
  readonly #input: RunInput;
  readonly #evaluator: Evaluator;
  readonly #rules: RuleRunner;
  #scope: Scope | undefined;

  constructor(input: RunInput) {
    this.#input = input;
    this.#evaluator = new Evaluator(input);
    this.#rules = new RuleRunner(input, this.#evaluator);
  }

  run(): MappingResult {
    return this.#inTime<MappingResult>(
      () => this.#whole(),
      () => ({ findings: [...this.#evaluator.findings] }),
    );
  }

  /** The value of one leaf outside loops; whatever goes wrong on the way: undefined. */
  evaluateLeaf(path: readonly string[]): string | undefined {
    return this.#inTime(
      () => this.#leafOf(path),
      () => undefined,
    );
  }

  /** The nodes that some expressions find from the start of the document. */
  selectNodes(expressions: readonly Expression[]): readonly TreeNode[] {
    const scope = this.#start();
    return this.#inTime(
      () => expressions.flatMap((expression) => this.#evaluator.evaluateNodes(expression, scope)),
      () => [],
    );
  }

  /** What the work gives; `otherwise`, with a finding, when it does not end in time or makes too much. */
  #inTime<T>(work: () => T, otherwise: () => T): T {
    const { program, deadline = patience } = this.#input;
    // watching takes a third of the time of a small order; without it, the worker's own deadline is left
    const watched =
      deadline !== Number.POSITIVE_INFINITY &&
      (program.unbounded || this.#isExplained || this.#input.deadline !== undefined);
    try {
      return watched ? runWithTimeLimit(deadline, work) : work();
    } catch (error) {
      if (error instanceof TimeLimitExceeded) this.#evaluator.reportStopped(this.#start(), deadline);
      else if (error instanceof RangeError) this.#evaluator.reportStopped(this.#start());
      else throw error;
      return otherwise();
    }
  }

  #whole(): MappingResult {
    const { program } = this.#input;
    const { findings } = this.#evaluator;
    const scope = this.#start();
    const stop = findStop(program.stop, scope, this.#evaluator);
    if (stop !== undefined) {
      const tasks = stop.as === 'ignored' ? this.#tasks(scope) : {};
      return { stop, findings: [...findings], ...tasks, ...this.#partial(scope) };
    }
    for (const clause of program.warn)
      for (const found of evaluateClause(clause, scope, this.#evaluator)) findings.push(found);
    const target = this.#target(scope);
    const tasks = this.#tasks(scope);
    if (!this.#evaluator.hasError) return { target, findings: [...findings], ...tasks };
    return { findings: [...findings], ...(this.#isExplained ? { partial: target } : {}) };
  }

  #tasks(scope: Scope): Pick<MappingResult, 'tasks'> {
    const { tasks: clauses } = this.#input.program;
    const tasks = clauses.flatMap((clause) => evaluateTaskClause(clause, scope, this.#evaluator));
    return tasks.length === 0 ? {} : { tasks };
  }

  #target(scope: Scope): TargetObject {
    const { target, ownNamespaces: namespaces } = this.#input.program;
    const made = this.#rules.evaluateObject(target, scope) ?? { kind: 'object', members: new Map() };
    return namespaces.size === 0 ? made : { ...made, namespaces };
  }

  /** Nobody looks at it in production. */
  #partial(scope: Scope): Pick<MappingResult, 'partial'> {
    return this.#isExplained ? { partial: this.#target(scope) } : {};
  }

  get #isExplained(): boolean {
    const { recorder } = this.#input;
    return recorder !== undefined && recorder.light !== true;
  }

  #leafOf(path: readonly string[]): string | undefined {
    const scope = this.#start();
    const { target } = this.#input.program;
    const inner = this.#rules.holds(target, scope) ? this.#rules.enter(target, scope) : undefined;
    return inner && this.#rules.evaluateLeaf(target, path, inner);
  }

  #start(): Scope {
    this.#scope ??= this.#newScope();
    return this.#scope;
  }

  #newScope(): Scope {
    const { source, program, variables } = this.#input;
    const node = resolveStartNode(source, program.from);
    return this.#evaluator.bind(program.variables, { node, variables, label: '', path: '', volatile: false });
  }
}
