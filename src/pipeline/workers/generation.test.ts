import { afterEach, expect, it, vi } from 'vitest';
import { orderXml } from '../../../test/kit/documents.ts';
import { takeSnapshot } from '../runtime/runtime-snapshot.ts';
import { channel } from '../testkit/check-and-prepare.ts';
import { Generation } from './generation.ts';
import { shareMemory } from './worker-memory.ts';

let generation: Generation | undefined;
afterEach(() => generation?.close());

it('gives memory back when nothing is to be done, not after each document, and works on', async () => {
  const collect = vi.fn();
  const rest = { after: 1, apart: 3_600_000, collect };
  generation = new Generation(await takeSnapshot({}), 60_000, shareMemory(2000), rest);
  const check = (number: string) =>
    generation?.check({
      channel: channel('orders'),
      bytes: orderXml({ number }),
      source: { kind: 'webhook', method: 'POST' },
    });
  expect(await check('PO-1')).toMatchObject({ verdict: 'ready' });
  await vi.waitFor(() => expect(collect).toHaveBeenCalledOnce(), 20_000);
  expect(await check('PO-2')).toMatchObject({ verdict: 'ready' });
  await generation.close();
  expect(collect).toHaveBeenCalledOnce();
});
