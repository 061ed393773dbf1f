import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { pageTitle } from '../shell/window-title.ts';
import { type MarkState, StateMark } from './icons.tsx';

interface AnswerProps {
  readonly state: MarkState;
  /** One sentence: how it stands. */
  readonly title: ComponentChildren;
  /** Two lines at most, who has to act first. */
  readonly children?: ComponentChildren;
  /** Buttons and links; one filled at most. */
  readonly acts?: ComponentChildren;
}

/** The first line of every page. It is told again to those who do not see it when the sentence changes. */
export function Answer({ state, title, children, acts }: AnswerProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    pageTitle.value = heading.current?.textContent ?? undefined;
  });
  return (
    <header class="answer">
      <StateMark state={state} />
      <h1 aria-live="polite" ref={heading}>
        {title}
      </h1>
      {children && <p>{children}</p>}
      {acts && <div class="acts">{acts}</div>}
    </header>
  );
}

/** A state as a shape, a word and a colour. */
export function StateWord({
  state,
  children,
}: {
  readonly state: MarkState;
  readonly children: ComponentChildren;
}) {
  return (
    <span class={`st st-${state}`}>
      <StateMark state={state} />
      {children}
    </span>
  );
}
