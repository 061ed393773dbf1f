import { expect, it } from 'vitest';
import { configSchema } from '../../config/schema/config-schema.ts';
import { buildChannels } from './channel.ts';

const exchange = { baseUrl: 'https://exchange.example', auth: { email: 'a@b', password: 'x' } };

function settingsOf(document: string, map: readonly string[], as: 'buyer' | 'supplier' = 'supplier') {
  const channels = {
    in: { from: { folder: '/out' }, document, map, to: { exchange: 'api-connector/order' } },
    named: {
      from: { folder: '/out', files: 'ORD*' },
      ...{ document, map },
      to: { exchange: 'api-connector/order' },
    },
    out: { as, from: { webhook: '/e' }, document, map, to: { folder: '/in' } },
  };
  return Object.fromEntries(
    buildChannels(configSchema.parse({ exchange, channels })).map((one) => [one.name, one]),
  );
}

it.each([
  ['scsn/Order', '.xml'],
  ['csv-order', '.csv'],
])('files of %s end with %s where a channel does not say otherwise', (document, ending) => {
  const { in: inbound, named, out } = settingsOf(document, ['order-to-order']);
  expect(inbound).toMatchObject({ kind: 'order', settings: { from: { files: `*${ending}` } } });
  expect(named).toMatchObject({ settings: { from: { files: 'ORD*' } } });
  expect(out).toMatchObject({
    kind: 'order',
    settings: { to: { name: `{purchaseOrderNumber}-{sequence}${ending}` } },
  });
});

it('what a described file for a buyer is, its mappings say', () => {
  const { out } = settingsOf('csv-order', ['order-to-order-status', 'x-to-csv'], 'buyer');
  expect(out?.kind).toBe('status');
});
