import type { ComponentChildren } from 'preact';
import { type MarkState, StateMark } from './icons.tsx';

interface TroubleLineProps {
  readonly state: MarkState;
  /** One sentence. */
  readonly title: ComponentChildren;
  /** Where, since when, what follows from it. */
  readonly children?: ComponentChildren;
  /** Who has to act, or who does. */
  readonly who: ComponentChildren;
  /** What they do. */
  readonly hint?: ComponentChildren;
  readonly acts?: ComponentChildren;
}

/** Something that is wrong: what, where and since when, who has to act, what can be done here. */
export function TroubleLine({ state, title, children, who, hint, acts }: TroubleLineProps) {
  return (
    <li class="tr">
      <StateMark state={state} />
      <div class="tr-what">
        <p class="tr-title">{title}</p>
        {children && <p>{children}</p>}
      </div>
      <div class="tr-who">
        <strong>{who}</strong>
        {hint && <span>{hint}</span>}
      </div>
      <div class="acts">{acts}</div>
    </li>
  );
}

/** By code and level of a trouble. */
export function markOfTrouble(code: string, level: 'red' | 'amber'): MarkState {
  if (code === 'parked' || code === 'task') return 'parked';
  if (code === 'rejected') return 'refused';
  return level === 'red' ? 'stopped' : 'warning';
}
