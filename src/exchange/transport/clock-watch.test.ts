import { expect, it, onTestFinished } from 'vitest';
import { clientFor, grantLogin, recordingLog, startLoopback } from '../testkit/loopback.ts';
import { ClockWatch } from './clock-watch.ts';

const minute = 60_000;

/** A watch on a clock that the test moves. */
function watch() {
  const times = { wall: Date.parse('2026-03-01T12:00:00Z'), monotonic: 5_000 };
  const { log, lines } = recordingLog();
  const clock = new ClockWatch(log, { wall: () => times.wall, monotonic: () => times.monotonic });
  const pass = (milliseconds: number): void => {
    times.wall += milliseconds;
    times.monotonic += milliseconds;
  };
  /** An answer of the exchange with this Date. */
  const answered = (date: string, more: object = {}) =>
    clock.watch(async () => ({
      answer: { kind: 'ok', status: 200, body: new Uint8Array() },
      headers: { date, ...more },
    }))({
      operation: 'order',
      method: 'GET',
      path: '/',
      authentication: 'own',
      headers: {},
      changes: false,
      needsBody: true,
    });
  return { clock, times, lines, pass, answered };
}

it.each([
  [-3 * 24 * 60, 'put back by 3 days'],
  [47 * 60, 'put forward by 47 hours'],
  [-120, 'put back by 2 hours'],
  [119, 'put forward by 119 minutes'],
  [6, 'put forward by 6 minutes'],
])('a clock that is moved by %i minutes is told for an hour, and logged once', (minutes, words) => {
  const { clock, times, pass, lines } = watch();
  times.wall += minutes * minute;
  expect(clock.trouble()?.en).toContain(words);
  pass(59 * minute);
  expect(clock.trouble()?.en).toContain(words);
  pass(2 * minute);
  expect(clock.trouble()).toBeUndefined();
  expect(lines.join('').match(/clock-jumped/g)).toHaveLength(1);
});

it('a clock that is put right by a little is not told', () => {
  const { clock, times, pass } = watch();
  times.wall += 4 * minute;
  pass(minute);
  times.wall -= 4 * minute;
  expect(clock.trouble()).toBeUndefined();
});

it('the exchange says that it is right after all', async () => {
  const { clock, times, answered } = watch();
  times.wall += 8 * 60 * minute; // it slept
  expect(clock.trouble()?.en).toContain('8 hours');
  await answered('Sun, 01 Mar 2026 20:01:00 GMT');
  expect(clock.trouble()).toBeUndefined();
});

it('an answer out of a cache, or without a time, says nothing', async () => {
  const { clock, answered } = watch();
  await answered('Sun, 01 Mar 2026 08:00:00 GMT', { age: '14400' });
  await answered('soon');
  expect(clock.trouble()).toBeUndefined();
});

it('a clock that differs from that of the exchange is told until they agree again', async () => {
  let date = new Date(Date.now() - 13 * minute);
  const server = await startLoopback((seen, response) => {
    response.setHeader('date', date.toUTCString());
    if (!grantLogin(seen, response)) response.end('{}');
  });
  const client = clientFor(server.url);
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  expect(client.clock()).toBeUndefined();
  await client.order('1');
  expect(client.clock()?.en).toContain('13 minutes ahead of that of the exchange');
  date = new Date();
  await client.order('1');
  expect(client.clock()).toBeUndefined();
});
