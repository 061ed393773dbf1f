import { basename } from 'node:path';
import type { DocRow } from './docs.ts';
import type { FileMapping } from './load.ts';
import type { Clause, Program } from './rules.ts';
import type { Table } from './tables.ts';

/** The pages of one mapping: what it makes of what, when it stops, and its tables. */

const heads = ['target', 'source', 'rule', 'tables', 'example'] as const;

/** `unfilled`: members of the target that no rule fills. */
export function markdownPage(
  mapping: FileMapping,
  rows: readonly DocRow[],
  unfilled: readonly string[],
): string {
  const { name, from, to, program, tables } = mapping;
  const clauses = clausesOf(program);
  return [
    `# ${name}`,
    `From ${from} to ${to}. Written from \`${basename(mapping.file)}\` by \`gateway map docs\`.`,
    '## Values',
    markdownTable(heads, rows.map(cellsOf)),
    ...(unfilled.length > 0 ? [`## ${unfilledTitle}`, unfilled.map(markdownItem).join('\n')] : []),
    ...(clauses.length > 0 ? [`## ${clausesTitle}`, markdownTable(clauseHeads, clauses)] : []),
    ...(program.variables.length > 0
      ? ['## Names', markdownTable(['name', 'expression'], variableCells(mapping))]
      : []),
    ...[...tables.values()].flatMap((table) => [
      `## Table ${table.name}`,
      markdownTable(['key', 'value'], tableCells(table)),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

export function htmlPage(mapping: FileMapping, rows: readonly DocRow[], unfilled: readonly string[]): string {
  const { name, from, to, program, tables } = mapping;
  const parts = [
    htmlTable('Values', heads, rows.map(cellsOf)),
    htmlTable(
      unfilledTitle,
      ['target'],
      unfilled.map((path) => [path]),
    ),
    htmlTable(clausesTitle, clauseHeads, clausesOf(program)),
    htmlTable('Names', ['name', 'expression'], variableCells(mapping)),
    ...[...tables.values()].map((table) =>
      htmlTable(`Table ${table.name}`, ['key', 'value'], tableCells(table)),
    ),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(name)}</title><style>${style}</style></head>
<body><h1>${escaped(name)}</h1>
<p>From ${from} to ${to}. Written from ${escaped(basename(mapping.file))} by <code>gateway map docs</code>.</p>
${parts.join('\n')}
</body></html>
`;
}

const style =
  'body{font:15px/1.45 system-ui,sans-serif;margin:2rem;color:#222}table{border-collapse:collapse;width:100%;table-layout:fixed}' +
  'th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #ddd;overflow-wrap:anywhere}' +
  'th{background:#f3f4f6;position:sticky;top:0}th:nth-child(2),th:nth-child(3){width:25%}th:nth-child(4){width:8%}td{white-space:pre-line}td:nth-child(-n+2){font-family:ui-monospace,monospace;font-size:13px}h2{margin-top:2.5rem}';

const unfilledTitle = 'Members of the target that no rule fills';

const markdownItem = (path: string): string => `- ${markdownCell(path)}`;

const clauseHeads = ['when', 'what happens', 'what it says', 'what to do'] as const;

const clausesTitle = 'Stops, warnings and tasks';

const clausesOf = ({ stop, warn, tasks }: Program): readonly (readonly string[])[] => [
  ...[...stop, ...warn].map((clause) => clauseCells(clause, clause.as ?? 'warning')),
  ...tasks.map((clause) => clauseCells(clause, 'open task')),
];

const clauseCells = ({ each, when, code, say, advice }: Clause, what: string): readonly string[] => [
  `${each === undefined ? '' : `for each ${each.text}: `}${when.text}`,
  `${what} (${code})`,
  say.map((part) => (typeof part === 'string' ? part : `{${part.text}}`)).join(''),
  advice,
];

const cellsOf = ({ target, sources, words, tables, example }: DocRow): readonly string[] => [
  target,
  sources.join('\nelse '),
  words,
  tables.join(', '),
  example ?? '',
];

const variableCells = ({ program }: FileMapping): readonly (readonly string[])[] =>
  program.variables.map(([name, { text }]) => [`$${name}`, text]);

const tableCells = ({ entries }: Table): readonly (readonly string[])[] =>
  [...entries].map(([key, { value }]) => [key, value]);

function markdownTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(' | ')} |`;
  return [line(names), `|${' --- |'.repeat(names.length)}`, ...rows.map(line)].join('\n');
}

const markdownCell = (text: string): string =>
  text.replace(/[\\|<>*_`[\]]/g, '\\$&').replace(/\s*\n\s*/g, '<br>');

function htmlTable(title: string, names: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => cells('td', row)).join('\n');
  return `<h2>${escaped(title)}</h2>\n<table><thead>${cells('th', names)}</thead><tbody>\n${body}\n</tbody></table>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
