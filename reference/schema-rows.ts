import type { z } from 'zod';
import { cell, code, codes } from './markdown.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** What a table of keys has in its columns. */
export const keyHead = ['key', 'type', 'default', 'what it is'] as const;

/**
 * A key and all below it, a row each: dotted path, type, default, sentence. `known`: keys that are told elsewhere; `needed`: what is
 * said of one that has to be there.
 */
export function keyRows(
  schema: Schema,
  above = '',
  known: ReadonlySet<string> = new Set(),
  needed = '**required**',
  below = needed,
): string[][] {
  const { properties = {}, required = [] } = schema;
  const members = Object.entries(properties).filter(([name]) => !known.has(name));
  return [
    ...members.flatMap(([name, member]) =>
      typeof member === 'object'
        ? memberRows(member, above + name, required.includes(name) ? needed : defaultOf(member), below)
        : [],
    ),
    ...named(schema).flatMap((member) => keyRows(member, `${above}NAME.`)),
    ...ways(schema).flatMap((way) => keyRows(way, above, known, '*one of*', below)),
  ];
}

/** What stands under names of one's own. */
const named = ({ additionalProperties: others }: Schema): readonly Schema[] =>
  typeof others === 'object' && others.type === 'object' ? [others] : [];

/** The alternatives that have keys. */
const ways = ({ anyOf, oneOf }: Schema): readonly Schema[] =>
  (anyOf ?? oneOf ?? []).flatMap((way) =>
    typeof way === 'object' && way.properties !== undefined ? [way] : [],
  );

function memberRows(member: Schema, path: string, otherwise: string, needed: string): string[][] {
  const row = [code(path), typeOf(member), otherwise, cell(member.description ?? '')];
  return [row, ...keyRows(member, `${path}.`, none, needed), ...itemRows(member, path, needed)];
}

/** Of a list whose members have keys of their own. */
const itemRows = ({ items }: Schema, path: string, needed: string): string[][] =>
  typeof items === 'object' && !Array.isArray(items) ? keyRows(items, `${path}[].`, none, needed) : [];

const none: ReadonlySet<string> = new Set();

function defaultOf({ default: value }: Schema): string {
  if (value === undefined || ['{}', '[]'].includes(JSON.stringify(value))) return '';
  if (Array.isArray(value)) return codes(value.map(String));
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

const duration = '^\\d+(ms|s|m|h|d)$';

/** In words. A pattern is left to the sentence and to what `gateway check` says of a wrong value. */
function typeOf(schema: Schema): string {
  const { type, enum: choices, const: only, anyOf, items } = schema;
  if (choices !== undefined) return codes(choices.map(String));
  if (only !== undefined) return code(String(only));
  if (anyOf !== undefined) return [...new Set(anyOf.map(oneType))].join(' or ');
  if (type === 'array') return listType(oneType(items));
  if (type === 'object') return schema.properties === undefined ? mapType(schema) : 'keys below';
  if (type === 'integer' || type === 'number') return numberType(schema);
  if (type === 'boolean') return codes(['true', 'false']);
  return schema.pattern === duration ? 'duration' : 'text';
}

const oneType = (schema: Schema['items']): string =>
  typeof schema === 'object' && !Array.isArray(schema) ? typeOf(schema) : 'anything';

const listType = (of: string): string => (of === 'text' ? 'list of texts' : `list, each ${of}`);

function mapType({ additionalProperties: others }: Schema): string {
  return typeof others === 'object' && isPlain(others) ? `names, each with ${typeOf(others)}` : 'names';
}

const isPlain = ({ type, enum: choices }: Schema): boolean =>
  choices !== undefined || (type !== undefined && type !== 'object');

function numberType({ type, minimum, maximum, exclusiveMinimum }: Schema): string {
  const name = type === 'integer' ? 'whole number' : 'number';
  const most = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER)
    return most === undefined ? `${name} from ${minimum}` : `${name} ${minimum} to ${most}`;
  if (exclusiveMinimum === undefined) return name;
  return most === undefined
    ? `${name} above ${exclusiveMinimum}`
    : `${name} above ${exclusiveMinimum}, at most ${most}`;
}
