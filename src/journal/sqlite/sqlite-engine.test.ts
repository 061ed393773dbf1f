import { constants, DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { selectRows } from '../sql/sql-engine.ts';
import { SqliteEngine } from './sqlite-engine.ts';

it('a statement is compiled once, whatever the limit that it is run with', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec("create table lane (name text); insert into lane values ('a'), ('b'), ('c')");
  let isCompiling = false;
  db.setAuthorizer(() => {
    isCompiling = true;
    return constants.SQLITE_OK;
  });
  const engine = new SqliteEngine(':memory:', db);
  const first = (count: number) => engine.read(() => selectRows('select name from lane limit ?', count));
  expect(await first(1)).toHaveLength(1);
  expect(isCompiling).toBe(true);
  isCompiling = false;
  expect(await first(2)).toHaveLength(2);
  expect(isCompiling).toBe(false);
  await engine.close();
});
