import type { Shape } from '../tree/nodes/shape.ts';
import type { TargetObject, TargetValue } from '../tree/values/target-tree.ts';
import type { Format } from './document-format.ts';

export interface ExampleContent {
  /** Without what may be left out. */
  readonly isShort?: boolean;
  /** What the writer fills itself, by its name below the root. */
  readonly without?: string;
}

/**
 * A file as its format writes it, with values that stand for others: for somebody who has to make such files. Undefined where such
 * values do not fit.
 */
export function buildExampleFile(
  format: Format,
  { isShort = false, without }: ExampleContent,
): string | undefined {
  const { root: whole } = format.buildShape();
  const root = { ...whole, children: whole.children.filter(({ shape }) => shape.name !== without) };
  const files = [samples, shortSamples].map((values) => format.write(objectOf(root, !isShort, values)));
  const file = files.find(({ findings }) => findings.length === 0);
  return file && format.decodeText(file.bytes)?.replace(/^\uFEFF/, '');
}

/** By the type of a value. */
type Samples = ReadonlyMap<string, string>;

function objectOf(shape: Shape, all: boolean, values: Samples): TargetObject {
  const members = shape.children.filter(({ required }) => all || required);
  return {
    kind: 'object',
    members: new Map(members.map((child) => [child.shape.name, memberOf(child.shape, all, values)])),
    ...attributesOf(shape, values),
  };
}

function memberOf(shape: Shape, all: boolean, values: Samples): TargetValue {
  if (shape.type === undefined) return objectOf(shape, all, values);
  return {
    kind: 'scalar',
    type: 'string',
    text: values.get(shape.type) ?? '',
    ...attributesOf(shape, values),
  };
}

function attributesOf({ attributes }: Shape, values: Samples): Pick<TargetObject, 'attributes'> {
  const wanted = attributes.filter(({ required }) => required);
  return wanted.length === 0
    ? {}
    : {
        attributes: new Map(
          wanted.map(({ name, type }) => [name, type === 'string' ? '1' : (values.get(type) ?? '1')]),
        ),
      };
}

const samples: Samples = new Map([
  ['string', 'text'],
  ['identifier', '4711'],
  ['integer', '10'],
  ['decimal', '1234.50'],
  ['date', '2026-11-26'],
  ['datetime', '2026-11-26T08:30:00'],
  ['time', '08:30:00'],
]);

/** Where places are narrow. */
const shortSamples: Samples = new Map([
  ...samples,
  ['string', 'X'],
  ['identifier', '1'],
  ['integer', '1'],
  ['decimal', '2.5'],
]);
