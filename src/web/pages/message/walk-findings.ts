import { useEffect } from 'preact/hooks';

/** F8 goes to the next finding in the document, with Shift to the one before. */
export function useFindingWalk(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      const all = [...document.querySelectorAll<HTMLElement>('.code .fd')];
      const at = all.findIndex((one) => one.contains(document.activeElement));
      const next = event.shiftKey ? (at <= 0 ? all.length - 1 : at - 1) : (at + 1) % all.length;
      all[next]?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
