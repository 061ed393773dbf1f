import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Disposition, readDispositions } from '../src/mapping/testkit/dispositions/table.ts';
import { packageFolder } from '../src/pipeline/channel/mapping-folders.ts';
import { cell, code, made, table } from './markdown.ts';

/** docs/reference/dispositions.md and a page a table: what becomes of each value of a document that is read. */
export function dispositionPages(): readonly (readonly [path: string, text: string])[] {
  const names = readdirSync(join(packageFolder('mappings'), 'dispositions')).flatMap(
    (file) => /^(.+)\.csv$/.exec(file)?.[1] ?? [],
  );
  const pages = names.toSorted().map((name) => ({ name, rows: readDispositions(name) }));
  return [
    ['reference/dispositions.md', overview(pages)],
    ...pages.map(({ name, rows }) => [`reference/dispositions-${name}.md`, page(name, rows)] as const),
  ];
}

interface DispositionPage {
  readonly name: string;
  readonly rows: readonly Disposition[];
}

const fates: readonly (readonly [Disposition['fate'], string])[] = [
  ['target', 'it is written there'],
  ['note', 'it is part of a text there'],
  ['steers', 'a condition reads it; what it decides is said, or that all is as without it'],
  ['ignored', 'it is left out, and why nothing is lost by it'],
  ['told', 'it is left out, and this finding says so'],
  ['parked', 'the message waits for a person, with this finding'],
  ['rejected', 'the message is refused, with this finding'],
];

const overview = (pages: readonly DispositionPage[]): string => `# What becomes of each value

${made('`mappings/dispositions/`')} Every value that can stand in a document has a row there, written from the standard,
and a test holds each row against what the delivered mapping does with a document that is made for it.

${table(
  ['table', 'rows'],
  pages.map(({ name, rows }) => [`[${name}](dispositions-${name}.md)`, String(rows.length)]),
)}

${table(
  ['what becomes of it', 'meaning'],
  fates.map(([fate, meaning]) => [fate, meaning]),
)}

\`PATH/*\` is all below an element that has no row of its own, \`//@NAME\` an attribute wherever it has none, \`[2]\` a second one.
Beside a value may stand what decides: \`@schemeID=GLN\` of itself, \`cbc:ID=7\` beside it, \`/cbc:ID=7\` in the document,
\`cbc:ID=\` without it; a word is the code itself, and \`*\` any other code. \`value-not-carried\` is the finding of all that no
rule carries: see [reading-a-report.md](../reading-a-report.md).

In EDIFACT and IDocs the code is the qualifier of the segment: \`2 69\` is each of them, \`*\` or none the rest. A place that holds
others speaks of all below it that has no row of its own; \`gNAD[NAD/e3035 = 'BY']\` is the group with that in it, and
\`//e1131\` or \`gLIN//DTM/C507/e2380\` an element wherever it stands. The names are those of the tree that a mapping reads, which
\`gateway format docs\` explains.
`;

const page = (name: string, rows: readonly Disposition[]): string => `# What becomes of each value: ${name}

${made(`\`mappings/dispositions/${name}.csv\``)} How to read it: [dispositions.md](dispositions.md).

${[...Map.groupBy(rows, partOf)].map(([part, some]) => `## ${part}\n\n${table(head, some.map(cells))}`).join('\n\n')}
`;

const head = ['place', 'code, or what stands beside it', 'what becomes of it', 'example', 'why'];

/** The first step of a place that holds others. */
function partOf({ place }: Disposition): string {
  if (place.startsWith('//')) return 'Wherever it stands';
  const [first = ''] = /^\/?[^/[]+/.exec(place) ?? [];
  return first === place ? 'Header' : code(first);
}

const cells = ({ place, qualifier, fate, to, given, expected, why }: Disposition): readonly string[] => [
  code(place),
  qualifier === '' ? '' : code(qualifier),
  [fate, to]
    .filter(Boolean)
    .map((word, at) => (at === 0 ? word : code(word)))
    .join(' '),
  given === ''
    ? ''
    : expected === '' || expected === given
      ? code(given)
      : `${code(given)} → ${code(expected)}`,
  cell(why),
];
