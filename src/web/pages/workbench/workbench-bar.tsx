import type { ComponentChildren } from 'preact';
import { address, linkTo, pathWith } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

type WorkbenchPart = 'edit' | 'lost' | 'tables' | 'fixtures' | 'history';

/** Parts of the workbench that are built, in their order. */
const parts: readonly WorkbenchPart[] = ['edit', 'tables'];

interface BarProps {
  readonly name: string;
  readonly part: WorkbenchPart;
  readonly lost?: number | undefined;
  readonly children?: ComponentChildren;
}

/** The second bar: which mapping, which part of the workbench, and what stands at the right. */
export function WorkbenchBar({ name, part, lost, children }: BarProps) {
  const { workbench } = words.value;
  // the other parts begin with an answer of their own
  const Name = part === 'edit' ? 'h1' : 'p';
  return (
    <div class="wb-bar">
      <Name class="wb-name">
        <span class="vh">{workbench.mapping} </span>
        {name}
      </Name>
      <nav aria-label={workbench.parts}>
        {parts.map((one) => (
          <a key={one} href={linkTo(pathOf(name, one))} aria-current={one === part ? 'page' : undefined}>
            {workbench[one]}
            {one === 'lost' && lost ? <span class="count">{lost}</span> : null}
          </a>
        ))}
      </nav>
      <div class="wb-bar-right">{children}</div>
    </div>
  );
}

const pathOf = (name: string, part: WorkbenchPart): string =>
  pathWith(part === 'edit' ? `/mappings/${name}` : `/mappings/${name}/${part}`, address.value.query, {});
