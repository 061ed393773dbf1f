import { useEffect, useRef, useState } from 'preact/hooks';
import type { MessageRowItem } from '../../../api/model/messages-model.ts';
import { onKeys } from '../../shell/keyboard.ts';
import { mayDecide } from '../../shell/session.ts';
import { toggled } from './message-table.tsx';

interface ListState {
  rows: readonly MessageRowItem[];
  selected: ReadonlySet<number>;
  current?: number;
  /** The row that `x` was last pressed on. */
  anchor?: number;
}

/** `j` `k` go from row to row (Enter opens it), `x` selects, `X` selects from the last one on, `f` filters. The row they have come to. */
export function useListKeys(
  rows: readonly MessageRowItem[],
  selected: ReadonlySet<number>,
  select: (selected: ReadonlySet<number>) => void,
): number | undefined {
  const [current, setCurrent] = useState<number>();
  // the next key may come before the page is drawn anew
  const state = useRef<ListState>({ rows, selected });
  Object.assign(state.current, { rows, selected });
  useEffect(() => {
    const list = state.current;
    const placeOf = (id: number | undefined): number => list.rows.findIndex((row) => row.id === id);
    const move = (by: number): void => {
      const place = placeOf(list.current);
      const next = list.rows[place < 0 ? 0 : Math.min(list.rows.length - 1, Math.max(0, place + by))];
      if (!next) return;
      list.current = next.id;
      setCurrent(next.id);
      document.querySelector<HTMLElement>(`[data-message="${next.id}"] a`)?.focus();
    };
    const change = (ids: ReadonlySet<number>): void => {
      if (!mayDecide.value) return;
      list.selected = ids;
      select(ids);
    };
    const tick = (): void => {
      if (list.current === undefined) return;
      list.anchor = list.current;
      change(toggled(list.selected, list.current));
    };
    const tickRange = (): void => {
      const [place, from] = [placeOf(list.current), placeOf(list.anchor)];
      if (place < 0 || from < 0) {
        tick();
        return;
      }
      const range = list.rows.slice(Math.min(from, place), Math.max(from, place) + 1);
      change(new Set([...list.selected, ...range.map(({ id }) => id)]));
    };
    const stops = [
      onKeys('j', () => move(1)),
      onKeys('k', () => move(-1)),
      onKeys('x', tick),
      onKeys('X', tickRange),
      onKeys('f', () => document.querySelector<HTMLElement>('#list-find')?.focus()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return current;
}
