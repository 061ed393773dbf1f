import type { OutObject, OutValue } from '../tree/out.ts';
import type { Shape } from '../tree/shape.ts';
import type { Format } from './interface.ts';

/**
 * A file as its format writes it, with values that stand for others: for somebody who has to make such files. `all`: with what may
 * be left out, too. Undefined where such values do not fit.
 */
export function exampleFile(format: Format, all: boolean): string | undefined {
  const { bytes, findings } = format.write(objectOf(format.shape().root, all));
  return findings.length === 0 ? format.text(bytes)?.replace(/^\uFEFF/, '') : undefined;
}

function objectOf(shape: Shape, all: boolean): OutObject {
  const members = shape.children.filter(({ required }) => all || required);
  return {
    kind: 'object',
    members: new Map(members.map((child) => [child.shape.name, memberOf(child.shape, all)])),
    ...attributesOf(shape),
  };
}

function memberOf(shape: Shape, all: boolean): OutValue {
  if (shape.type === undefined) return objectOf(shape, all);
  return { kind: 'scalar', type: 'string', text: samples.get(shape.type) ?? 'text', ...attributesOf(shape) };
}

function attributesOf({ attributes }: Shape): Pick<OutObject, 'attributes'> {
  const wanted = attributes.filter(({ required }) => required);
  return wanted.length === 0 ? {} : { attributes: new Map(wanted.map(({ name }) => [name, '1'])) };
}

const samples: ReadonlyMap<string, string> = new Map([
  ['identifier', '4711'],
  ['integer', '10'],
  ['decimal', '1234.50'],
  ['date', '2026-11-26'],
  ['datetime', '2026-11-26T08:30:00'],
  ['time', '08:30:00'],
]);
