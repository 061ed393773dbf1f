import { countCharacters, sliceCharacters } from '../../text/characters.ts';
import { type Item, isNode, isTrue } from '../nodes/items.ts';
import type { TreeAttribute, TreeElement } from '../nodes/tree-node.ts';
import { type OwnFunction, ownFunctions } from '../xpath/own-functions.ts';
import { findChild, readName, renderName, type SyntaxNode } from '../xpath/xpath-syntax.ts';
import {
  atomize,
  atomizeLeafToText,
  atomizeToText,
  booleanItems,
  computeBoolean,
  condition,
  type EvaluationContext,
  type ExpressionClosure,
  falseItems,
  here,
  NeedsFullEngine,
  noItems,
  type PartCompiler,
  trueItems,
} from './closures.ts';
import { compileCountOfSiblings } from './path-closures.ts';
import { compilePatternCall, isPatternCall } from './regex-calls.ts';

/** Function calls as closures (fast-compiler.ts). */

export function compileCall(compiler: PartCompiler, syntax: SyntaxNode): ExpressionClosure {
  const name = functionKeyOf(syntax);
  const given = findChild(syntax, 'arguments')?.children ?? [];
  const [first] = given;
  const counting = name === 'count' && first ? compileCountOfSiblings(compiler, first) : undefined;
  if (counting !== undefined) return condition(counting);
  const args = given.map((arg) => compiler.compile(arg));
  const own = ownFunctions.find(
    (one) => (one.prefix === '' ? one.name : `${one.prefix}:${one.name}`) === name,
  );
  if (own !== undefined)
    return own.kind === 'boolean' ? condition(compileOwnCall(own, args)) : compileOwnCall(own, args);
  const signature = `${name}#${args.length}`;
  if (isPatternCall(signature)) {
    const pattern = compilePatternCall(signature, given, arg(args, 0));
    return signature === 'matches#2' ? condition(pattern) : pattern;
  }
  const run = functions.get(signature) ?? (name === 'concat' ? functions.get('concat') : undefined);
  if (run === undefined) throw new NeedsFullEngine();
  const direct: ExpressionClosure = (env) => run(args, env);
  return deciding.has(signature) ? condition(direct) : direct;
}

/** As callOwn, on texts at once. */
function compileOwnCall(
  { run, sequence }: OwnFunction,
  args: readonly ExpressionClosure[],
): ExpressionClosure {
  if (sequence) return (env) => toItems(run(atomize(arg(args, 0)(env), env).map(String), env.lookup));
  return (env) => {
    const values = args.map((one) => one(env));
    const texts = values.map((items) => atomizeToText(items, env));
    return values.some(({ length }) => length === 0) ? noItems : toItems(run(texts, env.lookup));
  };
}

const toItems = (value: Item | undefined): readonly Item[] => (value === undefined ? noItems : [value]);

function functionKeyOf(syntax: SyntaxNode): string {
  const called = findChild(syntax, 'functionName');
  const prefix = called?.attributes.get('prefix');
  if (called === undefined || prefix === undefined) throw new NeedsFullEngine();
  return renderName({ ...readName(called), prefix: prefix === 'fn' ? '' : prefix });
}

type FunctionBody = (args: readonly ExpressionClosure[], env: EvaluationContext) => readonly Item[];

const arg = (args: readonly ExpressionClosure[], i: number): ExpressionClosure => args[i] ?? here;
const one =
  (run: (value: string) => string): FunctionBody =>
  (args, env) => [run(atomizeLeafToText(arg(args, 0)(env), env))];
const two =
  (run: (a: string, b: string) => Item): FunctionBody =>
  (args, env) => [run(atomizeLeafToText(arg(args, 0)(env), env), atomizeLeafToText(arg(args, 1)(env), env))];

/** They say whether, where or how many, and never what. */
const deciding: ReadonlySet<string> = new Set([
  'contains#2',
  'starts-with#2',
  'ends-with#2',
  'not#1',
  'boolean#1',
  'exists#1',
  'empty#1',
  'count#1',
  'index-of#2',
]);

const functions: ReadonlyMap<string, FunctionBody> = new Map<string, FunctionBody>([
  ['string#0', (_args, env) => [atomizeToText(here(env), env)]],
  ['string#1', (args, env) => [atomizeToText(arg(args, 0)(env), env)]],
  ['concat', (args, env) => [joinTexts(args.map((part) => atomizeToText(part(env), env)))]],
  ['string-join#1', (args, env) => [joinTexts(atomize(arg(args, 0)(env), env).map(String))]],
  [
    'string-join#2',
    (args, env) => [
      joinTexts(atomize(arg(args, 0)(env), env).map(String), atomizeLeafToText(arg(args, 1)(env), env)),
    ],
  ],
  ['normalize-space#0', (_args, env) => [normalizeSpace(atomizeLeafToText(here(env), env))]],
  ['normalize-space#1', one(normalizeSpace)],
  ['lower-case#1', one((value) => value.toLowerCase())],
  ['upper-case#1', one((value) => value.toUpperCase())],
  ['translate#3', (args, env) => [translateText(args.map((part) => atomizeLeafToText(part(env), env)))]],
  ['string-length#1', (args, env) => [countCharacters(atomizeLeafToText(arg(args, 0)(env), env))]],
  ['substring#2', (args, env) => [substringOf(args, env, Number.POSITIVE_INFINITY)]],
  ['substring#3', (args, env) => [substringOf(args, env, readCount(arg(args, 2)(env)))]],
  ['contains#2', two((a, b) => a.includes(b))],
  ['starts-with#2', two((a, b) => a.startsWith(b))],
  ['ends-with#2', two((a, b) => a.endsWith(b))],
  ['substring-before#2', two((a, b) => a.slice(0, Math.max(0, a.indexOf(b))))],
  ['substring-after#2', two((a, b) => (a.includes(b) ? a.slice(a.indexOf(b) + b.length) : ''))],
  ['not#1', (args, env) => booleanItems(!isTrue(computeBoolean(arg(args, 0)(env))))],
  ['boolean#1', (args, env) => booleanItems(isTrue(computeBoolean(arg(args, 0)(env))))],
  ['true#0', () => trueItems],
  ['false#0', () => falseItems],
  ['exists#1', (args, env) => booleanItems(arg(args, 0)(env).length > 0)],
  ['empty#1', (args, env) => booleanItems(arg(args, 0)(env).length === 0)],
  ['count#1', (args, env) => [arg(args, 0)(env).length]],
  ['distinct-values#1', listDistinct],
  ['index-of#2', indexOf],
  ['head#1', picking((items) => items.slice(0, 1))],
  ['tail#1', picking((items) => items.slice(1))],
  ['reverse#1', reversed],
  ['name#0', nameFunction((node) => node.nodeName)],
  ['name#1', nameFunction((node) => node.nodeName)],
  ['local-name#0', nameFunction((node) => node.localName)],
  ['local-name#1', nameFunction((node) => node.localName)],
  ['position#0', (_args, env) => [env.position]],
  ['last#0', (_args, env) => [env.size]],
]);

function picking(pick: (items: readonly Item[]) => readonly Item[]): FunctionBody {
  return (args, env) => {
    const items = arg(args, 0)(env);
    const picked = pick(items);
    return env.provenance?.pick(picked, items) ?? picked;
  };
}

function reversed(args: readonly ExpressionClosure[], env: EvaluationContext): readonly Item[] {
  const items = arg(args, 0)(env);
  const turned = items.toReversed();
  env.provenance?.set(turned, env.provenance.of(items).toReversed());
  return turned;
}

/** So many characters of a text, from a place on that counts from 1. */
function substringOf(args: readonly ExpressionClosure[], env: EvaluationContext, length: number): string {
  const value = atomizeLeafToText(arg(args, 0)(env), env);
  const first = readCount(arg(args, 1)(env));
  return sliceCharacters(value, Math.max(0, first - 1), Math.max(0, first - 1 + length));
}

/** One whole number: the engine rounds others, or refuses them. */
function readCount([value, more]: readonly Item[]): number {
  if (typeof value !== 'number' || more !== undefined) throw new NeedsFullEngine();
  return value;
}

/** Of an element or attribute; other nodes have no name. */
function nameFunction(name: (node: TreeElement | TreeAttribute) => string): FunctionBody {
  return (args, env) => {
    const [node, more] = arg(args, 0)(env);
    if (more !== undefined || (node !== undefined && !isNode(node))) throw new NeedsFullEngine();
    return [node !== undefined && (node.nodeType === 1 || node.nodeType === 2) ? name(node) : ''];
  };
}

function listDistinct(args: readonly ExpressionClosure[], env: EvaluationContext): readonly Item[] {
  const items = arg(args, 0)(env);
  const values = atomize(items, env).filter((value) => typeof value === 'string');
  if (values.length < items.length) throw new NeedsFullEngine();
  const different = [...new Set(values)];
  env.provenance?.unite(different, items, values);
  return different;
}

/** Places of a text among others, from 1 on. */
function indexOf(args: readonly ExpressionClosure[], env: EvaluationContext): readonly Item[] {
  const values = atomize(arg(args, 0)(env), env);
  const sought = atomize(arg(args, 1)(env), env);
  if (sought.length !== 1 || [...values, ...sought].some((value) => typeof value !== 'string'))
    throw new NeedsFullEngine();
  return values.flatMap((value, i) => (value === sought[0] ? [i + 1] : []));
}

/** Characters of one text; documents are smaller. */
const longest = 100_000_000;

/** Joined; a RangeError before the memory is full. */
function joinTexts(texts: readonly string[], between = ''): string {
  const length = texts.reduce((sum, one) => sum + one.length + between.length, 0);
  if (length > longest) throw new RangeError(`a text of ${length} characters`);
  return texts.join(between);
}

function translateText([value = '', from = '', to = '']: readonly string[]): string {
  const [search, replace] = [[...from], [...to]];
  return [...value]
    .map((c) => {
      const at = search.indexOf(c);
      return at === -1 ? c : (replace[at] ?? '');
    })
    .join('');
}

function normalizeSpace(value: string): string {
  return value.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');
}
