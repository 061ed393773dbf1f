import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { referencePages } from '../reference/generate.ts';
import { configJsonSchema } from '../src/config/schema/config-json-schema.ts';
import { listFindingTexts } from '../src/findings/create-finding.ts';
import { listSyntaxFindings } from '../src/formats/syntax-findings.ts';
import { mappingCodes } from '../src/mapping/files/mapping-codes.ts';
import { loadDeliveredRules } from '../src/scsn/rules/load-rules.ts';
import { keysOf } from './kit/schema-keys.ts';

/** The pages of the manual that are made from the sources. */

const docs = new URL('../docs/', import.meta.url);
const pages = await referencePages();
const page = (name: string): string => pages.get(name) ?? '';

it.each([...pages])(
  'docs/%s says what the sources say: run `npm run reference` when this fails',
  (name, text) => {
    expect(readFileSync(new URL(name, docs), 'utf8')).toBe(text);
  },
);

it('no page of docs/reference/ is left over from before', () => {
  const there = readdirSync(new URL('reference/', docs)).map((name) => `reference/${name}`);
  expect(there.filter((name) => !pages.has(name))).toEqual([]);
});

it('findings.md lists every rule and every code', () => {
  const ids = loadDeliveredRules().rules.flatMap(({ tests }) => tests.map(({ id }) => id));
  const texts = [...listFindingTexts(), ...listSyntaxFindings()];
  const all = [...ids, ...texts.map(({ code }) => code), ...Object.keys(mappingCodes)];
  for (const code of all) expect(page('findings.md')).toContain(`| \`${code}\` |`);
});

describe('config.md', () => {
  const rows = page('reference/config.md').match(/^\| `.*/gm) ?? [];

  it('has a row for every key, with a type and a sentence', () => {
    const told = new Set(rows.flatMap((row) => /^\| `([^`]+)`/.exec(row)?.[1]?.split('.').at(-1) ?? []));
    const groups = new Set(
      page('reference/config.md')
        .match(/^## \w+$/gm)
        ?.map((line) => line.slice(3)),
    );
    const missing = keysOf(configJsonSchema()).filter((key) => !told.has(key) && !groups.has(key));
    expect(missing).toEqual(['channels']);
    for (const row of rows) expect(row).toMatch(/^\| `[^`]+` \| [^|]\S.* \| .* \| \S.* \|$/);
  });

  it('says what is the default, what is required, and between what a number lies', () => {
    expect(rows).toContainEqual(
      '| `exchange.baseUrl` | text | **required** | {base_url} of the exchange, with the environment. https, or http on loopback. |',
    );
  });
});

it('commands.md has a section for every command, with all its options', () => {
  const text = page('reference/commands.md');
  for (const words of [
    'init',
    'journal retry',
    'map publish',
    'service print',
    'exchange search',
    'alarm silence',
  ])
    expect(text).toContain(`# gateway ${words}\n`);
  expect(text).toContain('| `--finding <code>` |');
});
