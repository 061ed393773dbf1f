import { steadyNow } from '../../time/steady-clock.ts';
import type { JournalUpkeep } from '../journal.ts';
import { foldCounts } from '../pages/hour-counts.ts';
import { noteMended } from '../pages/note-mended.ts';
import { raiseSerial, readSerial } from '../upkeep/journal-serial.ts';
import { prune } from '../upkeep/retention.ts';
import { verify } from '../upkeep/verify-journal.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createUpkeep({ engine }: Pick<JournalConnection, 'engine'>): JournalUpkeep {
  const { read, write, withDialect } = bindSteps(engine);
  return {
    prune: write(withDialect(prune)),
    shrink: () => engine.shrink(),
    readSerial: read(readSerial),
    raiseSerial: write(() => raiseSerial(engine.dialect, Date.now())),
    foldCounts: write(() => foldCounts(engine.dialect, steadyNow())),
    noteMended: write(withDialect(noteMended)),
    checkPart: () => engine.checkPart(),
    verify: () => verify(engine),
  };
}
