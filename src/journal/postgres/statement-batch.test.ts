import { Client } from 'pg';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { execute, type SqlSteps, selectNumber, selectRows } from '../sql/sql-engine.ts';
import { startPostgres } from '../testkit/postgres-server.ts';
import { PostgresEngine } from './postgres-engine.ts';

const server = await startPostgres();
afterAll(() => server?.close());

const insert = 'insert into n (id) values (?)';
const count = () => selectNumber('select count(*) as n from n');

describe.skipIf(server === undefined)('statements of one transaction', () => {
  let engine: PostgresEngine;
  beforeEach(async () => {
    const url = (await server?.database()) ?? '';
    await server?.run(url, 'create table n (id int primary key)');
    engine = new PostgresEngine(url, undefined, 1);
    return async () => {
      vi.restoreAllMocks();
      await engine.close();
    };
  });

  it('go to the server together up to one that is answered, and the last ones with the commit', async () => {
    await engine.read(count);
    const calls = vi.spyOn(Client.prototype, 'query');
    const found = await engine.write(function* (): SqlSteps<number> {
      yield* execute(insert, 1);
      yield* execute(insert, 2);
      const n = yield* count();
      for (const id of [3, 4]) yield* execute(insert, id);
      return n;
    });
    expect(calls).toHaveBeenCalledTimes(2);
    expect(found).toBe(2);
    expect(await engine.read(count)).toBe(4);
  });

  it('are all in vain when one fails that nobody waits for', async () => {
    const twice = (): SqlSteps<void> =>
      (function* () {
        yield* execute(insert, 1);
        yield* execute(insert, 1);
        yield* execute(insert, 2);
      })();
    await expect(engine.write(twice)).rejects.toThrow(/duplicate key/);
    expect(await engine.read(count)).toBe(0);
  });

  it('can be sent again on the same connection, however many of them were carried out', async () => {
    const [pid] = await engine.read(() => selectRows('select pg_backend_pid() as pid'));
    const both = (id: number) => () =>
      (function* (): SqlSteps<number> {
        yield* execute('update n set id = id where id = ?', id);
        yield* execute('insert into n (id) values (1 / ?)', id);
        return yield* count();
      })();
    await expect(engine.write(both(0))).rejects.toThrow(/division by zero/);
    expect(await engine.write(both(1))).toBe(1);
    expect(await engine.read(() => selectRows('select pg_backend_pid() as pid'))).toEqual([pid]);
  });

  it('bring back their values', async () => {
    const bytes = new Uint8Array([0, 255, 7]);
    const rows = await engine.read(() =>
      selectRows(
        `select ?::bigint as id, ?::text as t, ?::bytea as b, ?::float8 as r, true as yes, n
         from generate_series(1, 2) n order by n`,
        ...[9_007_199_254_740_991, 'a\0b', bytes, 0.5],
      ),
    );
    const row = { id: 9_007_199_254_740_991, t: 'a\ufffdb', b: Buffer.from(bytes), r: 0.5, yes: true };
    expect(rows).toEqual([
      { ...row, n: 1 },
      { ...row, n: 2 },
    ]);
    const [none] = await engine.read(() => selectRows('select ?::text as t', null));
    expect(none).toEqual({ t: null });
  });
});
