import { useState } from 'preact/hooks';
import type { MissingKeysAnswer } from '../../../../api/model/table-model.ts';

type MissingKey = Pick<MissingKeysAnswer['keys'][number], 'table' | 'key'>;

/** Values that need no row: who has seen that hides them, in this browser alone. */
export interface HiddenKeys {
  isHidden(key: MissingKey): boolean;
  hide(key: MissingKey): void;
  /** All of them are listed again. */
  showAll(): void;
}

const idOf = ({ table, key }: MissingKey): string => JSON.stringify([table, key]);

const placeOf = (mapping: string): string => `hidden-keys ${mapping}`;

export const isKeyHidden = (mapping: string, key: MissingKey): boolean =>
  read(placeOf(mapping)).includes(idOf(key));

export function useHiddenKeys(mapping: string): HiddenKeys {
  const place = placeOf(mapping);
  const [hidden, setHidden] = useState<readonly string[]>(() => read(place));
  const keep = (next: readonly string[]): void => {
    setHidden(next);
    localStorage.setItem(place, JSON.stringify(next));
  };
  return {
    isHidden: (key) => hidden.includes(idOf(key)),
    hide: (key) => keep([...hidden, idOf(key)]),
    showAll: () => keep([]),
  };
}

function read(place: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    // somebody else wrote it
    return [];
  }
}
