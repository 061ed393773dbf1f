import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatOf, plainFile, readFile } from './testkit/kit.ts';

/** docs/own-format.md: every format on it is right, and reads the file that stands below it without a word. */
const page = readFileSync(new URL('../../docs/own-format.md', import.meta.url), 'utf8');
const shown = [...page.matchAll(/```yaml\n(format: (\S+)\n[\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```)?/g)];

describe('formats on the page', () => {
  it.each(shown.map(([, text = '', name = '', file]) => ({ name, text, file })))(
    '$name',
    ({ text, file }) => {
      const format = formatOf(text);
      if (file === undefined) return;
      expect(readFile(format, file).findings).toEqual([]);
      expect(plainFile(format, file)).toHaveLength(1);
    },
  );

  it('are those that the page speaks of', () => {
    expect(shown.filter(([, , , file]) => file !== undefined)).toHaveLength(4);
    expect(page).toContain('1.250,5');
  });
});
