import { afterAll, describe, expect, it } from 'vitest';
import { cpuOf } from '../kit/cpu.ts';
import { exponentOf, linear } from '../kit/exponent.ts';
import {
  bodyOf,
  checkBody,
  closeHostileOrders,
  hostileOrders,
  known,
  pageOf,
  parsePage,
} from '../kit/hostile-orders.ts';

/** Whatever the exchange answers, as an order or as a page of a search: it is read in time that is in proportion to its size. */

afterAll(closeHostileOrders);

/** Bytes of the smallest of five. */
const smallest = 40_000;

describe.each(hostileOrders)('an order %s', (_, make) => {
  it('is checked in linear time', () => {
    const exponent = exponentOf(smallest, (size) => {
      const body = bodyOf(make(size));
      return () => expect(checkBody(body).verdict).toBeDefined();
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });

  it('is found on a page of a search in linear time', () => {
    const exponent = exponentOf(smallest, (size) => {
      const body = pageOf(make, size);
      return () => expect(parsePage(body)).toBeDefined();
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });
});

it('an order of a list in a list in a list is parked after a look at its depth', () => {
  const [open, close] = ['['.repeat(5_000_000), ']'.repeat(5_000_000)];
  const body = bodyOf(`{${known},"notes":${open}${close}}`);
  expect(checkBody(body)).toMatchObject({ verdict: 'parked', findings: [{ code: 'document-too-deep' }] });
  expect(cpuOf(() => checkBody(body))).toBeLessThan(1_000);
});
