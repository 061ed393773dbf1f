import type { StaticScope } from '../../tree/xpath-check/infer-type.ts';
import type { YamlEntry } from '../files/mapping-yaml.ts';
import type { CheckedExpression, ExpressionCompiler } from './expression-compiler.ts';

/** `variables:` and `$let`: names for expressions, each visible to the next; and the scope in which all of them are. */
export function compileBindings(
  expressions: ExpressionCompiler,
  entries: readonly YamlEntry[],
  scope: StaticScope,
) {
  const variables: [string, CheckedExpression][] = [];
  const known = new Map(scope.variables);
  for (const { name, value } of entries) {
    const expression = expressions.compileValue(value, { ...scope, variables: known });
    known.set(name, expression?.static ?? { kind: 'any', many: false });
    if (expression !== undefined) variables.push([name, expression]);
  }
  return { variables, scope: { ...scope, variables: known } };
}
