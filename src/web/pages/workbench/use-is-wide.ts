import { useEffect, useMemo, useState } from 'preact/hooks';

/** Pixels. At most so wide nobody edits: texts, tables and a keyboard have no room. */
export const smallest = 720;

/** Is the window that wide now? */
export function useIsWide(width: number): boolean {
  const query = useMemo(() => matchMedia(`(min-width: ${width + 1}px)`), [width]);
  const [isWide, setWide] = useState(query.matches);
  useEffect(() => {
    const look = (): void => setWide(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [query]);
  return isWide;
}
