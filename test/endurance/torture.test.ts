import { expect, it } from 'vitest';
import { torture } from '../torture/torture.ts';

it('keeps the promise for a minute of files, webhooks, searches, faults and kills', async () => {
  const result = await torture({ seconds: 60, seed: 7, gateways: 1 });
  expect(result.files).toBeGreaterThan(10);
  expect(result.several).toBeGreaterThan(0);
  expect(result.kills).toBeGreaterThan(0);
}, 720_000);
