import { afterAll, describe, expect, it } from 'vitest';
import type { Log } from '../log.ts';
import { openPostgresJournal } from './postgres.ts';
import { startPostgres } from './testkit/postgres-server.ts';

/** What a real server may lack, or do to us. */

const server = await startPostgres();
afterAll(() => server?.close());

/** A log that keeps what it is told. */
function listening(): { readonly log: Log; readonly said: unknown[][] } {
  const said: unknown[][] = [];
  const note = (...words: unknown[]): void => void said.push(words);
  return { said, log: { debug: note, info: note, warn: note, error: note } };
}

describe.skipIf(server === undefined)('a role that may not create extensions', () => {
  it('works, is told once a start what makes the search quick, and no more when that was done', async () => {
    const url = (await server?.database()) ?? '';
    await server?.run(url, 'create role clerk login; grant create on schema public to clerk');
    const clerk = url.replace('test@', 'clerk@');
    const { log, said } = listening();
    const journal = await openPostgresJournal(clerk, log);
    const source = { kind: 'webhook', method: 'POST' } as const;
    const event = { channel: 'responses', direction: 'outbound', name: 'first', source } as const;
    await journal.receive([{ ...event, bytes: Buffer.from('1') }]);
    await journal.checked(1, { findings: [], purchaseOrderNumber: 'VM2400381' });
    expect(await journal.list({ limit: 5, find: 'VM2400381' })).toHaveLength(1);
    await journal.close();
    expect(said).toEqual([[{ code: 'journal-search-slow' }, expect.stringContaining('pg_trgm')]]);

    const advice =
      /run once in its database, as somebody who may: (.*)$/.exec(String(said[0]?.[1]))?.[1] ?? '';
    await server?.run(url, advice);
    const again = await openPostgresJournal(clerk, log);
    expect(await again.list({ limit: 5, find: 'VM2400381' })).toHaveLength(1);
    await again.close();
    expect(said).toHaveLength(1);
  });
});
