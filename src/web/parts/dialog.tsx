import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Absent: it cannot be closed without doing what it asks. */
  onClose?(): void;
}

/** The browser's own: focus stays inside, what is behind it is inert, Escape closes. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const cancel = (event: Event): void => {
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog class="dlg" ref={dialog} aria-labelledby={id} onCancel={cancel}>
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      {children}
    </dialog>
  );
}
