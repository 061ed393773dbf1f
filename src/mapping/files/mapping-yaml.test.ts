import { describe, expect, it } from 'vitest';
import { cpuOf } from '../../../test/kit/cpu.ts';
import { renderProblem } from './mapping-problem.ts';
import { parseYaml, type YamlNode } from './mapping-yaml.ts';

function plain(yaml: YamlNode | undefined): unknown {
  if (yaml?.kind === 'map')
    return Object.fromEntries(yaml.entries.map(({ name, value }) => [name, plain(value)]));
  return yaml?.kind === 'list' ? yaml.items.map(plain) : yaml?.text;
}

const wrong = (text: string) =>
  parseYaml(text)
    .problems.map((one) => renderProblem(one))
    .map(({ line, column, message, advice }) => `${line}:${column} ${message} ${advice}`);

describe('readYaml', () => {
  it('every scalar is text', () => {
    expect(
      plain(parseYaml('a: 0010\nb: 1.10\nc: true\nd: [ null, 2026-01-01 ]\ne: "x"\nf:\n').value),
    ).toEqual({
      a: '0010',
      b: '1.10',
      c: 'true',
      d: ['null', '2026-01-01'],
      e: 'x',
      f: '',
    });
  });

  it('expressions stand as they are where YAML lets them', () => {
    const text =
      'a: cbc:ID\nb: //x\nc: .\nd: $x/y\ne: if (a) then b else c\nf: >-\n  concat(a,\n  b)\ng: "*[1]"\n';
    expect(plain(parseYaml(text).value)).toEqual({
      a: 'cbc:ID',
      b: '//x',
      c: '.',
      d: '$x/y',
      e: 'if (a) then b else c',
      f: 'concat(a, b)',
      g: '*[1]',
    });
  });

  it('knows where everything stands, and how it is written', () => {
    const { value } = parseYaml('a:\n  b: "x"\n  c: [ y ]\n');
    const a = value?.kind === 'map' ? value.entries[0]?.value : undefined;
    const [b, c] = a?.kind === 'map' ? a.entries : [];
    expect(b).toMatchObject({
      name: 'b',
      line: 2,
      column: 3,
      value: { line: 2, column: 6, style: 'quoted' },
    });
    expect(c?.value).toMatchObject({ kind: 'list', items: [{ line: 3, column: 8, style: 'plain' }] });
  });

  it.each([
    ['a: @unitCode', '1:4'],
    ['a: *x', '1:4'],
    ['a: &x b', '1:7'],
    ['a: !x b', '1:7'],
    ['a: { $from: cbc:ID[1] }', '1:'],
    ["a: concat(b, ': ', c)", '1:'],
    ['a: 1\na: 2', '2:1'],
    ['a:\n  b: 1\n c: 2', '3:'],
    ['', '1:1'],
  ])('%j is answered with what to do', (text, place) => {
    const [first] = wrong(text);
    expect(first?.slice(0, place.length)).toBe(place);
    expect(first).toMatch(/double quotes|Write a mapping|Remove one|Indent with blanks/);
    expect(parseYaml(text).value).toBeUndefined();
  });
});

it('says where a file is no text', () => {
  expect(wrong('mapping: x\n# St\u0081ck\n')).toEqual([
    '2:5 This is not text in UTF-8, UTF-16 or windows-1252. Save the file as text in UTF-8.',
  ]);
});

describe('a file that nobody wrote by hand', () => {
  const sentences = (text: string) => parseYaml(text).problems.map(({ sentence }) => sentence);

  it.each([
    ['nested in lists', `a: ${'['.repeat(101)}${']'.repeat(101)}`],
    ['nested beyond what the parser bears', `a: ${'['.repeat(20_000)}`],
    ['nested in maps', Array.from({ length: 120 }, (_, n) => `${' '.repeat(n)}a:\n`).join('')],
  ])('is refused in words: %s', (_, text) => {
    expect(sentences(text)).toEqual(['mapping-yaml/deep']);
    expect(parseYaml(text).value).toBeUndefined();
  });

  it('is not read where it is larger than any mapping', () => {
    expect(sentences(`a: ${'x'.repeat(500_000)}`)).toEqual(['mapping-yaml/large']);
  });

  it('of a great many names is read in a time that is in proportion to them', () => {
    const [few, many] = [3000, 48_000].map((count) => {
      const text = Array.from({ length: count }, (_, n) => `n${n}: a\n`).join('');
      return cpuOf(() => parseYaml(text));
    });
    expect(many).toBeLessThan(64 * Math.max(5, few ?? 0));
  });

  it('is told of some names that stand twice, not of all', () => {
    expect(sentences('a: 1\n'.repeat(500))).toEqual(Array(20).fill('mapping-yaml/twice'));
  });
});

it('tells a mistake once, not what follows from it; names that stand twice, each', () => {
  expect(parseYaml('a: { x: b[1]/c, y: { z: 1 } }\nd:\n  e: { f: g }\n').problems).toHaveLength(1);
  expect(parseYaml('a: 1\na: 2\nb: 1\nb: 2\n').problems.map(({ line }) => line)).toEqual([2, 4]);
});
