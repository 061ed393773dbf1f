import { z } from 'zod';
import { type PostgresServer, startPostgres } from '../../src/journal/testkit/postgres-server.ts';
import { readFamilySeconds } from './processors.ts';

/** What a server has done so far: for one database, and of the processors for all. */
export interface DatabaseWork {
  /** Without begin and commit: the server does not count those that are planned once. */
  readonly statements: number;
  readonly transactions: number;
  readonly plans: number;
  readonly seconds: number;
}

/** A server that counts the statements it carries out, and how often it plans one. */
export interface CountingPostgres extends PostgresServer {
  readWork(url: string): Promise<DatabaseWork>;
  /** The statements that took longest in all. */
  listCostliest(url: string): Promise<readonly unknown[]>;
}

const workSchema = z.object({
  statements: z.coerce.number(),
  plans: z.coerce.number(),
  transactions: z.coerce.number(),
});
const processSchema = z.object({ pid: z.number() });

/** Undefined where PostgreSQL is not installed. */
export async function startCountingPostgres(): Promise<CountingPostgres | undefined> {
  const server = await startPostgres();
  if (server === undefined) return undefined;
  const own = `postgres://test@127.0.0.1:${server.port}/postgres`;
  const ask = async (sql: string): Promise<unknown> => (await server.run(own, sql))[0];
  await ask("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await server.stop();
  await server.start();
  await ask('alter system set pg_stat_statements.track_planning = on');
  await ask('select pg_reload_conf()');
  await ask('create extension pg_stat_statements');
  const { pid } = processSchema.parse(
    await ask("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid"),
  );
  return {
    ...server,
    async readWork(url) {
      const counts = `select coalesce(sum(calls), 0) as statements, coalesce(sum(plans), 0) as plans,
        (select xact_commit from pg_stat_database where datname = '${nameOf(url)}') as transactions
        ${ofDatabase(url)} and s.query not in ('begin', 'commit')`;
      return { ...workSchema.parse(await ask(counts)), seconds: readFamilySeconds(pid) };
    },
    listCostliest: (url) => server.run(own, `${costliest} ${ofDatabase(url)} ${byTime}`),
  };
}

/** Not what triggers carry out inside of others. */
const ofDatabase = (url: string): string =>
  `from pg_stat_statements s join pg_database d on d.oid = s.dbid
   where s.toplevel and d.datname = '${nameOf(url)}'`;

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

const costliest = `select calls, plans, round((total_exec_time + total_plan_time)::numeric) as ms, round(total_plan_time::numeric) as planning,
  rows, shared_blks_hit as pages, left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as statement`;
const byTime = 'order by total_exec_time + total_plan_time desc limit 30';
