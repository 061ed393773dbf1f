import type { Leases } from '../journal.ts';
import {
  acquireLease,
  releaseLease,
  releaseOtherLeases,
  renewLease,
  reserveTurns,
} from '../lanes/gateway-leases.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

/** Who is alone on a journal holds every lease. */
export function createLeases({ engine, owner }: JournalConnection): Leases {
  const { dialect } = engine;
  const { shared } = dialect;
  const { write, withDialect } = bindSteps(engine);
  return {
    shared,
    acquireLease: async (name) => !shared || (await engine.write(() => acquireLease(dialect, owner, name))),
    renewLease: async (name) => !shared || (await engine.write(() => renewLease(dialect, owner, name))),
    async releaseLease(name) {
      if (shared) await engine.write(() => releaseLease(owner, name));
    },
    async releaseOtherLeases(but) {
      if (shared) await engine.write(() => releaseOtherLeases(owner, but));
    },
    reserveTurns: write(withDialect(reserveTurns)),
  };
}
