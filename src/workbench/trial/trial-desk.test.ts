import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { TrialDesk } from './trial-desk.ts';

it('is closed when the threads of earlier folders have ended, too', async () => {
  const desk = new TrialDesk();
  const ended = Promise.withResolvers<void>();
  vi.spyOn(desk.workerFor({ own: 'before' }), 'close').mockReturnValue(ended.promise);
  desk.workerFor({ own: 'after' });
  const whenClosed = vi.fn();
  const closed = desk.close().then(whenClosed);
  await setImmediate();
  expect(whenClosed).not.toHaveBeenCalled();
  ended.resolve();
  await closed;
});
