import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { ManualBlock, ManualInline } from '../model/manual-model.ts';

/** Markdown as a tree. What is HTML in it is left out. `page`: its name, by which links to files beside it are read. */
export const parseManualPage = (markdown: string, page: string): readonly ManualBlock[] =>
  blocksOf(lexer(markdown), page);

/** All kinds of token are marked's own here: no extension makes others. */
const isMarked = (token: Token): token is MarkedToken => token.type !== 'generic';

const blocksOf = (tokens: readonly Token[], page: string): readonly ManualBlock[] =>
  tokens.flatMap((token) => (isMarked(token) ? blockOf(token, page) : []));

function blockOf(token: MarkedToken, page: string): readonly ManualBlock[] {
  switch (token.type) {
    case 'heading': {
      const { depth: level, text, tokens } = token;
      return [{ kind: 'heading', level, id: headingId(text), children: inlinesOf(tokens, page) }];
    }
    case 'paragraph':
      return [{ kind: 'paragraph', children: inlinesOf(token.tokens, page) }];
    case 'text':
      return [{ kind: 'paragraph', children: inlinesOf(token.tokens ?? [token], page) }];
    case 'code':
      return [{ kind: 'code', text: token.text }];
    case 'list':
      return [
        {
          kind: 'list',
          isOrdered: token.ordered,
          items: token.items.map(({ tokens }) => blocksOf(tokens, page)),
        },
      ];
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf(token.tokens, page) }];
    case 'table':
      return [tableOf(token, page)];
    default:
      return [];
  }
}

function tableOf({ header, rows }: Tokens.Table, page: string): ManualBlock {
  return {
    kind: 'table',
    head: header.map(({ tokens }) => inlinesOf(tokens, page)),
    rows: rows.map((cells) => {
      const all = cells.map(({ tokens }) => inlinesOf(tokens, page));
      return { id: codeIn(all[0]), cells: all };
    }),
  };
}

/** A row that begins with a code, as the tables of findings do, is found by it. */
function codeIn(cell: readonly ManualInline[] = []): string {
  const [first, ...more] = cell;
  return first?.kind === 'code' && more.length === 0 ? first.text : '';
}

const inlinesOf = (tokens: readonly Token[], page: string): readonly ManualInline[] =>
  tokens.flatMap((token) => (isMarked(token) ? inlineOf(token, page) : []));

function inlineOf(token: MarkedToken, page: string): readonly ManualInline[] {
  switch (token.type) {
    case 'text':
      return token.tokens
        ? inlinesOf(token.tokens, page)
        : [{ kind: 'text', text: unescapeHtml(token.text) }];
    case 'escape':
      return [{ kind: 'text', text: unescapeHtml(token.text) }];
    case 'codespan':
      return [{ kind: 'code', text: unescapeHtml(token.text) }];
    case 'strong':
    case 'em':
      return [{ kind: token.type, children: inlinesOf(token.tokens, page) }];
    case 'del':
      return inlinesOf(token.tokens, page);
    case 'br':
      return [{ kind: 'text', text: ' ' }];
    case 'link':
      return [linkOf(token, page)];
    case 'image':
      return [{ kind: 'text', text: token.text }];
    default:
      return [];
  }
}

function linkOf({ href, tokens }: Tokens.Link, page: string): ManualInline {
  const children = inlinesOf(tokens, page);
  if (/^https?:/.test(href)) return { kind: 'link', to: href, isElsewhere: true, children };
  const { pathname, hash } = new URL(href, `file:///docs/${page}.md`);
  const [, name] = /^\/docs\/(.+)\.md$/.exec(pathname) ?? [];
  if (name === undefined) return { kind: 'em', children };
  return { kind: 'link', to: `${name}${hash}`, isElsewhere: false, children };
}

/** As the places that show Markdown make it. */
const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** marked escapes some characters for HTML that is never made here. */
const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
