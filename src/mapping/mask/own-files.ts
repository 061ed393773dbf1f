import { type Document, isMap, isPair, isScalar, type Node, type Pair, parseDocument, visit } from 'yaml';
import { parseCsvRows } from '../tables/csv-rows.ts';
import { partnerColumns } from '../tables/partners.ts';
import { NotMaskable } from './maskable-document.ts';
import { isStandard, type Masker } from './masker.ts';

/** The user's own mappings, formats and tables with the pseudonyms of the documents, so that they do with those what they did. */

/** `name`: of the file inside its folder, with `/`. Throws NotMaskable. */
export function maskedOwnFile(name: string, text: string, masker: Masker): string {
  if (/\.csv$/i.test(name)) return maskedTable(text, masker);
  if (!/\.ya?ml$/i.test(name)) throw new NotMaskable('Only mappings, formats and tables can be masked.');
  return /(^|\/)formats\//.test(name) ? maskedFormat(text, masker) : maskedMapping(text, masker);
}

/** Keys, values and remarks; of a table of partners its own headings stay. */
function maskedTable(text: string, masker: Masker): string {
  const [head, ...rows] = parseCsvRows(text.replace(/^\ufeff/, '')).map(({ cells }) => cells);
  const headings = head ?? [];
  const isPartners = headings.some((heading) => partnerHeadings.has(heading.trim()));
  const maskedHead = headings.map((heading) =>
    isPartners && partnerHeadings.has(heading.trim()) ? heading : masker.text(heading),
  );
  const maskedRows = rows.map((cells) =>
    cells.map((cell, n) =>
      isPartners && headings[n]?.trim() === 'format' ? masker.name(cell) : masker.literal(cell),
    ),
  );
  return `${[maskedHead, ...maskedRows].map((cells) => cells.map(quoted).join(';')).join('\n')}\n`;
}

const partnerHeadings: ReadonlySet<string> = new Set(partnerColumns);

const quoted = (cell: string): string => (/[";\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Names, headings and paths stay; what is meant by an empty field or a missing one is a value. */
function maskedFormat(text: string, masker: Masker): string {
  const file = opened(text);
  changeScalars(file, (value, keys) => {
    if (keys.some((key) => /^\$?(empty|default|values)$/.test(key))) return masker.literal(value);
    if (['format', 'guide', 'xsd', 'parser'].includes(keys.join('/'))) return masker.name(value);
    return value;
  });
  return file.toString({ lineWidth: 0 });
}

/** Paths stay; constants, sentences and the texts inside of expressions are values. */
function maskedMapping(text: string, masker: Masker): string {
  const file = opened(text);
  renameTables(file, masker);
  changeScalars(file, (value, keys) => maskedRule(value, keys, masker));
  return file.toString({ lineWidth: 0 });
}

function maskedRule(value: string, keys: readonly string[], masker: Masker): string {
  const [section = '', key = ''] = [keys[0], keys.at(-1)];
  if (['mapping', 'extends', 'from', 'to', 'tables', 'partners'].includes(section)) return masker.name(value);
  if (section === 'namespaces') return isStandard(value) ? value : masker.text(value);
  if (key === '$text') return masker.literal(value);
  if (key === 'code') return masker.code(value);
  if (key === 'say' || key === 'advice') return maskedSentence(value, masker);
  return maskedExpression(value, masker);
}

/** `There is no price in {expression}.` */
const maskedSentence = (text: string, masker: Masker): string =>
  text.replace(/\{[^{}]*\}|[^{}]+/g, (part) =>
    part.startsWith('{') ? maskedExpression(part, masker) : masker.text(part),
  );

/** Texts and remarks inside an expression; the name of a table, which stands first in its call, is masked as a name. */
const maskedExpression = (text: string, masker: Masker): string =>
  text.replace(
    /\(:[\s\S]*?:\)|(\btable[\w-]*\(\s*)?("(?:[^"]|"")*"|'(?:[^']|'')*')/g,
    (_, call?: string, literal?: string) => {
      if (literal === undefined) return '';
      const quote = literal[0] ?? "'";
      const value = literal.slice(1, -1);
      const other = call === undefined ? masker.literal(value) : masker.name(value);
      return `${call ?? ''}${quote}${other}${quote}`;
    },
  );

function renameTables(file: Document, masker: Masker): void {
  const tables = file.get('tables');
  if (!isMap(tables)) return;
  for (const { key } of tables.items) if (isScalar(key)) key.value = masker.name(String(key.value));
}

function opened(text: string): Document {
  const file = parseDocument(text, { schema: 'failsafe', keepSourceTokens: false });
  if (file.errors.length > 0) throw new NotMaskable('It cannot be read as YAML.');
  withoutRemarks(file);
  return file;
}

/** Every value by the keys above it; remarks go. */
function changeScalars(file: Document, change: (value: string, keys: readonly string[]) => string): void {
  visit(file, {
    Collection: (_, node) => withoutRemarks(node),
    Scalar(position, node, path) {
      withoutRemarks(node);
      if (position === 'key') return;
      const keys = path
        .filter((one): one is Pair => isPair(one))
        .map(({ key }) => String(isScalar(key) ? key.value : key));
      node.value = change(String(node.value ?? ''), keys);
    },
  });
}

/** They name people and partners. */
export function withoutRemarks(node: Document | Node): void {
  node.comment = null;
  node.commentBefore = null;
}
