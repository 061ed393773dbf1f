import type { z } from 'zod';
import type { Formats } from '../../formats/document-format.ts';
import type { Shape, ShapeChild } from '../../tree/nodes/shape.ts';
import { openPartNames } from '../../tree/open-parts.ts';
import { clauseKeys, stopOutcomes } from '../language/clause-compiler.ts';
import { conversions } from '../language/conversions.ts';
import { sections } from '../language/mapping-header.ts';
import { objectRuleKeys, type RuleKey, ruleKeys } from '../language/rule-keys.ts';
import { buildTargetShape, listSourceNames, listTargetNames } from '../models/document-models.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Members = Record<string, Schema>;

/**
 * A mapping file as JSON Schema 2020-12, for editors: its sections, the keys of rules and clauses, and the members of each
 * target as the XSDs and the models of the exchange have them. What needs more than one place (a path, a required member)
 * is left to `gateway map check`. `delivered`: the target of each delivered mapping, by name, since one that extends it
 * does not say it again.
 */
export function buildMappingJsonSchema(formats: Formats, delivered: ReadonlyMap<string, string>): Schema {
  const shapes = new ShapeSchemas();
  const from: Schema = { enum: [...listSourceNames(formats)], description: sectionDescriptions.from };
  const branches = listTargetNames(formats).flatMap((target) => {
    const shape = buildTargetShape(target, formats);
    const to: Schema = { const: target, description: sectionDescriptions.to };
    const own = { from, to, target: shape === undefined ? {} : shapes.of(shape) };
    const names = [...delivered].filter(([, one]) => one === target).map(([name]) => `scsn-gateway/${name}`);
    return [buildStandaloneSchema(own), ...(names.length === 0 ? [] : [buildExtendingSchema(own, names)])];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'scsn-gateway mapping',
    anyOf: branches,
    $defs: { ...definitions, ...shapes.definitions },
  };
}

/** A mapping that stands alone. */
const buildStandaloneSchema = (own: Members): Schema =>
  buildFileSchema(own, ['mapping', 'from', 'to', 'target']);

/** One that is laid over a delivered mapping. */
const buildExtendingSchema = (own: Members, names: readonly string[]): Schema =>
  buildFileSchema({ ...own, extends: { enum: [...names], description: sectionDescriptions.extends } }, [
    'mapping',
    'extends',
  ]);

function buildFileSchema(own: Members, required: readonly string[]): Schema {
  const known = sections.filter((name) => name !== 'extends');
  const common = Object.fromEntries(
    known.map((name): [string, Schema] => [
      name,
      { ...sectionSchemas[name], description: sectionDescriptions[name] },
    ]),
  );
  return buildObjectSchema({ ...common, ...own }, required);
}

const buildObjectSchema = (properties: Members, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required: [...required] }),
  additionalProperties: false,
});

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const listOf = (items: Schema): Schema => ({ type: 'array', items });
const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });

type Section = (typeof sections)[number];

/** What each section of a mapping file is: for editors and for the manual. */
export const sectionDescriptions: Readonly<Record<Section, string>> = {
  mapping: 'The name of the mapping: that of its file, without .yaml.',
  extends: 'The delivered mapping that this one is laid over.',
  from: 'The document that is read.',
  to: 'The document that is made.',
  namespaces: 'Prefixes of your own and their namespaces, for what stands in ext:ExtensionContent.',
  tables: 'Names of tables and their CSV files.',
  partners: 'The CSV file of the partners whom files name: $partners/partner.',
  closes: 'The parts of an SCSN document that it closes where they were left open: status, values, lines.',
  again: 'Condition over $event: what was handled before does not count.',
  silent: 'Condition over $event: it says nothing to this ERP.',
  variables: 'Names for expressions, seen everywhere as $NAME.',
  stop: 'When the document is not sent: ignored, parked or rejected.',
  warn: 'When a warning is given.',
  tasks: 'What no operation of the exchange can say: an open task of that line, for a person.',
  ignore: 'Paths that the loss report leaves out.',
  target: 'The rules, in the shape of the target.',
};

const sectionSchemas: Readonly<Record<Section, Schema>> = {
  mapping: { type: 'string' },
  extends: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  namespaces: mapOf({ type: 'string' }),
  tables: mapOf({ type: 'string' }),
  partners: { type: 'string' },
  closes: listOf({ enum: [...openPartNames] }),
  again: ref('expression'),
  silent: ref('expression'),
  variables: ref('names'),
  stop: listOf(ref('stop')),
  warn: listOf(ref('warn')),
  tasks: listOf(ref('tasks')),
  ignore: listOf(ref('expression')),
  target: {},
};

/** The keys of rules, with what each means: for editors and for the manual. */
export const keySchemas: Readonly<Record<RuleKey, Schema>> = {
  $from: { ...ref('expression'), description: 'Where the value comes from.' },
  $text: { ...ref('expression'), description: 'A constant.' },
  $else: { description: 'An expression, a rule, or a list of them: tried in order when there is nothing.' },
  $as: {
    enum: [...conversions],
    description: 'How the value is written; by default as the target wants it.',
  },
  $required: { type: 'boolean', description: 'Nothing there is an error.' },
  $when: { ...ref('expression'), description: 'A condition; false: left out.' },
  $volatile: { type: 'boolean', description: 'Does not count as a change.' },
  $attributes: { type: 'object', description: 'Attributes of an element and their rules.' },
  $in: { ...ref('expression'), description: 'Another context node; nothing there: no object.' },
  $copy: { ...ref('expression'), description: 'SCSN to SCSN: begins with everything in this element.' },
  $let: { ...ref('names'), description: 'Names for expressions, seen in this rule as $NAME.' },
  $each: { ...ref('expression'), description: 'An item of the list for each of these nodes.' },
  $key: { ...ref('expression'), description: 'The member that tells items apart.' },
  $omit: { const: 'unchanged', description: 'An item that the other side holds already is left out.' },
  $mark: { ...ref('expression'), description: 'What the document says of the line.' },
  $compare: { ...ref('names'), description: 'Values by which lines are compared.' },
  $keepEmpty: { type: 'boolean', description: 'Written although it is empty.' },
};

const removal: Schema = {
  const: true,
  description: 'With extends: what the delivered mapping has here is taken away.',
};

export const clauseDescriptions: Readonly<Record<(typeof clauseKeys)[number], string>> = {
  each: 'Nodes; the condition is asked of each.',
  when: 'The condition.',
  code: 'The name of the finding.',
  say: 'What is said; {expressions} are filled in.',
  advice: 'What to do.',
  nl: 'The same in Dutch.',
};

const buildClauseSchema = (more: Members): Schema => {
  const parts = clauseKeys.map((name): [string, Schema] => [
    name,
    { ...(name === 'nl' ? ref('words') : ref('expression')), description: clauseDescriptions[name] },
  ]);
  return buildObjectSchema({ ...Object.fromEntries(parts), ...more, $remove: ref('$remove') }, ['code']);
};

const definitions: Members = {
  ...keySchemas,
  $remove: removal,
  expression: { type: ['string', 'number', 'boolean'] },
  names: mapOf({ anyOf: [ref('expression'), buildObjectSchema({ $remove: ref('$remove') }, ['$remove'])] }),
  words: buildObjectSchema({ say: ref('expression'), advice: ref('expression') }, ['say']),
  stop: buildClauseSchema({ as: { enum: [...stopOutcomes], description: 'What becomes of the document.' } }),
  warn: buildClauseSchema({}),
  tasks: buildClauseSchema({
    line: { ...ref('expression'), description: 'The number of the order line; without it the whole order.' },
  }),
};

/** One definition for all aggregates that hold the same, since UBL's contain one another, and one for all values of the same attributes. */
class ShapeSchemas {
  readonly definitions: Members = {};
  /** By shape, or by what the children of an XML element are called: their names are global. */
  readonly #names = new Map<Shape | string, string>();
  /** By the text of a definition. */
  readonly #same = new Map<string, string>();

  /** What may be written for a member of this shape. */
  of(shape: Shape): Schema {
    if (shape.unknown === 'fine' && shape.children.length === 0) return {};
    return shape.type === undefined ? this.#aggregate(shape) : this.#value(shape);
  }

  #value(shape: Shape): Schema {
    const key = shape.attributes.map(({ name }) => name).join('@');
    const name = this.#names.get(key) ?? this.#free('value');
    this.#names.set(key, name);
    this.definitions[name] ??= { anyOf: [ref('expression'), ruleOf(shape, {}, objectRuleKeys)] };
    return ref(name);
  }

  #aggregate(shape: Shape): Schema {
    const known = this.#names.get(keyOf(shape));
    if (known !== undefined) return ref(known);
    const name = this.#free(shape.name);
    this.#names.set(keyOf(shape), name);
    this.definitions[name] = {};
    const members = Object.fromEntries(
      shape.children.map((child) => [child.shape.name, this.#member(child)]),
    );
    const definition = ruleOf(shape, members, ['$from', '$text', '$as']);
    return ref(this.#kept(name, shape, definition));
  }

  /** Formats of one directory share most of their groups and segments: what is the same is there once. */
  #kept(name: string, shape: Shape, definition: Schema): string {
    const text = JSON.stringify(definition);
    const same = this.#same.get(text) ?? name;
    this.#same.set(text, same);
    this.#names.set(keyOf(shape), same);
    if (same === name) this.definitions[name] = definition;
    else delete this.definitions[name];
    return same;
  }

  /** Members of the exchange's documents may share a name and hold something else. */
  #free(name: string): string {
    let free = name;
    for (let number = 2; free in this.definitions; number += 1) free = `${name}-${number}`;
    return free;
  }

  #member({ shape, many, required }: ShapeChild): Schema {
    const rule = this.of(shape);
    const words = [shape.type, many ? 'list' : '', required ? 'required' : ''].filter(Boolean).join(', ');
    return {
      ...(many ? { anyOf: [rule, listOf(rule)] } : rule),
      ...(words === '' ? {} : { description: words }),
    };
  }
}

const keyOf = (shape: Shape): Shape | string =>
  shape.children.some(({ shape: { name } }) => name.includes(':'))
    ? `/${shape.children.map(({ shape: { name }, many, required }) => [name, many, required].join()).join('/')}`
    : shape;

function ruleOf({ attributes }: Shape, members: Members, without: readonly RuleKey[]): Schema {
  const fit = ruleKeys.filter((key) => !without.includes(key));
  const own = Object.fromEntries(fit.map((key) => [key, ref(key)]));
  const values = Object.fromEntries(attributes.map(({ name, type }) => [name, { description: type }]));
  const named = attributes.length === 0 ? {} : { $attributes: buildObjectSchema(values) };
  return buildObjectSchema({ ...members, ...own, ...named, $remove: ref('$remove') });
}
