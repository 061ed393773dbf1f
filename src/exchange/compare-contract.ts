import type { LeafType, Members } from '../mapping/models/model.ts';
import { receivedOrder, receivedShipment } from '../mapping/models/received.ts';
import { despatchAdvice, order, orderResponse } from '../mapping/models/sent.ts';
import { type Contract, type JsonSchema, operationAt } from './contract.ts';
import type { OperationName } from './operations.ts';

/** What we know of a body, by operation. `sent`: what is required there matters; `read`: it may have more. */
interface Known {
  readonly service: string;
  readonly operation: OperationName;
  readonly method: string;
  readonly path: string;
  readonly use: 'sent' | 'read';
  readonly members: Members;
}

const known: readonly Known[] = [
  body('api-connector/order', '/order', order),
  body('api-connector/order-response', '/order-response', orderResponse),
  body('api-connector/despatch-advice', '/shipment/despatch-advice', despatchAdvice),
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

function body(operation: OperationName, path: string, members: Members): Known {
  const [service = ''] = operation.split('/');
  return { service, operation, method: 'POST', path, use: 'sent', members };
}

export interface Difference {
  readonly operation: string;
  /** `lines[].position` */
  readonly path: string;
  readonly what: string;
  /** A member of ours that is not published, where others are welcome. */
  readonly harmless?: true;
}

/** Where our models and a published contract differ, by operation and member. */
export function differences(service: string, contract: Contract): readonly Difference[] {
  return known
    .filter((one) => one.service === service)
    .flatMap((one) => {
      const operation = operationAt(contract, service, one.method, `/${service}${one.path}`);
      const schema = one.use === 'sent' ? operation?.body : operation?.answer;
      if (schema === undefined) return [];
      const tell = (path: string, what: string): Difference => ({ operation: one.operation, path, what });
      return compare({ contract, use: one.use, tell }, one.members, schema, '', 0);
    });
}

interface Comparison {
  readonly contract: Contract;
  readonly use: 'sent' | 'read';
  readonly tell: (path: string, what: string) => Difference;
}

/** Schemas may contain themselves. */
const deepest = 12;

function compare(
  comparison: Comparison,
  members: Members,
  schema: JsonSchema,
  at: string,
  depth: number,
): readonly Difference[] {
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
  readonly object: NonNullable<ReturnType<typeof objectOf>>;
}

function compareMember(comparison: Comparison, member: Member): readonly Difference[] {
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
  const whole = followed(contract, published);
  const type = typeOf(whole);
  if (many !== (type === 'array') && type !== 'any')
    return [...found, tell(path, many ? `is ${type} there, a list here` : `is ${type} there`)];
  const item = many ? followed(contract, recordOf(whole.items)) : whole;
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

const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const recordOf = (value: unknown): JsonSchema => (isRecord(value) ? value : {});

/** The schema itself, or the definition that its `$ref` names. */
function followed({ definitions }: Contract, schema: JsonSchema): JsonSchema {
  const { $ref: ref } = schema;
  return typeof ref === 'string' ? recordOf(definitions[ref.replace('#/definitions/', '')]) : schema;
}

function typeOf(schema: JsonSchema): string {
  if (typeof schema.type === 'string') return schema.type;
  return schema.properties === undefined && schema.allOf === undefined ? 'any' : 'object';
}

/** Members of an object, those of `allOf` included; undefined for what is none. */
function objectOf(contract: Contract, schema: JsonSchema) {
  const whole = followed(contract, schema);
  const parts = [whole, ...(Array.isArray(whole.allOf) ? whole.allOf : [])].map((part) =>
    followed(contract, recordOf(part)),
  );
  const properties = new Map(
    parts.flatMap((part) =>
      Object.entries(recordOf(part.properties)).map(([name, value]) => [name, recordOf(value)] as const),
    ),
  );
  if (properties.size === 0) return undefined;
  const required = new Set(
    parts.flatMap((part) => (Array.isArray(part.required) ? part.required.map(String) : [])),
  );
  return { properties, required, closed: parts.some((part) => part.additionalProperties === false) };
}
