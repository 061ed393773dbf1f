import { afterAll, expect, it } from 'vitest';
import { openFormats } from '../../formats/open-formats.ts';
import { packageFile } from '../../package.ts';
import { restrictToFolders } from '../../system/file-source.ts';
import type { FileMapping } from '../file-mapping.ts';
import { parseMapping } from '../load-mapping.ts';
import { CompileMemo } from './compile-memo.ts';

const delivered = packageFile('mappings');
const { formats, dispose } = openFormats(undefined, [delivered]);
afterAll(dispose);

const name = 'order-to-exchange';
const file = `/own/${name}.yaml`;
const memo = new CompileMemo();
const folders = { folders: [delivered], files: restrictToFolders([delivered]) };
const begin = `mapping: ${name}\nextends: scsn-gateway/${name}\n`;

/** The rules as they are, without what runs; schemas contain themselves. */
const plain = (mapping: FileMapping | undefined): string =>
  JSON.stringify(mapping?.program, (key, value) => (key === 'spots' ? value.length : value));

it.each([
  ['nothing', ''],
  ['one rule', 'target: { order: { description: "cbc:Note[1]" } }'],
  ['the same rule a line further down', '# a remark\ntarget: { order: { description: "cbc:Note[1]" } }'],
  ['a rule that is wrong', 'target: { order: { description: cbc:Nothing } }'],
  ['a rule that is wrong, further down', '\n\ntarget: { order: { description: cbc:Nothing } }'],
  ['a variable', 'variables: { here: cbc:Note }\ntarget: { order: { description: "$here[1]" } }'],
  [
    'the variable as something else',
    'variables: { here: cbc:ID }\ntarget: { order: { description: "$here[1]" } }',
  ],
  ['the variable as several', 'variables: { here: cbc:Note }\ntarget: { order: { description: $here } }'],
  ['the variable as one', 'variables: { here: cbc:ID }\ntarget: { order: { description: $here } }'],
  ['a variable that is not there', 'target: { order: { description: "$here[1]" } }'],
  ['the same in another place', 'target: { lines: { description: "cbc:Note[1]" } }'],
  ['a table with another', 'target: { order: { description: "table(\'unit\', cbc:Note[1])" } }'],
  ['a prefix of its own', 'namespaces: { my: urn:my }\ntarget: { order: { description: "my:Note" } }'],
  ['the prefix without its meaning', 'target: { order: { description: "my:Note" } }'],
])('finds the same with what it remembers as without: %s', (_, more) => {
  const text = `${begin}${more}\n`;
  const load = (memory?: CompileMemo) =>
    parseMapping({ name, file, text }, formats, { ...folders, memo: memory });
  const [known, anew] = [load(memo), load()];
  expect(known.findings).toEqual(anew.findings);
  expect(plain(known.mapping)).toBe(plain(anew.mapping));
});

it('compiles no expression anew that was there', () => {
  const load = (text: string) =>
    parseMapping({ name, file, text: `${begin}${text}` }, formats, { ...folders, memo }).mapping;
  const [one, other] = [load('target: { order: { description: cbc:ID } }'), load('')];
  const each = (mapping: FileMapping | undefined) => mapping?.program.variables.map(([, { xpath }]) => xpath);
  expect(each(one)?.length).toBeGreaterThan(0);
  expect(each(one)?.every((xpath, n) => xpath === each(other)?.[n])).toBe(true);
});
