import { useEffect, useState } from 'preact/hooks';
import type { WordsName } from '../words/en.ts';
import { loadWords } from './language.ts';

export interface Loaded<Module> {
  readonly module: Module | undefined;
  /** It cannot be had: no connection, or a newer version of the gateway that has it no more. */
  readonly hasFailed: boolean;
}

/** A page, or a part that few readers open: it comes with its words when it is needed. `load` and `names` never change. */
export function useLoaded<Module>(load: () => Promise<Module>, names: readonly WordsName[]): Loaded<Module> {
  const [module, setModule] = useState<Module>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    Promise.all([load(), loadWords(names)]).then(
      ([loaded]) => setModule(() => loaded),
      () => setFailed(true),
    );
  }, []);
  return { module, hasFailed };
}
