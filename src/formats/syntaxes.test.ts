import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildDescribedFormat } from './described-format.ts';
import { syntaxes } from './syntaxes.ts';

describe.each(syntaxes)('$name', ({ name, schema }) => {
  it('lies in a folder of its name', () => {
    expect(existsSync(new URL(`${name}/syntax.ts`, import.meta.url))).toBe(true);
  });

  it('has a schema for descriptions that name it, and no others', () => {
    const ofSyntax = (syntax: string) =>
      schema.safeParse({ syntax }).error?.issues.filter(({ path }) => path[0] === 'syntax');
    expect(ofSyntax(name)).toEqual([]);
    expect(ofSyntax('other')).toHaveLength(1);
  });
});

it.each([
  ['edifact', 'The format base is no EDIFACT.'],
  ['idoc', 'The format base is no IDoc.'],
])('%s: a guide of another syntax is none', (syntax, message) => {
  const guides = { guide: () => 'format: base\nsyntax: csv\n', directory: () => undefined };
  const { findings } = buildDescribedFormat(
    `format: own\nsyntax: ${syntax}\nguide: base\n`,
    'own.yaml',
    guides,
  );
  expect(findings.map((one) => [one.code, one.message])).toEqual([['format-wrong-value', message]]);
});
