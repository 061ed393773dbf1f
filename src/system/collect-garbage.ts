import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collector: (() => void) | undefined;

/**
 * Gives back the memory of this thread that nobody uses. V8 does so when more is asked for: at rest nobody asks, and what the last work
 * threw away stays taken.
 */
export function collectGarbage(): void {
  collector ??= findCollector();
  collector();
}

/** It makes what is young smaller, too. */
const lastResort = { type: 'major', execution: 'sync', flavor: 'last-resort' };

/** V8 shows it to contexts that are made after the flag was set, and so to no code of others. */
function findCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  return () => {
    if (typeof found === 'function') Reflect.apply(found, undefined, [lastResort]);
  };
}
