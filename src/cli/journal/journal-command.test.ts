import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stringify } from 'yaml';
import { checkJournal } from '../../gateway/checks/check-journal.ts';
import { checkPlaceholders } from '../../gateway/checks/check-placeholders.ts';
import { renderCheckResult } from '../../gateway/checks/check-result.ts';
import { findReadableByOthers, listPrivateFiles } from '../../gateway/checks/file-rights.ts';
import type { Journal } from '../../journal/journal.ts';
import type { NewMessage } from '../../journal/model/message.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { sampleRecord } from '../../journal/testkit/sample-record.ts';
import { journalCommand } from './journal-command.ts';

/** The commands as they print, on a journal without a gateway, or beside a loop that carries decisions out. */

let folder: string;
let journal: Journal;
let stopped: () => Promise<void>;
const config = (): string => join(folder, 'gateway.yaml');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-journal-'));
  writeFileSync(config(), stringify(settings));
  journal = openSqliteJournal(join(folder, 'data/journal.db'));
  stopped = async () => {};
});
afterEach(async () => {
  await stopped();
  await journal.close();
  rmSync(folder, { recursive: true });
});

/** Nobody gave the passwords: commands on the journal do not ask for them. */
const settings = {
  exchange: {
    baseUrl: 'https://orders.example/',
    companyId: '6b1d1f6e-0000-4000-8000-000000000001',
    auth: { email: '${NOT_SET}', password: '${file:not/there}' },
  },
  journal: { sqlite: 'data/journal.db' },
  channels: {
    orders: { from: { folder: 'out' }, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } },
  },
};

const document = (name: string, bytes = name): NewMessage => ({
  channel: 'orders',
  direction: 'inbound',
  name,
  source: { kind: 'file', id: name, name, size: 1, mtime: 1 },
  bytes: Buffer.from(bytes),
});

/** What a command prints, after its exit status. */
async function gateway(...args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const note = (line: string): void => void lines.push(line);
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
  for (const spy of spies) spy.mockImplementation(note);
  process.exitCode = undefined;
  try {
    const journal = await journalCommand(args);
    await journal.parseAsync([...args, '--config', config()], { from: 'user' });
  } catch (error) {
    lines.push(String(error));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  const text = `${process.exitCode ?? 0} ${lines.join('\n')}`;
  process.exitCode = undefined;
  return text;
}

/** Carries decisions out, as a gateway does. */
function running(): void {
  const timer = setInterval(() => void journal.carryOutCommands(), 20);
  onTestFinished(() => clearInterval(timer));
}

/** Carries decisions out, and what goes again ends so. */
function runningTo(end: (id: number) => Promise<void>): void {
  let isOver = false;
  const carry = async (): Promise<void> => {
    while (!isOver) {
      await journal.carryOutCommands();
      for (const { id } of await journal.list({ state: 'received', limit: 9 })) await end(id);
      await setTimeout(20);
    }
  };
  const carried = carry();
  stopped = () => {
    isOver = true;
    return carried;
  };
}

const parkAgain = (id: number) => journal.park(id, 'It is still wrong.', []);
const refuse = (id: number) =>
  journal.settle(id, { outcome: 'rejected', reason: 'The exchange refused it.', findings: [] });

async function parked(name: string): Promise<number> {
  const [id = 0] = await journal.receive([document(name)]);
  await journal.storeChecked(id, { findings: [], orderKey: name, purchaseOrderNumber: `PO-${name}` });
  await journal.park(id, 'A person has to look.', []);
  return id;
}

describe('journal list', () => {
  async function settled(name: string, outcome: 'delivered' | 'ignored' | 'superseded'): Promise<void> {
    const [id = 0] = await journal.receive([document(name)]);
    await journal.storeChecked(id, { findings: [], orderKey: name });
    await journal.settle(id, { outcome, reason: `It was ${outcome}.`, findings: [] });
  }

  it('hides what nobody had to hear of unless it is asked for, and says so', async () => {
    for (const outcome of ['delivered', 'ignored', 'superseded'] as const) await settled(outcome, outcome);
    const names = async (...args: readonly string[]): Promise<readonly string[]> =>
      [...(await gateway('list', ...args)).matchAll(/It was (\w+)\./g)].map(([, name = '']) => name);
    expect(await names()).toEqual(['delivered']);
    expect(await gateway('list')).toContain('--all shows them');
    expect(await names('--all')).toEqual(['superseded', 'ignored', 'delivered']);
    expect(await names('--outcome', 'ignored')).toEqual(['ignored']);
    expect(await names('--find', 'superseded')).toEqual(['superseded']);
    expect(await names('--since', '1h', '--until', '2999-01-01')).toEqual(['delivered']);
    expect(await names('--since', '2999-01-01')).toEqual([]);
    expect(await names('--until', '2020-01-01 10:00')).toEqual([]);
  });

  it('says in a word how things stand, in local time, and shows what would act on a terminal', async () => {
    await parked('a\u001b[2J\u202egod.xml');
    await journal.receive([document('new.xml')]);
    const list = await gateway('list');
    expect(list).toContain('a\\x1b[2J\\u202egod.xml');
    expect(list).toMatch(/new\.xml +to be checked/);
    const year = new Date().getFullYear();
    expect(list).toMatch(new RegExp(`^2 +${year}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d  orders`, 'm'));
    const json = await gateway('list', '--format', 'json', '--state', 'parked');
    expect(JSON.parse(json.slice(2))).toMatchObject({ name: 'a\u001b[2J\u202egod.xml', state: 'parked' });
    expect(json).toMatch(/^[\x20-\x7e]*$/);
  });
});

it('journal show folds attempts that ended alike, and says when the next one comes', async () => {
  const [id = 0] = await journal.receive([document('a.xml')]);
  await journal.storeChecked(id, { findings: [], orderKey: 'k' });
  const parts = {
    bytes: Buffer.from('x'),
    saw: sampleRecord,
    plan: '{}',
    mapping: '',
    findings: [],
  };
  await journal.startDelivery(id, parts);
  for (let n = 1; n <= 5; n += 1) {
    if (n > 1) await journal.startRedelivery(id);
    await journal.endAttempt(id, n, { status: n === 1 ? 429 : 503, detail: 'busy\u0007', unknown: false });
  }
  await journal.wait(id, Date.now() + 600_000, 'The exchange is busy.');
  const told = await gateway('show', String(id));
  expect(told).toMatch(/State +tried again at \d{4}-.* \(in 10 min\)/);
  expect(told).toMatch(/ 1\. .*deliver: 429 busy\\x07$/m);
  expect(told).toMatch(/ 2 to 5\. .*deliver: 503 busy\\x07; 4 times, last at /);
});

describe('decisions', () => {
  it('wait for what comes of them; the exit status is 1 when they are refused', async () => {
    const [one, two] = [await parked('a'), await parked('b')];
    running();
    expect(await gateway('release', `${one}`, '--reason', 'known')).toBe(
      `0 release ${one}: Its successors may pass.`,
    );
    expect(await gateway('discard', `${one}`, `${two}`)).toBe(
      `0 discard ${one}: It was discarded.\ndiscard ${two}: It was discarded.`,
    );
    expect(await gateway('retry', `${one}`)).toBe(
      `1 REFUSED retry ${one}: It is settled (discarded): nothing to decide.`,
    );
    expect(await gateway('retry', '77')).toBe('1 REFUSED retry 77: There is no message 77.');
    expect(await gateway('discard', `${one}`, '7x')).toContain('must be a whole number');
    expect(await journal.history(one)).toHaveLength(2);
  });

  it('close a refusal, with a reason', async () => {
    const [refused, open] = [await parked('a'), await parked('b')];
    await journal.settle(refused, { outcome: 'rejected', reason: 'Not valid.', findings: [] });
    running();
    expect(await gateway('close', `${refused}`)).toContain('--reason');
    expect(await gateway('close', `${refused}`, '--reason', ' ')).toContain('Say why');
    expect(await gateway('discard', `${refused}`)).toMatch(/^1 REFUSED .*journal close ID --reason/);
    expect(await gateway('close', `${refused}`, `${open}`, '--reason', 'by telephone')).toBe(
      `1 close ${refused}: It was closed: nobody has to mend it any more.\nREFUSED close ${open}: It was not refused: only a refused document is closed.`,
    );
    expect(await journal.history(refused)).toMatchObject([{ action: 'close', reason: 'by telephone' }]);
  });

  it('say that no gateway runs, and what will happen', async () => {
    const id = await parked('a');
    await journal.close();
    expect(await gateway('retry', `${id}`)).toBe(
      `0 retry ${id}: No gateway runs now: it is kept, and carried out when one starts.`,
    );
    journal = openSqliteJournal(join(folder, 'data/journal.db'));
    expect(await journal.carryOutCommands()).toMatchObject([{ message: id, refused: false }]);
  });

  describe('with a corrected document', () => {
    const good = fileURLToPath(new URL('../../scsn/fixtures/order.xml', import.meta.url));
    const fileOf = (text: string): string => {
      const file = join(folder, 'corrected.xml');
      writeFileSync(file, text);
      return file;
    };

    /** Nothing was known of its order. */
    async function unread(): Promise<number> {
      const [id = 0] = await journal.receive([document('a')]);
      await journal.park(id, 'A person has to look.', []);
      return id;
    }

    async function parkedOrder(number: string): Promise<number> {
      const [id = 0] = await journal.receive([document(number)]);
      const address = `buyer/6b1d1f6e-0000-4000-8000-000000000001/${number}`;
      const identity = { orderKey: `inbound/${address}`, address, purchaseOrderNumber: number };
      await journal.storeChecked(id, { findings: [], ...identity });
      await journal.park(id, 'A person has to look.', []);
      return id;
    }

    it('take none that would be refused: the parked one stays', async () => {
      const id = await unread();
      runningTo(parkAgain);
      const refused = await gateway('resend', `${id}`, '--file', fileOf('garbage'));
      expect(refused).toMatch(/^1 REFUSED resend 1: The corrected document is not taken/);
      expect(refused).toMatch(/ 1:1 error: The file is not XML/);
      expect(await journal.parts(id)).toMatchObject([{ role: 'received' }]);
    });

    it('say that it is parked again, or refused, with exit status 1', async () => {
      const id = await unread();
      runningTo(parkAgain);
      expect(await gateway('resend', `${id}`, '--file', good)).toBe(
        [
          `1 resend ${id}: The corrected document is checked and sent in its place.`,
          `PARKED message ${id}: It is still wrong.`,
        ].join('\n'),
      );
      expect(await gateway('retry', `${id}`)).toBe(
        `1 retry ${id}: It is tried again.\nPARKED message ${id}: It is still wrong.`,
      );
    });

    it('follow the message that carries it where the first has ended', async () => {
      const id = await unread();
      await refuse(id);
      runningTo(refuse);
      expect(await gateway('resend', `${id}`, '--file', good)).toBe(
        [
          `1 resend ${id}: Message 2 carries the corrected document.`,
          'REFUSED message 2: The exchange refused it.',
        ].join('\n'),
      );
    });

    it('take none of another order in its place, unless that is meant, with the reason', async () => {
      const id = await parkedOrder('PO-1');
      runningTo((one) => journal.settle(one, { outcome: 'delivered', reason: '', findings: [] }));
      const refused = await gateway('resend', `${id}`, '--file', good);
      expect(refused).toMatch(
        /^1 REFUSED resend 1: .* is about order PO-2026-0042, and message 1 about order PO-1/,
      );
      expect(refused).toContain('--as-another-order --reason');
      expect(await journal.message(id)).toMatchObject({ state: 'parked' });
      const without = ['resend', `${id}`, '--file', good, '--as-another-order'];
      expect(await gateway(...without)).toContain('--reason');
      expect(await gateway(...without, '--reason', ' ')).toContain('--reason');
      expect(await journal.message(id)).toMatchObject({ state: 'parked' });
      const meant = ['--as-another-order', '--reason', 'wrong number in the ERP'];
      expect(await gateway('resend', `${id}`, '--file', good, ...meant)).toMatch(
        /^0 resend 1: .*\nmessage 1: delivered$/,
      );
      expect(await journal.history(id)).toMatchObject([{ reason: 'wrong number in the ERP' }]);
    });

    it('take none of the same number with another account, nor a file with two orders', async () => {
      const [id = 0] = await journal.receive([document('b')]);
      const identity = { orderKey: 'other', purchaseOrderNumber: 'PO-2026-0042' };
      await journal.storeChecked(id, { findings: [], ...identity });
      await journal.park(id, 'A person has to look.', []);
      running();
      expect(await gateway('resend', `${id}`, '--file', good)).toMatch(/^1 REFUSED .*another account/);
      const order = readFileSync(good, 'utf8').replace(/<\?xml.*?\?>/, '');
      const two = fileOf(`<Orders>${order}${order}</Orders>`);
      expect(await gateway('resend', `${id}`, '--file', two)).toMatch(/^1 REFUSED/);
      expect(await journal.message(id)).toMatchObject({ state: 'parked' });
    });

    it('take that of its own order', async () => {
      const id = await parkedOrder('PO-2026-0042');
      runningTo((one) => journal.settle(one, { outcome: 'delivered', reason: '', findings: [] }));
      expect(await gateway('resend', `${id}`, '--file', good)).toMatch(
        /^0 resend 1: .*\nmessage 1: delivered$/,
      );
    });
  });
});

describe('journal cursor', () => {
  it('shows and moves how far a search has come, and keeps who did it and why', async () => {
    const value = '2026-02-03T15:03:12.004Z';
    expect(await gateway('cursor')).toContain('No search has come anywhere yet');
    await journal.receive([], { cursor: { channel: 'responses', value, noting: false } });
    expect(await gateway('cursor')).toMatch(/responses +2026-02-03T15:03:12\.004Z/);
    expect(await gateway('cursor', 'responses', '--to', '2026-01-01T00:00:00.000Z')).toContain('--reason');
    expect(await gateway('cursor', 'responses', '--to', '2999-01-01', '--reason', 'x')).toMatch(
      /^1 REFUSED .*future/,
    );
    expect(await gateway('cursor', 'orders', '--to', '2026-01-01', '--reason', 'x')).toMatch(/^1 REFUSED/);
    expect(
      await gateway('cursor', 'responses', '--to', '2026-01-01T00:00:00.000Z', '--reason', 'lost'),
    ).toMatch(/^0 cursor responses: From 2026-02-03.* back to 2026-01-01T00:00:00\.000Z/);
    expect(await journal.findCursor('responses')).toMatchObject({ value: '2026-01-01T00:00:00.000Z' });
    expect(await gateway('cursor', 'responses')).toMatch(/Moved by hand\n +responses .*\(lost\): From/);
  });
});

describe('journal rebind, and what check says of the journal', () => {
  const checked = async (
    baseUrl: string,
    companyId = '6b1d1f6e-0000-4000-8000-000000000001',
  ): Promise<string> => {
    const { loadWithoutSecrets } = await import('../../config/load/load-config.ts');
    const { config: loaded } = await loadWithoutSecrets(config());
    if (!loaded) throw new Error('no config');
    const exchange = { ...loaded.exchange, baseUrl, companyId };
    const found = [
      ...checkPlaceholders({ ...loaded, exchange }),
      ...(await checkJournal({ ...loaded, exchange })),
    ];
    const rights = findReadableByOthers(listPrivateFiles(loaded, config())).map(({ en }) => `warn  ${en}`);
    return [...found.flatMap((one) => renderCheckResult(one)), ...rights].join('\n');
  };

  it('names another exchange, and follows one that moved', async () => {
    await journal.bind('https://ORDERS.example:443, company 6b1d1f6e-0000-4000-8000-000000000001');
    expect(await checked('https://orders.example/')).toMatch(/^ok +journal: /m);
    expect(await checked('https://new.example')).toMatch(
      /^WRONG journal: This journal holds the orders of https:\/\/orders\.example, company 6b1d1f6e-0000-4000-8000-000000000001/m,
    );
    expect(await gateway('rebind', '--to', 'https://new.example/', '--reason', 'moved')).toContain(
      'another gateway',
    );
    await journal.close();
    expect(await gateway('rebind', '--to', 'https://new.example/', '--reason', 'moved')).toMatch(
      /^0 rebind: The journal belongs to https:\/\/new\.example, company 6b1d1f6e-0000-4000-8000-000000000001 now/,
    );
    journal = openSqliteJournal(join(folder, 'data/journal.db'));
    expect(await checked('https://new.example')).toMatch(/^ok +journal: /m);
    expect(await gateway('rebind')).toMatch(/belongs to https:\/\/new\.example.*\n.*\(moved\)/);
  });

  it('never takes what init wrote for an exchange', async () => {
    expect(await checked('https://exchange.example/')).toMatch(/^WRONG exchange\.baseUrl: /);
    expect(await checked('https://a.b', '00000000-0000-0000-0000-000000000000')).toMatch(
      /^WRONG exchange\.companyId: /,
    );
  });

  it.skipIf(!process.getuid)('tells of a journal and of secrets that others may read', async () => {
    writeFileSync(join(folder, 'secret'), 'x');
    chmodSync(join(folder, 'secret'), 0o640);
    const auth = { email: 'a@b', password: '${file:secret}' };
    writeFileSync(config(), stringify({ ...settings, exchange: { ...settings.exchange, auth } }));
    expect(await checked('https://a.example')).toMatch(/^warn {2}.*secret may be read .*640.*chmod 600/m);
    expect(await checked('https://a.example')).not.toMatch(/journal\.db may be read/);
    chmodSync(join(folder, 'data/journal.db'), 0o644);
    chmodSync(join(folder, 'data'), 0o755);
    const wide = await checked('https://a.example');
    expect(wide).toMatch(/journal\.db may be read .*644.*chmod 600/);
    expect(wide).toMatch(/data may be read .*755.*chmod 700/);
  });
});
