import { format } from 'node:util';
import { visibleLines } from '../visible.ts';

/**
 * Commands print what documents, files and the exchange say, through `console`: from here on nothing of it acts on a terminal. The
 * answer takes that back.
 */
export function printVisibly(): () => void {
  const { log, error } = console;
  console.log = (...values: readonly unknown[]) => log(visibleLines(format(...values)));
  console.error = (...values: readonly unknown[]) => error(visibleLines(format(...values)));
  return () => Object.assign(console, { log, error });
}
