import { format } from 'node:util';
import { escapeControlsInLines } from '../../text/visible.ts';

/**
 * Commands print what documents, files and the exchange say, through `console`: from here on nothing of it acts on a terminal. The
 * answer takes that back.
 */
export function escapeConsoleOutput(): () => void {
  const { log, error } = console;
  console.log = (...values: readonly unknown[]) => log(escapeControlsInLines(format(...values)));
  console.error = (...values: readonly unknown[]) => error(escapeControlsInLines(format(...values)));
  return () => Object.assign(console, { log, error });
}
