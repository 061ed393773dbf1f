import { expect, it } from 'vitest';
import { parseConfig } from '../../config/load/load-config.ts';
import { exampleValues, renderStarterConfig } from '../../config/starter-config.ts';
import { configIn, inEnglish } from '../testkit/config.ts';
import { checkPlaceholders } from './check-placeholders.ts';

const keys = (exchange: Readonly<Record<string, unknown>>) =>
  inEnglish(checkPlaceholders(configIn('/site', { exchange }))).map(
    ({ level, about }) => `${level} ${about}`,
  );
const companyId = '6b1d1f6e-0000-4000-8000-000000000001';
const auth = { email: 'me@erp.test', password: 'x' };

it('finds each that `gateway init` wrote', () => {
  const text = renderStarterConfig('2026-01-01T00:00:00.000Z').replace(
    '"${file:secrets/password}"',
    exampleValues.password.trim(),
  );
  const { config } = parseConfig(text, '/site/gateway.yaml', {});
  expect(config && inEnglish(checkPlaceholders(config)).map(({ about }) => about)).toEqual([
    'exchange.baseUrl',
    'exchange.companyId',
    'exchange.auth.email',
    'exchange.auth.password',
  ]);
});

it.each(['https://exchange.example', 'https://api.example.com/test', 'https://EXAMPLE.org'])(
  'finds %s, which is nobody',
  (baseUrl) => expect(keys({ baseUrl, companyId, auth })).toEqual(['wrong exchange.baseUrl']),
);

it('finds the company of zeros', () => {
  const zeros = '00000000-0000-0000-0000-000000000000';
  expect(keys({ baseUrl: 'https://exchange.test', companyId: zeros, auth })).toEqual([
    'wrong exchange.companyId',
  ]);
});

it('finds the company of a channel', () => {
  const orders = {
    from: { folder: 'orders' },
    companyId: '00000000-0000-0000-0000-000000000000',
    document: 'scsn/Order',
    to: { exchange: 'sci-connector/order' },
  };
  const found = inEnglish(checkPlaceholders(configIn('/site', { channels: { orders } })));
  expect(found).toMatchObject([{ about: 'channels.orders.companyId' }]);
});

it('lets what is real pass', () => {
  expect(inEnglish(checkPlaceholders(configIn('/site')))).toEqual([]);
  expect(keys({ baseUrl: 'https://example.exchange.test', companyId, auth })).toEqual([]);
});
