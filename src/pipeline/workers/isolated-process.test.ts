import { afterEach, beforeEach, expect, it } from 'vitest';
import { orderXml } from '../../../test/kit/documents.ts';
import { takeSnapshot } from '../runtime/runtime-snapshot.ts';
import { asJson, buildOrderChannel } from '../testkit/channels.ts';
import { IsolatedProcess, ProcessEnded } from './isolated-process.ts';
import { WorkersNotStarted } from './task-clock.ts';
import { Workers } from './workers.ts';

let own: IsolatedProcess;
beforeEach(async () => {
  own = new IsolatedProcess(await takeSnapshot({}), 60_000);
});
afterEach(() => own.close());

const channel = buildOrderChannel(asJson);
const task = () => ({
  ...{ channel, bodies: {}, now: '2026-11-02T09:00:00.000Z' },
  message: { id: 7, arrival: 7, hash: 'h', forced: false, note: false },
  bytes: orderXml({ number: 'PO-1' }),
});

it('makes what the threads of the gateway make', async () => {
  const workers = new Workers();
  const { made, ...there } = await workers.prepare(task());
  const { made: alone, ...here } = await workers.isolated.prepare(task());
  expect(here).toEqual(there);
  expect(alone?.generation).toBe(made?.generation);
  expect(workers.artifacts(alone?.generation ?? '')).not.toBeUndefined();
  await workers.close();
});

it('says that it ended during a step, and works on that again in another process', async () => {
  expect(await own.prepare(task())).toMatchObject({ kind: 'deliver' });
  const { pid = 0 } = own;
  process.kill(pid, 'SIGKILL');
  await expect(own.prepare(task())).rejects.toThrow(ProcessEnded);
  expect(await own.prepare(task())).toMatchObject({ kind: 'deliver' });
  expect(own.pid).not.toBe(pid);
});

it('is no fault of a document where it ends before it has begun', async () => {
  const step = own.prepare(task());
  await expect.poll(() => own.pid).toBeGreaterThan(0);
  process.kill(own.pid ?? 0, 'SIGKILL');
  await expect(step).rejects.toThrow(WorkersNotStarted);
});
