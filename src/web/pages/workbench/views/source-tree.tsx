import { useEffect, useRef } from 'preact/hooks';
import type { SourceRowModel } from '../../../../api/model/workbench/mapping-editing-model.ts';
import { words } from '../../../shell/language.ts';
import type { LineMark } from '../editor/editor-marks.ts';
import { listVisibleRows, type SourceTreeState } from './use-source-tree.ts';

interface TreeProps {
  readonly tree: SourceTreeState;
  /** What becomes of the lines of the text. */
  readonly marks: readonly LineMark[];
  onChoose(row: SourceRowModel): void;
}

/** The document above its text: arrows walk, right and left open and close. */
export function SourceTree({ tree, marks, onChoose }: TreeProps) {
  const { panes } = words.value;
  const box = useRef<HTMLDivElement>(null);
  const rows = listVisibleRows(tree);
  const { chosen, open } = tree;
  const at = rows.findIndex(({ row }) => row.key === chosen?.key);
  const kinds = new Map(marks.map((mark) => [mark.line, mark]));
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.key, rows.length]);
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const act = findTreeAction(event.key, rows, at, tree, onChoose);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div
      class="wb-tree"
      role="tree"
      ref={box}
      tabIndex={0}
      aria-label={panes.treeOf}
      aria-activedescendant={at < 0 ? undefined : idOf(chosen?.key ?? '')}
      onKeyDown={press}
    >
      {rows.map(({ row, depth, left }) => (
        <TreeRow
          key={row.key}
          {...{ row, depth, left }}
          isOpen={open.has(row.key)}
          isChosen={row.key === chosen?.key}
          mark={row.isLeaf ? kinds.get(row.line) : undefined}
          onChoose={() => onChoose(row)}
          onToggle={() => tree.toggle(row.key)}
        />
      ))}
    </div>
  );
}

const idOf = (key: string): string => `tree-${key.replaceAll('.', '-').replaceAll('@', 'a')}`;

type VisibleRows = ReturnType<typeof listVisibleRows>;

function findTreeAction(
  key: string,
  rows: VisibleRows,
  at: number,
  { open, toggle }: SourceTreeState,
  choose: (row: SourceRowModel) => void,
): (() => void) | undefined {
  const row = rows[at]?.row;
  const go = (n: number) => {
    const next = rows[n]?.row;
    return next && (() => choose(next));
  };
  if (key === 'ArrowDown') return go(at + 1);
  if (key === 'ArrowUp') return go(Math.max(0, at - 1));
  if (key === 'Home') return go(0);
  if (key === 'End') return go(rows.length - 1);
  if (row === undefined) return undefined;
  const isOpen = open.has(row.key);
  if (key === 'ArrowRight' && row.children > 0) return isOpen ? go(at + 1) : () => toggle(row.key);
  if (key === 'ArrowLeft' && isOpen) return () => toggle(row.key);
  const above = row.key.slice(0, Math.max(0, row.key.lastIndexOf('.')));
  return key === 'ArrowLeft' ? go(rows.findIndex((one) => one.row.key === above)) : undefined;
}

interface RowProps {
  readonly row: SourceRowModel;
  readonly depth: number;
  /** Rows of its branch that are not shown behind it. */
  readonly left: number;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly mark: LineMark | undefined;
  onChoose(): void;
  onToggle(): void;
}

function TreeRow({ row, depth, left, isOpen, isChosen, mark, onChoose, onToggle }: RowProps) {
  const { panes } = words.value;
  const { key, name, value, children, number, field, isLeaf } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys, and the focus
    <div
      role="treeitem"
      tabIndex={-1}
      id={idOf(key)}
      class={`wb-depth-${Math.min(depth, 12)}`}
      aria-level={depth + 1}
      aria-expanded={children > 0 ? isOpen : undefined}
      aria-selected={isChosen}
      onClick={onChoose}
      onDblClick={children > 0 ? onToggle : undefined}
    >
      <span class={`wb-mark wb-${mark?.kind ?? 'none'}`} title={mark?.title}>
        {mark?.text ?? ''}
      </span>
      <span
        class="wb-twist"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (children > 0) onToggle();
        }}
      >
        {children === 0 ? '' : isOpen ? '▾' : '▸'}
      </span>
      <code>{name}</code>
      {number && <span class="muted"> {panes.ofTwins(number[0], number[1])}</span>}
      {field !== undefined && <span class="muted"> {field}</span>}
      {value !== '' && (isLeaf || !isOpen) && <span class={isLeaf ? 'wb-value' : 'muted'}> {value}</span>}
      {left > 0 && <span class="muted"> · {panes.more(left)}</span>}
    </div>
  );
}
