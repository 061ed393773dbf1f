import { useEffect, useState } from 'preact/hooks';
import type { MessageRowItem } from '../../../api/model/messages-model.ts';
import { onKeys } from '../../shell/keyboard.ts';
import { mayOperate } from '../../shell/session.ts';
import { toggled } from './message-table.tsx';

/** `j` `k` go from row to row (Enter opens it), `x` selects, `X` selects from the last one on, `f` filters. The row they have come to. */
export function useListKeys(
  rows: readonly MessageRowItem[],
  selected: ReadonlySet<number>,
  select: (selected: ReadonlySet<number>) => void,
): number | undefined {
  const [current, setCurrent] = useState<number>();
  const [anchor, setAnchor] = useState<number>();
  const place = rows.findIndex(({ id }) => id === current);
  useEffect(() => {
    const move = (by: number): void => {
      const next = rows[place < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, place + by))];
      if (!next) return;
      setCurrent(next.id);
      document.querySelector<HTMLElement>(`[data-message="${next.id}"] a`)?.focus();
    };
    const tick = (): void => {
      if (current === undefined || !mayOperate.value) return;
      setAnchor(current);
      select(toggled(selected, current));
    };
    const tickRange = (): void => {
      const from = rows.findIndex(({ id }) => id === anchor);
      if (place < 0 || from < 0 || !mayOperate.value) {
        tick();
        return;
      }
      const range = rows.slice(Math.min(from, place), Math.max(from, place) + 1);
      select(new Set([...selected, ...range.map(({ id }) => id)]));
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
  }, [rows, selected, current, anchor]);
  return current;
}
