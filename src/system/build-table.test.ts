import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { BuildTable, releaseBuildTables, renderBuildTable } from './build-table.ts';

it('is read when somebody asks, and anew after it was let go', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-table-'));
  vi.stubEnv('GATEWAY_BUILD', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const write = (value: number) =>
    writeFileSync(join(folder, 'a.txt'), renderBuildTable([['a\tkey', value]]));
  const table = new BuildTable('a.txt');
  write(1);
  expect([table.find('a\tkey'), table.find('another')]).toEqual(['1', undefined]);
  write(2);
  expect(table.find('a\tkey')).toBe('1');
  releaseBuildTables();
  expect(table.find('a\tkey')).toBe('2');
});
