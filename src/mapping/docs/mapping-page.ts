import { basename } from 'node:path';
import type { FileMapping } from '../file-mapping.ts';
import type { Clause, Program } from '../language/rule-types.ts';
import type { Table } from '../tables/lookup-table.ts';
import type { RuleRow } from './rule-rows.ts';

/** The pages of one mapping: what it makes of what, when it stops, and its tables. */

const columnHeads = ['target', 'source', 'rule', 'tables', 'example'] as const;

/** `unfilled`: members of the target that no rule fills. */
export function renderMarkdownPage(
  mapping: FileMapping,
  rows: readonly RuleRow[],
  unfilled: readonly string[],
): string {
  const { name, from, to, program, tables } = mapping;
  const clauses = clausesOf(program);
  return [
    `# ${name}`,
    `From ${from} to ${to}. Written from \`${basename(mapping.file)}\` by \`gateway map docs\`.`,
    '## Values',
    renderMarkdownTable(columnHeads, rows.map(rowOf)),
    ...(unfilled.length > 0 ? [`## ${unfilledTitle}`, unfilled.map(renderMarkdownItem).join('\n')] : []),
    ...(clauses.length > 0 ? [`## ${clausesTitle}`, renderMarkdownTable(clauseHeads, clauses)] : []),
    ...(program.variables.length > 0
      ? ['## Names', renderMarkdownTable(['name', 'expression'], variableCells(mapping))]
      : []),
    ...[...tables.values()].flatMap((table) => [
      `## Table ${table.name}`,
      renderMarkdownTable(['key', 'value'], tableCells(table)),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

export function renderHtmlPage(
  mapping: FileMapping,
  rows: readonly RuleRow[],
  unfilled: readonly string[],
): string {
  const { name, from, to, program, tables } = mapping;
  const parts = [
    renderHtmlTable('Values', columnHeads, rows.map(rowOf)),
    renderHtmlTable(
      unfilledTitle,
      ['target'],
      unfilled.map((path) => [path]),
    ),
    renderHtmlTable(clausesTitle, clauseHeads, clausesOf(program)),
    renderHtmlTable('Names', ['name', 'expression'], variableCells(mapping)),
    ...[...tables.values()].map((table) =>
      renderHtmlTable(`Table ${table.name}`, ['key', 'value'], tableCells(table)),
    ),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(name)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(name)}</h1>
<p>From ${from} to ${to}. Written from ${escapeHtml(basename(mapping.file))} by <code>gateway map docs</code>.</p>
${parts.join('\n')}
</body></html>
`;
}

const style =
  'body{font:15px/1.45 system-ui,sans-serif;margin:2rem;color:#222}table{border-collapse:collapse;width:100%;table-layout:fixed}' +
  'th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #ddd;overflow-wrap:anywhere}' +
  'th{background:#f3f4f6;position:sticky;top:0}th:nth-child(2),th:nth-child(3){width:25%}th:nth-child(4){width:8%}td{white-space:pre-line}td:nth-child(-n+2){font-family:ui-monospace,monospace;font-size:13px}h2{margin-top:2.5rem}';

const unfilledTitle = 'Members of the target that no rule fills';

const renderMarkdownItem = (path: string): string => `- ${escapeMarkdown(path)}`;

const clauseHeads = ['when', 'what happens', 'what it says', 'what to do'] as const;

const clausesTitle = 'Stops, warnings and tasks';

const clausesOf = ({ stop, warn, tasks }: Program): readonly (readonly string[])[] => [
  ...[...stop, ...warn].map((clause) => clauseRow(clause, clause.as ?? 'warning')),
  ...tasks.map((clause) => clauseRow(clause, 'open task')),
];

const clauseRow = ({ each, when, code, say, advice }: Clause, what: string): readonly string[] => [
  `${each === undefined ? '' : `for each ${each.text}: `}${when.text}`,
  `${what} (${code})`,
  say.map((part) => (typeof part === 'string' ? part : `{${part.text}}`)).join(''),
  advice,
];

const rowOf = ({ target, sources, words, tables, example }: RuleRow): readonly string[] => [
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

function renderMarkdownTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`;
  return [line(names), `|${' --- |'.repeat(names.length)}`, ...rows.map(line)].join('\n');
}

const escapeMarkdown = (text: string): string =>
  text.replace(/[\\|<>*_`[\]]/g, '\\$&').replace(/\s*\n\s*/g, '<br>');

function renderHtmlTable(
  title: string,
  names: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return '';
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => cells('td', row)).join('\n');
  return `<h2>${escapeHtml(title)}</h2>\n<table><thead>${cells('th', names)}</thead><tbody>\n${body}\n</tbody></table>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
