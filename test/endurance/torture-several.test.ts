import { expect, it } from 'vitest';
import { hasPostgres } from '../../src/journal/testkit/postgres-server.ts';
import { torture } from '../torture/torture.ts';

it.skipIf(!hasPostgres)(
  'three gateways on one PostgreSQL keep the promise for 40 seconds',
  async () => {
    const result = await torture({ seconds: 40, seed: 7, gateways: 3 });
    expect(result.files).toBeGreaterThan(10);
    expect(result.several).toBeGreaterThan(0);
    expect(result.kills).toBeGreaterThan(0);
  },
  720_000,
);
