/**
 * The same document with other values: tags, names of members, blanks and whatever else is no value stand as they are. Pure; for XML
 * and JSON, also broken ones.
 */

/**
 * Another value for one. `path`: names from the outermost to the one that holds it; an attribute begins with `@`, a comment is
 * `#comment`. A value comes in pieces where something stands in it for a character (`&amp;`, `\n`).
 */
export type ValueRewrite = (value: string, path: readonly string[]) => string;

/** Another name for an element, an attribute (`@unitCode`), a prefix (`cbc:`) or a member; most stay as they are. */
export type Rename = (name: string) => string;

/** Undefined: it is neither XML nor JSON. */
export function rewriteValues(
  text: string,
  change: ValueRewrite,
  rename: Rename = (name) => name,
): string | undefined {
  const begin = text.replace(/^\ufeff/, '').trimStart()[0];
  if (begin === '<') return rewriteXml(text, change, rename);
  return begin === '{' || begin === '[' ? rewriteJson(text, change, rename) : undefined;
}

const xmlPart =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s<>/="'!?]+)((?:"[^"]*"|'[^']*'|[^"'>])*?)(\/?)>|[^<]+|</g;

function rewriteXml(text: string, change: ValueRewrite, rename: Rename): string {
  const path: string[] = [];
  return text.replace(
    xmlPart,
    (whole, data?: string, closing?: string, name?: string, attributes = '', empty?: string) => {
      if (data !== undefined) return `<![CDATA[${change(data, path)}]]>`;
      if (name !== undefined) {
        const other = renamed(name, rename);
        if (!closing) path.push(name.replace(/^.*:/, ''));
        const begin = closing
          ? `</${other}${attributes}>`
          : `<${other}${withAttributes(attributes, path, change, rename)}${empty ?? ''}>`;
        if (closing || empty) path.pop();
        return begin;
      }
      if (whole.startsWith('<!--')) return `<!--${change(whole.slice(4, -3), ['#comment'])}-->`;
      if (whole.startsWith('<?') && !/^<\?xml\s/.test(whole))
        return `<?${change(whole.slice(2, -2), ['#instruction'])}?>`;
      return whole.startsWith('<') ? whole : rewriteBetweenEntities(whole, (part) => change(part, path));
    },
  );
}

/** Prefix and name each by itself. */
function renamed(name: string, rename: Rename, mark = ''): string {
  const colon = name.indexOf(':');
  const prefix = colon < 0 ? '' : rename(name.slice(0, colon + 1));
  return prefix + rename(mark + name.slice(colon + 1)).slice(mark.length);
}

const withAttributes = (
  attributes: string,
  path: readonly string[],
  change: ValueRewrite,
  rename: Rename,
): string =>
  attributes.replace(
    /([^\s=]+)(\s*=\s*)("[^"]*"|'[^']*')/g,
    (_, name: string, equals: string, value: string) => {
      const isNamespace = /^xmlns(:|$)/.test(name);
      const other = isNamespace
        ? name.replace(/:(.*)$/s, (__, prefix: string) => `:${rename(`${prefix}:`).slice(0, -1)}`)
        : renamed(name, rename, '@');
      const at = [...path, isNamespace ? '#namespace' : `@${name.replace(/^.*:/, '')}`];
      const quote = value[0] ?? '"';
      return (
        other +
        equals +
        quote +
        rewriteBetweenEntities(value.slice(1, -1), (part) => change(part, at)) +
        quote
      );
    },
  );

/** What stands for one character stays what it is: an `&amp;` that became `&xxx;` could not be read. */
const rewriteBetweenEntities = (text: string, change: (part: string) => string): string =>
  text.replace(/&(?:#\d+|#x[0-9a-f]+|\w+);|[^&]+|&/gi, (part) => (/^&.+;$/.test(part) ? part : change(part)));

const jsonPart = /"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d[\d.eE+-]*|[{}[\]]|\p{L}+/gu;

function rewriteJson(text: string, change: ValueRewrite, rename: Rename): string {
  const path: string[] = [];
  let name = '';
  return text.replace(jsonPart, (whole, string?: string, colon?: string) => {
    if (colon !== undefined) {
      name = string ?? '';
      return `"${rewriteBetweenEscapes(name, rename)}"${colon}`;
    }
    if (whole === '{') path.push(name);
    else if (whole === '}') name = path.pop() ?? '';
    else if (/^(true|false|null)$/.test(whole)) return whole;
    else if (whole !== '[' && whole !== ']')
      return string === undefined
        ? rewriteNumber(whole, (part) => change(part, [...path, name]))
        : `"${rewriteBetweenEscapes(string, (part) => change(part, [...path, name]))}"`;
    return whole;
  });
}

/** The letter of `1e5` is none of its value's. */
const rewriteNumber = (text: string, change: (part: string) => string): string =>
  /e/i.test(text) ? text.replace(/\d+/g, change) : change(text);

const rewriteBetweenEscapes = (text: string, change: (part: string) => string): string =>
  text.replace(/\\(?:u[0-9a-fA-F]{4}|.)|[^\\]+/g, (part) => (part.startsWith('\\') ? part : change(part)));
