import {
  buildPhrase,
  type CreateFinding,
  type FindingDraft,
  type FindingLocation,
  type Phrase,
} from '../../findings/create-finding.ts';
import type { Finding } from '../../types.ts';
import type { SourceText } from '../nodes/source-text.ts';
import { removeIllegalCharacters } from './escape-xml.ts';

const likelyNamespaces: Readonly<Record<string, string>> = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  ext: 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
};

/** Where in a document reading ended. */
interface ReadingEnd {
  readonly source: SourceText;
  readonly offset: number;
}

/**
 * What the tree's reader found, told from our table and in its language; where a document is not well-formed, the
 * commonest causes are named, which the parser's words do not.
 */
export function explainMalformed(
  { code, values, place }: FindingDraft,
  at: ReadingEnd,
  tell: CreateFinding,
): Finding {
  if (code === 'xml-doctype') return tell(code, values, placeOf('<!DOCTYPE', at) ?? place);
  if (code !== 'xml-not-well-formed') return tell(code, values, place);
  const what = String(values.what);
  const tag = placeOf('<', at) ?? place;
  return (
    explainCharacter(what, at, place, tell) ??
    explainAmpersand(at, tell) ??
    explainLessThan(what, at, tag, tell) ??
    explainAttribute(what, at, tag, tell) ??
    explainStructure(what, tag, tell) ??
    (what === 'unexpected close tag'
      ? tell('xml-close-tag', { ...values, name: closing(at) }, tag)
      : undefined) ??
    (/unclosed tag|unexpected end|must contain a root/.test(what)
      ? tell('xml-truncated', { open: renderStillOpen(what) }, place)
      : tell('xml-not-well-formed', { what }, place))
  );
}

/** Where a text stands last before the place at which reading ended. */
function placeOf(text: string, { source, offset }: ReadingEnd): FindingLocation | undefined {
  const index = source.text.lastIndexOf(text, offset - 1);
  return index === -1 ? undefined : source.positionAt(index, positionIn(source.text, index));
}

/** The tag in which reading ended. */
function readTagAt({ source: { text }, offset }: ReadingEnd): string {
  const start = text.lastIndexOf('<', offset - 1);
  return /^<[^<>]*>?/.exec(text.slice(start, start + 200))?.[0] ?? '';
}

const closing = (at: ReadingEnd): string => readTagAt(at).replace(/^<\/\s*|[\s>]*$/g, '');

const renderStillOpen = (what: string): Phrase | string => {
  const name = /unclosed tag: (.*)/.exec(what)?.[1];
  return name === undefined ? '' : buildPhrase('still-open', { name });
};

/** `<` in a text looks like the begin of a tag whose name cannot be one. */
function explainLessThan(
  what: string,
  at: ReadingEnd,
  place: FindingLocation,
  tell: CreateFinding,
): Finding | undefined {
  if (!/disallowed character in tag name|malformed name/.test(what)) return undefined;
  const { text } = at.source;
  const index = text.lastIndexOf('<', at.offset - 1);
  const before = /[^<>\n]*$/.exec(text.slice(Math.max(0, index - 30), index))?.[0] ?? '';
  const after = /^[^<>\n]*/.exec(text.slice(index + 1, index + 30))?.[0] ?? '';
  return tell('xml-less-than', { value: `${before}<${after}` }, place);
}

function explainAttribute(
  what: string,
  at: ReadingEnd,
  place: FindingLocation,
  tell: CreateFinding,
): Finding | undefined {
  const twice = /^duplicate attribute: (.*)/.exec(what)?.[1];
  if (twice !== undefined) return tell('xml-attribute-twice', { value: twice }, place);
  if (!/unquoted attribute value|attribute without value|between attributes/.test(what)) return undefined;
  return tell('xml-attribute', { value: readTagAt(at) }, place);
}

/** A bare ampersand makes the parser look for a semicolon far behind it, so it is looked for in the text itself. */
function explainAmpersand({ source, offset }: ReadingEnd, tell: CreateFinding): Finding | undefined {
  const { text } = source;
  const index = findBareAmpersand(text);
  if (index === undefined || index > offset) return undefined;
  const there = source.positionAt(index, positionIn(text, index));
  const entity = /^&[A-Za-z]\w*;/.exec(text.slice(index, index + 40))?.[0];
  if (entity !== undefined) return tell('xml-entity', { value: entity }, there);
  const before = /[^<>\n]*$/.exec(text.slice(Math.max(0, index - 30), index))?.[0] ?? '';
  const after = /^[^<>\n]*/.exec(text.slice(index, index + 30))?.[0] ?? '';
  return tell('xml-ampersand', { value: before + after }, there);
}

const ends: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' };

/** Offset of the first `&` that begins no reference, outside of comments and CDATA; reads every part once. */
function findBareAmpersand(text: string): number | undefined {
  const parts = /<!--|<!\[CDATA\[|&(?!#\d+;|#x[\da-fA-F]+;|(?:amp|lt|gt|quot|apos);)/g;
  for (let part = parts.exec(text); part !== null; part = parts.exec(text)) {
    const end = ends[part[0]];
    if (end === undefined) return part.index;
    const behind = text.indexOf(end, parts.lastIndex);
    if (behind === -1) return undefined;
    parts.lastIndex = behind + end.length;
  }
  return undefined;
}

function explainCharacter(
  what: string,
  { source, offset }: ReadingEnd,
  place: FindingLocation,
  tell: CreateFinding,
): Finding | undefined {
  if (what !== 'disallowed character') return undefined;
  const { removed } = removeIllegalCharacters(source.text.slice(Math.max(0, offset - 2), offset));
  return removed[0] === undefined ? undefined : tell('xml-character', { value: removed[0] }, place);
}

function explainStructure(what: string, place: FindingLocation, tell: CreateFinding): Finding | undefined {
  if (/only one root|declaration must .*at the start/.test(what)) return tell('xml-two-roots', {}, place);
  if (what === 'text data outside of root node') return tell('xml-text-outside', {}, place);
  const prefix = /unbound namespace prefix: "(.*)"/.exec(what)?.[1];
  if (prefix === undefined) return undefined;
  const namespace = likelyNamespaces[prefix] ?? '…';
  return tell('xml-undeclared-prefix', { value: prefix, namespace }, place);
}

function positionIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
