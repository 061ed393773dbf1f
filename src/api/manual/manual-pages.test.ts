import { expect, it } from 'vitest';
import { packageFile } from '../../package.ts';
import { Manual } from './manual-pages.ts';
import { parseManualPage } from './markdown-tree.ts';

it('knows every page of the manual, and finds a code of a finding in its table', () => {
  const manual = new Manual(packageFile('docs'));
  const names = manual.listPages().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['parked', 'findings', 'nl/geparkeerd', 'reference/config']));
  expect(manual.search('gln-check-digit')[0]).toMatchObject({ name: 'findings', at: 'gln-check-digit' });
  expect(manual.search('no such words anywhere')).toEqual([]);
  expect(manual.findPage('../package')).toBeUndefined();
});

it('leads every link of the manual to a page and a place that is there', () => {
  const manual = new Manual(packageFile('docs'));
  const lost: string[] = [];
  const check = (page: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('to' in value && 'isElsewhere' in value && value.isElsewhere === false) {
      const [name = '', at] = String(value.to).split('#');
      const found = manual.findPage(name);
      const places = JSON.stringify(found?.blocks ?? []);
      if (!found || (at !== undefined && !places.includes(`"id":${JSON.stringify(at)}`)))
        lost.push(`${page}: ${value.to}`);
    }
    for (const part of Object.values(value)) check(page, part);
  };
  for (const { name } of manual.listPages()) check(name, manual.findPage(name));
  expect(lost).toEqual([]);
});

it('lets no HTML through, and keeps what looks like it in code', () => {
  const blocks = parseManualPage(
    '# A `<b>`\n\nBefore <img src=x onerror=alert(1)> after.\n\n<script>x</script>\n',
    'a',
  );
  expect(blocks).toEqual([
    {
      ...{ kind: 'heading', level: 1, id: 'a-b' },
      children: [
        { kind: 'text', text: 'A ' },
        { kind: 'code', text: '<b>' },
      ],
    },
    {
      kind: 'paragraph',
      children: [
        { kind: 'text', text: 'Before ' },
        { kind: 'text', text: ' after.' },
      ],
    },
  ]);
});
