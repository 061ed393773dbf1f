import { Workers } from '../../src/pipeline/workers/workers.ts';

/** Worker threads for all gateways of a test file that have no mappings and XSDs of their own: to start them is most of a start. */

class LentWorkers extends Workers {
  /** The gateway gives them back. */
  override async close(): Promise<void> {}

  end(): Promise<void> {
    return super.close();
  }
}

let isLending = false;
let lent: LentWorkers | undefined;

/** Undefined where nobody ends them (the torture, benchmarks): then each gateway has its own. */
export function lentWorkers(): Workers | undefined {
  if (isLending) lent ??= new LentWorkers();
  return lent;
}

/** From now on; the answer ends them. */
export function lendWorkers(): () => Promise<void> {
  isLending = true;
  return async () => {
    await lent?.end();
    lent = undefined;
  };
}
