import type { LeafType, Members } from '../../mapping/models/model-shape.ts';
import { receivedOrder, receivedShipment } from '../../mapping/models/received-documents.ts';
import { sentDespatchAdvice, sentOrder, sentOrderResponse } from '../../mapping/models/sent-documents.ts';
import { isObject } from '../documents/event-envelope.ts';
import { orderListNames } from '../documents/search-page.ts';
import type { OperationName } from '../transport/operations.ts';
import { type Contract, findOperation, type JsonSchema } from './openapi-contract.ts';

/** What we know of a body, by operation. `sent`: what is required there matters; `read`: it may have more. */
interface KnownBody {
  readonly service: string;
  readonly operation: OperationName;
  readonly method: string;
  readonly path: string;
  readonly use: 'sent' | 'read';
  readonly members: Members;
  /** The body is a list of these, or holds one under a name that search knows. */
  readonly list?: true;
}

const knownBodies: readonly KnownBody[] = [
  body('api-connector/order', '/order', sentOrder),
  body('api-connector/order-response', '/order-response', sentOrderResponse),
  body('api-connector/despatch-advice', '/shipment/despatch-advice', sentDespatchAdvice),
  body('order-search/search', '/search', {
    filters: { lastUpdatedSince: 'timestamp' },
    offset: 'integer',
    limit: 'integer',
  }),
  body('order-search/search', '/poll', {
    filters: { lastUpdatedAfter: 'timestamp' },
    offset: 'integer',
    limit: 'integer',
  }),
  searchAnswer('/search'),
  searchAnswer('/poll'),
  { service: 'order', operation: 'order', method: 'GET', path: '/1', use: 'read', members: receivedOrder },
  {
    service: 'shipment',
    operation: 'shipment',
    method: 'GET',
    path: '/1',
    use: 'read',
    members: receivedShipment,
  },
];

function searchAnswer(path: string): KnownBody {
  const where = { service: 'order-search', operation: 'order-search/search', method: 'POST' } as const;
  return { ...where, path, use: 'read', members: receivedOrder, list: true };
}

function body(operation: OperationName, path: string, members: Members): KnownBody {
  const [service = ''] = operation.split('/');
  return { service, operation, method: 'POST', path, use: 'sent', members };
}

export interface ContractDifference {
  readonly operation: string;
  /** `lines[].position` */
  readonly path: string;
  readonly what: string;
  /** A member of ours that is not published, where others are welcome. */
  readonly harmless?: true;
}

/** Where our models and a published contract differ, by operation and member. */
export function compareContract(service: string, contract: Contract): readonly ContractDifference[] {
  return knownBodies
    .filter((one) => one.service === service)
    .flatMap((one) => {
      const operation = findOperation(contract, service, one.method, `/${service}${one.path}`);
      const schema = one.use === 'sent' ? operation?.body : operation?.answer;
      if (schema === undefined) return [];
      const tell = (path: string, what: string): ContractDifference => ({
        operation: one.operation,
        path,
        what,
      });
      const comparison = { contract, use: one.use, tell };
      if (!one.list) return compare(comparison, one.members, schema, '', 0);
      const list = listIn(contract, schema);
      if (list === undefined) return [tell('the answer', 'holds no list of orders there')];
      return compare(comparison, one.members, list.item, `${list.name}[].`, 0);
    });
}

/** The items of the list that an answer is, or holds. */
function listIn(contract: Contract, schema: JsonSchema): { name: string; item: JsonSchema } | undefined {
  const whole = resolveReference(contract, schema);
  if (typeOf(whole) === 'array') return { name: '', item: recordOf(whole.items) };
  const properties = objectOf(contract, whole)?.properties;
  for (const name of orderListNames) {
    const list = resolveReference(contract, properties?.get(name) ?? {});
    if (typeOf(list) === 'array') return { name, item: recordOf(list.items) };
  }
  return undefined;
}

interface Comparison {
  readonly contract: Contract;
  readonly use: 'sent' | 'read';
  readonly tell: (path: string, what: string) => ContractDifference;
}

/** Schemas may contain themselves. */
const deepest = 12;

function compare(
  comparison: Comparison,
  members: Members,
  schema: JsonSchema,
  at: string,
  depth: number,
): readonly ContractDifference[] {
  const { contract, use, tell } = comparison;
  const object = objectOf(contract, schema);
  if (!object || depth > deepest) return [];
  const ours = new Map(Object.entries(members).map((entry) => [entry[0].replace(/[[\]!]/g, ''), entry]));
  const unknown = [...object.properties.keys()]
    .filter((name) => !ours.has(name))
    .map((name) => {
      const must = use === 'sent' && object.required.has(name);
      return tell(`${at}${name}`, must ? 'is required there and not known here' : 'is not known here');
    });
  return [
    ...unknown,
    ...[...ours].flatMap(([name, [written, value]]) =>
      compareMember(comparison, { name, written, value, at, depth, object }),
    ),
  ];
}

interface Member {
  readonly name: string;
  readonly written: string;
  readonly value: LeafType | Members;
  readonly at: string;
  readonly depth: number;
  readonly object: ObjectSchema;
}

function compareMember(comparison: Comparison, member: Member): readonly ContractDifference[] {
  const { contract, use, tell } = comparison;
  const { name, written, value, at, depth, object } = member;
  const published = object.properties.get(name);
  const path = `${at}${name}`;
  if (published === undefined)
    return object.closed
      ? [tell(path, 'is refused there')]
      : [{ ...tell(path, 'is not published there'), harmless: true }];
  const required = object.required.has(name) && !written.endsWith('!') && use === 'sent';
  const found = required ? [tell(path, 'is required there and optional here')] : [];
  const many = written.includes('[]');
  const whole = resolveReference(contract, published);
  const type = typeOf(whole);
  if (many !== (type === 'array') && type !== 'any')
    return [...found, tell(path, many ? `is ${type} there, a list here` : `is ${type} there`)];
  const item = many ? resolveReference(contract, recordOf(whole.items)) : whole;
  if (typeof value !== 'string')
    return [...found, ...compare(comparison, value, item, `${path}${many ? '[]' : ''}.`, depth + 1)];
  const wrong = wrongType(value, typeOf(item));
  return wrong === undefined ? found : [...found, tell(path, wrong)];
}

const jsonTypes: Readonly<Record<LeafType, readonly string[]>> = {
  text: ['string'],
  identifier: ['string'],
  decimal: ['number'],
  integer: ['integer', 'number'],
  boolean: ['boolean'],
  date: ['string'],
  datetime: ['string'],
  timestamp: ['string'],
  uri: ['string'],
  any: [],
};

function wrongType(ours: LeafType, theirs: string): string | undefined {
  if (theirs === 'any' || ours === 'any' || jsonTypes[ours].includes(theirs)) return undefined;
  return `is ${theirs} there, ${ours} here`;
}

const recordOf = (value: unknown): JsonSchema => (isObject(value) ? value : {});

/** The schema itself, or the definition that its `$ref` names. */
function resolveReference({ definitions }: Contract, schema: JsonSchema): JsonSchema {
  const { $ref: ref } = schema;
  return typeof ref === 'string' ? recordOf(definitions[ref.replace('#/definitions/', '')]) : schema;
}

function typeOf(schema: JsonSchema): string {
  if (typeof schema.type === 'string') return schema.type;
  return [schema.properties, schema.allOf, ...choicesOf(schema)].every((part) => part === undefined)
    ? 'any'
    : 'object';
}

const partsOf = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value.map(recordOf) : []);

/** The alternatives of a schema: one of them holds. */
const choicesOf = ({ oneOf, anyOf }: JsonSchema): readonly JsonSchema[] => [
  ...partsOf(oneOf),
  ...partsOf(anyOf),
];

interface ObjectSchema {
  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly required: ReadonlySet<string>;
  readonly closed: boolean;
}

/**
 * Members of an object, those of `allOf` and of every alternative included; required is what every alternative
 * requires. Undefined for what is none.
 */
function objectOf(
  contract: Contract,
  schema: JsonSchema,
  looked: Set<JsonSchema> = new Set(),
): ObjectSchema | undefined {
  const whole = resolveReference(contract, schema);
  // parts and alternatives may contain one another
  if (looked.has(whole)) return undefined;
  looked.add(whole);
  const inside = (parts: readonly JsonSchema[]) =>
    parts.flatMap((part) => objectOf(contract, part, looked) ?? []);
  const all = inside(partsOf(whole.allOf));
  const choices = inside(choicesOf(whole));
  const own = Object.entries(recordOf(whole.properties)).map(
    ([name, value]) => [name, recordOf(value)] as const,
  );
  const properties = new Map([...[...all, ...choices].flatMap((part) => [...part.properties]), ...own]);
  if (properties.size === 0) return undefined;
  const always = choices.map(({ required }) => required).reduce(common, choices[0]?.required ?? new Set());
  const named = Array.isArray(whole.required) ? whole.required.map(String) : [];
  const required = new Set([...named, ...all.flatMap((part) => [...part.required]), ...always]);
  const closed =
    whole.additionalProperties === false ||
    all.some((part) => part.closed) ||
    (choices.length > 0 && choices.every((part) => part.closed));
  return { properties, required, closed };
}

const common = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...a].filter((name) => b.has(name)));
