import { z } from 'zod';
import { csvFieldSchema } from '../src/formats/csv/description.ts';
import { syntaxSchemas } from '../src/formats/describe/syntax-schemas.ts';
import { openDescriptions } from '../src/formats/description-folders.ts';
import { edifactUseSchema } from '../src/formats/edifact/description.ts';
import { scsnFormatNames } from '../src/formats/format-registry.ts';
import { valueKinds } from '../src/formats/text/value-type.ts';
import { xmlElementSchema } from '../src/formats/xml/description.ts';
import { packageFolder } from '../src/pipeline/channel/mapping-folders.ts';
import { encodingNames } from '../src/text/encodings.ts';
import { cell, code, codes, made, table } from './markdown.ts';
import { keyHead, keyRows } from './schema-rows.ts';

/** docs/reference/formats.md: which formats there are, and every key of a file that describes one. */
export function formatsPage(): string {
  return `# Formats

${made('the formats (`src/formats/`)')} How one is described: [own-format.md](../own-format.md).

## What \`document:\` of a channel may say

${table(['name', 'what it is', 'files'], [...scsnRows, ...deliveredRows()])}

and the name of each format of your own (\`formats/NAME.yaml\` in your folder of mappings). SCSN documents: ${codes(scsnFormatNames)}.

## Types of values

${table(
  ['type', 'what it is'],
  Object.entries(valueKinds).map(([name, words]) => [code(name), cell(words)]),
)}

Encodings: ${codes(encodingNames)}.

${Object.entries(syntaxSchemas)
  .map(([syntax, schema]) => section(`Keys of \`syntax: ${syntax}\``, schema))
  .join('\n\n')}

${inTrees.map(([title, schema]) => section(title, schema)).join('\n\n')}
`;
}

const inTrees = [
  ['Keys of a value in the tree of a CSV', csvFieldSchema],
  ['Keys of an element in the tree of an XML', xmlElementSchema],
  ['Keys of an element in the tree of an EDIFACT message', edifactUseSchema],
] as const;

const section = (title: string, schema: z.ZodType): string =>
  `## ${title}\n\n${table(keyHead, keyRows(z.toJSONSchema(schema, { io: 'input' })))}`;

const scsnRows = scsnFormatNames.map((name) => [code(name), 'an SCSN document', code('*.xml')]);

function deliveredRows(): readonly string[][] {
  const { names, load } = openDescriptions([packageFolder('mappings')]);
  return names.flatMap((name) => {
    const { format, text = '' } = load(name) ?? {};
    const syntax = /^syntax: *(\w+)/m.exec(text)?.[1] ?? '';
    const what = `${syntaxes[syntax] ?? syntax}${format?.kind === undefined ? '' : `, ${format.kind}`}`;
    return format === undefined ? [] : [[code(name), what, code(`*${format.extension}`)]];
  });
}

const syntaxes: Readonly<Record<string, string>> = { csv: 'a table (CSV)', xml: 'XML', edifact: 'EDIFACT' };
