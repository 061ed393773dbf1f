import { buildMappingPhrase, type MappingPhrase } from '../../findings/mapping-sentences.ts';
import { ownFunctions } from '../xpath/own-functions.ts';

/** The type of an expression's result to the static check. `node`: an element, attribute or text. */
export type StaticKind = 'node' | 'string' | 'integer' | 'boolean' | 'decimal' | 'date' | 'any';

export interface AllowedFunction {
  readonly arity: readonly [number, number];
  /** `same`: what its first argument is. */
  readonly kind: StaticKind | 'same';
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
export const refusedFunctions: ReadonlyMap<string, MappingPhrase> = new Map([
  ['sum', buildMappingPhrase('write-exact', { what: 'dec:sum(…)' })],
  ['avg', buildMappingPhrase('write-exact', { what: 'dec:div(dec:sum(…), count(…), digits)' })],
  ['min', buildMappingPhrase('compare-with', compare)],
  ['max', buildMappingPhrase('compare-with', compare)],
  ['number', buildMappingPhrase('leave-out-number')],
  ['round', buildMappingPhrase('write-exact', { what: 'dec:round(a, digits)' })],
  ['abs', buildMappingPhrase('write', { what: "if (dec:compare(a, '0') < 0) then dec:sub('0', a) else a" })],
  ['floor', buildMappingPhrase('write', { what: 'dec:round(a, 0)' })],
  ['ceiling', buildMappingPhrase('write', { what: 'dec:round(a, 0)' })],
  ['xs:decimal', buildMappingPhrase('leave-out')],
  ['xs:double', buildMappingPhrase('leave-out')],
  ['xs:float', buildMappingPhrase('leave-out')],
  ['xs:integer', buildMappingPhrase('leave-out')],
  ['xs:date', buildMappingPhrase('write-real-date', { what: 'date:date(…)' })],
  ['xs:dateTime', buildMappingPhrase('write-or', { what: 'date:date(…)', other: 'date:local(…, zone)' })],
  ['xs:time', buildMappingPhrase('write', { what: 'date:time(…)' })],
  ['current-date', buildMappingPhrase('write', { what: 'date:local($now, $channel/timeZone)' })],
  ['current-dateTime', buildMappingPhrase('write', { what: '$now' })],
  ['current-time', buildMappingPhrase('write', { what: 'date:time($now)' })],
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
export const refusedConstructs: ReadonlyMap<string, string | MappingPhrase> = new Map<
  string,
  string | MappingPhrase
>([
  ['namedFunctionRef', buildMappingPhrase('function-value')],
  ['inlineFunctionExpr', buildMappingPhrase('function-in-place')],
  ['dynamicFunctionInvocationExpr', buildMappingPhrase('function-call')],
  ['arrowExpr', buildMappingPhrase('arrow')],
  ['mapConstructor', buildMappingPhrase('map')],
  ['squareArray', buildMappingPhrase('array')],
  ['curlyArray', buildMappingPhrase('array')],
  ['unaryLookup', buildMappingPhrase('lookup')],
  ['castExpr', 'cast as'],
  ['castableExpr', 'castable as'],
  ['treatExpr', 'treat as'],
  ['instanceOfExpr', 'instance of'],
  ['nameTest', buildMappingPhrase('name-in-braces')],
  ['decimalConstantExpr', buildMappingPhrase('bare-decimal')],
  ['doubleConstantExpr', buildMappingPhrase('bare-double')],
]);
