import { useMemo } from 'preact/hooks';
import type { MissingKeysAnswer } from '../../../../api/model/table-model.ts';
import type { MarkState } from '../../../parts/icons.tsx';
import type { Asked } from '../../../parts/use-answer.ts';
import { words } from '../../../shell/language.ts';
import type { Cells } from './csv-text.ts';
import { type HiddenKeys, useHiddenKeys } from './hidden-keys.ts';

/** Values that were met and are in no table, as this page stands. */
export interface MissingKeys {
  readonly asked: Asked<MissingKeysAnswer>;
  readonly hidden: HiddenKeys;
  /** Those that no row has been typed for, and that nobody has hidden. */
  readonly open: MissingKeysAnswer['keys'];
  /** Of these, those that take no default of their rule. */
  readonly needed: MissingKeysAnswer['keys'];
  /** In how many messages a row of the shown table was looked up; undefined: nobody knows yet. */
  readonly met: ReadonlyMap<string, number> | undefined;
}

export function useMissingKeys(
  mapping: string,
  asked: Asked<MissingKeysAnswer>,
  table: string | undefined,
  rows: readonly Cells[],
): MissingKeys {
  const hidden = useHiddenKeys(mapping);
  const { answer } = asked;
  const isThere = (one: MissingKeysAnswer['keys'][number]): boolean =>
    one.table === table && rows.some(([own = '']) => own.trim() === one.key);
  const open = answer?.keys.filter((one) => !isThere(one) && !hidden.isHidden(one)) ?? [];
  const needed = open.filter(({ fallback }) => fallback === undefined);
  const met = useMemo(() => countMet(answer, table), [answer, table]);
  return { asked, hidden, open, needed, met };
}

function countMet(answer: MissingKeysAnswer | undefined, table: string | undefined) {
  if (answer === undefined || answer.messages === 0) return undefined;
  const all = [...answer.met, ...answer.keys].filter((one) => one.table === table);
  return new Map(all.map(({ key, count }) => [key, count]));
}

/** Nothing is well before messages were looked at. */
export function stateOfTables({ asked: { answer }, needed }: MissingKeys): MarkState {
  if (needed.length > 0) return 'parked';
  return answer === undefined || answer.messages === 0 ? 'noNews' : 'green';
}

/** What the page answers first. */
export function titleOfTables(mapping: string, { asked: { answer }, needed }: MissingKeys): string {
  const { tables } = words.value;
  const [first] = needed;
  if (answer === undefined) return tables.title(mapping);
  if (first !== undefined)
    return needed.length === 1
      ? tables.oneMissing(first.key, first.table)
      : tables.manyMissing(needed.length);
  if (answer.messages === 0) return tables.title(mapping);
  const isDefaulted = answer.keys.some(({ fallback }) => fallback !== undefined);
  return isDefaulted ? tables.nothingMissingButDefaults : tables.nothingMissing;
}
