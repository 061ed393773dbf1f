import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** It is there to be read: the focus is on its title, not on the first thing that can be changed, which may lie at its end. */
  readonly isRead?: boolean;
  /** Absent: it cannot be closed without doing what it asks. */
  onClose?(): void;
}

/** What Escape does in those that are open; the last lies on top. */
const openDialogs: (() => void)[] = [];

/**
 * Escape is ours: where a dialog opened without being asked for (the session has ended), the browser closes with it the one below, and what
 * was typed there would be lost.
 */
function closeTopmost(event: KeyboardEvent): void {
  const close = openDialogs.at(-1);
  if (!close || event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  event.preventDefault();
  close();
}
document.addEventListener('keydown', closeTopmost);

/** The browser's own: focus stays inside, what is behind it is inert; when it closes, the focus goes back to where it was. */
export function Dialog({ title, children, isRead = false, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    const close = (): void => latest.current?.();
    shown?.showModal();
    if (isRead) heading.current?.focus();
    openDialogs.push(close);
    return () => {
      openDialogs.splice(openDialogs.indexOf(close), 1);
      shown?.close();
    };
  }, []);
  /** The "back" of a phone. */
  const cancel = (event: Event): void => {
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog class="dlg" ref={dialog} aria-labelledby={id} onCancel={cancel}>
      <header>
        <h2 id={id} ref={heading} tabIndex={isRead ? -1 : undefined}>
          {title}
        </h2>
      </header>
      {children}
    </dialog>
  );
}
