import type { TroubleStore } from '../trouble-store.ts';
import {
  acknowledge,
  addSilence,
  endSilence,
  expectFromNow,
  findLastReceived,
  listAcknowledgements,
  listAlarms,
  listFirstLosses,
  listSilences,
  listTroubles,
  replaceTroubles,
  stopReporting,
  storeAlarms,
} from '../troubles/trouble-rows.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createTroubleStore({ engine }: Pick<JournalConnection, 'engine'>): TroubleStore {
  const { read, write, withDialect } = bindSteps(engine);
  return {
    replaceTroubles: write(withDialect(replaceTroubles)),
    stopReporting: write(stopReporting),
    listTroubles: read(withDialect(listTroubles)),
    listAlarms: read(listAlarms),
    storeAlarms: write(storeAlarms),
    addSilence: write(withDialect(addSilence)),
    endSilence: write(withDialect(endSilence)),
    listSilences: read(listSilences),
    acknowledge: write(withDialect(acknowledge)),
    listAcknowledgements: read(listAcknowledgements),
    listFirstLosses: read(listFirstLosses),
    async findLastReceived(channels) {
      const known = await engine.read(() => findLastReceived(channels));
      const never = channels.filter((channel) => !known.has(channel));
      if (never.length === 0) return known;
      return new Map([...known, ...(await engine.write(() => expectFromNow(never)))]);
    },
  };
}
