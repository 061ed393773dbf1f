import { selectRow } from '../sql/sql-engine.ts';
import { PostgresEngine } from './postgres-engine.ts';

/** What a server does that a commit may be forgotten by although it was confirmed. */
export interface ServerDurability {
  /** Its disk has it: else the end of its machine is enough. */
  readonly isOnDisk: boolean;
  /** Somebody follows its log, a standby as a rule, and commits of ours do not wait for that: when it takes over it lacks the last of them. */
  readonly isFollowedLate: boolean;
}

/** Rejects when the server cannot be reached. */
export async function readServerDurability(url: string): Promise<ServerDurability> {
  const engine = new PostgresEngine(url, undefined, 1);
  try {
    const row = await engine.read(() =>
      selectRow(
        `select current_setting('synchronous_commit') as commits, current_setting('synchronous_standby_names') as named,
           (select count(*) from pg_stat_replication) as followers`,
      ),
    );
    const isNamed = row?.named !== '' && row?.commits !== 'local';
    return { isOnDisk: row?.commits !== 'off', isFollowedLate: Number(row?.followers) > 0 && !isNamed };
  } finally {
    await engine.close();
  }
}
