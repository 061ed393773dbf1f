import { describe, expect, it } from 'vitest';
import { explainNoAnswer } from '../../exchange/transport/no-answer.ts';
import { samples as enSamples } from '../../findings/en/samples.ts';
import { troubles as en } from '../../findings/en/troubles.ts';
import { alarmText } from '../../findings/journal-texts.ts';
import { explainFailure } from '../../findings/localized-error.ts';
import { type LocalizedText, localize, quoteText } from '../../findings/localized-text.ts';
import { samples as nlSamples } from '../../findings/nl/samples.ts';
import { troubles as nl } from '../../findings/nl/troubles.ts';
import { explainFolder, FolderError } from '../../folders/folder-error.ts';
import { SftpError, toSftpError } from '../../folders/sftp/sftp-error.ts';
import { explainLogin } from '../../folders/sftp/sftp-login.ts';
import { explainUnwritable } from '../../journal/sqlite/sqlite-errors.ts';
import { isAlarmCode } from '../../operator/alarms/alarms-from-health.ts';
import type { ActiveAlarm } from '../../operator/alarms/evaluate.ts';
import type { AlarmCode } from '../../operator/health/health.ts';
import { SecretRedactor } from '../../text/secret-redactor.ts';
import { advice } from './alarm-advice.ts';
import { renderMissingGateway } from './missing-gateway.ts';
import { renderAlarmMessage } from './render-alarm-message.ts';

/** A Dutch alarm is Dutch as a whole; what others said stands in it between quotes. */

const at = '2026-03-02T08:00:00.000Z';
const systemError = (code: string): Error =>
  Object.assign(new Error('is not permitted by the system'), { code });
const origin = { origin: 'https://orders.test' };

/** What each kind says, as the parts of the gateway say it. */
const said: Readonly<Record<AlarmCode, readonly (LocalizedText | undefined)[]>> = {
  journal: [
    explainUnwritable('journal.db', Object.assign(new Error('x'), { errcode: 13 })),
    localize('journal-gone', {
      why: localize('journal-cut', { path: 'journal.db' }),
      target: 'journal.db.rescued',
    }),
    localize('journal-unread', { why: quoteText('the file is not a database') }),
    localize('journal-silent', { seconds: 20 }),
    localize('journal-hangs', { seconds: 20 }),
  ],
  'exchange-refuses': [
    localize('login-refused', {
      status: 401,
      said: localize('in-brackets', { text: quoteText('the account is locked') }),
    }),
    localize('access-refused', { operation: 'order', status: 403, said: '' }),
  ],
  'exchange-away': [
    ...['ECONNREFUSED', 'CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_SSL_ODD', 'EODD'].map((code) =>
      explainNoAnswer(origin, systemError(code)),
    ),
    explainNoAnswer(origin, new Error('Proxy response (407) !== 200 when HTTP Tunneling')),
    localize('exchange-fails', { operation: 'order', status: 503, said: '' }),
  ],
  folder: [
    ...['ENOENT', 'ENOTDIR', 'EACCES', 'EROFS', 'ENOSPC', 'EIO'].map((code) =>
      explainFolder('/erp/out', systemError(code)),
    ),
    localize('folder-hangs', { folder: '/erp/out', seconds: 30 }),
    ...[
      localize('folder-another', { folder: '/erp/out', path: '/mnt/b', known: '/mnt/a' }),
      localize('folder-not-marked', { folder: '/erp/in', mark: '.gateway-1' }),
      localize('folder-not-listed', { folder: '/erp/out' }),
      localize('folder-was-away', { folder: '/erp/out' }),
    ].map((words) => explainFolder('/erp/out', new FolderError('folder-unavailable', words))),
    ...[
      ...['authentication methods failed', 'no matching key exchange', 'bad passphrase', 'it timed out'].map(
        (text) => explainLogin('sftp.test:22', new Error(text), new SecretRedactor()),
      ),
      toSftpError(new Error('the server has failed'), { call: 'list', path: '/out' }, new SecretRedactor()),
      new SftpError('ECONNRESET', localize('sftp-closed', { address: 'sftp.test:22' })),
    ].map((error) => explainFolder('/erp/out', error)),
    localize('files-not-taken', { count: 3, folder: '/erp/out', why: quoteText('the disk is full') }),
    localize('files-not-taken', {
      ...{ count: 3, folder: '/erp/out' },
      why: explainFailure(
        new FolderError('folder-unavailable', localize('claim-unclear', { folder: '/erp/out' })),
      ),
    }),
  ],
  filing: [
    localize('file-not-filed', { name: 'a.xml', why: quoteText('it cannot be moved') }),
    localize('file-not-filed', {
      name: 'a.xml',
      why: localize('no-free-name', { name: 'a.xml', folder: '/erp/out' }),
    }),
  ],
  search: [
    localize('search-failed', { why: explainNoAnswer(origin, systemError('ENOTFOUND')) }),
    localize('search-not-stored', { why: quoteText('the disk is full') }),
  ],
  mappings: [
    localize('mappings-broken', { why: quoteText('the mapping is not there') }),
    localize('mappings-away', { why: localize('folder-silent', { folder: 'own' }) }),
    localize('mappings-wait', { channel: 'orders', why: quoteText('the mapping has errors') }),
  ],
  'mappings-old': [
    localize('mappings-old', { why: quoteText('there is no rule') }),
    localize('mappings-none', { folder: 'own' }),
  ],
  standstill: [
    localize('standstill', {
      id: 1,
      name: 'a.xml',
      channel: 'orders',
      why: localize('and-why', { why: quoteText('the step failed') }),
    }),
  ],
  held: [localize('held', { id: 1, name: 'a.xml', channel: 'orders', why: '.' })],
  waiting: [
    localize('outage-none', { ago: '6 s', said: quoteText('503 maintenance') }),
    localize('outage-one', { ago: '6 s', said: quoteText('503 maintenance') }),
    localize('outage-more', { count: 38, ago: '6 s', said: quoteText('503 maintenance') }),
    localize('waits-one', { id: 1, at, why: quoteText('the exchange is down') }),
    localize('waits-more', { id: 1, at, count: 7, why: quoteText('the exchange is down') }),
  ],
  parked: [
    localize('parked-more', { count: 9, last: localize('pile-last'), at: '2026-03-02 09:00' }),
    localize('parked-one', { at }),
    localize('pile-message', {
      id: 7,
      order: localize('pile-order', { order: 'PO-1' }),
      name: 'a.xml',
      why: quoteText('the party is unknown'),
    }),
  ],
  rejected: [localize('rejected-more', { count: 2, last: '', at }), localize('rejected-one', { at })],
  task: [
    localize('task-more', { count: 2, ids: localize('ids-all', { ids: '7, 8' }), at }),
    localize('task-one', { ids: localize('ids-one', { ids: 7 }), at }),
  ],
  'not-collected': [
    localize('not-collected', { name: 'a.xml', at }),
    localize('not-collected-more', { name: 'a.xml', at, count: 2 }),
  ],
  untaken: [
    localize('untaken-one', { folder: '/erp/out', name: 'a.xml', at, why: localize('left-no-channel') }),
    localize('untaken-more', {
      folder: '/erp/out',
      name: 'a.xml',
      at,
      why: localize('left-dry-run'),
      count: 3,
    }),
  ],
  clock: [
    localize('clock-ahead', { span: localize('minutes', { count: 13 }) }),
    localize('clock-back', { span: localize('days', { count: 3 }) }),
    localize('search-ahead', { order: 'c', at }),
    localize('search-stands', { channel: 'responses', at }),
  ],
  certificate: [localize('certificate-ends', { path: 'a.pem', day: '2026-03-02' })],
  'certificate-ended': [
    localize('certificate-ended', { path: 'a.pem', day: '2026-03-02' }),
    localize('certificate-early', { path: 'a.pem', at }),
  ],
  disk: [localize('disk-low', { free: 120, folder: '/erp' })],
  'failed-logins': [
    localize('failed-logins', {
      count: 12,
      account: 'anna',
      address: '10.0.0.66',
      at: '2026-03-02T08:00:00.000Z',
    }),
  ],
  'not-ours': [
    localize('not-ours', {
      channel: 'answers',
      count: 3,
      own: 'U',
      as: 'buyer',
      role: localize('role-buyer'),
      companies: 'V',
    }),
    localize('not-ours-role', {
      channel: 'answers',
      count: 3,
      own: 'U',
      as: 'buyer',
      other: localize('role-supplier'),
    }),
  ],
  silent: [localize('silent', { channel: 'orders', at })],
  config: [
    localize('config-refused', { why: localize('config-restart', { keys: 'journal.sqlite' }) }),
    localize('config-late'),
  ],
  alarm: [
    localize('not-sent', {
      why: localize('mail-not-taken', { place: 'mail.test:25', why: quoteText('it cannot be reached') }),
    }),
    ...(['mail-late', 'mail-refused'] as const).map((name) =>
      localize('not-sent', { why: localize(name, { place: 'mail.test:25', to: 'ops@erp.test' }) }),
    ),
    ...(['alarm-no-answer', 'alarm-answered'] as const).map((name) =>
      localize('not-sent', {
        why: localize('alarm-not-taken', { host: 'hook.test', why: localize(name, { status: 503 }) }),
      }),
    ),
  ],
  'gateway-gone': [renderMissingGateway({ gateway: 'erp-2', since: at })],
  'lost-values': [
    localize('lost-first'),
    localize('lost-path', { path: '/Order/cbc:Note', count: 2, id: 7, order: '' }),
    localize('lost-path-one', {
      path: '/Order/cbc:Note',
      id: 7,
      order: localize('pile-order', { order: 'PO-1' }),
    }),
    localize('lost-more', { count: 3 }),
  ],
};

/** Words that are English and no Dutch. */
const words =
  /\b(the|and|cannot|has|have|been|from|are|its|not|there|which|that|this|with|does|until|nothing|look|lies|ends|since|received|waits?|be)\b/i;

/** Without what others said, and what is typed. */
const own = (text: string): string => text.replace(/“[^”]*”|`[^`]*`/g, '');

const unquoted = (text: string): string => text.replaceAll(/[“”]/g, '');

const ringing = (code: AlarmCode, what: string): ActiveAlarm => ({
  ...{ code, about: 'orders', level: 'red', what, since: at, mark: '' },
  ...{ seen: 0, grown: 0 },
});

describe('a Dutch alarm', () => {
  it.each(Object.entries(said))('of the kind %s has no English sentence', (code, texts) => {
    for (const text of texts) {
      if (text === undefined) throw new Error(`${code} says nothing`);
      expect(own(text.en)).toMatch(/[a-z]/);
      if (!isAlarmCode(code)) throw new Error(`${code} is no kind of alarm`);
      const round = { news: [ringing(code, text.nl)], more: [], still: [], over: [] };
      const notice = renderAlarmMessage(round, 1, { gateway: 'erp-1', language: 'nl', now: Date.parse(at) });
      expect(notice.json.alarms[0]?.what).toBe(text.nl);
      expect(own(notice.text)).not.toMatch(words);
      // what was asked of an SFTP server stands in the language of who asked
      if (text.en.includes('list /out')) continue;
      expect(unquoted(alarmText(text.nl, 'en'))).toBe(unquoted(text.en));
      expect(unquoted(alarmText(text.en, 'nl'))).toBe(unquoted(text.nl));
    }
  });

  it('has every sentence in Dutch, with the same values', () => {
    const english = new Map<string, string>(Object.entries({ ...en, ...enSamples }));
    for (const [name, dutch] of Object.entries({ ...nl, ...nlSamples })) {
      const text = english.get(name) ?? '';
      expect(own(dutch), name).not.toMatch(words);
      const values = (one: string) => new Set(one.match(/\{\w+\}/g));
      for (const value of values(dutch)) expect([...values(text)], name).toContain(value);
      for (const value of values(text)) expect([...values(dutch)], name).toContain(value);
    }
  });

  it('is what the test looks for: English is found where it is', () => {
    for (const texts of Object.values(said))
      expect(texts.some((text) => words.test(own(text?.en ?? '')))).toBe(true);
    expect(Object.keys(said).sort()).toEqual(Object.keys(advice).sort());
  });
});
