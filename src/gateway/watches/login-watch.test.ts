import { expect, it } from 'vitest';
import { recordingLog } from '../../folders/testkit/folder.ts';
import { LoginWatch } from './login-watch.ts';

const last = { account: 'anna', address: '10.0.0.66', at: '2026-11-25T22:00:00.000Z' };

it.each([
  [0, undefined],
  [9, undefined],
  [10, '10 logins failed within an hour, the last as “anna” from 10.0.0.66 at 2026-11-25T22:00:00.000Z.'],
])('of %i failed logins within an hour it says %s', async (count, what) => {
  let within = 0;
  const accounts = {
    summarizeLoginFailures: async (asked: number) => {
      within = asked;
      return count === 0 ? { count } : { count, last };
    },
  };
  const watch = new LoginWatch(accounts, recordingLog().log);
  await watch.look();
  expect(watch.trouble()?.en).toBe(what);
  expect(within).toBe(3_600_000);
});
