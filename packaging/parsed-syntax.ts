import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { packageFile } from '../src/package.ts';
import { loadChannelRuntimes } from '../src/pipeline/runtime/channel-runtime.ts';
import { loadDeliveredRules } from '../src/scsn/rules/load-rules.ts';
import type { RuleSet, TextPart } from '../src/scsn/rules/schematron-file.ts';
import { renderBuildTable } from '../src/system/build-table.ts';
import { parsedExpressions, parseXPath } from '../src/tree/compile-xpath.ts';
import { packSyntax } from '../src/tree/xpath/parsed-syntax.ts';

/** The syntax of all XPath expressions in the delivered mappings and rules, for src/tree/xpath/parsed-syntax.ts. */
export function parsedSyntaxText(): string {
  const tools = loadChannelRuntimes(undefined);
  try {
    for (const file of globSync('*.yaml', { cwd: packageFile('mappings') }))
      tools.forSchemas(undefined).mapping(basename(file, '.yaml'));
  } finally {
    tools.dispose();
  }
  for (const text of expressionsOf(loadDeliveredRules())) parseXPath(text);
  return renderBuildTable([...parsedExpressions()].map(([text, syntax]) => [text, packSyntax(syntax)]));
}

function expressionsOf({ rules, keys }: RuleSet): readonly string[] {
  const tests = rules.flatMap((rule) => rule.tests);
  return [
    ...keys.map(({ use }) => use),
    ...rules.flatMap(({ where, lets }) => [where ?? [], lets.map(({ value }) => value)].flat()),
    ...tests.flatMap(({ test, subject }) => [test, subject ?? []].flat()),
    ...tests.flatMap(({ texts }) =>
      Object.values(texts).flatMap(({ message, advice }) => [...message, ...advice].flatMap(selectOf)),
    ),
  ];
}

const selectOf = (part: TextPart): readonly string[] => (typeof part === 'string' ? [] : [part.select]);
