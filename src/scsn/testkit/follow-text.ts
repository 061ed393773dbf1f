import { sentenceValuesOf } from '../../findings/create-finding.ts';
import type { Finding } from '../../types.ts';

/** Does what the advice of a finding says of a document that is no XML yet; undefined where a program cannot. */
export function followText(text: string, found: Finding): string | undefined {
  const { code, line = 1, column = 1 } = found;
  const values = sentenceValuesOf(found);
  const lines = text.split('\n').slice(0, line - 1);
  const at = lines.join('\n').length + (line > 1 ? 1 : 0) + column - 1;
  const replaced = (from: string | RegExp, to: string) =>
    text.slice(0, at) + text.slice(at).replace(from, () => to);
  const value = String(values.value ?? '');
  switch (code) {
    case 'xml-ampersand':
      return replaced('&', '&amp;');
    case 'xml-less-than':
      return replaced('<', '&lt;');
    case 'xml-entity':
      return replaced(value, '&#160;');
    case 'xml-character':
      return text.replace(String.fromCodePoint(Number.parseInt(value.slice(2), 16)), '');
    case 'xml-close-tag':
      return replaced(`</${values.name}>`, `</${values.open}>`);
    case 'xml-attribute':
      return text.slice(0, at) + text.slice(at).replace(/=([^"'\s>]+)/, '="$1"');
    case 'xml-attribute-twice':
      return replaced(new RegExp(` ${value}="[^"]*"`), '');
    case 'xml-late-declaration':
      return text.trimStart();
    case 'xml-doctype':
      return replaced(/<!DOCTYPE[^[>]*(\[[^\]]*\])?>/, '');
    case 'xml-undeclared-prefix':
      if (values.namespace === '…') return undefined;
      return text.replace(/(<[A-Z]\w+)/, `$1 xmlns:${value}="${values.namespace}"`);
    default:
      return undefined;
  }
}
