import { buildMappingPhrase, type MappingPhrase } from '../../findings/mapping-sentences.ts';
import { suggestNames } from '../../findings/nearest-names.ts';
import type { Shape, ShapeChild } from '../../tree/nodes/shape.ts';
import type { ConstantResults } from '../../tree/xpath-check/constant-results.ts';
import type { MappingPosition } from '../files/mapping-problem.ts';
import type { YamlEntry } from '../files/mapping-yaml.ts';
import { findAllowedValues } from '../models/enumerations.ts';
import { reportExtensionContent } from './compile-checks.ts';
import type { Conversion } from './conversions.ts';
import type { CheckedExpression, ExpressionCompiler } from './expression-compiler.ts';
import type { LeafRule, Rule } from './rule-types.ts';

/** What a leaf of this type is written as, where the rule has no `$as`. */
export function defaultConversionOf(target: Shape | undefined): Conversion {
  return defaults.get(target?.type ?? '') ?? 'text';
}

const defaults: ReadonlyMap<string, Conversion> = new Map([
  ['decimal', 'decimal'],
  ['integer', 'integer'],
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['time', 'time'],
  ['dateTime', 'datetime'],
  ['datetime', 'datetime'],
  ['identifier', 'identifier'],
  ['uri', 'uri'],
]);

const extension = 'ext:ExtensionContent';

type AttributeRules = readonly (readonly [string, LeafRule])[];

/** A value where the target holds other members, and attributes that are unknown or missing. */
export function checkLeaf(
  expressions: ExpressionCompiler,
  target: Shape | undefined,
  rule: LeafRule,
  attributes: AttributeRules,
): void {
  if (target === undefined) return;
  if (target.name === extension) reportExtensionContent(expressions, rule, []);
  if (target.unknown === 'fine') return;
  if (target.type === undefined) {
    const names = target.children.map(({ shape }) => shape.name);
    const todo = suggestNames('', names, 'members');
    expressions.report(rule, 'mapping-target/members', { target: target.name, todo });
    return;
  }
  checkAllowedValues(expressions, target.name, rule);
  checkAttributes(expressions, target, rule, attributes);
}

/** A text that the rule gives, or a table it looks up, and that is none of the target's values. */
function checkAllowedValues(expressions: ExpressionCompiler, member: string, rule: LeafRule): void {
  const { texts, tables } = constantResultsOf(rule);
  for (const text of texts) {
    const values = findAllowedValues(member, text);
    if (values === undefined) continue;
    const todo = suggestNames(text, values, 'values');
    expressions.report(rule, 'mapping-target/value', { member, text, todo }, 'warning');
  }
  expressions.noteWritten(member, tables);
}

function constantResultsOf({ from }: LeafRule): ConstantResults {
  if ('constant' in from) return { texts: [from.constant], tables: [] };
  const checked: Partial<CheckedExpression> = from;
  return checked.static?.constants ?? { texts: [], tables: [] };
}

/** Missing members and attributes; what is copied may bring any member. The answer: the members the target wants in every such object. */
export function checkObject(
  expressions: ExpressionCompiler,
  target: Shape | undefined,
  place: MappingPosition,
  {
    members,
    attributes,
    copied,
  }: {
    readonly members: readonly (readonly [string, Rule])[];
    readonly attributes: AttributeRules;
    readonly copied: boolean;
  },
): string[] {
  if (target === undefined) return [];
  const own = members.map(([name]) => name);
  if (target.name === extension && !copied) reportExtensionContent(expressions, place, own);
  if (target.unknown === 'fine') return [];
  if (target.type !== undefined) {
    const todo = adviseValue(own);
    expressions.report(place, 'mapping-target/no-members', { target: target.name, todo });
    return [];
  }
  const named = new Set(own);
  const wanted = copied
    ? []
    : target.children.filter(({ required }) => required).map(({ shape }) => shape.name);
  for (const name of wanted)
    if (!named.has(name)) expressions.report(place, 'mapping-target/needs', { target: target.name, name });
  checkAttributes(expressions, target, place, attributes);
  return wanted;
}

/** Instead of members: a keyword may have been written without its `$`. */
function adviseValue(names: readonly string[]): MappingPhrase {
  const bare = names.find((name) => /^(from|text|when|else|as)$/.test(name));
  return bare
    ? buildMappingPhrase('did-you-mean-bare', { near: `$${bare}:` })
    : buildMappingPhrase('write-expression');
}

/** A list where the target takes one value, and one value where a JSON target takes a list. */
export function checkMember(
  expressions: ExpressionCompiler,
  entry: YamlEntry,
  known: ShapeChild | undefined,
  rule: Rule,
): void {
  if (known === undefined) return;
  const list = rule.kind === 'each' || rule.kind === 'list';
  if (list && !known.many) expressions.report(entry, 'mapping-target/one', { name: entry.name });
  if (!list && known.many && !entry.name.includes(':'))
    expressions.report(entry, 'mapping-target/list', { name: entry.name });
}

function checkAttributes(
  expressions: ExpressionCompiler,
  target: Shape,
  place: MappingPosition,
  attributes: AttributeRules,
): void {
  const known = target.attributes.map(({ name }) => name);
  for (const [name, rule] of attributes)
    if (!known.includes(name)) {
      const todo = suggestNames(name, known, 'attributes');
      expressions.report(rule, 'mapping-target/attribute', { target: target.name, name, todo });
    }
  for (const { name, required } of target.attributes)
    if (required && !attributes.some(([given]) => given === name))
      expressions.report(place, 'mapping-target/needs-attribute', { target: target.name, name });
}
