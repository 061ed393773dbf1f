import { expect, it } from 'vitest';
import { openDescriptions } from '../../formats/description-folders.ts';
import type { Formats } from '../../formats/document-format.ts';
import { buildFileFormats } from '../../formats/format-registry.ts';
import { diskFiles } from '../../system/file-source.ts';
import { buildChannelConfig } from '../testkit/channels.ts';
import { buildChannels, buildChannelsInTurns } from './channel.ts';
import { mappingFolders } from './mapping-folders.ts';

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
  return Object.fromEntries(buildChannels(buildChannelConfig(channels)).map((one) => [one.name, one]));
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

it('in turns comes to the same, and what else waits for the thread goes between two channels', async () => {
  const from = { folder: '/out' };
  const to = { exchange: 'api-connector/order' };
  const documents = ['csv-order', 'idoc-orders', 'scsn/Order'];
  const channels = Object.fromEntries(documents.map((document, n) => [`c${n}`, { from, document, to }]));
  const config = buildChannelConfig(channels);
  const delivered = buildFileFormats(openDescriptions(mappingFolders(undefined)));
  let turns = 0;
  const turnsAtLoad: number[] = [];
  const load: Formats['load'] = (name) => {
    turnsAtLoad.push(turns);
    return delivered.load(name);
  };
  setImmediate(function count() {
    turns += 1;
    if (turnsAtLoad.length < 2) setImmediate(count);
  });
  const built = await buildChannelsInTurns(config, { files: diskFiles, formats: { load } });
  expect(built).toEqual(buildChannels(config));
  expect(new Set(turnsAtLoad).size).toBe(2);
});
