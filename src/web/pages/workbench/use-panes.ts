import type { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useState } from 'preact/hooks';

export const paneNames = ['document', 'mapping', 'result'] as const;
export type PaneName = (typeof paneNames)[number];

export interface Panes {
  readonly views: Readonly<Partial<Record<PaneName, EditorView>>>;
  /** What a pane calls with its editor. */
  readonly set: Readonly<Record<PaneName, (view: EditorView | undefined) => void>>;
}

/** The editors that stand in the panes now. */
export function usePanes(): Panes {
  const [views, setViews] = useState<Panes['views']>({});
  const set = useMemo(() => {
    const setter = (name: PaneName) => (view: EditorView | undefined) =>
      setViews(({ [name]: _, ...others }) => (view ? { ...others, [name]: view } : others));
    return { document: setter('document'), mapping: setter('mapping'), result: setter('result') };
  }, []);
  return { views, set };
}

interface PaneKeys {
  /** Ctrl 1, 2, 3 */
  focus(name: PaneName): void;
  /** Alt up and down: the values through the place that is looked at. */
  stepValue(by: number): void;
  /** Alt left and right: the documents of the file. */
  stepDocument(by: number): void;
  /** Alt Enter: the place that is chosen goes somewhere. */
  map(): void;
  /** Ctrl Enter: what the edit would have done. */
  compare(): void;
}

/** Keys with Ctrl or Alt, inside of editors and outside. */
export function usePaneKeys(keys: PaneKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const act = findAction(event, keys);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [keys]);
}

function findAction(
  { ctrlKey, altKey, metaKey, shiftKey, key }: KeyboardEvent,
  { focus, stepValue, stepDocument, map, compare }: PaneKeys,
): (() => void) | undefined {
  // a dialog has keys of its own
  if (metaKey || shiftKey || document.querySelector('dialog[open]')) return undefined;
  if (key === 'Enter' && ctrlKey && !altKey) return compare;
  const pane = ctrlKey && !altKey ? paneNames[Number(key) - 1] : undefined;
  if (pane) return () => focus(pane);
  if (!altKey || ctrlKey) return undefined;
  const actions: Readonly<Record<string, () => void>> = {
    ArrowUp: () => stepValue(-1),
    ArrowDown: () => stepValue(1),
    ArrowLeft: () => stepDocument(-1),
    ArrowRight: () => stepDocument(1),
    Enter: map,
  };
  return actions[key];
}
