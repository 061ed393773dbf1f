/**
 * Paths of leaves as people write them in tables: `cac:Price/cbc:*Amount` is the end of a path, `*` stands for any part of one name, `**`
 * for any names.
 */
export function parsePathPattern(text: string): RegExp {
  const parts = text.trim().replace(/^\/+/, '').split('/');
  const source = parts.map((part) => (part === '**' ? '.+' : namePattern(part))).join('/');
  return new RegExp(`${text.trim().startsWith('/') ? '^/' : '(?:^|/)'}${source}$`);
}

const namePattern = (name: string): string =>
  name
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
