import { type Part, part } from '../findings/mappings.ts';
import { ownFunctions } from './functions.ts';

/** What an expression gives, as far as the static check can tell. `node`: an element, attribute or text. */
export type Kind = 'node' | 'string' | 'integer' | 'boolean' | 'decimal' | 'date' | 'any';

export interface AllowedFunction {
  readonly arity: readonly [number, number];
  /** `same`: what its first argument is. */
  readonly kind: Kind | 'same';
  /** Takes sequences; the others take one item at the most in each argument. */
  readonly sequence?: true;
  /** `first`: of a sequence, at most one comes out. */
  readonly one?: true;
  /** Its argument is a condition. */
  readonly condition?: true;
}

const text = (min: number, max = min): AllowedFunction => ({ arity: [min, max], kind: 'string' });
const test = (min: number, max = min): AllowedFunction => ({ arity: [min, max], kind: 'boolean' });
const whole = (min: number, max = min): AllowedFunction => ({ arity: [min, max], kind: 'integer' });
const several = (allowed: AllowedFunction): AllowedFunction => ({ ...allowed, sequence: true });
const picks = (min: number, max = min): AllowedFunction => ({
  arity: [min, max],
  kind: 'same',
  sequence: true,
});

/** The functions a mapping may call, by written name. No function items, no clock, no files, no doubles. */
export const allowedFunctions: ReadonlyMap<string, AllowedFunction> = new Map([
  ['string', text(0, 1)],
  ['concat', text(2, 99)],
  ['string-join', several(text(1, 2))],
  ['substring', text(2, 3)],
  ['substring-before', text(2)],
  ['substring-after', text(2)],
  ['string-length', whole(0, 1)],
  ['normalize-space', text(0, 1)],
  ['translate', text(3)],
  ['upper-case', text(1)],
  ['lower-case', text(1)],
  ['encode-for-uri', text(1)],
  ['contains', test(2)],
  ['starts-with', test(2)],
  ['ends-with', test(2)],
  ['matches', test(2, 3)],
  ['replace', text(3, 4)],
  ['tokenize', text(1, 3)],
  ['not', { ...several(test(1)), condition: true }],
  ['boolean', { ...several(test(1)), condition: true }],
  ['true', test(0)],
  ['false', test(0)],
  ['exists', several(test(1))],
  ['empty', several(test(1))],
  ['count', several(whole(1))],
  ['distinct-values', several(text(1))],
  ['index-of', several(whole(2))],
  ['deep-equal', several(test(2))],
  ['head', { ...picks(1), one: true }],
  ['tail', picks(1)],
  ['subsequence', picks(2, 3)],
  ['reverse', picks(1)],
  ['data', several(text(0, 1))],
  ['position', whole(0)],
  ['last', whole(0)],
  ['name', text(0, 1)],
  ['local-name', text(0, 1)],
  ['xs:string', text(1)],
  ...ownFunctions.map(({ prefix, name, arity, kind, sequence }): [string, AllowedFunction] => [
    prefix === '' ? name : `${prefix}:${name}`,
    { arity: [Math.min(...arity), Math.max(...arity)], kind, ...(sequence ? { sequence } : {}) },
  ]),
]);

const compare = { what: 'dec:compare(a, b)', other: 'date:date(a) < date:date(b)' };

/** Functions that look right and give wrong answers, with what to write instead. */
export const refusedFunctions: ReadonlyMap<string, Part> = new Map([
  ['sum', part('write-exact', { what: 'dec:sum(…)' })],
  ['avg', part('write-exact', { what: 'dec:div(dec:sum(…), count(…), digits)' })],
  ['min', part('compare-with', compare)],
  ['max', part('compare-with', compare)],
  ['number', part('leave-out-number')],
  ['round', part('write-exact', { what: 'dec:round(a, digits)' })],
  ['abs', part('write', { what: "if (dec:compare(a, '0') < 0) then dec:sub('0', a) else a" })],
  ['floor', part('write', { what: 'dec:round(a, 0)' })],
  ['ceiling', part('write', { what: 'dec:round(a, 0)' })],
  ['xs:decimal', part('leave-out')],
  ['xs:double', part('leave-out')],
  ['xs:float', part('leave-out')],
  ['xs:integer', part('leave-out')],
  ['xs:date', part('write-real-date', { what: 'date:date(…)' })],
  ['xs:dateTime', part('write-or', { what: 'date:date(…)', other: 'date:local(…, zone)' })],
  ['xs:time', part('write', { what: 'date:time(…)' })],
  ['current-date', part('write', { what: 'date:local($now, $channel/timeZone)' })],
  ['current-dateTime', part('write', { what: '$now' })],
  ['current-time', part('write', { what: 'date:time($now)' })],
]);

/** Arithmetic, with its exact counterpart. */
export const arithmetic: ReadonlyMap<string, { readonly sign: string; readonly instead: string }> = new Map([
  ['addOp', { sign: '+', instead: 'dec:add(a, b)' }],
  ['subtractOp', { sign: '-', instead: 'dec:sub(a, b)' }],
  ['multiplyOp', { sign: '*', instead: 'dec:mul(a, b)' }],
  ['divOp', { sign: 'div', instead: 'dec:div(a, b, digits)' }],
  ['idivOp', { sign: 'idiv', instead: 'dec:div(a, b, 0)' }],
  ['modOp', { sign: 'mod', instead: 'dec:sub(a, dec:mul(b, …))' }],
]);

/** Comparisons: `=` and its like, or `<` and its like. */
export const comparisons: ReadonlyMap<string, { readonly sign: string; readonly orders: boolean }> = new Map([
  ['equalOp', { sign: '=', orders: false }],
  ['notEqualOp', { sign: '!=', orders: false }],
  ['eqOp', { sign: 'eq', orders: false }],
  ['neOp', { sign: 'ne', orders: false }],
  ['lessThanOp', { sign: '<', orders: true }],
  ['lessThanOrEqualOp', { sign: '<=', orders: true }],
  ['greaterThanOp', { sign: '>', orders: true }],
  ['greaterThanOrEqualOp', { sign: '>=', orders: true }],
  ['ltOp', { sign: 'lt', orders: true }],
  ['leOp', { sign: 'le', orders: true }],
  ['gtOp', { sign: 'gt', orders: true }],
  ['geOp', { sign: 'ge', orders: true }],
]);

/** Constructs that are refused, in words. */
export const refusedConstructs: ReadonlyMap<string, string | Part> = new Map<string, string | Part>([
  ['namedFunctionRef', part('function-value')],
  ['inlineFunctionExpr', part('function-in-place')],
  ['dynamicFunctionInvocationExpr', part('function-call')],
  ['arrowExpr', part('arrow')],
  ['mapConstructor', part('map')],
  ['squareArray', part('array')],
  ['curlyArray', part('array')],
  ['unaryLookup', part('lookup')],
  ['castExpr', 'cast as'],
  ['castableExpr', 'castable as'],
  ['treatExpr', 'treat as'],
  ['instanceOfExpr', 'instance of'],
  ['nameTest', part('name-in-braces')],
  ['decimalConstantExpr', part('bare-decimal')],
  ['doubleConstantExpr', part('bare-double')],
]);
