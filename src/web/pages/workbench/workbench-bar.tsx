import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CountsAnswer } from '../../../api/model/workbench/counts-model.ts';
import { Icon } from '../../parts/icons.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { address, linkTo, pathWith } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { useMenu } from '../../shell/use-menu.ts';
import { OpenMappingMenu } from './choose/open-mapping-menu.tsx';
import { isKeyHidden } from './tables/hidden-keys.ts';

export type WorkbenchPart = 'edit' | 'lost' | 'tables' | 'compare' | 'fixtures' | 'history';

/** Parts of the workbench that are built, in their order. */
const parts: readonly WorkbenchPart[] = ['edit', 'lost', 'tables', 'compare', 'fixtures', 'history'];

interface BarProps {
  readonly name: string;
  readonly part: WorkbenchPart;
  /** The page has a sentence of its own as its first heading. */
  readonly isNamed?: boolean;
  /** What this part has counted; undefined: nothing yet. */
  readonly count?: number | undefined;
  /** Of the draft: what is counted is of it. */
  readonly edition?: number | undefined;
  readonly children?: ComponentChildren;
  /** Ctrl S: what is typed is kept. Absent: nothing is typed here, or it is kept already. */
  onSave?(): Promise<void>;
}

/** The second bar: which mapping, which part of the workbench, and what stands at the right. */
export function WorkbenchBar({ name, part, isNamed = false, count, edition, children, onSave }: BarProps) {
  const { workbench } = words.value;
  useSaveKey(onSave);
  const { answer } = useAnswer<CountsAnswer>(`/mappings/${name}/counts`, { asking: edition ?? 0 });
  const counts = { ...readCounts(name, answer), ...(count === undefined ? {} : { [part]: count }) };
  const Title = isNamed ? 'p' : 'h1';
  return (
    <div class="wb-bar">
      <Title class="wb-name">
        <MappingName {...{ name, part }} />
      </Title>
      <nav aria-label={workbench.parts}>
        {parts.map((one) => (
          <PartLink key={one} {...{ name, one, isCurrent: one === part, counts }} />
        ))}
      </nav>
      <div class="wb-bar-right">{children}</div>
    </div>
  );
}

/** Opens the way to another mapping. */
function MappingName({ name, part }: Pick<BarProps, 'name' | 'part'>) {
  const { isOpen, switchMenu } = useMenu();
  return (
    <span class="menu">
      <span class="vh">{words.value.workbench.mapping} </span>
      <button type="button" class="ghost" aria-expanded={isOpen} onClick={switchMenu}>
        {name} <Icon name="down" />
      </button>
      {isOpen && <OpenMappingMenu {...{ name, part }} />}
    </span>
  );
}

/** Of what needs somebody there; absent: not known. */
type PartCounts = { readonly [Part in WorkbenchPart]?: number | undefined };

function readCounts(name: string, answer: CountsAnswer | undefined): PartCounts {
  const { tables, ...counts } = answer ?? {};
  return { ...counts, ...(tables && { tables: tables.filter((one) => !isKeyHidden(name, one)).length }) };
}

interface LinkProps extends Pick<BarProps, 'name'> {
  readonly one: WorkbenchPart;
  readonly isCurrent: boolean;
  readonly counts: PartCounts;
}

/** On a phone the parts stand wider than the window. */
const show = (link: HTMLElement | null): void => link?.scrollIntoView({ block: 'nearest', inline: 'center' });

function PartLink({ name, one, isCurrent, counts }: LinkProps) {
  const count = counts[one];
  const { workbench } = words.value;
  return (
    <a
      ref={isCurrent ? show : null}
      href={linkTo(pathOf(name, one))}
      aria-current={isCurrent ? 'page' : undefined}
      title={count ? workbench.counted[one] : undefined}
    >
      {workbench[one]} {count ? <span class="muted">{count}</span> : null}
    </a>
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
  pathWith(part === 'edit' ? `/mappings/${name}` : `/mappings/${name}/${part}`, address.value.query, {
    join: undefined,
  });

/** The page of comparisons, which begins one with the draft. */
export const pathOfNewComparison = (name: string): string =>
  pathWith(`/mappings/${name}/compare`, address.value.query, { begin: '1' });

/** The page that joins a draft with what others have published over it. */
export const pathOfConflict = (name: string): string =>
  pathWith(`/mappings/${name}`, address.value.query, { join: '1' });
