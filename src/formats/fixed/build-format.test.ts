import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderFormatPage } from '../format-page.ts';
import { formatOf, readFile } from '../testkit/kit.ts';
import { formatLaws } from '../testkit/laws.ts';
import { mistakes, mutant } from '../testkit/mutants.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const format = (name: string) => formatOf(fixture(`${name}.yaml`).toString());

formatLaws(
  [
    {
      name: 'records by line',
      format: format('acme-fixed-orders'),
      bytes: fixture('acme-fixed-orders.txt'),
      documents: 2,
      end: 'complete',
    },
    {
      name: 'records by length',
      format: format('acme-fixed-bytes'),
      bytes: fixture('acme-fixed-bytes.txt'),
      documents: 2,
      end: 'endless',
    },
  ],
  Buffer.from('<Order xmlns="urn:x"><ID>1</ID></Order>\n'),
);

it.each(['acme-fixed-orders', 'acme-fixed-bytes'])(
  '%s: 500 damaged files are read as their bytes say, or refused with place and advice',
  (name) => {
    const bytes = fixture(`${name}.txt`);
    expect(mistakes(format(name), bytes)).toEqual([]);
    for (let seed = 0; seed < 500; seed += 1)
      expect(mistakes(format(name), mutant(bytes, seed)), `seed ${seed}`).toEqual([]);
  },
);

it.each(['acme-fixed-orders', 'acme-fixed-bytes'])('%s has a page with an example that it reads', (name) => {
  const page = renderFormatPage(fixture(`${name}.yaml`).toString(), `${name}.yaml`) ?? '';
  const [, example = ''] = /```\n([\s\S]*?)\n```/.exec(page) ?? [];
  const text = name === 'acme-fixed-orders' ? `${example}\n` : example;
  const { reads, findings } = readFile(format(name), text);
  expect(findings).toEqual([]);
  expect(reads).toHaveLength(1);
  expect(page).toContain('| value | characters | must be there | type |');
});

it('a page says where each value stands', () => {
  const page = renderFormatPage(fixture('acme-fixed-orders.yaml').toString(), 'acme-fixed-orders.yaml');
  expect(page).toContain('| P1/quantity | 31–42 | yes | decimal(3) |');
  expect(page).toContain('- A record is a line of 90 characters.');
});
