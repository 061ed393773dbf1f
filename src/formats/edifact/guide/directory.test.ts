import { expect, it } from 'vitest';
import { readDirectory } from './directory.ts';

const texts = new Map([
  ['base', 'directory: base\nsegments: { LIN: 1082 an6 }\n'],
  ['release', 'directory: release\nextends: base\nelements: { "1082": line }\n'],
]);

const labelOf = (changed: readonly (readonly [string, string])[] = []): string | undefined => {
  const all = new Map([...texts, ...changed]);
  const { directory } = readDirectory('release', (name) => all.get(name));
  return directory?.segments.get('LIN')?.slots[0]?.parts[0]?.label;
};

it('is read anew when a text of it is another one, and once while none is', () => {
  const read = () => readDirectory('release', (name) => texts.get(name)).directory;
  expect(labelOf()).toBe('line');
  expect(read()).toBe(read());
  expect(labelOf([['release', 'directory: release\nextends: base\nelements: { "1082": row }\n']])).toBe(
    'row',
  );
  expect(labelOf([['base', 'directory: base\n']])).toBeUndefined();
  expect(labelOf()).toBe('line');
});

it('that is wrong, or extends one that is not there, is told each time', () => {
  const broken = (text: string) => readDirectory('broken', (name) => (name === 'broken' ? text : undefined));
  for (let n = 0; n < 2; n += 1) {
    expect(broken('directory: broken\nextends: nothing\n')).toMatchObject({
      findings: [{ code: 'format-not-found', message: 'There is no directory nothing.' }],
    });
    expect(broken('directory: 1\nsegment: {}\n').findings.length).toBeGreaterThan(0);
  }
});
