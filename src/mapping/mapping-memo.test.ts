import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openFormats } from '../formats/open-formats.ts';
import { packageFile } from '../package.ts';
import { buildSnapshotSource, diskFiles, type FileSnapshot, overlayFiles } from '../system/file-source.ts';
import { MappingMemo } from './mapping-memo.ts';

const delivered = packageFile('mappings');
const { formats, dispose } = openFormats(undefined, [delivered]);
const others = openFormats(undefined, [delivered]);
afterAll(() => {
  dispose();
  others.dispose();
});

const name = 'order-to-exchange';
const own = '/own';
const extending = `mapping: ${name}\nextends: scsn-gateway/${name}\n`;

const memo = new MappingMemo();
const load = (files: FileSnapshot, given = formats) =>
  memo.load(name, [own, delivered], given, {
    files: overlayFiles(files, buildSnapshotSource(readDelivered())),
  });

/** Bytes of their own each time, as in a snapshot. */
const readDelivered = (): FileSnapshot =>
  Object.fromEntries(
    [
      `${name}.yaml`,
      ...diskFiles.list(join(delivered, 'tables')).map((table) => join('tables', table)),
      'ignored.csv',
    ].map((file) => [join(delivered, file), readFileSync(join(delivered, file))] as const),
  );

const text = (said: string): FileSnapshot => ({
  [join(own, `${name}.yaml`)]: Buffer.from(
    `${extending}target:\n  order: { description: { $text: ${said} } }\n`,
  ),
});

it('takes a mapping again whose files are the same, also from other formats that are equal', () => {
  const { mapping } = load({});
  expect(mapping?.name).toBe(name);
  expect(load({}).mapping).toBe(mapping);
  expect(load({}, others.formats).mapping).toBe(mapping);
  expect(load(text('one')).mapping).not.toBe(mapping);
  expect(load({}).mapping).toBe(mapping);
});

it.each([
  ['a file of its own', 'order-to-exchange.yaml', extending],
  ['a table that was not there', 'tables/units-to-exchange.add.csv', 'erp,iso\nC62,PCE\n'],
  ['paths that the site has ended', 'ignored.csv', `mapping,path,reason\n${name},cbc:Note,none\n`],
])('reads it again after %s has come', (_, file, content) => {
  const before = load({}).mapping;
  const after = load({ [join(own, file)]: Buffer.from(content) }).mapping;
  expect(after?.hash).toBeDefined();
  expect(after?.hash).not.toBe(before?.hash);
});

it('says each time what is wrong with one', () => {
  const broken = { [join(own, `${name}.yaml`)]: Buffer.from(`${extending}target: { ordr: {} }\n`) };
  const once = load(broken);
  expect(once.findings).toHaveLength(1);
  expect(load(broken)).toEqual(once);
});
