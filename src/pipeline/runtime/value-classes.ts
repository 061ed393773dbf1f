import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { parseCsvRows } from '../../mapping/tables/csv-rows.ts';
import { parsePathPattern } from '../../mapping/tables/path-pattern.ts';
import type { FileSource } from '../../system/file-source.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { NotUsable } from './not-usable.ts';

const counterparts = ['date', 'price', 'quantity', 'charge', 'currency', 'base', 'unit', 'line'] as const;

/** What of an order says the same as a value of a response; `line`: which line it is about. */
export type Counterpart = (typeof counterparts)[number];

export interface ValueClass {
  readonly class: 'commercial' | 'other';
  readonly counterpart?: Counterpart;
}

/** The class of a path; of several rows the first counts, without one it is `other`. */
export type ClassOf = (path: string) => ValueClass;

const tablePath = 'tables/lost-values.csv';
const unitsFile = 'tables/same-units.csv';

/** The table of the first folder that has it: the site's own before the delivered one. Throws NotUsable. */
export function loadValueClasses(folders: readonly string[], files: FileSource): ClassOf {
  const { path, bytes } = findTable(folders, files);
  const rows = bytes === undefined ? [] : parseCsvRows(decodeSavedText(bytes)).slice(1);
  const classes = rows.map(({ line, cells }) => parseRow(cells, `${path}:${line}`));
  const known = new Map<string, ValueClass>();
  return (name) => {
    const found = known.get(name) ?? classes.find(({ pattern }) => pattern.test(name))?.is ?? otherClass;
    if (known.size < mostRemembered) known.set(name, found);
    return found;
  };
}

/** One code for units that mean the same; undefined for one that no table has. */
export function readSameUnits(
  folders: readonly string[],
  files: FileSource,
): (code: string) => string | undefined {
  const { bytes } = findTable(folders, files, unitsFile);
  const rows = bytes === undefined ? [] : parseCsvRows(decodeSavedText(bytes)).slice(1);
  const units = new Map(rows.map(({ cells: [unit = '', same = ''] }) => [unit.trim(), same.trim()]));
  return (code) => units.get(code.trim().toUpperCase());
}

/** SHA-256 of the tables that count, in hex: which values are commercial, and differ, decides what becomes of a message. */
export const hashValueClasses = (folders: readonly string[], files: FileSource): string =>
  createHash('sha256')
    .update(findTable(folders, files).bytes ?? '')
    .update(findTable(folders, files, unitsFile).bytes ?? '')
    .digest('hex');

function findTable(folders: readonly string[], files: FileSource, name = tablePath) {
  const path = folders.map((folder) => join(folder, name)).find((one) => files.read(one) !== undefined);
  return { path, bytes: path === undefined ? undefined : files.read(path) };
}

const otherClass: ValueClass = { class: 'other' };

/** A JSON may have any names. */
const mostRemembered = 10_000;

function parseRow(
  [path = '', kind = '', named = '']: readonly string[],
  place: string,
): { readonly pattern: RegExp; readonly is: ValueClass } {
  const pattern = parsePathPattern(path);
  const counterpart = counterparts.find((one) => one === named.trim());
  if (kind !== 'commercial' && kind !== 'other')
    throw buildNotUsable(localize('classes-kind', { place, value: JSON.stringify(kind) }));
  if (counterpart === undefined && named.trim() !== '')
    throw buildNotUsable(localize('classes-counterpart', { place, names: counterparts.join(', ') }));
  return { pattern, is: { class: kind, ...(counterpart === undefined ? {} : { counterpart }) } };
}

const buildNotUsable = (why: LocalizedText): NotUsable =>
  new NotUsable(localize('unusable-classes', { why }), { kind: 'value-classes', why });
