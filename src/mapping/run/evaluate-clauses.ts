import { itemText } from '../../tree/nodes/items.ts';
import { fingerprintNode } from '../../tree/values/fingerprint.ts';
import type { Finding, TaskRequest } from '../../types.ts';
import type { Clause, Expression } from '../language/rule-types.ts';
import type { MappingStop } from '../mapping.ts';
import type { Evaluator } from './evaluator.ts';
import { renderItemLabels } from './item-labels.ts';
import { locationOf, type Scope } from './scope.ts';

/** `stop:`, `warn:` and `tasks:` clauses of a mapping. */

const severities = { warning: 'warning', ignored: 'warning', parked: 'park', rejected: 'error' } as const;

/** The first clause that holds. */
export function findStop(
  clauses: readonly Clause[],
  scope: Scope,
  evaluator: Evaluator,
): MappingStop | undefined {
  for (const clause of clauses) {
    const [finding] = evaluateClause(clause, scope, evaluator);
    if (finding !== undefined && clause.as !== undefined) return { as: clause.as, finding };
  }
  return undefined;
}

/** One finding where the clause holds: for the document, or for each node it looks at. */
export const evaluateClause = (clause: Clause, scope: Scope, evaluator: Evaluator): Finding[] =>
  scopesOf(clause, scope, evaluator).flatMap((at) => evaluateClauseAt(clause, at, evaluator));

/** The same as tasks, each with its order line. */
export const evaluateTaskClause = (clause: Clause, scope: Scope, evaluator: Evaluator): TaskRequest[] =>
  scopesOf(clause, scope, evaluator).flatMap((at) =>
    evaluateClauseAt(clause, at, evaluator).map((finding) => ({
      line: clause.orderLine === undefined ? '' : evaluateText(clause.orderLine, at, evaluator).trim(),
      finding,
      asks: clause.each === undefined ? finding.message : `${finding.message} ${fingerprintNode(at.node)}`,
    })),
  );

/** The document, or each node that the clause looks at. */
function scopesOf({ each }: Clause, scope: Scope, evaluator: Evaluator): readonly Scope[] {
  if (each === undefined) return [scope];
  const nodes = evaluator.evaluateNodes(each, scope);
  const labels = renderItemLabels(scope.label, nodes, evaluator.language);
  return nodes.map((node, i) => ({ ...scope, node, label: labels[i] ?? scope.label }));
}

function evaluateClauseAt(clause: Clause, scope: Scope, evaluator: Evaluator): Finding[] {
  if (!evaluator.holds(clause.when, scope)) return [];
  const { say, advice } = (evaluator.language === 'nl' ? clause.nl : undefined) ?? clause;
  const message = say
    .map((part) => (typeof part === 'string' ? part : evaluateText(part, scope, evaluator)))
    .join('');
  return [
    {
      code: clause.code,
      severity: severities[clause.as ?? 'warning'],
      message,
      advice,
      ...locationOf(scope),
    },
  ];
}

function evaluateText(expression: Expression, scope: Scope, evaluator: Evaluator): string {
  return evaluator.evaluate(expression, scope, 'test').map(itemText).join(', ');
}
