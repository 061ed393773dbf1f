import type { TargetObject, TargetScalar, TargetValue } from '../values/target-tree.ts';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Writes a mapping's target as JSON: numbers with the digits they have, members in the order of the rules, same input
 * same text. `indent`: blanks a level, 0 for one line. Throws when a number's text is no JSON number, which the
 * mapping's conversions rule out.
 */
export function writeJson(target: TargetObject, indent = 0): string {
  return writeValue(target, indent, '');
}

function writeValue(out: TargetValue, indent: number, margin: string): string {
  if (out.kind === 'scalar') return writeScalar(out);
  const inner = margin + ' '.repeat(indent);
  if (out.kind === 'list') {
    const items = out.items.map((item) => writeValue(item, indent, inner));
    return writeWrapped('[', items, ']', indent, margin);
  }
  const colon = indent === 0 ? ':' : ': ';
  const members = [...out.members].map(
    ([name, member]) => `${JSON.stringify(name)}${colon}${writeValue(member, indent, inner)}`,
  );
  return writeWrapped('{', members, '}', indent, margin);
}

function writeWrapped(open: string, parts: string[], close: string, indent: number, margin: string): string {
  if (indent === 0 || parts.length === 0) return open + parts.join(',') + close;
  const inner = margin + ' '.repeat(indent);
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${margin}${close}`;
}

function writeScalar({ type, text }: TargetScalar): string {
  if (type === 'string') return JSON.stringify(text);
  if (type === 'boolean' ? text === 'true' || text === 'false' : number.test(text)) return text;
  throw new TypeError(`"${text}" cannot be written as a JSON ${type}`);
}
