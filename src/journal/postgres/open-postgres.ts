import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { ClientBase } from 'pg';
import type { Meter } from '../../metrics/meter.ts';
import type { Log } from '../../system/log.ts';
import type { Journal } from '../journal.ts';
import { countGateways, freeDeadGateways, releaseEverything, renew } from '../lanes/gateway-leases.ts';
import { assertVersion, parseVersion, storedVersionOf } from '../sql/journal-version.ts';
import { migrations } from '../sql/migrations.ts';
import { execute, type SqlSteps, selectRow } from '../sql/sql-engine.ts';
import { createSqlJournal } from '../sql-journal.ts';
import { noteCleanClose, noteStart } from '../upkeep/suspect-messages.ts';
import type { Greet } from './connection-pool.ts';
import { connections } from './connection-shares.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { PostgresEngine } from './postgres-engine.ts';
import { explainUnreadable } from './postgres-errors.ts';
import { postgresSchemaDialect, searchIndexes } from './postgres-schema.ts';
import { noteServer, noticeChange, serverChanged } from './server-change.ts';
import { rollBack, runTransaction, toWork } from './transaction.ts';

/** Milliseconds. */
const renewEvery = 5000;

/** Milliseconds after which a gateway that has begun takes its share of the connections. */
const shareAfter = 1000;

/** The least share there is, with two connections for the work. */
const countlessGateways = { alive: Number.POSITIVE_INFINITY, busy: 1 };

/** Signs of life from one look at all that is in somebody's hands to the next, while no gateway is known to be dead. */
const signsBetweenLooks = 12;

/** Milliseconds that bringing a large journal to a new version may take. */
const migrationPatience = 3_600_000;

/**
 * Opens the journal in PostgreSQL; any number of gateways may have it open. What one of them has in hand is its own as
 * long as it gives a sign of life, and free `leaseLength` after the last one. Rejects when the server cannot be reached.
 */
export async function openPostgresJournal(url: string, log?: Log, meter?: Meter): Promise<Journal> {
  const engines = openEngines(url, (client) => greetServer(client, log));
  try {
    const id = await migratePostgres(url);
    return await startPostgresJournal(engines, { id, log, meter });
  } catch (error) {
    await Promise.all([engines.engine.close(), engines.signs.close()]);
    throw error;
  }
}

/** The connections of one gateway. */
interface GatewayEngines {
  readonly engine: PostgresEngine;
  /** A connection of their own: signs of life wait for no work. */
  readonly signs: PostgresEngine;
}

const openEngines = (url: string, greet: Greet): GatewayEngines => ({
  engine: new PostgresEngine(url, undefined, connections.one, greet),
  signs: new PostgresEngine(url, undefined, 1, greet),
});

async function greetServer(client: ClientBase, log: Log | undefined): Promise<void> {
  const note = async (): Promise<boolean> => {
    try {
      return await runTransaction(client, toWork, noteServer(postgresDialect));
    } catch (error) {
      await rollBack(client);
      throw error;
    }
  };
  tellChange(await noticeChange(note), log);
}

function tellChange(hasForgotten: boolean, log: Log | undefined): void {
  if (hasForgotten) log?.error({ code: 'journal-server-changed' }, serverChanged);
}

interface JournalStart {
  readonly id: string;
  readonly log?: Log | undefined;
  readonly meter?: Meter | undefined;
}

/** What a gateway has of a journal that is of the newest version, with signs of life until it closes it. */
export async function startPostgresJournal(
  { engine, signs }: GatewayEngines,
  { id, log, meter }: JournalStart,
): Promise<Journal> {
  if (!(await engine.read(hasSearchIndexes))) log?.warn({ code: 'journal-search-slow' }, slowSearch);
  const owner = randomUUID();
  const name = hostname();
  const found = await engine.write(() => noteStart(name));
  let count = 0;
  const live = async (): Promise<void> => {
    const { dead, ...gateways } = await signs.write(function* () {
      yield* renew(postgresDialect, owner);
      return yield* countGateways(postgresDialect, owner);
    });
    // a pooler's connection may outlive the server
    tellChange(await noticeChange(() => signs.write(() => noteServer(postgresDialect))), log);
    // others may be starting too: the share is known when they have given a sign
    engine.shareConnections(count === 0 ? countlessGateways : gateways);
    if (count % signsBetweenLooks === 0 || dead > 0)
      await signs.write(() => freeDeadGateways(postgresDialect));
    count += 1;
  };
  await live();
  // a failure shows wherever the journal is used; the lease tells the others
  const liveOn = () => void live().catch(() => undefined);
  const timers = [setTimeout(liveOn, shareAfter), setInterval(liveOn, renewEvery)];
  const release = async (): Promise<void> => {
    for (const timer of timers) clearTimeout(timer);
    await signs.close();
    // without it the leases run out by themselves
    await engine.write(() => releaseEverything(owner)).catch(() => undefined);
    await engine.write(() => noteCleanClose(name)).catch(() => undefined);
  };
  return createSqlJournal(engine, { id, owner, suspects: found, log, meter, release });
}

function* hasSearchIndexes(): SqlSteps<boolean> {
  const names = searchIndexes.map(([name]) => `to_regclass('${name}') is not null`);
  return (yield* selectRow(`select ${names.join(' and ')} as there`))?.there === true;
}

const slowSearch =
  'A search in the journal reads all of it: the extension pg_trgm is not there, and the gateway may not create it. All else ' +
  'works as ever. To make it quick, run once in its database, as somebody who may: ' +
  `${['create extension if not exists pg_trgm', ...searchIndexes.map(([name, on]) => `create index if not exists ${name} on ${on}`)].join('; ')};`;

/** For reading and for leaving commands, beside running gateways. */
export async function readPostgresJournal(url: string): Promise<Journal> {
  const engine = new PostgresEngine(url);
  try {
    assertVersion('The journal in PostgreSQL', await engine.read(readStoredVersion));
    const id = await engine.read(readId);
    return createSqlJournal(engine, { id, owner: randomUUID() });
  } catch (error) {
    await engine.close();
    throw explainUnreadable(error);
  }
}

/** Brings it to the newest version, one gateway at a time and all or nothing; resolves to the journal's id. */
export async function migratePostgres(url: string, steps = migrations): Promise<string> {
  const engine = new PostgresEngine(url, migrationPatience);
  try {
    return await engine.write(() => runMigrations(steps));
  } finally {
    await engine.close();
  }
}

function* runMigrations(steps: typeof migrations): SqlSteps<string> {
  yield* selectRow("select pg_advisory_xact_lock(hashtext('scsn-gateway migration'))");
  yield* execute('create table if not exists meta (key text primary key, value text not null)');
  const done = parseVersion(yield* readStoredVersion(), steps.length);
  for (const migration of steps.slice(done)) yield* execute(migration(postgresSchemaDialect));
  yield* execute(
    "insert into meta (key, value) values ('version', ?) on conflict (key) do update set value = excluded.value",
    String(storedVersionOf(steps.length)),
  );
  yield* execute("insert into meta (key, value) values ('id', ?) on conflict (key) do nothing", randomUUID());
  return yield* readId();
}

function* readStoredVersion(): SqlSteps<number> {
  return Number((yield* selectRow("select value from meta where key = 'version'"))?.value ?? 0);
}

function* readId(): SqlSteps<string> {
  return String((yield* selectRow("select value from meta where key = 'id'"))?.value);
}
