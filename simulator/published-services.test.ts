import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseContract } from '../src/exchange/contract/openapi-contract.ts';
import { publishedAddresses } from './published-services.ts';
import { type Simulator, startSimulator } from './simulator.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

const get = async (path = ''): Promise<string> => (await request(simulator.url + path)).body.text();

describe.each(Object.entries(publishedAddresses))('%s', (name, { openApi, health, version }) => {
  it('publishes health, version and an OpenAPI 2.0 file, without credentials', async () => {
    expect(JSON.parse(await get(health))).toEqual({ status: 'UP' });
    const label = await get(version);
    expect(parseContract(await get(openApi))).toMatchObject({ title: name, version: label });
  });
});

it('describes its bodies, numbers as numbers', async () => {
  const { definitions } = JSON.parse(await get('/api-connector/openapi.json'));
  expect(definitions.order.required).toEqual(['order', 'lines']);
  const [delivery] = [definitions.order.properties.lines.items.properties.deliverySchedule.items];
  expect(delivery.properties.quantity).toEqual({ type: 'number' });
});
