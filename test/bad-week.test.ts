import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { explainNoAnswer } from '../src/exchange/transport/no-answer.ts';
import { localize } from '../src/findings/localized-text.ts';
import { explainFolder } from '../src/folders/folder-error.ts';
import { recordingLog } from '../src/folders/testkit/folder.ts';
import { HealthWatch } from '../src/gateway/health/health-watch.ts';
import type { NoticedTrouble } from '../src/gateway/health/trouble-sources.ts';
import { AlarmWatch } from '../src/gateway/watches/alarm-watch.ts';
import type { Journal } from '../src/journal/journal.ts';
import { JournalNotWritten } from '../src/journal/model/journal-errors.ts';
import type { NewMessage } from '../src/journal/model/message.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { explainUnwritable } from '../src/journal/sqlite/sqlite-errors.ts';
import { type SmtpSink, smtpSink } from '../src/operator/testkit/smtp-sink.ts';
import { useClock } from '../src/time/steady-clock.ts';
import type { Language } from '../src/types.ts';
import { patience } from './kit/machine.ts';

/**
 * A bad week, minute by minute, on a clock of its own: every mail of it lies in fixtures/bad-week, to be read by whoever wants to
 * know what an administrator gets. `npx vitest run -u test/bad-week.test.ts` writes them anew.
 */

const minute = 60_000;
const hour = 60 * minute;
const fixtures = fileURLToPath(new URL('./fixtures/bad-week/', import.meta.url));

const reasons = {
  en: {
    refused: 'Line 12: the order line has no quantity (`cbc:Quantity`).',
    party: 'The buyer 8712345000004 is neither ours nor known.',
    status: 'Line 20: the status `disputed` needs a decision.',
    waits: 'No answer from https://orders.example: the connection was refused.',
  },
  nl: {
    refused: 'Regel 12: de orderregel heeft geen aantal (`cbc:Quantity`).',
    party: 'De afnemer 8712345000004 zijn wij niet en is niet bekend.',
    status: 'Regel 20: over de status `disputed` moet iemand beslissen.',
    waits: 'Geen antwoord van https://orders.example: de verbinding is geweigerd.',
  },
} as const satisfies Readonly<Record<Language, object>>;

let folder: string;
let journal: Journal;
let sink: SmtpSink;
let zone: string | undefined;

beforeEach(async () => {
  zone = process.env.TZ;
  process.env.TZ = 'Europe/Amsterdam';
  folder = mkdtempSync(join(tmpdir(), 'bad-week-'));
  journal = openSqliteJournal(join(folder, 'journal.db'));
  sink = await smtpSink();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T06:00:00.000Z') });
  // a week passes in seconds, which is no clock that jumps
  realClock = useClock({ wall: () => Date.now(), monotonic: () => Date.now() });
});
afterEach(async () => {
  vi.useRealTimers();
  realClock();
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  await journal.close();
  await sink.close();
  rmSync(folder, { recursive: true });
});

let realClock: () => void;

class Week {
  readonly #language: Language;
  readonly #watch: AlarmWatch;
  readonly #health: HealthWatch;
  readonly #recording = recordingLog();
  readonly #troubles = new Map<string, NoticedTrouble>();
  #isFull = false;
  #files = 0;

  constructor(language: Language) {
    this.#language = language;
    const { log } = this.#recording;
    this.#health = new HealthWatch({
      noticed: () => [...this.#troubles.values()],
      journal: { summarizeBacklog: () => journal.summarizeBacklog() },
      exchange: { probe: async () => undefined },
      log,
      tasksWithin: () => 24 * hour,
      now: () => Date.now(),
    });
    const { settings } = this;
    const health = () => this.#health.lastHealth();
    const config = '/etc/scsn-gateway/gateway.yaml';
    this.#watch = new AlarmWatch({ settings, language, config, health, journal: this.#journal(), log });
  }

  get settings() {
    const smtp = { host: '127.0.0.1', port: sink.port, tls: 'none' as const };
    const mail = { smtp, from: 'gateway@erp.test', to: ['ops@erp.test'] };
    return {
      mail,
      name: 'erp-1',
      wait: 30_000,
      repeat: 4 * hour,
      waiting: 30 * minute,
      tasks: 24 * hour,
      whoToCall: [],
    };
  }

  /** One whose disk is full answers nothing. */
  #journal() {
    const check = () => {
      if (this.#isFull) throw new JournalNotWritten('the disk is full');
    };
    const watching = new Proxy(journal.troubles, {
      get: (target, name: keyof Journal['troubles']) => {
        check();
        return target[name].bind(target);
      },
    });
    const lead = async () => {
      check();
      return true;
    };
    return { shared: false, acquireLease: lead, releaseLease: async () => undefined, troubles: watching };
  }

  /** Goes on to that time of the week's clock (UTC), looking every so often. */
  async until(day: number, time: string, { every = 10 * minute, each = async () => {} } = {}): Promise<void> {
    const end = Date.parse(`2026-03-0${1 + day}T${time}:00.000Z`);
    while (Date.now() < end) {
      vi.setSystemTime(Math.min(end, Date.now() + every));
      await each();
      await this.look();
    }
  }

  async look(): Promise<void> {
    await this.#health.health();
    await this.#watch.round();
    await this.#watch.waitUntilSent();
  }

  /** A reload while what is told goes out. */
  async reloadWhileSending(): Promise<void> {
    await this.#health.health();
    await this.#watch.round();
    await this.#watch.configure(this.settings, this.#language);
    await this.look();
    await this.look();
  }

  begins(trouble: NoticedTrouble['trouble'], about: string, what: NoticedTrouble['what']): void {
    this.#troubles.set(`${trouble} ${about}`, { trouble, about, what, name: `${trouble} ${about}` });
  }

  ends(trouble: NoticedTrouble['trouble'], about: string): void {
    this.#troubles.delete(`${trouble} ${about}`);
  }

  fill(isFull: boolean): void {
    this.#isFull = isFull;
  }

  async receive(name: string, order: string): Promise<number> {
    this.#files += 1;
    const source = { kind: 'file', id: `f-${this.#files}`, name, size: 1, mtime: 1 } as const;
    const bytes = Buffer.from(`${this.#files}`);
    const file: NewMessage = { channel: 'orders', direction: 'inbound', name, source, bytes };
    const [id = 0] = await journal.receive([file]);
    await journal.storeChecked(id ?? 0, { findings: [], purchaseOrderNumber: order, orderKey: order });
    await journal.claim({ direction: 'inbound', count: 100, due: Date.now(), busy: [] });
    return id ?? 0;
  }

  async refuse(): Promise<void> {
    const n = this.#files + 1;
    const id = await this.receive(`order-${n}.xml`, `PO-${n}`);
    const reason = reasons[this.#language].refused;
    await journal.settle(id, { outcome: 'rejected', reason, findings: [] });
  }

  /** Every mail as a file: subject, a line, text. */
  async mails(): Promise<void> {
    const subjects = this.#recording.lines
      .filter(({ code }) => code === 'alarm-sent')
      .map(({ text }) => text);
    expect(subjects).toHaveLength(sink.mails.length);
    const folder = join(fixtures, this.#language);
    mkdirSync(folder, { recursive: true });
    const names = sink.mails.map((_, n) => `${String(n + 1).padStart(2, '0')}.txt`);
    for (const [n, mail] of sink.mails.entries()) {
      const body = mail.text
        .slice(mail.text.search(/\r?\n\r?\n/))
        .replaceAll('\r', '')
        .trim();
      await expect(`${subjects[n]}\n\n${body}\n`).toMatchFileSnapshot(join(folder, names[n] ?? ''));
    }
    expect(names).toEqual(expect.arrayContaining(readdirSync(folder)));
  }
}

describe.each(['en', 'nl'] as const)('a bad week in mails (%s)', (language) => {
  const why = reasons[language];

  it('tells what is so when it is so, once, in words that can be acted on', {
    timeout: 300_000 * patience,
  }, async () => {
    const week = new Week(language);
    // Monday: an export without quantities, one a minute for three hours
    await week.until(1, '07:00');
    let count = 0;
    const refuse = async () => {
      count += 1;
      await week.refuse();
    };
    await week.until(1, '10:00', { every: minute, each: refuse });
    expect(count).toBe(180);
    const monday = sink.mails.length;
    expect(monday).toBe(6);
    await week.until(2, '08:00');
    // Tuesday: the exchange is away for 50 minutes; what waits is tried again within the half hour after
    const refusal = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    week.begins('exchange-away', '', explainNoAnswer({ origin: 'https://orders.example' }, refusal));
    const waiting: number[] = [];
    for (let n = 0; n < 5; n += 1) waiting.push(await week.receive(`late-${n}.xml`, `PO-9${n}`));
    for (const id of waiting) await journal.wait(id, Date.now() + 80 * minute, why.waits);
    await week.until(2, '08:50', { every: minute });
    week.ends('exchange-away', '');
    await week.until(2, '09:15', { every: minute });
    for (const id of waiting) await journal.settle(id, { outcome: 'delivered', reason: '', findings: [] });
    await week.until(2, '12:00');
    // a folder is gone, and the config is taken anew while that is sent
    const gone = Object.assign(new Error('x'), { code: 'ENOENT' });
    week.begins('folder', 'orders', explainFolder('/erp/out/orders', gone));
    await week.look();
    vi.setSystemTime(Date.now() + 40_000);
    await week.reloadWhileSending();
    await week.until(2, '12:30', { every: minute });
    week.ends('folder', 'orders');
    await week.until(2, '12:40', { every: minute });
    await week.until(3, '08:00');
    // Wednesday: parked orders; a person decides on some, then on all
    const one = await week.receive('order-4711.xml', '4711');
    const two = await week.receive('order-4712.xml', '4712');
    await journal.park(one, why.party, []);
    await journal.park(two, why.status, []);
    await week.until(3, '09:00', { every: minute });
    await decide(two);
    await week.until(3, '14:00');
    await decide(one);
    await week.until(3, '14:10', { every: minute });
    await week.until(4, '07:00');
    // Thursday: a value that this channel never lost before, twice; another one
    const path = '/Order/cac:OrderLine/cac:LineItem/cac:Price/cac:AllowanceCharge/cbc:Amount';
    await lose(await week.receive('order-5001.xml', '5001'), [path]);
    await week.until(4, '08:00', { every: minute });
    await lose(await week.receive('order-5002.xml', '5002'), [path, '/Order/cac:PaymentTerms/cbc:Note']);
    await week.until(4, '11:00');
    // a folder that the ERP does not collect
    const at = new Date(Date.now() - hour).toISOString();
    week.begins(
      'not-collected',
      'responses',
      localize('not-collected-more', { name: 'answer-17.xml', at, count: 3 }),
    );
    await week.until(4, '16:00');
    week.ends('not-collected', 'responses');
    await week.until(4, '16:10', { every: minute });
    // Friday: a disk runs full
    await week.until(5, '08:00');
    week.begins('disk', '', localize('disk-low', { free: 180, folder: '/var/lib/scsn-gateway' }));
    await week.until(5, '09:00', { every: minute });
    const full = Object.assign(new Error('x'), { errcode: 13 });
    week.begins('journal', '', explainUnwritable('/var/lib/scsn-gateway/journal.db', full));
    week.fill(true);
    await week.until(5, '09:20', { every: minute });
    week.fill(false);
    week.ends('journal', '');
    week.ends('disk', '');
    await week.until(5, '09:30', { every: minute });
    await week.until(7, '20:00', { every: 30 * minute });
    await week.mails();
  });
});

async function decide(id: number): Promise<void> {
  await journal.enqueueCommand({
    action: 'discard',
    message: id,
    force: false,
    reason: 'ordered by telephone',
  });
  await journal.carryOutCommands();
}

async function lose(id: number, paths: readonly string[]): Promise<void> {
  const saw = {
    step: 'prepare',
    at: new Date().toISOString(),
    forced: false,
    said: 'deliver',
    bodies: [],
  } as const;
  const lost = paths.map((path) => ({ path, count: 2, class: 'commercial', told: true }) as const);
  const parts = { bytes: Buffer.from('{}'), plan: '{}', mapping: 'm', findings: [], saw: { ...saw, lost } };
  await journal.startDelivery(id, parts);
  await journal.settle(id, { outcome: 'delivered', reason: '', findings: [] });
}
