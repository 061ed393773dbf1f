import { countCharacters, sliceCharacters } from '../characters.ts';
import {
  atoms,
  condition,
  type Direct,
  type Env,
  effective,
  here,
  no,
  nothing,
  Odd,
  type Parts,
  single,
  text,
  truth,
  yes,
} from './direct-env.ts';
import { isPatternCall, patternCall } from './direct-patterns.ts';
import { type OwnFunction, ownFunctions } from './functions.ts';
import { type Item, isNode, isTrue } from './items.ts';
import type { TreeAttribute, TreeElement } from './node.ts';
import { child, type Syntax, written, writtenName } from './syntax.ts';

/** Function calls as closures (direct.ts). */

export function call(compiler: Parts, syntax: Syntax): Direct {
  const name = functionName(syntax);
  const given = child(syntax, 'arguments')?.children ?? [];
  const args = given.map((arg) => compiler.compile(arg));
  const own = ownFunctions.find(
    (one) => (one.prefix === '' ? one.name : `${one.prefix}:${one.name}`) === name,
  );
  if (own !== undefined) return own.kind === 'boolean' ? condition(ownCall(own, args)) : ownCall(own, args);
  const signature = `${name}#${args.length}`;
  if (isPatternCall(signature)) {
    const pattern = patternCall(signature, given, arg(args, 0));
    return signature === 'matches#2' ? condition(pattern) : pattern;
  }
  const run = functions.get(signature) ?? (name === 'concat' ? functions.get('concat') : undefined);
  if (run === undefined) throw new Odd();
  const direct: Direct = (env) => run(args, env);
  return deciding.has(signature) ? condition(direct) : direct;
}

/** As callOwn, on texts at once. */
function ownCall({ run, sequence }: OwnFunction, args: readonly Direct[]): Direct {
  if (sequence) return (env) => result(run(atoms(arg(args, 0)(env), env).map(String), env.lookup));
  return (env) => {
    const values = args.map((one) => one(env));
    const texts = values.map((items) => single(items, env));
    return values.some(({ length }) => length === 0) ? nothing : result(run(texts, env.lookup));
  };
}

const result = (value: Item | undefined): readonly Item[] => (value === undefined ? nothing : [value]);

function functionName(syntax: Syntax): string {
  const called = child(syntax, 'functionName');
  const prefix = called?.attributes.get('prefix');
  if (called === undefined || prefix === undefined) throw new Odd();
  return written({ ...writtenName(called), prefix: prefix === 'fn' ? '' : prefix });
}

type Run = (args: readonly Direct[], env: Env) => readonly Item[];

const arg = (args: readonly Direct[], i: number): Direct => args[i] ?? here;
const one =
  (run: (value: string) => string): Run =>
  (args, env) => [run(text(arg(args, 0)(env), env))];
const two =
  (run: (a: string, b: string) => Item): Run =>
  (args, env) => [run(text(arg(args, 0)(env), env), text(arg(args, 1)(env), env))];

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

const functions: ReadonlyMap<string, Run> = new Map<string, Run>([
  ['string#0', (_args, env) => [single(here(env), env)]],
  ['string#1', (args, env) => [single(arg(args, 0)(env), env)]],
  ['concat', (args, env) => [together(args.map((part) => single(part(env), env)))]],
  ['string-join#1', (args, env) => [together(atoms(arg(args, 0)(env), env).map(String))]],
  [
    'string-join#2',
    (args, env) => [together(atoms(arg(args, 0)(env), env).map(String), text(arg(args, 1)(env), env))],
  ],
  ['normalize-space#0', (_args, env) => [squeezed(text(here(env), env))]],
  ['normalize-space#1', one(squeezed)],
  ['lower-case#1', one((value) => value.toLowerCase())],
  ['upper-case#1', one((value) => value.toUpperCase())],
  ['translate#3', (args, env) => [translated(args.map((part) => text(part(env), env)))]],
  ['string-length#1', (args, env) => [countCharacters(text(arg(args, 0)(env), env))]],
  ['substring#2', (args, env) => [part(args, env, Number.POSITIVE_INFINITY)]],
  ['substring#3', (args, env) => [part(args, env, count(arg(args, 2)(env)))]],
  ['contains#2', two((a, b) => a.includes(b))],
  ['starts-with#2', two((a, b) => a.startsWith(b))],
  ['ends-with#2', two((a, b) => a.endsWith(b))],
  ['substring-before#2', two((a, b) => a.slice(0, Math.max(0, a.indexOf(b))))],
  ['substring-after#2', two((a, b) => (a.includes(b) ? a.slice(a.indexOf(b) + b.length) : ''))],
  ['not#1', (args, env) => truth(!isTrue(effective(arg(args, 0)(env))))],
  ['boolean#1', (args, env) => truth(isTrue(effective(arg(args, 0)(env))))],
  ['true#0', () => yes],
  ['false#0', () => no],
  ['exists#1', (args, env) => truth(arg(args, 0)(env).length > 0)],
  ['empty#1', (args, env) => truth(arg(args, 0)(env).length === 0)],
  ['count#1', (args, env) => [arg(args, 0)(env).length]],
  ['distinct-values#1', distinct],
  ['index-of#2', indexOf],
  ['head#1', picking((items) => items.slice(0, 1))],
  ['tail#1', picking((items) => items.slice(1))],
  ['reverse#1', reversed],
  ['name#0', naming((node) => node.nodeName)],
  ['name#1', naming((node) => node.nodeName)],
  ['local-name#0', naming((node) => node.localName)],
  ['local-name#1', naming((node) => node.localName)],
  ['position#0', (_args, env) => [env.position]],
  ['last#0', (_args, env) => [env.size]],
]);

function picking(pick: (items: readonly Item[]) => readonly Item[]): Run {
  return (args, env) => {
    const items = arg(args, 0)(env);
    const picked = pick(items);
    return env.provenance?.pick(picked, items) ?? picked;
  };
}

function reversed(args: readonly Direct[], env: Env): readonly Item[] {
  const items = arg(args, 0)(env);
  const turned = items.toReversed();
  env.provenance?.set(turned, env.provenance.of(items).toReversed());
  return turned;
}

/** So many characters of a text, from a place on that counts from 1. */
function part(args: readonly Direct[], env: Env, length: number): string {
  const value = text(arg(args, 0)(env), env);
  const first = count(arg(args, 1)(env));
  return sliceCharacters(value, Math.max(0, first - 1), Math.max(0, first - 1 + length));
}

/** One whole number: the engine rounds others, or refuses them. */
function count([value, more]: readonly Item[]): number {
  if (typeof value !== 'number' || more !== undefined) throw new Odd();
  return value;
}

/** Of an element or attribute; other nodes have no name. */
function naming(name: (node: TreeElement | TreeAttribute) => string): Run {
  return (args, env) => {
    const [node, more] = arg(args, 0)(env);
    if (more !== undefined || (node !== undefined && !isNode(node))) throw new Odd();
    return [node !== undefined && (node.nodeType === 1 || node.nodeType === 2) ? name(node) : ''];
  };
}

function distinct(args: readonly Direct[], env: Env): readonly Item[] {
  const items = arg(args, 0)(env);
  const values = atoms(items, env).filter((value) => typeof value === 'string');
  if (values.length < items.length) throw new Odd();
  const different = [...new Set(values)];
  env.provenance?.unite(different, items, values);
  return different;
}

/** Places of a text among others, from 1 on. */
function indexOf(args: readonly Direct[], env: Env): readonly Item[] {
  const values = atoms(arg(args, 0)(env), env);
  const sought = atoms(arg(args, 1)(env), env);
  if (sought.length !== 1 || [...values, ...sought].some((value) => typeof value !== 'string'))
    throw new Odd();
  return values.flatMap((value, i) => (value === sought[0] ? [i + 1] : []));
}

/** Characters of one text; documents are smaller. */
const longest = 100_000_000;

/** Joined; a RangeError before the memory is full. */
function together(texts: readonly string[], between = ''): string {
  const length = texts.reduce((sum, one) => sum + one.length + between.length, 0);
  if (length > longest) throw new RangeError(`a text of ${length} characters`);
  return texts.join(between);
}

function translated([value = '', from = '', to = '']: readonly string[]): string {
  const [search, replace] = [[...from], [...to]];
  return [...value]
    .map((c) => {
      const at = search.indexOf(c);
      return at === -1 ? c : (replace[at] ?? '');
    })
    .join('');
}

function squeezed(value: string): string {
  return value.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');
}
