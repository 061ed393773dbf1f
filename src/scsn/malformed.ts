import type { Finding } from '../types.ts';
import { carried } from './escape.ts';
import { finding, type Place } from './messages.ts';

const likelyNamespaces: Readonly<Record<string, string>> = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  ext: 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
};

/** Names the commonest causes of a document that is not well-formed, where the parser's words do not. */
export function sharper(found: Finding, text: string): Finding {
  if (found.code !== 'xml-not-well-formed') return found;
  const { line, column } = found;
  const place = { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
  const what = found.message.replace(/^The file is not well-formed XML: |\.$/g, '');
  return character(what, text, place) ?? ampersand(text, place) ?? structure(what, place) ?? found;
}

/** A bare ampersand makes the parser look for a semicolon far behind it, so it is looked for in the text itself. */
function ampersand(text: string, place: Place): Finding | undefined {
  const bare = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|&(?!#\d+;|#x[\da-fA-F]+;|(?:amp|lt|gt|quot|apos);)/g;
  for (const match of text.matchAll(bare)) {
    if (match[0] !== '&') continue;
    const there = placeIn(text, match.index);
    if (isAfter(there, place)) return undefined;
    const entity = /^&[A-Za-z]\w*;/.exec(text.slice(match.index, match.index + 40))?.[0];
    if (entity !== undefined) return finding('xml-entity', { value: entity }, there);
    const before = /[^<>\n]*$/.exec(text.slice(Math.max(0, match.index - 30), match.index))?.[0] ?? '';
    const after = /^[^<>\n]*/.exec(text.slice(match.index, match.index + 30))?.[0] ?? '';
    const value = before + after;
    return finding('xml-ampersand', { value }, there);
  }
  return undefined;
}

function character(what: string, text: string, place: Place): Finding | undefined {
  if (what !== 'disallowed character') return undefined;
  const line = text.split('\n', place.line ?? 1).at(-1) ?? '';
  const { removed } = carried(line);
  return removed[0] === undefined ? undefined : finding('xml-character', { value: removed[0] }, place);
}

function structure(what: string, place: Place): Finding | undefined {
  if (/only one root|declaration must .*at the start/.test(what)) return finding('xml-two-roots', {}, place);
  if (/unclosed tag|unexpected end|must contain a root/.test(what)) {
    return finding('xml-truncated', { what }, place);
  }
  const prefix = /unbound namespace prefix: "(.*)"/.exec(what)?.[1];
  if (prefix === undefined) return undefined;
  const namespace = likelyNamespaces[prefix] ?? '…';
  return finding('xml-undeclared-prefix', { value: prefix, namespace }, place);
}

function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

function isAfter(a: { line: number; column: number }, b: Place): boolean {
  const line = b.line ?? Number.POSITIVE_INFINITY;
  return a.line > line || (a.line === line && a.column > (b.column ?? Number.POSITIVE_INFINITY));
}
