import { buildMappingPhrase } from '../../findings/mapping-sentences.ts';
import { suggestNames } from '../../findings/nearest-names.ts';
import type { Shape } from '../../tree/nodes/shape.ts';
import type { StaticScope } from '../../tree/xpath-check/infer-type.ts';
import type { MappingPosition } from '../files/mapping-problem.ts';
import type { YamlEntry, YamlMap, YamlNode } from '../files/mapping-yaml.ts';
import type { CheckedExpression, ExpressionCompiler } from './expression-compiler.ts';
import { unknownPrefixValues } from './own-namespaces.ts';
import { objectRuleKeys, type RuleKeyEntries, reportMisplacedKeys, textOfKey } from './rule-keys.ts';
import type { Rule } from './rule-types.ts';

/** What rule-compiler.ts checks of single rules: names, how many values there may be, and keys of lists. */

/** A member that the target does not have, where all of its members are known. */
export function reportUnknownMember(expressions: ExpressionCompiler, entry: YamlEntry, target: Shape): void {
  if (target.type !== undefined) return;
  if (target.unknown === 'fine') {
    reportOwnElement(expressions, entry, target);
    return;
  }
  const names = target.children.map(({ shape }) => shape.name);
  const glued = /^[\w:]+:[{[]/.test(entry.name);
  const todo = glued ? buildMappingPhrase('blank-after-colon') : suggestNames(entry.name, names, 'names');
  expressions.report(entry, 'mapping-target/member', { target: target.name, name: entry.name, todo });
}

/** An element of the user's own in an XML target stands in a namespace of his own, or in one of UBL's. */
function reportOwnElement(expressions: ExpressionCompiler, entry: YamlEntry, { name: holder }: Shape): void {
  if (!holder.includes(':')) return;
  const [prefix = '', local] = entry.name.split(':');
  if (local === undefined) expressions.report(entry, 'mapping-target/no-namespace', { name: entry.name });
  else if (!expressions.namespaces.has(prefix))
    expressions.report(entry, 'mapping-target/prefix', unknownPrefixValues(prefix, expressions.namespaces));
}

/** UBL has one element there, of another namespace than its own. */
export function reportExtensionContent(
  expressions: ExpressionCompiler,
  place: MappingPosition,
  names: readonly string[],
): void {
  const [only, second] = names;
  if (only !== undefined && second === undefined && !only.startsWith('ext:')) return;
  expressions.report(place, 'mapping-target/extension');
}

/** A rule for a value says one, and has no members. */
export function checkValueRule(
  expressions: ExpressionCompiler,
  yaml: YamlMap,
  entries: RuleKeyEntries,
  members: boolean,
): void {
  const says = entries.has('$from') || entries.has('$text') || entries.has('$else');
  if (!says && entries.size === yaml.entries.length) expressions.report(yaml, 'mapping-rule/no-value');
  if (members) expressions.report(yaml, 'mapping-rule/value-members');
  reportMisplacedKeys(expressions, entries, objectRuleKeys, buildMappingPhrase('members'));
}

/** What `$copy` begins with; only from SCSN to SCSN. */
export function compileCopy(
  expressions: ExpressionCompiler,
  entry: YamlEntry | undefined,
  scope: StaticScope,
): CheckedExpression | undefined {
  const copy = entry && expressions.compileValue(entry.value, scope);
  if (entry === undefined || copy === undefined || expressions.likeTarget) return copy;
  expressions.report(entry, 'mapping-rule/copy');
  return undefined;
}

/** Several values of the source for one of the target. */
export function checkSingleValue(
  expressions: ExpressionCompiler,
  { static: { many }, ...place }: CheckedExpression,
): void {
  if (many) expressions.report(place, 'mapping-path/several', {}, 'warning');
}

/** An element without a value of its own. */
export function checkHasText(
  expressions: ExpressionCompiler,
  { static: { spots }, ...place }: CheckedExpression,
): void {
  const aggregates = spots?.filter(({ shape }) => shape.type === undefined && shape.unknown !== 'fine') ?? [];
  const [first] = aggregates;
  if (first === undefined || aggregates.length !== spots?.length) return;
  const names = first.shape.children.map(({ shape }) => shape.name);
  const todo = suggestNames('', names, 'parts');
  expressions.report(place, 'mapping-path/no-value', { name: first.shape.name, todo });
}

/** A text of the ERP for a number: `1.000` would be one, where the ERP means a thousand. */
export function checkNumberSource(
  expressions: ExpressionCompiler,
  { static: { spots = [] }, ...place }: CheckedExpression,
): void {
  const [first] = spots;
  if (
    first === undefined ||
    !spots.every(({ shape }) => shape.type === 'string' || shape.type === 'identifier')
  )
    return;
  expressions.report(place, 'mapping-path/text-number', { name: first.shape.name }, 'warning');
}

/** `$key` must name a member of the item that has a value. */
export function checkKeyMember(
  expressions: ExpressionCompiler,
  yaml: YamlNode,
  place: MappingPosition,
  item: Rule,
  key: readonly string[],
): void {
  let found: Rule | undefined = item;
  for (const name of key)
    found = found?.kind === 'object' ? found.members.find(([member]) => member === name)?.[1] : undefined;
  if (found?.kind === 'leaf' && !found.volatile) return;
  const names =
    yaml.kind === 'map' ? yaml.entries.map(({ name }) => name).filter((n) => !n.startsWith('$')) : [];
  const said = key.join('/');
  expressions.report(place, 'mapping-rule/key', { key: said, todo: suggestNames(said, names, 'members') });
}

/** Reads `$omit: unchanged`. */
export function readOmit(
  expressions: ExpressionCompiler,
  entry: YamlEntry | undefined,
  key: readonly string[] | undefined,
): boolean {
  if (entry === undefined) return false;
  if (textOfKey(entry) !== 'unchanged') expressions.report(entry, 'mapping-rule/omit');
  if (key === undefined) expressions.report(entry, 'mapping-rule/omit-key');
  return true;
}
