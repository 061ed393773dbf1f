import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exponentOf, linear } from '../../../test/kit/exponent.ts';
import { fetchServiceStatuses } from '../service-status.ts';
import { bytes, clientFor, grantLogin, recordingLog, startLoopback } from '../testkit/loopback.ts';
import { compareContract } from './compare-contract.ts';
import { buildBodyCheck, type Contract, findOperation, parseContract } from './openapi-contract.ts';

const line = {
  type: 'object',
  required: ['position'],
  properties: {
    position: { type: 'string' },
    quantity: { type: 'number', minimum: 0, exclusiveMinimum: true },
    since: { type: 'string', format: 'date-time' },
    reason: { type: 'string', 'x-nullable': true },
  },
};
const header = {
  type: 'object',
  required: ['purchaseOrderNumber', 'buyerCode'],
  properties: { purchaseOrderNumber: { type: 'string' }, buyerCode: { type: 'string' } },
  additionalProperties: false,
};
const published = {
  swagger: '2.0',
  info: { title: 'API connector', version: 1.4 },
  basePath: '/v2/api-connector',
  paths: {
    '/order': {
      post: {
        parameters: [{ $ref: '#/parameters/order' }],
        responses: { 200: { description: 'OK' } },
      },
    },
    '/order-response': { post: { parameters: [], responses: {} } },
  },
  parameters: { order: { in: 'body', name: 'body', schema: { $ref: '#/definitions/Body' } } },
  definitions: {
    Body: {
      type: 'object',
      required: ['order'],
      properties: {
        order: { $ref: '#/definitions/Header' },
        lines: { type: 'array', items: { $ref: '#/definitions/Line' } },
      },
    },
    Header: header,
    Line: line,
  },
};

function contractOf(value: unknown = published): Contract {
  const contract = parseContract(JSON.stringify(value));
  if (typeof contract === 'string') throw new Error(contract);
  return contract;
}

const check = (json: unknown): readonly string[] => {
  const contract = contractOf();
  const operation = findOperation(contract, 'api-connector', 'POST', '/v2/api-connector/order');
  if (!operation?.body) throw new Error('no body');
  return buildBodyCheck(contract, operation.body)(json);
};

const good = {
  order: { purchaseOrderNumber: '1', buyerCode: 'b' },
  lines: [{ position: '10', quantity: 5 }],
};

describe('an OpenAPI 2.0 file', () => {
  it('is read from JSON and from YAML', () => {
    expect(contractOf()).toMatchObject({ title: 'API connector', version: '1.4' });
    const yaml =
      'swagger: "2.0"\ninfo: { title: T, version: "1" }\npaths: { /a: { get: { responses: {} } } }\n';
    expect(parseContract(yaml)).toMatchObject({ title: 'T', operations: [{ method: 'GET', path: '/a' }] });
  });

  it.each(['', '<html>', '{"openapi":"3.0.0","paths":{}}', '{"swagger":"2.0"}', ': ['])(
    'is not %j',
    (text) => {
      expect(parseContract(text)).toMatch(/^It is no OpenAPI 2.0 file: /);
    },
  );

  it.each(['/v2/api-connector/order', '/api-connector/order', '/v2/api-connector/order?x=1'])(
    'has the operation at %s',
    (path) => {
      expect(findOperation(contractOf(), 'api-connector', 'POST', path)?.path).toBe(
        '/v2/api-connector/order',
      );
      expect(findOperation(contractOf(), 'api-connector', 'PUT', path)).toBeUndefined();
    },
  );
});

describe('a file that nobody publishes', () => {
  it.each([
    ['large', `{"swagger":"2.0","x":"${'x'.repeat(5_000_000)}"}`, /larger than the 5 MB of JSON/],
    ['large, in YAML', `swagger: "2.0"\nx: ${'x'.repeat(500_000)}`, /larger than the 0.5 MB of YAML/],
    ['deep', `{"swagger":"2.0","x":${'['.repeat(1000)}${']'.repeat(1000)}}`, /holds more than any/],
    [
      'wide',
      `{"swagger":"2.0",${Array.from({ length: 10_001 }, (_, n) => `"x${n}":1`)}}`,
      /holds more than any/,
    ],
  ])('is not read: %s', (_, text, why) => {
    expect(parseContract(text)).toMatch(why);
  });

  it('has as many keys as it likes, in linear time', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, n) => `  k${n}: 1\n`).join('');
    const parse = (count: number) => {
      const yaml = `swagger: "2.0"\npaths: {}\ndefinitions:\n${keys(count)}`;
      return () => parseContract(yaml);
    };
    expect(parse(12_000)()).not.toBeTypeOf('string');
    expect(exponentOf(500, parse)).toBeLessThan(linear);
  });

  it('holds each part of itself many times, and is compared all the same', () => {
    const self = { $ref: '#/definitions/Body' };
    const nested = structuredClone(published);
    Object.assign(nested.definitions.Body, { allOf: Array(100).fill(self), oneOf: Array(100).fill(self) });
    const found = compareContract('api-connector', contractOf(nested));
    expect(found).toEqual(compareContract('api-connector', contractOf()));
    expect(found).not.toEqual([]);
  });

  const checkPosition = (pattern: string, position: string) => {
    const other = structuredClone(published);
    Object.assign(other.definitions.Line.properties.position, { pattern });
    const contract = contractOf(other);
    const { body } = findOperation(contract, 'api-connector', 'POST', '/order') ?? {};
    return buildBodyCheck(contract, body ?? {})({ ...good, lines: [{ position, quantity: 5 }] });
  };

  it.each(['^(a+)+$', '(a|a)*$', 'a*a*a*a*$', 'a+$', '^(a)\\1*$', '^a{1,90000}a{1,90000}$'])(
    'has a pattern %s that no body is held against',
    (pattern) => expect(checkPosition(pattern, `${'a'.repeat(40)}!`)).toEqual([]),
  );

  it.each(['^[a-z]{3}$', '^[a-z]+$', '[a-z]$'])('has a pattern %s that bodies are held against', (pattern) =>
    expect(checkPosition(pattern, `${'a'.repeat(40)}!`)).toHaveLength(1),
  );
});

describe('a body', () => {
  it('that fits has nothing wrong, also with members that are not published', () => {
    expect(check({ ...good, more: 1 })).toEqual([]);
  });

  it('that does not fit is told place by place', () => {
    const wrong = { order: { purchaseOrderNumber: 1, extra: 2 }, lines: [{ quantity: 0 }] };
    const told = check(wrong).join('\n');
    expect(told).toContain('order.purchaseOrderNumber: ');
    expect(told).toContain('order.buyerCode: ');
    expect(told).toContain('"extra"');
    expect(told).toContain('lines[0].position: ');
    expect(told).toContain('lines[0].quantity: ');
  });

  it('is not refused for a format that tools read differently, nor for null where it may be', () => {
    const lines = [{ position: '10', since: '2026-03-02T10:00:00', reason: null }];
    expect(check({ ...good, lines })).toEqual([]);
  });
});

describe('a client with a contract', () => {
  /** A client whose contract comes from a server, or from a file. */
  async function start(from: 'address' | 'file', contract: string = JSON.stringify(published)) {
    const server = await startLoopback((seen, response) => {
      if (grantLogin(seen, response)) return;
      if (seen.path === '/contract.json') response.end(contract);
      else if (seen.path === '/guarded' && seen.authorization === '') response.writeHead(401).end();
      else response.end('{"ok":true}');
    });
    const folder = mkdtempSync(join(tmpdir(), 'contract-'));
    const openApiFile = join(folder, 'contract.json');
    writeFileSync(openApiFile, contract);
    const service = from === 'file' ? { openApiFile } : { openApi: '/contract.json' };
    const { log, lines } = recordingLog();
    const client = clientFor(
      server.url,
      { contract: { 'api-connector': { ...service, health: '/guarded', version: '/nowhere' } } },
      {},
      log,
    );
    onTestFinished(async () => {
      await client.close();
      await server.close();
      rmSync(folder, { recursive: true });
    });
    return { client, server, lines, posts: () => server.seen.filter(({ method }) => method === 'POST') };
  }

  it.each(['address', 'file'] as const)('does not send what does not fit (from %s)', async (from) => {
    const { client, posts } = await start(from);
    const answer = await client.send('api-connector/order', bytes('{"order":{}}'));
    expect(answer).toMatchObject({ kind: 'refused', status: 0 });
    expect(answer.mismatches).toHaveLength(2);
    expect(answer.mismatches?.[0]?.what).toContain('order.purchaseOrderNumber');
    expect(posts()).toEqual([]);
  });

  it('sends what fits byte by byte, and reads the contract once', async () => {
    const { client, posts, server } = await start('address');
    const body = JSON.stringify(good).replace('5}', '5.000}');
    await client.send('api-connector/order', bytes(body));
    expect(await client.send('api-connector/order', bytes(body))).toMatchObject({ kind: 'ok' });
    expect(posts().map((seen) => seen.body)).toEqual([body, body]);
    expect(server.count('/contract.json')).toBe(1);
  });

  it('sends what the contract says nothing of, and XML', async () => {
    const { client, lines } = await start('file');
    expect(await client.send('api-connector/order-response', bytes('{}'))).toMatchObject({ kind: 'ok' });
    expect(await client.send('sci-connector/order', bytes('<Order/>'))).toMatchObject({ kind: 'ok' });
    expect(lines.join('')).toContain('contract-incomplete');
  });

  it.each(['<html>', '{"swagger":"2.0","paths":{}'])(
    'sends unchecked, and says so, with %j',
    async (text) => {
      const { client, lines } = await start('file', text);
      for (let n = 0; n < 2; n += 1)
        expect(await client.send('api-connector/order', bytes('{}'))).toMatchObject({ kind: 'ok' });
      expect(lines.filter((one) => one.includes('contract-unavailable'))).toHaveLength(1);
    },
  );

  it('sends unchecked where the body contains itself, and says so once', async () => {
    const self = structuredClone(published);
    Object.assign(self.definitions.Body, { allOf: [{ $ref: '#/definitions/Body' }] });
    const { client, lines } = await start('file', JSON.stringify(self));
    for (let n = 0; n < 2; n += 1)
      expect(await client.send('api-connector/order', bytes('{"order":{}}'))).toMatchObject({ kind: 'ok' });
    expect(lines.filter((one) => one.includes('contract-unavailable'))).toHaveLength(1);
  });

  it('tells health, version and contract of each service', async () => {
    const { client, server } = await start('address');
    expect(await fetchServiceStatuses(client)).toEqual([
      {
        service: 'api-connector',
        ok: true,
        health: '200 {"ok":true}',
        version: '200 {"ok":true}',
        contract: 'API connector 1.4, 2 operations',
      },
    ]);
    const asked = server.seen.filter(({ path }) => path === '/guarded');
    expect(asked.map(({ authorization }) => authorization)).toEqual(['', 'Bearer token-1']);
  });
});

describe('differences', () => {
  const told = compareContract('api-connector', contractOf());
  const at = (path: string) => told.find((one) => one.path === path)?.what;

  it('are what they require and we do not, and the other way round', () => {
    expect(at('order.buyerCode')).toBe('is required there and not known here');
    expect(at('order.supplierAccountNumber')).toBe('is refused there');
    expect(at('lines[].deliverySchedule')).toBe('is not published there');
    expect(at('lines[].since')).toBe('is not known here');
    expect(at('order.purchaseOrderNumber')).toBeUndefined();
  });

  it('are other types', () => {
    const wrong = structuredClone(published);
    const { properties } = wrong.definitions.Line;
    const other = {
      ...properties,
      position: { type: 'integer' },
      notes: { type: 'string' },
      prices: { type: 'array' },
    };
    Object.assign(wrong.definitions.Line, { properties: other });
    const found = compareContract('api-connector', contractOf(wrong));
    const what = (path: string) => found.find((one) => one.path === path)?.what;
    expect(what('lines[].position')).toBe('is integer there, identifier here');
    expect(what('lines[].notes')).toBe('is string there, a list here');
    expect(what('lines[].prices')).toBe('is array there');
  });

  it('look into every alternative: required is what all of them require', () => {
    const either = structuredClone(published);
    const { required, ...line } = either.definitions.Line;
    const alternative = (more: string) => ({ ...line, required: [...required, 'since', more] });
    Object.assign(either.definitions, {
      Line: { oneOf: [{ $ref: '#/definitions/First' }, alternative('quantity')] },
      First: { allOf: [alternative('reason'), { properties: { colour: { type: 'string' } } }] },
    });
    const found = compareContract('api-connector', contractOf(either));
    const what = (path: string) => found.find((one) => one.path === path)?.what;
    expect(what('lines[].colour')).toBe('is not known here');
    expect(what('lines[].quantity')).toBe('is not known here');
    expect(what('lines[].since')).toBe('is required there and not known here');
  });

  it.each(['', 'data', 'orders'])('are found in the orders of a search that come in a list %j', (name) => {
    const list = { type: 'array', items: { $ref: '#/definitions/Order' } };
    const schema = name === '' ? list : { type: 'object', properties: { [name]: list } };
    const post = { responses: { 200: { schema } } };
    const search = {
      swagger: '2.0',
      paths: { '/search': { post } },
      definitions: {
        Order: { type: 'object', properties: { id: { type: 'integer' }, colour: { type: 'string' } } },
      },
    };
    const told = compareContract('order-search', contractOf(search)).filter(({ harmless }) => !harmless);
    expect(told.map(({ path, what }) => `${path} ${what}`)).toEqual([
      `${name}[].colour is not known here`,
      `${name}[].id is integer there, text here`,
    ]);
  });

  it('are told once of a schema that contains itself', () => {
    const self = structuredClone(published);
    Object.assign(self.definitions.Line, { properties: { item: { $ref: '#/definitions/Line' } } });
    const paths = compareContract('api-connector', contractOf(self)).map(({ path }) => path);
    expect(paths.filter((path) => path.includes('item.item'))).toEqual(['lines[].item.item']);
  });
});
