import { z } from 'zod';
import { openDescriptions } from '../src/formats/description-folders.ts';
import { scsnFormatNames } from '../src/formats/format-names.ts';
import { findSyntax, syntaxes } from '../src/formats/syntaxes.ts';
import { valueKinds } from '../src/formats/text/value-type.ts';
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

${syntaxes.map(({ name, schema }) => section(`\`syntax: ${name}\``, schema)).join('\n\n')}

${syntaxes
  .flatMap(({ treeSchemas }) => treeSchemas)
  .map(({ place, schema }) => section(place, schema))
  .join('\n\n')}

## What a masked copy keeps

By the names of fields and elements (\`ABOVE/NAME\` where what stands above matters, \`*End\` for all whose last words are so), and only
where the value is such a code, date or number. An amount is multiplied by a factor. Everything else is masked.

${table(['syntax', 'what stands there', 'places'], maskingRows())}
`;
}

const section = (what: string, schema: z.ZodType): string =>
  `## Keys of ${what}\n\n${table(keyHead, keyRows(z.toJSONSchema(schema, { io: 'input' })))}`;

const maskingRows = (): readonly string[][] =>
  syntaxes.flatMap(({ name, masking: { places } }) =>
    Object.entries(places).map(([kind, names]) => [code(name), kind, codes(names)]),
  );

const scsnRows = scsnFormatNames.map((name) => [code(name), 'an SCSN document', code('*.xml')]);

function deliveredRows(): readonly string[][] {
  const { names, load } = openDescriptions([packageFolder('mappings')]);
  return names.flatMap((name) => {
    const { format, text = '' } = load(name) ?? {};
    const syntax = findSyntax(/^syntax: *(\w+)/m.exec(text)?.[1]);
    const what = `${syntax?.words.file}${format?.kind === undefined ? '' : `, ${format.kind}`}`;
    return format === undefined ? [] : [[code(name), what, code(`*${format.extension}`)]];
  });
}
