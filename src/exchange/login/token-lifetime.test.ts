import { expect, it } from 'vitest';
import { lifetimeOf } from './token-lifetime.ts';

const token = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
const date = 'Tue, 01 Jan 2030 10:00:00 GMT';
const at = (seconds: number) => Date.parse(date) / 1000 + seconds;

it('row 83: reads exp against the clock of the answer, not ours', () => {
  expect(lifetimeOf(token({ exp: at(90), iat: at(-10) }), { date }, 600_000)).toBe(90_000);
});

it.each([
  ['an opaque token', 'b2f1'],
  ['a token with dots that is no JWT', 'a.%%%.c'],
  ['a JWT without exp', token({ iat: 1 })],
  ['a JWT whose exp is text', token({ exp: 'tomorrow' })],
  ['a JWT that is over already', token({ exp: at(-1) })],
])('falls back to the specification for %s', (_what, value) => {
  expect(lifetimeOf(value, { date }, 600_000)).toBe(600_000);
});

it('uses our clock when the answer has no date', () => {
  const left = lifetimeOf(token({ exp: Date.now() / 1000 + 60 }), {}, 600_000);
  expect(left).toBeGreaterThan(58_000);
  expect(left).toBeLessThanOrEqual(60_000);
});
