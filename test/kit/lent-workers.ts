import { Workers } from '../../src/pipeline/workers/workers.ts';

/**
 * Worker threads for all gateways of this process that have no mappings and XSDs of their own: to start them is most of a start, and what
 * they have run once they run faster. They end with the process.
 */

class LentWorkers extends Workers {
  /** The gateway gives them back, and with them what was true of its channels alone: another one may have some of their names. */
  override async close(): Promise<void> {
    this.forgetWaiting();
  }
}

let lenders = 0;
let lent: LentWorkers | undefined;

/** Undefined where nobody lends them (the torture, benchmarks): then each gateway has its own. */
export function lentWorkers(): Workers | undefined {
  if (lenders > 0) lent ??= new LentWorkers();
  return lenders > 0 ? lent : undefined;
}

/** From now on, until the answer is called. */
export function lendWorkers(): () => void {
  lenders += 1;
  return () => {
    lenders -= 1;
  };
}
