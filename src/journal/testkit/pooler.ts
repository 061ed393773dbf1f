import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../test/kit/port.ts';
import { ready, serverUser } from './postgres-server.ts';

const program = '/usr/sbin/pgbouncer';

/** Is Debian's package installed here? */
export const hasPooler = existsSync(program);

/** A PgBouncer before a server on loopback: each transaction may meet another process of the server (two of them). */
export interface Pooler {
  /** The URL of that database behind it. */
  behind(url: string): string;
  close(): Promise<void>;
}

export async function startPooler(server: number, database: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings(server, port));
  const as = await serverUser();
  if (as) for (const path of [folder, file]) chownSync(path, as.uid, as.gid);
  const pooler = spawn(program, ['-q', file], { ...as, cwd: folder, stdio: 'ignore' });
  const behind = (url: string): string => {
    const at = new URL(url);
    at.port = `${port}`;
    return at.href;
  };
  await ready(behind(database));
  return {
    behind,
    async close() {
      const gone = once(pooler, 'exit');
      pooler.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As docs/several-gateways.md asks for. */
const settings = (server: number, port: number): string => `
[databases]
* = host=127.0.0.1 port=${server} user=test pool_size=2
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 100
ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout
`;
