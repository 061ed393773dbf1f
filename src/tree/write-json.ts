import type { OutObject, OutScalar, OutValue } from './out.ts';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Writes a mapping's target as JSON: numbers with the digits they have, members in the order of the rules, same input
 * same text. `indent`: blanks a level, 0 for one line. Throws when a number's text is no JSON number, which the
 * mapping's conversions rule out.
 */
export function writeJson(target: OutObject, indent = 0): string {
  return value(target, indent, '');
}

function value(out: OutValue, indent: number, margin: string): string {
  if (out.kind === 'scalar') return scalar(out);
  const inner = margin + ' '.repeat(indent);
  if (out.kind === 'list') {
    const items = out.items.map((item) => value(item, indent, inner));
    return wrapped('[', items, ']', indent, margin);
  }
  const colon = indent === 0 ? ':' : ': ';
  const members = [...out.members].map(
    ([name, member]) => `${JSON.stringify(name)}${colon}${value(member, indent, inner)}`,
  );
  return wrapped('{', members, '}', indent, margin);
}

function wrapped(open: string, parts: string[], close: string, indent: number, margin: string): string {
  if (indent === 0 || parts.length === 0) return open + parts.join(',') + close;
  const inner = margin + ' '.repeat(indent);
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${margin}${close}`;
}

function scalar({ type, text }: OutScalar): string {
  if (type === 'string') return JSON.stringify(text);
  if (type === 'boolean' ? text === 'true' || text === 'false' : number.test(text)) return text;
  throw new TypeError(`"${text}" cannot be written as a JSON ${type}`);
}
