import { z } from 'zod';
import type { Formats } from '../../formats/document-format.ts';
import { BuildTable } from '../../system/build-table.ts';
import { sha256 } from '../../text/sha256.ts';
import { isFormatDocument } from '../models/document-models.ts';
import type { TableUses } from './check-table-values.ts';
import type { Header } from './mapping-header.ts';

/**
 * Mappings in which a build has found nothing wrong: the delivered ones. Their expressions are not checked against the schemas again,
 * which is a third of what it takes to load one.
 */

export const checkedMappingsFile = 'checked-mappings.txt';

const lists = z.array(z.tuple([z.string(), z.array(z.string())]));
const packedSchema = z.object({ written: lists, compared: lists });

type Lists = z.infer<typeof lists>;

const packLists = (some: TableUses['written']): Lists =>
  [...some].map(([name, values]) => [name, [...values]]);
const unpackLists = (some: Lists): TableUses['written'] =>
  new Map(some.map(([name, values]) => [name, new Set(values)]));

/** What the check has found out of a mapping that is right: what it does with its tables, whose rows are checked whenever they are read. */
export const packTableUses = ({ written, compared }: TableUses): z.infer<typeof packedSchema> => ({
  written: packLists(written),
  compared: packLists(compared),
});

/** Its own text, and that of the one it extends. */
export interface MappingTexts {
  readonly text: string;
  readonly base?: string | undefined;
}

/** By its texts and the formats that it was checked against; undefined where one of these cannot be used. */
export function checkedKeyOf(
  { text, base = '' }: MappingTexts,
  { from, to }: Header,
  formats: Formats,
): string | undefined {
  const hashes = [from, to].map((name) => (isFormatDocument(name) ? formats.load(name).format?.hash : name));
  return hashes.includes(undefined) ? undefined : sha256([text, base, ...hashes].join('\0'));
}

const table = new BuildTable(checkedMappingsFile);

/** Undefined where the build has not checked it. */
export function findCheckedUses(
  texts: MappingTexts,
  header: Header,
  formats: Formats,
): TableUses | undefined {
  if (!table.isThere) return undefined;
  const key = checkedKeyOf(texts, header, formats);
  const known = key === undefined ? undefined : table.find(key);
  if (known === undefined) return undefined;
  const { written, compared } = packedSchema.parse(JSON.parse(known));
  return { written: unpackLists(written), compared: unpackLists(compared) };
}
