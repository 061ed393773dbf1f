import { renderMappingPhrase } from '../src/findings/mapping-sentences.ts';
import type { Formats } from '../src/formats/document-format.ts';
import { openFormats } from '../src/formats/open-formats.ts';
import {
  clauseDescriptions,
  keySchemas,
  sectionDescriptions,
} from '../src/mapping/docs/mapping-json-schema.ts';
import { readDeliveredEnds } from '../src/mapping/files/delivered-ends.ts';
import { stopOutcomes } from '../src/mapping/language/clause-compiler.ts';
import { conversions } from '../src/mapping/language/conversions.ts';
import { listSourceNames, listTargetNames } from '../src/mapping/models/document-models.ts';
import { mappingFolders, packageFolder } from '../src/pipeline/channel/mapping-folders.ts';
import { ownFunctions } from '../src/tree/xpath/own-functions.ts';
import { allowedFunctions, refusedFunctions } from '../src/tree/xpath-check/allowed-functions.ts';
import { cell, code, codes, made, table } from './markdown.ts';

/** docs/reference/mappings.md: everything that a mapping file may say. */
export function mappingsPage(): string {
  const { formats, dispose } = openFormats({}, mappingFolders(undefined));
  const page = pageWith(formats);
  dispose();
  return page;
}

const pageWith = (formats: Formats): string => `# Mappings: sections, keys, functions

${made('the language of mappings (`src/mapping/`, `src/tree/`)')} [mappings/README.md](../../mappings/README.md) explains
the language with examples.

## Sections of a file

${told('section', sectionDescriptions)}

\`from\` may say: ${codes(listSourceNames(formats))}.

\`to\` may say: ${codes(listTargetNames(formats))}.

## Keys of a rule

${table(
  ['key', 'what it means'],
  Object.entries(keySchemas).map(([name, { description = '' }]) => [code(name), cell(description)]),
)}

\`$as\` may say: ${codes(conversions)}.

## Keys under stop:, warn: and tasks:

${told('key', {
  ...clauseDescriptions,
  as: `Of \`stop:\` alone: what becomes of the document, ${codes(stopOutcomes)}.`,
  line: 'Of `tasks:` alone: the number of the order line; without it the whole order.',
})}

## Functions of our own

Exact, and on text. An argument that is empty makes the result empty.

${table(
  ['function', 'what it gives'],
  ownFunctions.map(({ prefix, name, signature: [call, gives] }) => [
    code(`${prefix === '' ? '' : `${prefix}:`}${name}(${call})`),
    cell(gives),
  ]),
)}

## Functions of XPath

As XPath 3.1 has them: ${codes(xpathFunctions)}.

These are refused, since they compute in binary numbers, or ask for the clock of the machine:

${table(
  ['refused', 'what to do'],
  [...refusedFunctions].map(([name, words]) => [code(name), cell(renderMappingPhrase(words))]),
)}

## Delivered mappings

${table(
  ['mapping', 'from', 'to'],
  [...readDeliveredEnds(packageFolder('mappings'))].map(([name, { from, to }]) => [
    code(name),
    code(from),
    code(to),
  ]),
)}
`;

const told = (head: string, words: Readonly<Record<string, string>>): string =>
  table(
    [head, 'what it means'],
    Object.entries(words).map(([name, text]) => [code(name), cell(text)]),
  );

const own = new Set(ownFunctions.map(({ prefix, name }) => (prefix === '' ? name : `${prefix}:${name}`)));
const xpathFunctions = [...allowedFunctions.keys()].filter((name) => !own.has(name));
