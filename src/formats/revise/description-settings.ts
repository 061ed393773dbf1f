import type { YAMLMap } from 'yaml';
import { z } from 'zod';
import type { SampleCorrections } from '../infer/sample-corrections.ts';
import { correctMarks } from '../infer/sample-marks.ts';
import type { NumberMarks } from '../text/value-type.ts';
import { NotShown } from './described-fields.ts';
import { DescriptionText, findDescriptionEntry, findMap, renderScalar } from './description-text.ts';

/** The text of a description after a change of it; as it is where it has no map to be changed. */
export function changeDescription(
  text: string,
  change: (opened: DescriptionText, root: YAMLMap) => void,
): string {
  const opened = new DescriptionText(text);
  const { root } = opened;
  if (root === undefined) return text;
  change(opened, root);
  return opened.render();
}

/** Throws NotShown: a description that cannot be loaded is mended in its file. */
export function parseSettings<Schema extends z.ZodType>(schema: Schema, root: YAMLMap): z.output<Schema> {
  const parsed = schema.safeParse(root.toJSON());
  if (!parsed.success) throw new NotShown(root);
  return parsed.data;
}

/** Without what is not said. */
export const marksOf = ({
  decimal,
  thousands,
}: {
  readonly decimal: NumberMarks['decimal'];
  readonly thousands?: NumberMarks['thousands'] | undefined;
}): NumberMarks => ({
  ...{ decimal },
  ...(thousands === undefined ? {} : { thousands }),
});

const numbersSchema = z.looseObject({
  decimal: z.enum([',', '.']).optional(),
  thousands: z.enum(['.', ',', ' ', "'"]).optional(),
});

export type Member = readonly [name: string, value: string | number | undefined];

/** Marks of numbers that are others now; undefined: there is none. `usual`: that of decimals where the section says nothing. */
export function listMarks(
  section: YAMLMap | undefined,
  corrections: SampleCorrections,
  usual: NumberMarks['decimal'],
): readonly Member[] {
  if (corrections.decimal === undefined && corrections.thousands === undefined) return [];
  const { decimal = usual, thousands } = numbersSchema.parse(section?.toJSON() ?? {});
  const marks = correctMarks(marksOf({ decimal, thousands }), corrections);
  return [
    ...(marks.decimal === decimal ? [] : [['decimal', marks.decimal] as const]),
    ...(marks.thousands === thousands ? [] : [['thousands', marks.thousands] as const]),
  ];
}

/** As `numbers:` of a description has them, where a point is usual. */
export const correctNumbers = (text: DescriptionText, root: YAMLMap, corrections: SampleCorrections): void =>
  setInSection(text, root, 'numbers', listMarks(findMap(root, 'numbers'), corrections, '.'));

/** A section that is not there comes behind `syntax:`. */
export function setInSection(
  text: DescriptionText,
  root: YAMLMap,
  section: string,
  members: readonly Member[],
): void {
  const map = findMap(root, section);
  const filled = members.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${renderScalar(value)}`],
  );
  if (map !== undefined) for (const [name, value] of members) text.setMember(map, name, value);
  else if (filled.length > 0)
    text.insert(root, findDescriptionEntry(root, 'syntax'), section, `{ ${filled.join(', ')} }`);
}
