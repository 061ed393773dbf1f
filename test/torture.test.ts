import { expect, it } from 'vitest';
import { torture } from './torture/torture.ts';

it('keeps the promise for 20 seconds of files, webhooks, faults and kills', async () => {
  const result = await torture({ seconds: 20, seed: 7 });
  expect(result.files).toBeGreaterThan(10);
  expect(result.kills).toBeGreaterThan(0);
}, 240_000);
