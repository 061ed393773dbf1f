import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderFormatPage } from '../format-page.ts';
import { asTarget, delivered, deliveredFormat, plain, plainFile, readFile, told } from '../testkit/kit.ts';
import { formatLaws } from '../testkit/laws.ts';
import { mistakes, mutant } from '../testkit/mutants.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
const format = deliveredFormat('idoc-orders');

formatLaws(
  [
    { name: 'flat', format, bytes: fixture('orders.txt'), documents: 2, end: 'endless' },
    { name: 'XML', format, bytes: fixture('orders.xml'), documents: 2, end: 'complete' },
  ],
  Buffer.from('<Order xmlns="urn:x"><ID>1</ID></Order>\n'),
);

it.each(['orders.txt', 'orders.xml'])(
  '%s: 500 damaged files are read as their bytes say, or refused with place and advice',
  (name) => {
    const bytes = fixture(name);
    expect(mistakes(format, bytes)).toEqual([]);
    for (let seed = 0; seed < 500; seed += 1)
      expect(mistakes(format, mutant(bytes, seed)), `seed ${seed}`).toEqual([]);
  },
);

it.each(['idoc-orders', 'idoc-ordchg', 'idoc-ordrsp'])(
  '%s has a page with an example that it reads',
  (name) => {
    const page = renderFormatPage(delivered.guide(name) ?? '', `${name}.yaml`, delivered) ?? '';
    const [, example = ''] = /```xml\n([\s\S]*?)\n```/.exec(page) ?? [];
    const { reads, findings } = readFile(deliveredFormat(name), example);
    expect(findings).toEqual([]);
    expect(reads).toHaveLength(1);
    expect(page).toContain('| E1EDP01/MENGE | 75–89 |  | decimal |');
    expect(page).toContain('| E1EDP01/ABGRU |  |  | identifier |');
  },
);

it('each IDoc has the reference that its control record gives it, in both forms', () => {
  for (const name of ['orders.txt', 'orders.xml']) {
    const { documents } = format.cut(fixture(name));
    expect(documents.map(({ bytes, envelope }) => format.findReference?.(bytes, envelope))).toEqual([
      'PRDCLNT100 0000020045 0000000000000471',
      'PRDCLNT100 0000020045 0000000000000472',
    ]);
  }
  expect(format.findReference?.(Buffer.from('<IDOC><EDI_DC40/></IDOC>'))).toBeUndefined();
});

const mappings = new URL('../../../mappings/', import.meta.url);
const files = readdirSync(new URL('fixtures/', mappings)).flatMap((name) => {
  const [mapping = ''] = name.split('.');
  const [, from, to] =
    /^from: (\S+)\nto: (\S+)$/m.exec(readFileSync(new URL(`${mapping}.yaml`, mappings), 'utf8')) ?? [];
  const of =
    mapping === 'idoc-ordchg-to-order' ? 'idoc-ordchg' : [from, to].find((one) => one?.startsWith('idoc-'));
  const file = mapping.startsWith('idoc-') ? 'document.xml' : 'expected.xml';
  const folder = new URL(`fixtures/${name}/`, mappings);
  return of !== undefined && readdirSync(folder).includes(file)
    ? [{ name, of, url: new URL(file, folder) }]
    : [];
});

it('every fixture of the translations is read without a word, and written as it was read', () => {
  expect(files.length).toBeGreaterThan(60);
  for (const { name, of, url } of files) {
    const own = deliveredFormat(of);
    const { reads, findings } = readFile(own, readFileSync(url));
    const isWrong = name.endsWith('word-too-long');
    expect(findings.map(told), name).toEqual([]);
    for (const { tree } of reads) {
      const again = tree && own.write(asTarget(tree.root));
      expect(again?.findings.length === 0, name).toBe(!isWrong);
      expect(again && plainFile(own, again.bytes), name).toEqual([tree && plain(tree.root)]);
    }
  }
});
