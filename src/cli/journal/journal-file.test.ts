import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { openPostgresJournal } from '../../journal/postgres/open-postgres.ts';
import { startPostgres } from '../../journal/testkit/postgres-server.ts';
import { backupCommand, moveCommand, verifyCommand } from './journal-file.ts';

const run = promisify(execFile);
const server = await startPostgres();
afterAll(() => server?.close());

let folder: string;
let url: string;

function configFor(postgres: string): string {
  const path = join(folder, 'gateway.yaml');
  const auth = { email: 'a@example.com', password: 'p' };
  const to = { exchange: 'sci-connector/order' };
  const config = {
    exchange: {
      baseUrl: 'https://exchange.example',
      companyId: '6b1d1f6e-0000-4000-8000-000000000001',
      auth,
    },
    journal: { postgres },
    channels: { orders: { from: { folder: 'out' }, document: 'scsn/Order', to } },
  };
  writeFileSync(path, stringify(config));
  return path;
}

/** What `journal verify` prints about the journal at `at`; its exit status is 1 when something is wrong. */
async function verified(at: string): Promise<string> {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  process.exitCode = undefined;
  await verifyCommand().parseAsync(['--config', configFor(at)], { from: 'user' });
  const answer = `${process.exitCode ?? 0} ${said.mock.calls.join('\n')}`;
  process.exitCode = undefined;
  vi.restoreAllMocks();
  return answer;
}

describe.skipIf(server === undefined)('gateway journal, in PostgreSQL', () => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'journal-file-'));
    url = (await server?.database()) ?? '';
    const journal = await openPostgresJournal(url);
    const source = { kind: 'webhook', method: 'POST' } as const;
    const event = { channel: 'responses', direction: 'outbound', name: 'first', source } as const;
    await journal.receive([{ ...event, bytes: Buffer.from('1') }]);
    await journal.close();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('verify reads all of it and says what is wrong', async () => {
    expect(await verified(url)).toBe('0 The journal in PostgreSQL is whole.');
    await server?.run(url, 'delete from blob');
    expect(await verified(url)).toBe('1 Message 1: the part received is missing.');
  });

  it('backup names the tool of the server, whose copy is whole', async () => {
    const file = join(folder, 'copy.dump');
    const refusal = backupCommand().parseAsync([file, '--config', configFor(url)], { from: 'user' });
    const { message } = await refusal.then(
      () => new Error('it was copied'),
      (error: Error) => error,
    );
    const [dump = '', restore = ''] = [...message.matchAll(/`(pg_[^`]*)`/g)].map(
      ([, command]) => command ?? '',
    );
    const other = (await server?.database()) ?? '';
    const env = { ...process.env, DATABASE_URL: url, OTHER_URL: other };
    for (const command of [dump, restore]) await run('sh', ['-c', command], { env });
    expect(await verified(other)).toBe('0 The journal in PostgreSQL is whole.');
    expect(await server?.run(other, 'select name from message')).toEqual([{ name: 'first' }]);
  });

  it('move says that it is there already', async () => {
    const words = ['--to', url, '--config', configFor(url)];
    await expect(moveCommand().parseAsync(words, { from: 'user' })).rejects.toThrow(/moved already/);
  });
});
