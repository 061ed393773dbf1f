import { useLayoutEffect, useState } from 'preact/hooks';

interface Menu {
  readonly isOpen: boolean;
  switchMenu(): void;
}

/** Closed by Escape, and by a click wherever it is; the focus does not go away with it. */
export function useMenu(): Menu {
  const [isOpen, setOpen] = useState(false);
  // at once: the next key may come before the page is painted
  useLayoutEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    const close = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
      const isInside = opener?.parentElement?.contains(document.activeElement);
      if (isInside && opener instanceof HTMLElement) opener.focus();
      setOpen(false);
    };
    document.addEventListener('keydown', close);
    // the click that opened it is still on its way up
    const timer = setTimeout(() => document.addEventListener('click', close));
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', close);
      document.removeEventListener('click', close);
    };
  }, [isOpen]);
  return { isOpen, switchMenu: () => setOpen(!isOpen) };
}
