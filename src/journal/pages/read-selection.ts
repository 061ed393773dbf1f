import type { MessageSelection } from '../journal.ts';
import type { SqlDialect, SqlEngine, SqlSteps } from '../sql/sql-engine.ts';
import {
  chooseSources,
  chooseWithoutText,
  fitsRareIndex,
  isCommonText,
  type MessageSource,
} from './message-sources.ts';

/** By what way the messages of a selection are read, and what is done where that takes too long. */

/** Milliseconds of a reading that must be short: before an index of texts is asked, and of a second try. */
const shortReading = 150;

/** Asks by the engine's reader for pages. */
export type PageEngine = Pick<SqlEngine, 'dialect' | 'runPage'>;

export interface SelectionQuestion<T> {
  readonly selection: MessageSelection;
  /** `longest`: milliseconds after which it ends with what it has. */
  read(sources: readonly MessageSource[], longest?: number): SqlSteps<T>;
  /** Nothing could be added to what was found. */
  isWhole(found: T): boolean;
}

/** What is ended because it took too long is asked once more, for a shorter time: a server may be busy with other things. */
export async function askSelection<T>(engine: PageEngine, question: SelectionQuestion<T>): Promise<T> {
  const { dialect } = engine;
  const { selection, read } = question;
  if (dialect.shared && selection.find !== undefined) return await askNewestFirst(engine, question);
  const choose = (await isCommonAmongFew(engine, selection)) ? chooseWithoutText : chooseSources;
  const ask = (longest?: number): Promise<T> =>
    engine.runPage(() => read(choose(dialect, selection), longest));
  return await orWhenLate(dialect, ask(), () => ask(shortReading));
}

/** A text that very many messages hold is looked for in each of few, where another index fits. */
const isCommonAmongFew = async (engine: PageEngine, selection: MessageSelection): Promise<boolean> =>
  selection.find !== undefined &&
  fitsRareIndex(selection) &&
  (await engine.runPage(() => isCommonText(engine.dialect, selection.find ?? '')));

/**
 * A server's index of texts knows how many messages hold a text, and not which are the newest. So these are read first: what most of them
 * hold is found at once. What the index cannot answer in time is what was read.
 */
async function askNewestFirst<T>(
  engine: PageEngine,
  { selection, read, isWhole }: SelectionQuestion<T>,
): Promise<T> {
  const { dialect } = engine;
  const newest = await engine.runPage(() => read(chooseWithoutText(dialect, selection), shortReading));
  if (isWhole(newest)) return newest;
  const found = engine.runPage(() => read(chooseSources(dialect, selection)));
  return await orWhenLate(dialect, found, () => newest);
}

/** What was asked, or something else where it was ended because it took too long. */
export const orWhenLate = <T>(
  dialect: SqlDialect,
  asked: Promise<T>,
  instead: () => T | Promise<T>,
): Promise<T> =>
  asked.catch((error: unknown) => {
    if (dialect.isTimeout(error)) return instead();
    throw error;
  });
