import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listTransferable, releaseMemory } from './transfer.ts';

it('hands over the memory of large bytes that holds nothing else, once', () => {
  const large = new Uint8Array(2_000_000);
  expect(listTransferable(large, large.subarray(3), undefined)).toEqual([large.buffer]);
  expect(listTransferable(large.subarray(0, 1_500_000))).toEqual([]);
  expect(listTransferable(Buffer.from('small'), new Uint8Array(new SharedArrayBuffer(2_000_000)))).toEqual(
    [],
  );
});

it('gives the memory of a file that was read back at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hand-over-'));
  writeFileSync(join(folder, 'file'), Buffer.alloc(2_000_000));
  const bytes = await readFile(join(folder, 'file'));
  releaseMemory(bytes);
  expect(bytes.length).toBe(0);
  rmSync(folder, { recursive: true });
});
