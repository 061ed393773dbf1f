import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchBusy } from '../../../test/kit/loop-watch.ts';
import { foldersOf, listMappings } from './list-mappings.ts';
import { MappingEndsReader } from './mapping-ends-reader.ts';

let own: string;
let ends: MappingEndsReader;

beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'own-'));
  ends = new MappingEndsReader();
});
afterEach(async () => {
  await ends.close();
  rmSync(own, { recursive: true });
});

const write = (name: string, text: string): void => writeFileSync(join(own, `${name}.yaml`), text);
const short = (name: string, from: string): string => `mapping: ${name}\nfrom: ${from}\nto: exchange/order\n`;

/** Milliseconds on a core for which a list of mappings may hold everything else. */
const mostHeld = 150;

it('a folder of 60 mappings, long ones among them, is listed while the loop goes on', async () => {
  for (let n = 0; n < 58; n += 1) write(`own-${n}`, short(`own-${n}`, 'scsn/Order'));
  write('two-megabytes', `${short('two-megabytes', 'scsn/Order')}# ${'x'.repeat(2_000_000)}`);
  write('long-list', `${short('long-list', 'scsn/Order')}ignore:\n${'- x\n'.repeat(60_000)}`);
  const watch = watchBusy();
  const journal = { mappingVersions: async () => [] };
  const listed = await listMappings({ journal, channels: [], ends, own });
  const held = watch.longest();
  watch.stop();
  expect(listed.find(({ name }) => name === 'own-57')).toMatchObject({ from: 'scsn/Order', origin: 'own' });
  expect(listed.find(({ name }) => name === 'long-list')).toMatchObject({ to: 'exchange/order' });
  // its first lines say so; to use it is refused
  expect(listed.find(({ name }) => name === 'two-megabytes')).toMatchObject({ from: 'scsn/Order' });
  expect(held).toBeLessThan(mostHeld);
});

it('a mapping that takes too long to read says nothing, and the next one is read', async () => {
  // in quotes they stand in no line that says them alone: the whole file is read
  write('long', `${short('long', '"scsn/Order"')}ignore:\n${'- x\n'.repeat(100_000)}`);
  write('short', short('short', 'scsn/Order'));
  const impatient = new MappingEndsReader(1);
  expect(await impatient.read('long', foldersOf(own))).toBeUndefined();
  await impatient.close();
  expect(await ends.read('short', foldersOf(own))).toEqual({ from: 'scsn/Order', to: 'exchange/order' });
});

it('is read once, and again when its file is another one', async () => {
  write('mine', short('mine', 'scsn/Order'));
  const first = ends.read('mine', foldersOf(own));
  expect(ends.read('mine', foldersOf(own))).toBe(first);
  await first;
  write('mine', short('mine', 'scsn/OrderResponse'));
  expect(await ends.read('mine', foldersOf(own))).toMatchObject({ from: 'scsn/OrderResponse' });
  expect(await ends.read('none', foldersOf(own))).toBeUndefined();
});
