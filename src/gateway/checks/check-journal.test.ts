import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../folders/testkit/folder.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { configIn, inEnglish } from '../testkit/config.ts';
import { checkJournal } from './check-journal.ts';
import { exchangeIdentityOf } from './exchange-identity.ts';

const look = async (folder: string, sqlite = 'data/journal.db') => {
  const [found] = inEnglish(await checkJournal(configIn(folder, { journal: { sqlite } })));
  return found && `${found.level} ${found.what}`;
};

it('says that there is none yet, where one can be made', async () => {
  const folder = await temporaryFolder();
  expect(await look(folder)).toBe(`ok ${join(folder, 'data', 'journal.db')} is made at the first start`);
});

it('says where none can be made', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'data'), 'a file');
  expect(await look(folder)).toBe(
    `wrong ${join(folder, 'data')} is no folder: ${join(folder, 'data', 'journal.db')} cannot be made.`,
  );
  await mkdir(join(folder, 'other'));
  expect(await look(folder, 'other')).toBe(`wrong ${join(folder, 'other')} is a folder: name a file in it.`);
});

it('warns of one that lies on a share', async () => {
  const folder = await temporaryFolder();
  const config = configIn(folder, { journal: { sqlite: 'data/journal.db' } });
  const asked: string[] = [];
  const found = inEnglish(
    await checkJournal(config, async (path) => {
      asked.push(path);
      return { share: 'NFS', observations: [], warnings: [] };
    }),
  );
  expect(asked).toEqual([folder]);
  expect(found).toMatchObject([
    { level: 'ok' },
    { level: 'warn', what: expect.stringContaining('lies on a network share (NFS)') },
  ]);
});

it.each([
  ['postgres://gateway@db.test/gateway', true],
  ['postgres://gateway@db.test/gateway?sslmode=no-verify', true],
  ['postgres://gateway@db.test/gateway?sslmode=verify-full', false],
  ['postgres://gateway@localhost/gateway', false],
  ['postgres://gateway@[::1]/gateway', false],
  ['postgres:///gateway?host=/run/postgresql', false],
])('warns of documents that would cross a network in clear: %s %s', async (postgres, isWarned) => {
  const config = configIn(await temporaryFolder());
  const found = await checkJournal({ ...config, journal: { ...config.journal, postgres } });
  expect(found.some(({ what }) => what.en.includes('sslmode=verify-full'))).toBe(isWarned);
});

it('says that an address names one server, where it names several', async () => {
  const config = configIn(await temporaryFolder());
  const postgres = 'postgres://gateway@db1.test:5432,db2.test:5432/gateway';
  const found = inEnglish(await checkJournal({ ...config, journal: { ...config.journal, postgres } }));
  expect(found).toMatchObject([{ level: 'wrong', what: expect.stringContaining('no list of hosts') }]);
});

it('says what is no journal', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'journal.db'), 'no database, and long enough to be looked at'.repeat(100));
  expect(await look(folder, 'journal.db')).toMatch(/^wrong .*journal\.db\) cannot be read: /);
});

it('holds it against the exchange of the config, also while a gateway runs on it', async () => {
  const folder = await temporaryFolder();
  const journal = openSqliteJournal(join(folder, 'data/journal.db'));
  onTestFinished(() => journal.close());
  expect(await look(folder)).toMatch(/^ok .*journal\.db, in use by a gateway that runs$/);
  await journal.bind(exchangeIdentityOf(configIn(folder)));
  expect(await look(folder)).toMatch(/^ok /);
  const moved = {
    baseUrl: 'https://other.test',
    companyId: '6b1d1f6e-0000-4000-8000-000000000001',
    auth: { email: 'me@erp.test', password: 'x' },
  };
  expect(inEnglish(await checkJournal(configIn(folder, { exchange: moved })))).toMatchObject([
    {
      level: 'wrong',
      what: expect.stringMatching(
        /holds the orders of https:\/\/exchange\.test, company 6b1d1f6e-0000-4000-8000-000000000001; the config names https:\/\/other\.test, company 6b1d1f6e-0000-4000-8000-000000000001\./,
      ),
    },
  ]);
});

it('does not tell a gateway that has ended', async () => {
  const folder = await temporaryFolder();
  await openSqliteJournal(join(folder, 'data/journal.db')).close();
  expect(await look(folder)).toBe(`ok ${join(folder, 'data', 'journal.db')}`);
});

it('says that one of before the first release is not read, and what to do; it stays as it is', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'data/journal.db');
  await openSqliteJournal(path).close();
  const db = new DatabaseSync(path);
  db.exec('pragma user_version = 24');
  const [found] = await checkJournal(configIn(folder, { journal: { sqlite: 'data/journal.db' } }));
  expect(found).toMatchObject({
    level: 'wrong',
    what: {
      en: expect.stringMatching(
        /^This journal was written by a gateway of before the first release.* name another file/,
      ),
      nl: expect.stringMatching(
        /^Dit journaal is geschreven door een gateway van vóór de eerste uitgave.* noem /,
      ),
    },
  });
  expect(db.prepare('pragma user_version').get()).toMatchObject({ user_version: 24 });
  db.close();
});

it('is wrong on a disk without room', async () => {
  const folder = await temporaryFolder();
  const full = async () => ({ free: 99 * 2 ** 20, observations: [], warnings: [] });
  expect(inEnglish(await checkJournal(configIn(folder), full))).toMatchObject([
    { level: 'ok' },
    { level: 'wrong', what: expect.stringMatching(/^Only 99 MB are free on the disk of .*journal\.db\. /) },
  ]);
});
