import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { renderSuggestion } from '../../findings/nearest-names.ts';
import { openFormats } from '../../formats/open-formats.ts';
import {
  buildFixtureFilter,
  type FixtureResult,
  type FixtureTools,
  listFixtures,
  runFixtures,
} from '../../mapping/fixtures/run-fixtures.ts';
import { loadMapping } from '../../mapping/load-mapping.ts';
import type { Language } from '../../types.ts';
import { requireMappingFolders } from './named-mapping.ts';

export interface OwnedFixtureResult extends FixtureResult {
  /** A fixture of the user's own, with the mappings as they run. */
  readonly isOwn: boolean;
}

/** What came of fixtures. Plain data. */
export interface FixtureRun {
  readonly results: readonly OwnedFixtureResult[];
  /** Mappings of one's own that were asked for and that no fixture of one's own ran against: they have not passed. */
  readonly unproven: readonly string[];
}

export interface FixtureSelection {
  /** Your own mappings; without them the delivered fixtures alone. */
  readonly own?: string | undefined;
  /** `MAPPING/CASE`, or `MAPPING` for all of its cases; empty: all. */
  readonly asked: readonly string[];
  /** Write what came as the new expectation of those that differ, in your own folder. */
  readonly update: boolean;
  /** The delivered ones are not run. */
  readonly ownOnly?: boolean;
  /** Of what is said of a fixture and its mapping. */
  readonly language?: Language | undefined;
}

/**
 * Own fixtures with the mappings as they run; delivered ones with the delivered mappings alone. Runs where it is called, and may take
 * seconds: pages call it in a worker. Throws an Error in words for a name that no fixture has.
 */
export function runAskedFixtures(selection: FixtureSelection): FixtureRun {
  const { own, asked, update, ownOnly } = selection;
  const folders = requireMappingFolders(own);
  const used = update || ownOnly ? folders.slice(0, 1) : folders;
  assertThere(asked, used);
  const results = runAll(used, folders, selection);
  return { results, unproven: own === undefined ? [] : listUnproven(results, asked, own) };
}

function runAll(
  used: readonly string[],
  folders: readonly string[],
  { asked, update, language }: FixtureSelection,
): readonly OwnedFixtureResult[] {
  const { formats, dispose } = openFormats({}, folders);
  const filters = asked.map(buildFixtureFilter);
  const isAsked = (name: string) => filters.length === 0 || filters.some((is) => is(name));
  const results = used.flatMap((folder, i) => {
    const mapping = (name: string) => loadMapping(name, folders.slice(i), formats, { language });
    const tools: FixtureTools = { mapping, formats, language };
    const ran = runFixtures(join(folder, 'fixtures'), tools, update, isAsked);
    return ran.map((result) => ({ ...result, isOwn: i < folders.length - 1 }));
  });
  dispose();
  return results;
}

function assertThere(asked: readonly string[], folders: readonly string[]): void {
  const names = folders.flatMap((folder) => listFixtures(join(folder, 'fixtures')));
  for (const one of asked)
    if (!names.some(buildFixtureFilter(one)))
      throw new Error(
        `There is no fixture ${one}. ${renderSuggestion(one.replace('/', '.'), names, 'fixtures')}`,
      );
}

function listUnproven(
  results: readonly OwnedFixtureResult[],
  asked: readonly string[],
  own: string,
): readonly string[] {
  const proven = new Set(results.filter(({ isOwn }) => isOwn).map(({ mapping }) => mapping));
  const names = new Set(asked.map((one) => one.split(/[/.]/)[0] ?? one));
  return [...names].filter((name) => !proven.has(name) && existsSync(join(own, `${name}.yaml`)));
}
