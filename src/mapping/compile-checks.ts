import type { StaticScope } from '../tree/infer.ts';
import { suggestion } from '../tree/nearest.ts';
import type { Shape } from '../tree/shape.ts';
import { forbid, type Keys, objectOnly, textOf, wrong } from './compile-keys.ts';
import type { CheckedExpression, Expressions } from './expressions.ts';
import { prefixAdvice } from './namespaces.ts';
import type { Place } from './problem.ts';
import type { Rule } from './rules.ts';
import type { Yaml, YamlEntry, YamlMap } from './yaml.ts';

/** What compile.ts checks of single rules: names, how many values there may be, and keys of lists. */

/** A member that the target does not have, where all of its members are known. */
export function unknownMember(expressions: Expressions, entry: YamlEntry, target: Shape): void {
  if (target.type !== undefined) return;
  if (target.unknown === 'fine') {
    ownElement(expressions, entry, target);
    return;
  }
  const names = target.children.map(({ shape }) => shape.name);
  const glued = /^[\w:]+:[{[]/.test(entry.name);
  const advice = glued ? 'Write a blank after the colon.' : suggestion(entry.name, names, 'names');
  expressions.report(entry, 'mapping-target', `${target.name} has no ${entry.name}.`, advice);
}

/** An element of the user's own in an XML target stands in a namespace of his own, or in one of UBL's. */
function ownElement(expressions: Expressions, entry: YamlEntry, { name: holder }: Shape): void {
  if (!holder.includes(':')) return;
  const [prefix = '', local] = entry.name.split(':');
  const advice =
    local === undefined
      ? `Declare a prefix at the head of the mapping, namespaces: { my: "urn:…" }, and write my:${entry.name}.`
      : prefixAdvice(prefix, expressions.namespaces);
  const message =
    local === undefined ? `${entry.name} stands in no namespace.` : `The prefix ${prefix}: is not declared.`;
  if (local === undefined || !expressions.namespaces.has(prefix))
    expressions.report(entry, 'mapping-target', message, advice);
}

/** UBL has one element there, of another namespace than its own. */
export function extensionContent(expressions: Expressions, place: Place, names: readonly string[]): void {
  const [only, second] = names;
  if (only !== undefined && second === undefined && !only.startsWith('ext:')) return;
  const message = 'ext:ExtensionContent holds exactly one element of your own.';
  expressions.report(
    place,
    'mapping-target',
    message,
    'Put what you have inside it: my:Extra: { my:Code: … }.',
  );
}

/** A rule for a value says one, and has no members. */
export function checkValued(expressions: Expressions, yaml: YamlMap, entries: Keys, members: boolean): void {
  const says = entries.has('$from') || entries.has('$text') || entries.has('$else');
  const how = 'Write $from: with an expression, or $text: with a constant.';
  if (!says && entries.size === yaml.entries.length) wrong(expressions, yaml, 'The rule says no value.', how);
  const without = 'Write the members without $from.';
  if (members) wrong(expressions, yaml, 'A rule with $from or $text has no members.', without);
  forbid(expressions, entries, objectOnly, 'members');
}

/** What `$copy` begins with; only from SCSN to SCSN. */
export function copied(
  expressions: Expressions,
  entry: YamlEntry | undefined,
  scope: StaticScope,
): CheckedExpression | undefined {
  const copy = entry && expressions.value(entry.value, scope);
  if (entry === undefined || copy === undefined || expressions.likeTarget) return copy;
  const advice = 'Write a rule for each member.';
  wrong(expressions, entry, '$copy stands only in a mapping from SCSN to SCSN.', advice);
  return undefined;
}

/** Several values of the source for one of the target. */
export function oneValue(expressions: Expressions, { static: { many }, ...place }: CheckedExpression): void {
  if (!many) return;
  const advice =
    'Choose one with [1] or a condition, join them with string-join(…), or make the target a list.';
  expressions.report(place, 'mapping-path', 'There may be several values for one target.', advice, 'warning');
}

/** An element without a value of its own. */
export function aValue(expressions: Expressions, { static: { spots }, ...place }: CheckedExpression): void {
  const aggregates = spots?.filter(({ shape }) => shape.type === undefined && shape.unknown !== 'fine') ?? [];
  const [first] = aggregates;
  if (first === undefined || aggregates.length !== spots?.length) return;
  const advice = suggestion(
    '',
    first.shape.children.map(({ shape }) => shape.name),
    'parts',
  );
  expressions.report(
    place,
    'mapping-path',
    `${first.shape.name} holds other elements and has no value.`,
    advice,
  );
}

/** `$key` must name a member of the item that has a value. */
export function keyMember(
  expressions: Expressions,
  yaml: Yaml,
  place: Place,
  item: Rule,
  key: readonly string[],
): void {
  let found: Rule | undefined = item;
  for (const name of key)
    found = found?.kind === 'object' ? found.members.find(([member]) => member === name)?.[1] : undefined;
  if (found?.kind === 'leaf' && !found.volatile) return;
  const names =
    yaml.kind === 'map' ? yaml.entries.map(({ name }) => name).filter((n) => !n.startsWith('$')) : [];
  const message = `$key names ${key.join('/')}, and no rule of the item with that name gives a value.`;
  expressions.report(place, 'mapping-rule', message, suggestion(key.join('/'), names, 'members'));
}

/** Whether `$omit: unchanged` is said. */
export function omits(
  expressions: Expressions,
  entry: YamlEntry | undefined,
  key: readonly string[] | undefined,
): boolean {
  if (entry === undefined) return false;
  if (textOf(entry) !== 'unchanged')
    wrong(expressions, entry, '$omit is unknown.', 'Write $omit: unchanged.');
  if (key === undefined)
    wrong(expressions, entry, '$omit needs a $key.', 'Name the member that identifies an item: $key: …');
  return true;
}
