import { expect, it, vi } from 'vitest';
import { orderXml } from '../../../test/kit/documents.ts';
import { inboundChannel } from '../../config/schema/config-schema.ts';
import type { InboundChannel } from '../channel/channel.ts';
import { takeSnapshot } from '../runtime/runtime-snapshot.ts';
import { isEnvironmentTrouble } from '../step-retries.ts';
import { Workers } from './workers.ts';

vi.mock('../runtime/runtime-snapshot.ts', { spy: true });

const settings = inboundChannel.parse({
  from: { folder: '/erp/out' },
  document: 'scsn/Order',
  to: { exchange: 'sci-connector/order' },
});
const channel: InboundChannel = {
  kind: 'order',
  name: 'orders',
  companyId: 'c',
  as: 'buyer',
  language: 'en',
  direction: 'inbound',
  upload: false,
  settings,
};

it('mappings that could not be read at the start park nothing: they are read again for the next message', async () => {
  vi.mocked(takeSnapshot).mockRejectedValueOnce(new Error('no room'));
  const workers = new Workers();
  const check = () =>
    workers.check({
      channel,
      bytes: orderXml({ number: 'PO-1' }),
      source: { kind: 'webhook', method: 'POST' },
    });
  const failed: unknown = await check().catch((error: unknown) => error);
  expect(String(failed)).toContain('The mappings and XSDs could not be read: no room');
  expect(isEnvironmentTrouble(failed)).toBe(true);
  expect(await check()).toMatchObject({ verdict: 'ready' });
  await workers.close();
});
