import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { hashMappingsInUse } from '../../pipeline/runtime/mappings-hash.ts';
import { takeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import { buildFolderState, hashMappingsIn, readFolder } from './mappings-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'mappings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const save = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};
/** As the history says it of the folder, and as a gateway says it of what it runs. */
const published = () => hashMappingsIn(buildFolderState(readFolder(folder)).artifacts[0]);
const inUse = async () => hashMappingsInUse(await takeSnapshot({ mappings: folder }));

it('says the same of a folder as a gateway that runs it, and another thing when a file that decides is another', async () => {
  save('order-to-exchange.yaml', 'mapping: order-to-exchange\n');
  save('tables/units.add.csv', 'erp,iso\n');
  save('fixtures/one/expected.json', '{}');
  const first = published();
  expect(await inUse()).toBe(first);
  save('fixtures/one/expected.json', '{"a":1}');
  save('notes.md', 'of a person');
  expect([published(), await inUse()]).toEqual([first, first]);
  save('tables/units.add.csv', 'erp,iso\nSTK,C62\n');
  expect(published()).not.toBe(first);
  expect(await inUse()).toBe(published());
});

it('knows no state of what is no list of files', () => {
  expect(hashMappingsIn(undefined)).toBeUndefined();
  expect(hashMappingsIn({ hash: 'a', kind: 'text', text: '{}' })).toBeUndefined();
});
