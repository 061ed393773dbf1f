import { expect, it, vi } from 'vitest';
import { orderXml } from '../../../test/kit/documents.ts';
import { takeSnapshot } from '../runtime/runtime-snapshot.ts';
import { isEnvironmentTrouble } from '../step-retries.ts';
import { buildOrderChannel } from '../testkit/channels.ts';
import { Workers } from './workers.ts';

vi.mock('../runtime/runtime-snapshot.ts', { spy: true });

const channel = buildOrderChannel();

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
