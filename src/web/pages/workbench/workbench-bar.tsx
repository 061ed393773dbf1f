import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { address, linkTo, pathWith } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

export type WorkbenchPart = 'edit' | 'lost' | 'tables' | 'compare' | 'fixtures' | 'history';

/** Parts of the workbench that are built, in their order. */
const parts: readonly WorkbenchPart[] = ['edit', 'lost', 'tables', 'compare', 'fixtures', 'history'];

interface BarProps {
  readonly name: string;
  readonly part: WorkbenchPart;
  /** The page has a sentence of its own as its first heading. */
  readonly isNamed?: boolean;
  readonly children?: ComponentChildren;
  /** Ctrl S: what is typed is kept. Absent: nothing is typed here, or it is kept already. */
  onSave?(): Promise<void>;
}

/** The second bar: which mapping, which part of the workbench, and what stands at the right. */
export function WorkbenchBar({ name, part, isNamed = false, children, onSave }: BarProps) {
  const { workbench } = words.value;
  useSaveKey(onSave);
  const title = (
    <>
      <span class="vh">{workbench.mapping} </span>
      {name}
    </>
  );
  return (
    <div class="wb-bar">
      {isNamed ? <p class="wb-name">{title}</p> : <h1>{title}</h1>}
      <nav aria-label={workbench.parts}>
        {parts.map((one) => (
          <a key={one} href={linkTo(pathOf(name, one))} aria-current={one === part ? 'page' : undefined}>
            {workbench[one]}
          </a>
        ))}
      </nav>
      <div class="wb-bar-right">{children}</div>
    </div>
  );
}

/** The browser would save the page. */
function useSaveKey(save: BarProps['onSave']): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's';
      if (!isSave) return;
      event.preventDefault();
      void latest.current?.();
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
}

/** What each part shows stays in the address: whoever comes back finds it. */
export const pathOf = (name: string, part: WorkbenchPart): string =>
  pathWith(part === 'edit' ? `/mappings/${name}` : `/mappings/${name}/${part}`, address.value.query, {});

/** The page of comparisons, which begins one with the draft. */
export const pathOfNewComparison = (name: string): string =>
  pathWith(`/mappings/${name}/compare`, address.value.query, { begin: '1' });
