import { execute, type SqlSteps, selectRow } from '../sql/sql-engine.ts';

export function* findSiteKey(): SqlSteps<string | undefined> {
  const value = (yield* selectRow("select value from meta where key = 'site key'"))?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The one there is, where another gateway was first. */
export function* keepSiteKey(fresh: string): SqlSteps<string> {
  yield* execute("insert into meta (key, value) values ('site key', ?) on conflict (key) do nothing", fresh);
  return (yield* findSiteKey()) ?? fresh;
}
