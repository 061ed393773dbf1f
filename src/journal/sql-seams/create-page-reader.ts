import { listHistory, listRecentHistory } from '../decisions/decision-history.ts';
import type { MessagePage, MessageSelection, PageReader } from '../journal.ts';
import { findOutage } from '../lanes/exchange-outage.ts';
import { readCauses } from '../pages/causes.ts';
import { countNoNews, countReceivedSince, countStuck, listLastMessages } from '../pages/channel-facts.ts';
import { readHourCounts } from '../pages/hour-counts.ts';
import { countFitting, findFirstId, type ReadOptions, readPage } from '../pages/message-pages.ts';
import {
  chooseSources,
  chooseWithoutText,
  fitsRareIndex,
  isCommonText,
  type MessageSource,
} from '../pages/message-sources.ts';
import { type SqlEngine, type SqlSteps, selectNumber } from '../sql/sql-engine.ts';
import { listUncollected } from '../work/published-files.ts';
import { createReader } from './create-reader.ts';

/** Milliseconds for which the number of all messages is good enough. */
const countLasts = 30_000;

/** Milliseconds for which messages are read before an index of texts is asked. */
const readingFirst = 150;

const clock = (): number => performance.now();

const optionsOf = (longest: number | undefined): ReadOptions => ({
  clock,
  ...(longest === undefined ? {} : { longest }),
});

/** Everything that it is asked goes to the engine's reader for pages. */
export function createPageReader(work: SqlEngine): PageReader {
  const { dialect } = work;
  const engine = pageEngineOf(work);
  let all: { readonly at: number; readonly count: Promise<number> } | undefined;

  /**
   * A text that very many messages hold is looked for in each of few, where another index fits. Where a server's index of texts knows only how many messages hold a text, and not which are the newest, these are read first: what
   * most of them hold is found so at once. What the index cannot answer in time is what was read.
   */
  async function ask<T>(
    selection: MessageSelection,
    read: (sources: readonly MessageSource[], longest?: number) => SqlSteps<T>,
    isEnough: (found: T) => boolean,
  ): Promise<T> {
    const byIndex = (longest?: number): Promise<T> =>
      engine.read(() => read(chooseSources(dialect, selection), longest));
    const { find } = selection;
    // a server that is very busy has ended it: with what is found in a shorter time
    if (find === undefined)
      return await byIndex().catch((error) => {
        if (dialect.isTimeout(error)) return byIndex(readingFirst);
        throw error;
      });
    if (!dialect.shared) {
      const isRead = fitsRareIndex(selection) && (await engine.read(() => isCommonText(dialect, find)));
      return isRead ? await engine.read(() => read(chooseWithoutText(dialect, selection))) : await byIndex();
    }
    const found = await engine.read(() => read(chooseWithoutText(dialect, selection), readingFirst));
    return isEnough(found)
      ? found
      : await byIndex().catch((error) => {
          if (dialect.isTimeout(error)) return found;
          throw error;
        });
  }

  return {
    ...createReader({ engine }),
    history: (id) => engine.read(() => listHistory(id)),
    recentHistory: (limit) => engine.read(() => listRecentHistory(limit)),
    findOutage: () => engine.read(findOutage),
    listUncollected: (of) => engine.read(() => listUncollected(of)),
    page: (query): Promise<MessagePage> =>
      ask(
        query,
        (sources, longest) => readPage(query, sources, optionsOf(longest)),
        ({ messages, searchedTo }) => searchedTo === undefined || messages.length === query.limit,
      ),
    countFitting: (selection, most) =>
      ask(
        selection,
        (sources, longest) => countFitting(selection, sources, most, optionsOf(longest)),
        ({ count, more }) => !more || count === most,
      ),
    causes: (most) => engine.read(() => readCauses(dialect, most)),
    hourCounts: (since) => engine.read(() => readHourCounts(dialect, since)),
    receivedSince: (since) =>
      engine.read(function* () {
        return yield* countReceivedSince(yield* findFirstId(since), since);
      }),
    stuckCounts: () => engine.read(() => countStuck(dialect)),
    lastMessages: (channels) => engine.read(() => listLastMessages(channels)),
    noNews: (since) => engine.read(() => countNoNews(dialect, since)),
    countAll() {
      if (all === undefined || clock() - all.at > countLasts)
        all = { at: clock(), count: engine.read(() => selectNumber('select count(*) as n from message')) };
      return all.count;
    },
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
