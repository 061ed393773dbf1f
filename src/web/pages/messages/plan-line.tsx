import type { ComponentChildren } from 'preact';
import { type MarkState, StateMark } from '../../parts/icons.tsx';
import { formatCount } from '../../parts/times.ts';

interface PlanLineProps {
  readonly mark: MarkState;
  readonly count: number;
  readonly children: ComponentChildren;
}

/** So many of them, and what becomes of them. */
export function PlanLine({ mark, count, children }: PlanLineProps) {
  return (
    <li>
      <StateMark state={mark} />
      <span>
        <strong>{formatCount(count)}</strong> {children}
      </span>
    </li>
  );
}
