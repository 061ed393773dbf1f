import type { Express } from 'express';
import { z } from 'zod';
import type { JsonObject } from './model/exact-json.ts';
import { publishedBodies } from './model/request-bodies.ts';

interface Operation {
  readonly method: 'get' | 'put' | 'post';
  readonly path: string;
  readonly body?: z.ZodType;
}

/** The services of the specification, section 1, and their operations, section 4. */
const services: Readonly<Record<string, readonly Operation[]>> = {
  authentication: [
    { method: 'get', path: '/login' },
    { method: 'get', path: '/refresh' },
    { method: 'post', path: '/logout' },
  ],
  'api-connector': [
    { method: 'post', path: '/order', body: publishedBodies.order },
    { method: 'post', path: '/order-response', body: publishedBodies.response },
    { method: 'post', path: '/shipment/despatch-advice', body: publishedBodies.despatch },
  ],
  'object-storage': [
    { method: 'post', path: '/document' },
    { method: 'get', path: '/document/{objectId}/metadata' },
    { method: 'get', path: '/download/{id}' },
  ],
  order: [{ method: 'get', path: '/{orderId}' }],
  shipment: [{ method: 'get', path: '/{shipmentId}' }],
  'order-search': [{ method: 'post', path: '/search', body: publishedBodies.search }],
  'sci-connector': [{ method: 'put', path: '/order' }],
  'company-search': [{ method: 'get', path: '/' }],
};

const version = '2.1.0-simulator';

/**
 * What every service publishes (specification, section 9): health, a label with its version, and an OpenAPI 2.0 file.
 * The specification does not print the addresses: here `/SERVICE/health`, `/SERVICE/version`, `/SERVICE/openapi.json`.
 */
export function addPublishedServices(app: Express): void {
  for (const [name, operations] of Object.entries(services)) {
    app.get(`/${name}/health`, (_request, response) => response.json({ status: 'UP' }));
    app.get(`/${name}/version`, (_request, response) => response.type('text').send(version));
    app.get(`/${name}/openapi.json`, (_request, response) => response.json(openApi(name, operations)));
  }
}

/** As the config of a gateway names them. */
export const publishedAddresses = Object.fromEntries(
  Object.keys(services).map((name) => [
    name,
    { openApi: `/${name}/openapi.json`, health: `/${name}/health`, version: `/${name}/version` },
  ]),
);

function openApi(name: string, operations: readonly Operation[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const definitions: JsonObject = {};
  for (const { method, path, body } of operations) {
    const title = path.slice(1);
    if (body) definitions[title] = schemaOf(body);
    const schema = { $ref: `#/definitions/${title}` };
    const parameters = body ? [{ in: 'body', name: 'body', required: true, schema }] : [];
    paths[path] = { [method]: { parameters, responses: { 200: { description: 'OK' } } } };
  }
  return { swagger: '2.0', info: { title: name, version }, basePath: `/v2/${name}`, paths, definitions };
}

/** OpenAPI 2.0 knows JSON Schema draft 4. Numbers that keep their digits are numbers to others. */
function schemaOf(body: z.ZodType): JsonObject {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(body, {
    target: 'draft-4',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'number';
    },
  });
  return schema;
}
