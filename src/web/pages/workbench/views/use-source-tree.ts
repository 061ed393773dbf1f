import { useEffect, useRef, useState } from 'preact/hooks';
import type { PreviewQuestion } from '../../../../api/model/mapping-model.ts';
import type {
  SourceBranchModel,
  SourceRowModel,
  SourceTreeAnswer,
  TreeQuestion,
} from '../../../../api/model/workbench/mapping-editing-model.ts';
import { call } from '../../../shell/call-api.ts';

/** The document as a tree: what was looked at of it, and the place that is chosen. */
export interface SourceTreeState {
  readonly branches: ReadonlyMap<string, SourceBranchModel>;
  /** Keys whose branches are shown. */
  readonly open: ReadonlySet<string>;
  readonly chosen: SourceRowModel | undefined;
  toggle(key: string): void;
  choose(row: SourceRowModel | undefined): void;
  /** What stands there in the text is chosen. */
  pointAt(line: number, column: number): void;
}

interface Shown {
  /** Of which document. */
  readonly of: string;
  readonly branches: ReadonlyMap<string, SourceBranchModel>;
  readonly open: ReadonlySet<string>;
  readonly chosen?: SourceRowModel | undefined;
}

const nothingOf = (of: string): Shown => ({ of, branches: new Map(), open: new Set(['', '0']) });

/** Milliseconds: who walks through a text by keys stays on a line for longer than that where it matters. */
const debounce = 80;

/** Branch by branch: of a large document nobody looks at more than a few. */
export function useSourceTree(question: PreviewQuestion | undefined): SourceTreeState {
  const of = question ? JSON.stringify(documentOf(question)) : '';
  const [kept, setShown] = useState(() => nothingOf(of));
  const shown = kept.of === of ? kept : nothingOf(of);
  const last = useRef(question);
  last.current = question;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const change = (next: (before: Shown) => Shown): void =>
    setShown((before) => next(before.of === of ? before : nothingOf(of)));
  const ask = (open: TreeQuestion['open']): void => {
    if (!last.current) return;
    const body: TreeQuestion = { ...last.current, open };
    call<SourceTreeAnswer>(`/mappings/${body.name}/tree`, { method: 'POST', body }).then(
      (answer) => change((before) => addBranches(before, answer)),
      // the pane says why the document cannot be read
      () => undefined,
    );
  };
  useEffect(() => {
    if (of !== '') ask({ key: '' });
    return () => clearTimeout(timer.current);
  }, [of]);
  return {
    ...{ branches: shown.branches, open: shown.open, chosen: shown.chosen },
    toggle: (key) => {
      if (!shown.branches.has(key)) ask({ key });
      change((before) => ({ ...before, open: withToggled(before.open, key) }));
    },
    choose: (chosen) => change((before) => ({ ...before, chosen })),
    pointAt: (line, column) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => ask({ line, column }), debounce);
    },
  };
}

/** What a document is known by. */
const documentOf = ({ name, chain, source, situation, document }: PreviewQuestion) => ({
  ...{ name, chain, source, situation, document },
});

function addBranches(before: Shown, { branches, key }: SourceTreeAnswer): Shown {
  const all = new Map([...before.branches, ...branches.map((branch) => [branch.key, branch] as const)]);
  const open = key === undefined ? before.open : new Set([...before.open, ...branches.map((one) => one.key)]);
  const chosen =
    key === undefined ? before.chosen : branches.flatMap(({ rows }) => rows).find((row) => row.key === key);
  return { ...before, branches: all, open, chosen };
}

const withToggled = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  keys.has(key) ? new Set([...keys].filter((one) => one !== key)) : new Set([...keys, key]);

/** Rows that are to be seen, from the top down. */
export function listVisibleRows(
  { branches, open }: Pick<SourceTreeState, 'branches' | 'open'>,
  key = '',
  depth = 0,
): readonly { readonly row: SourceRowModel; readonly depth: number; readonly left: number }[] {
  const { rows = [], count = 0 } = branches.get(key) ?? {};
  return rows.flatMap((row, n) => [
    { row, depth, left: n === rows.length - 1 ? count - rows.length : 0 },
    ...(open.has(row.key) ? listVisibleRows({ branches, open }, row.key, depth + 1) : []),
  ]);
}
