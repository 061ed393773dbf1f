import { useEffect, useMemo, useState } from 'preact/hooks';

/** Pixels. At most so wide nobody edits: texts, tables and a keyboard have no room. A desk of 1280 at twice its size has 640. */
const widestPhone = 600;

/** Is the window wide enough to edit in now? */
export function useIsWide(): boolean {
  const query = useMemo(() => matchMedia(`(min-width: ${widestPhone + 1}px)`), []);
  const [isWide, setWide] = useState(query.matches);
  useEffect(() => {
    const look = (): void => setWide(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [query]);
  return isWide;
}
