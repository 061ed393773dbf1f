import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepUntranslated } from '../../findings/localized-text.ts';
import { recordingLog } from '../../folders/testkit/folder.ts';
import type { Journal } from '../../journal/journal.ts';
import { JournalNotWritten } from '../../journal/model/journal-errors.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { computeHealth, type Fact } from '../../operator/health/health.ts';
import { type SmtpSink, smtpSink } from '../../operator/testkit/smtp-sink.ts';
import { useClock } from '../../time/steady-clock.ts';
import { AlarmWatch } from './alarm-watch.ts';

let folder: string;
let journal: Journal;
let sink: SmtpSink;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'alarms-'));
  journal = openSqliteJournal(join(folder, 'journal.db'));
  sink = await smtpSink();
});
afterEach(async () => {
  await journal.close();
  await sink.close();
  rmSync(folder, { recursive: true });
});

const since = '2026-03-02T08:00:00.000Z';
const fact = (trouble: Fact['trouble'], about = 'orders'): Fact => ({
  ...{ trouble, about, what: keepUntranslated(`${trouble} is so`), since, lasts: 3_600_000 },
});

/** A watch over facts that the test holds, on a journal that may be away. */
function watchOf(world: { facts: Fact[]; away: boolean }, shared = false, name = 'erp-1'): AlarmWatch {
  return new AlarmWatch(partsOf(world, shared, name));
}

function partsOf(world: { facts: Fact[]; away: boolean }, shared = false, name = 'erp-1') {
  const or = <T>(call: () => Promise<T>): Promise<T> =>
    world.away ? Promise.reject(new JournalNotWritten('the disk is full')) : call();
  const { troubles: watching } = journal;
  return {
    settings: {
      mail: {
        smtp: { host: '127.0.0.1', port: sink.port, tls: 'none' as const },
        from: 'gateway@erp.test',
        to: ['ops@erp.test'],
      },
      ...{ name, wait: 0, repeat: 3_600_000, waiting: 1_800_000, tasks: 86_400_000, whoToCall: [] },
    },
    language: 'en' as const,
    health: () => computeHealth(world.facts),
    log: recordingLog().log,
    journal: {
      shared,
      acquireLease: () => or(async () => true),
      releaseLease: () => or(async () => undefined),
      troubles: {
        ...watching,
        replaceTroubles: (...given: Parameters<typeof watching.replaceTroubles>) =>
          or(() => watching.replaceTroubles(...given)),
        listTroubles: () => or(() => watching.listTroubles()),
        listAlarms: () => or(() => watching.listAlarms()),
        storeAlarms: (...given: Parameters<typeof watching.storeAlarms>) =>
          or(() => watching.storeAlarms(...given)),
        addSilence: (...given: Parameters<typeof watching.addSilence>) =>
          or(() => watching.addSilence(...given)),
        endSilence: (...given: Parameters<typeof watching.endSilence>) =>
          or(() => watching.endSilence(...given)),
        stopReporting: (given: string) => or(() => watching.stopReporting(given)),
        listSilences: (given: string) => or(() => watching.listSilences(given)),
        listFirstLosses: (limit: number) => or(() => watching.listFirstLosses(limit)),
        findLastReceived: (given: readonly string[]) => or(() => watching.findLastReceived(given)),
      },
    },
  };
}

const mails = (count: number) => expect.poll(() => sink.mails.length).toBe(count);

const laterBy = (passed: number) => ({
  wall: () => Date.now() + passed,
  monotonic: () => performance.now() + passed,
});

/** Rounds until nothing more is sent. */
async function rounds(watch: AlarmWatch, count: number): Promise<void> {
  await watch.round();
  await mails(count);
  await watch.round();
}

describe('alarms', () => {
  it('are told once, and not again by the gateway after a restart', async () => {
    const world = { facts: [fact('folder')], away: false };
    const first = watchOf(world);
    await first.round();
    // nor where it ends as soon as it has told them
    await first.waitUntilSent();
    const again = watchOf(world);
    expect(await again.readBefore()).toMatchObject([{ code: 'folder', about: 'orders', since }]);
    await rounds(again, 1);
    // that mails could not be sent is no matter for a mail
    world.facts = [fact('folder'), fact('disk', ''), fact('alarm', 'mail')];
    await rounds(again, 2);
    for (const told of ['A folder cannot be used', 'alarm is so'])
      expect(sink.mails[1]?.text).not.toContain(told);
  });

  it('are told by the gateway itself while the journal is away, and all is clear when it is back', async () => {
    const world = { facts: [fact('folder')], away: false };
    const watch = watchOf(world);
    await rounds(watch, 1);
    Object.assign(world, { away: true, facts: [fact('folder'), fact('journal', '')] });
    await rounds(watch, 2);
    expect(sink.mails[1]?.text).toContain('The journal cannot be used');
    await rounds(watch, 2);
    Object.assign(world, { away: false, facts: [fact('folder')] });
    await watch.round();
    await rounds(watch, 3);
    expect(sink.mails[2]?.text).toMatch(/Over:\s+gateway: The journal can be used again/);
  });

  it('of other gateways are neither over nor told again because the journal was away', async () => {
    const other = { code: 'folder', about: 'theirs', level: 'red', what: 'Gone.', since, mark: '' } as const;
    await journal.troubles.replaceTroubles('erp-2', [other]);
    const world = { facts: [fact('folder')], away: false };
    const parts = partsOf(world, true);
    const { listTroubles, ...troubles } = parts.journal.troubles;
    const alive = async () => (await listTroubles()).map((one) => ({ ...one, silent: 0 }));
    const watch = new AlarmWatch({
      ...parts,
      journal: { ...parts.journal, troubles: { ...troubles, listTroubles: alive } },
    });
    await rounds(watch, 1);
    expect(sink.mails[0]?.text).toContain('theirs');
    Object.assign(world, { away: true, facts: [fact('folder'), fact('journal', '')] });
    await rounds(watch, 2);
    Object.assign(world, { away: false, facts: [fact('folder')] });
    await watch.round();
    await rounds(watch, 3);
    for (const mail of sink.mails.slice(1)) expect(mail.text).not.toContain('theirs');
  });

  it('of a trouble that may be a hiccup, and of a short wait, are not told', async () => {
    const early = { ...fact('exchange-away', ''), lasts: 0 };
    const waits = { ...fact('waiting', ''), since: new Date().toISOString() };
    const world = { facts: [early, waits], away: false };
    const watch = watchOf(world);
    await watch.round();
    expect((await journal.troubles.listTroubles()).flatMap(({ troubles }) => troubles)).toEqual([]);
    world.facts = [fact('exchange-away', '')];
    await rounds(watch, 1);
    expect(sink.mails[0]?.text).toContain('The exchange cannot be reached');
  });

  it('are told once although the config is taken anew while a mail is on its way', async () => {
    const answer = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    await sink.close();
    const texts: string[] = [];
    sink = await smtpSink({
      onData: (stream, _session, done) => {
        void text(stream).then((mail) => {
          texts.push(mail);
          taken.resolve();
          void answer.promise.then(() => done());
        });
      },
    });
    const world = { facts: [fact('folder')], away: false };
    const parts = partsOf(world);
    const watch = new AlarmWatch(parts);
    await watch.round();
    await taken.promise;
    await watch.configure(parts.settings, 'en');
    await watch.round();
    await watch.round();
    answer.resolve();
    world.facts = [fact('folder'), fact('disk', '')];
    await expect.poll(() => watch.round().then(() => texts.length)).toBe(2);
    expect(texts[1]).not.toContain('A folder cannot be used');
  });

  it('of documents that waited out an outage do not come when it is over, unless they wait on', async () => {
    const world = { facts: [fact('exchange-away', '')], away: false };
    const watch = watchOf(world);
    await rounds(watch, 1);
    // their back-off lasts longer than the outage
    world.facts = [fact('waiting', '')];
    await rounds(watch, 2);
    expect(sink.mails[1]?.text).toMatch(/ALL.CLEAR/);
    expect((await journal.troubles.listTroubles()).flatMap(({ troubles }) => troubles)).toEqual([]);
    const realClock = useClock(laterBy(31 * 60_000));
    await rounds(watch, 3);
    realClock();
    expect(sink.mails[2]?.text).toContain('Documents have waited for long');
  });

  it('of a path whose values were never lost before name it, a message, its order, and once', async () => {
    const source = { kind: 'webhook', method: 'POST' } as const;
    const bytes = Buffer.from('x');
    const [id = 0] = await journal.receive([
      { channel: 'orders', direction: 'inbound', name: 'a.xml', source, bytes },
    ]);
    await journal.storeChecked(id, { findings: [] });
    const lose = (...paths: string[]) =>
      journal.park(id, 'x', [], {
        saw: {
          ...{ step: 'prepare', at: since, forced: false, said: 'park', bodies: [] },
          lost: paths.map((path) => ({ path, count: 3, class: 'commercial', told: true })),
        },
      });
    await lose('/Order/cac:OrderLine/cbc:Note');
    const world = { facts: [], away: false };
    const watch = watchOf(world);
    await rounds(watch, 1);
    expect(sink.mails[0]?.text).toContain('AMBER orders: New kinds of values go nowhere');
    expect(sink.mails[0]?.text).toContain(`/Order/cac:OrderLine/cbc:Note: 3 values in message ${id}`);
    expect(sink.mails[0]?.text).toContain('ignored.csv');
    await lose('/Order/cac:OrderLine/cbc:Note', '/Order/cbc:Other');
    await rounds(watchOf(world), 1);
    const realClock = useClock(laterBy(86_400_000));
    await rounds(watch, 2);
    realClock();
    expect(sink.mails[1]?.text).toContain('/Order/cbc:Other: 3 values');
    expect(sink.mails[1]?.text).not.toContain('cac:OrderLine');
  });
});
