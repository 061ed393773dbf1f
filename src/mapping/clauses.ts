import { itemText } from '../tree/items.ts';
import type { Finding } from '../types.ts';
import type { Evaluator } from './evaluator.ts';
import type { Stop } from './interface.ts';
import type { Clause, Expression } from './rules.ts';
import { type Scope, whereIs } from './scope.ts';
import { itemLabels } from './words.ts';

/** `stop:` and `warn:` clauses of a mapping. */

const severities = { warning: 'warning', ignored: 'warning', parked: 'park', rejected: 'error' } as const;

/** The first clause that holds. */
export function firstStop(clauses: readonly Clause[], scope: Scope, evaluator: Evaluator): Stop | undefined {
  for (const clause of clauses) {
    const [finding] = clauseFindings(clause, scope, evaluator);
    if (finding !== undefined && clause.as !== undefined) return { as: clause.as, finding };
  }
  return undefined;
}

/** One finding where the clause holds: for the document, or for each node it looks at. */
export function clauseFindings(clause: Clause, scope: Scope, evaluator: Evaluator): Finding[] {
  if (clause.each === undefined) return findingAt(clause, scope, evaluator);
  const nodes = evaluator.nodes(clause.each, scope);
  const labels = itemLabels(scope.label, nodes, evaluator.language);
  return nodes.flatMap((node, i) =>
    findingAt(clause, { ...scope, node, label: labels[i] ?? scope.label }, evaluator),
  );
}

function findingAt(clause: Clause, scope: Scope, evaluator: Evaluator): Finding[] {
  if (!evaluator.test(clause.when, scope)) return [];
  const { say, advice } = (evaluator.language === 'nl' ? clause.nl : undefined) ?? clause;
  const message = say
    .map((part) => (typeof part === 'string' ? part : said(part, scope, evaluator)))
    .join('');
  return [
    { code: clause.code, severity: severities[clause.as ?? 'warning'], message, advice, ...whereIs(scope) },
  ];
}

function said(expression: Expression, scope: Scope, evaluator: Evaluator): string {
  return evaluator.items(expression, scope, 'test').map(itemText).join(', ');
}
