import { listHistory, listRecentHistory } from '../decisions/decision-history.ts';
import type { PageReader } from '../journal.ts';
import { findOutage } from '../lanes/exchange-outage.ts';
import { readCauses } from '../pages/causes.ts';
import { countNoNews, countReceivedSince, countStuck, listLastMessages } from '../pages/channel-facts.ts';
import { readHourCounts } from '../pages/hour-counts.ts';
import { countFitting, findFirstId, readPage } from '../pages/message-pages.ts';
import { MessageTotal } from '../pages/message-total.ts';
import { askSelection } from '../pages/read-selection.ts';
import type { SqlEngine } from '../sql/sql-engine.ts';
import { listUncollected } from '../work/published-files.ts';
import { createReader } from './create-reader.ts';

/** Everything that it is asked goes to the engine's reader for pages. */
export function createPageReader(work: SqlEngine): PageReader {
  const { dialect } = work;
  const engine = pageEngineOf(work);
  const total = new MessageTotal(engine);
  return {
    ...createReader({ engine }),
    history: (id) => engine.read(() => listHistory(id)),
    recentHistory: (limit) => engine.read(() => listRecentHistory(limit)),
    findOutage: () => engine.read(findOutage),
    listUncollected: (of) => engine.read(() => listUncollected(of)),
    page: (query) =>
      askSelection(engine, {
        selection: query,
        read: (sources, longest) => readPage(query, sources, longest),
        isWhole: ({ messages, searchedTo }) => searchedTo === undefined || messages.length === query.limit,
      }),
    countFitting: (selection, most) =>
      askSelection(engine, {
        selection,
        read: (sources, longest) => countFitting(selection, sources, most, longest),
        isWhole: ({ count, more }) => !more || count === most,
      }),
    causes: (most) => engine.read(() => readCauses(dialect, most)),
    hourCounts: (since) => engine.read(() => readHourCounts(dialect, since)),
    receivedSince: (since) =>
      engine.read(function* () {
        return yield* countReceivedSince(yield* findFirstId(since), since);
      }),
    stuckCounts: () => engine.read(() => countStuck(dialect)),
    lastMessages: (channels) => engine.read(() => listLastMessages(channels)),
    noNews: (since) => engine.read(() => countNoNews(dialect, since)),
    countAll: () => total.read(),
  };
}

/** The same engine to read with, by its reader for pages. */
function pageEngineOf(engine: SqlEngine): SqlEngine {
  const page: SqlEngine['read'] = (steps) => engine.runPage(steps);
  return {
    dialect: engine.dialect,
    read: page,
    runQuery: page,
    runPage: page,
    write: (steps, urgent) => engine.write(steps, urgent),
    explainUnwritable: (error) => engine.explainUnwritable(error),
    damaged: (what) => engine.damaged(what),
    broken: () => engine.broken(),
    checkPart: () => engine.checkPart(),
    shrink: () => engine.shrink(),
    close: () => engine.close(),
  };
}
