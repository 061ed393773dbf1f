import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { formatCount } from '../../parts/times.ts';

interface PlanLineProps {
  readonly icon: IconName;
  readonly count: number;
  readonly children: ComponentChildren;
}

/** So many of them, and what becomes of them. */
export function PlanLine({ icon, count, children }: PlanLineProps) {
  return (
    <li>
      <Icon name={icon} />
      <span>
        <strong>{formatCount(count)}</strong> {children}
      </span>
    </li>
  );
}
