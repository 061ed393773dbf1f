import { suggestNames } from '../../findings/nearest-names.ts';
import { type ComparedValue, valueForms } from '../../negotiation/line-values.ts';
import type { YamlEntry } from '../files/mapping-yaml.ts';
import type { ExpressionCompiler } from './expression-compiler.ts';
import type { CompareRule } from './rule-types.ts';

/** `$compare:` names of values with how each is read: `dates: dates deliverySchedule`, `price: price prices, units sameUnits`. */
export function compileCompareRule(
  expressions: ExpressionCompiler,
  entry: YamlEntry | undefined,
): CompareRule | undefined {
  if (entry === undefined) return undefined;
  if (entry.value.kind !== 'map') {
    expressions.report(entry.value, 'mapping-rule/compare');
    return undefined;
  }
  const units = entry.value.entries.find(({ name }) => name === 'units')?.value;
  const values = entry.value.entries.filter(({ name }) => name !== 'units');
  return {
    values: values.flatMap((value) => compileComparedValue(expressions, value) ?? []),
    ...(units?.kind === 'text' ? { units: units.text.trim() } : {}),
  };
}

function compileComparedValue(
  expressions: ExpressionCompiler,
  { name, value }: YamlEntry,
): ComparedValue | undefined {
  const [form = '', path = '', ...more] = value.kind === 'text' ? value.text.trim().split(/\s+/) : [];
  const known = valueForms.find((one) => one === form);
  if (known !== undefined && path !== '' && more.length === 0)
    return { name, form: known, path: path.split('/') };
  expressions.report(value, 'mapping-rule/compare-value', {
    name,
    todo: suggestNames(form, valueForms, 'value-forms'),
  });
  return undefined;
}
