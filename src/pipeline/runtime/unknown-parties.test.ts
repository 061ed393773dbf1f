import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { parseConfig } from '../../config/load/load-config.ts';
import type { Config } from '../../config/schema/config-schema.ts';
import { buildChannels } from '../channel/channel.ts';
import { loadChannelRuntimes } from './channel-runtime.ts';
import { type DeliveredMessages, findUnknownSchemes } from './unknown-parties.ts';

const tools = loadChannelRuntimes(undefined);
afterAll(() => tools.dispose());

const fixture = (name: string) =>
  readFileSync(new URL(`../../../mappings/fixtures/${name}/document.xml`, import.meta.url));

const documents: Readonly<Record<string, readonly string[]>> = {
  orders: [
    'minimal',
    'register-number-is-no-account',
    'register-number-is-no-account',
    'supplier-by-chamber-of-commerce',
  ],
  responses: ['accepted-as-asked', 'number-of-an-unknown-scheme', 'line-reference-of-an-unknown-order'],
};
const mappings: Readonly<Record<string, string>> = {
  orders: 'order-to-exchange',
  responses: 'order-response-to-exchange',
};

/** Messages 1 to 4 of the orders, 101 to 103 of the responses; the last of each was rejected where `refused` says so. */
function journal(refused: readonly number[] = [], mapping = 'of another version'): DeliveredMessages {
  const first = (channel: string) => (channel === 'orders' ? 1 : 101);
  return {
    list: async ({ channel = '' }) =>
      (documents[channel] ?? []).map((_, nth) => {
        const id = first(channel) + nth;
        return { id, mapping, outcome: refused.includes(id) ? 'rejected' : 'delivered' };
      }),
    part: async (id, role) => {
      const channel = id > 100 ? 'responses' : 'orders';
      const name = documents[channel]?.[id - first(channel)] ?? '';
      return role === 'received' ? fixture(`${mappings[channel]}.${name}`) : undefined;
    },
  };
}

function site(): Config {
  const { config, findings } = parseConfig(
    `exchange: { baseUrl: 'https://a.example', companyId: 6b1d1f6e-0000-4000-8000-000000000001, auth: { email: me, password: p } }
channels:
  orders:
    { from: { folder: out }, document: scsn/Order, map: order-to-exchange, to: { exchange: api-connector/order } }
  responses:
    { from: { folder: answers }, document: scsn/OrderResponse, map: order-response-to-exchange, to: { exchange: api-connector/order-response } }
`,
    '/gateway.yaml',
    {},
  );
  if (config === undefined) throw new Error(JSON.stringify(findings));
  return config;
}

const channels = () => buildChannels(site());

it('tells the schemes of parties that delivered documents would be parked for', async () => {
  const told = await findUnknownSchemes(journal(), tools, channels());
  expect(
    told.map(({ channel, scheme, documents: count, example }) => `${channel} ${scheme} ${count} ${example}`),
  ).toEqual([
    'orders 0192 2 0192:987654325',
    'orders NL:KVK 1 NL:KVK:17014545',
    'responses ACME 1 ACME:D10077',
  ]);
  expect(told.map(({ message }) => message)).toEqual([2, 4, 102]);
});

it('does not look at what the mapping of today has made', async () => {
  const { hash } = tools.forSchemas(undefined).mapping('order-to-exchange');
  const told = await findUnknownSchemes(journal([], hash), tools, channels());
  expect(told.map(({ channel }) => channel)).toEqual(['responses']);
});

it('looks at documents alone that were delivered', async () => {
  expect(await findUnknownSchemes(journal([2, 3, 4, 102]), tools, channels())).toEqual([]);
});
