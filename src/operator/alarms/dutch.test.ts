import { describe, expect, it } from 'vitest';
import { noAnswer } from '../../exchange/no-answer.ts';
import { troubles as en } from '../../findings/en/troubles.ts';
import { troubles as nl } from '../../findings/nl/troubles.ts';
import { quoted, type Told, told } from '../../findings/troubles.ts';
import { explainFolder } from '../../folders/error.ts';
import { whyUnable } from '../../journal/sqlite-errors.ts';
import { advice } from '../advice.ts';
import type { AlarmCode } from '../health.ts';
import type { Ringing } from './bell.ts';
import { noticeOf } from './notice.ts';
import { goneWords, isAlarmCode } from './raised.ts';

/** A Dutch alarm is Dutch as a whole; what others said stands in it between quotes. */

const at = '2026-03-02T08:00:00.000Z';
const systemError = (code: string): Error =>
  Object.assign(new Error('is not permitted by the system'), { code });
const origin = { origin: 'https://orders.test' };

/** What each kind says, as the parts of the gateway say it. */
const said: Readonly<Record<AlarmCode, readonly (Told | undefined)[]>> = {
  journal: [
    whyUnable('journal.db', Object.assign(new Error('x'), { errcode: 13 })),
    told('journal-said', { why: quoted('the file was cut short') }),
    told('journal-unread', { why: quoted('the file is not a database') }),
    told('journal-silent', { seconds: 20 }),
    told('journal-hangs', { seconds: 20 }),
  ],
  'exchange-refuses': [
    told('login-refused', {
      status: 401,
      said: told('in-brackets', { text: quoted('the account is locked') }),
    }),
    told('access-refused', { operation: 'order', status: 403, said: '' }),
  ],
  'exchange-away': [
    ...['ECONNREFUSED', 'CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_SSL_ODD', 'EODD'].map((code) =>
      noAnswer(origin, systemError(code)),
    ),
    noAnswer(origin, new Error('Proxy response (407) !== 200 when HTTP Tunneling')),
    told('exchange-fails', { operation: 'order', status: 503, said: '' }),
  ],
  folder: [
    ...['ENOENT', 'ENOTDIR', 'EACCES', 'EROFS', 'ENOSPC', 'EIO'].map((code) =>
      explainFolder('/erp/out', systemError(code)),
    ),
    told('folder-hangs', { folder: '/erp/out', seconds: 30 }),
    told('files-not-taken', { count: 3, folder: '/erp/out', why: quoted('the disk is full') }),
  ],
  filing: [told('file-not-filed', { name: 'a.xml', why: quoted('it cannot be moved') })],
  search: [
    told('search-failed', { why: noAnswer(origin, systemError('ENOTFOUND')) }),
    told('search-not-stored', { why: quoted('the disk is full') }),
  ],
  mappings: [
    told('mappings-broken', { why: quoted('the mapping is not there') }),
    told('mappings-wait', { channel: 'orders', why: quoted('the mapping has errors') }),
  ],
  'mappings-old': [
    told('mappings-old', { why: quoted('there is no rule') }),
    told('mappings-none', { folder: 'own' }),
  ],
  standstill: [
    told('standstill', {
      id: 1,
      name: 'a.xml',
      channel: 'orders',
      why: told('and-why', { why: quoted('the step failed') }),
    }),
  ],
  held: [told('held', { id: 1, name: 'a.xml', channel: 'orders', why: '.' })],
  waiting: [
    told('waits-one', { id: 1, at, why: quoted('the exchange is down') }),
    told('waits-more', { id: 1, at, count: 7, why: quoted('the exchange is down') }),
  ],
  parked: [
    told('parked-more', { count: 9, last: told('pile-last'), at }),
    told('parked-one', { at }),
    told('pile-message', {
      id: 7,
      order: told('pile-order', { order: 'PO-1' }),
      name: 'a.xml',
      why: quoted('the party is unknown'),
    }),
  ],
  rejected: [told('rejected-more', { count: 2, last: '', at }), told('rejected-one', { at })],
  task: [
    told('task-more', { count: 2, ids: told('ids-all', { ids: '7, 8' }), at }),
    told('task-one', { ids: told('ids-one', { ids: 7 }), at }),
  ],
  'not-collected': [
    told('not-collected', { name: 'a.xml', at }),
    told('not-collected-more', { name: 'a.xml', at, count: 2 }),
  ],
  untaken: [
    told('untaken-one', { folder: '/erp/out', name: 'a.xml', at, why: told('left-no-channel') }),
    told('untaken-more', { folder: '/erp/out', name: 'a.xml', at, why: told('left-dry-run'), count: 3 }),
  ],
  clock: [
    told('clock-ahead', { span: told('minutes', { count: 13 }) }),
    told('clock-back', { span: told('days', { count: 3 }) }),
    told('search-ahead', { order: 'c', at }),
    told('search-stands', { channel: 'responses', at }),
  ],
  certificate: [told('certificate-ends', { path: 'a.pem', day: '2026-03-02' })],
  'certificate-ended': [
    told('certificate-ended', { path: 'a.pem', day: '2026-03-02' }),
    told('certificate-early', { path: 'a.pem', at }),
  ],
  disk: [told('disk-low', { free: 120, folder: '/erp' })],
  'not-ours': [
    told('not-ours', {
      channel: 'answers',
      count: 3,
      own: 'U',
      as: 'buyer',
      role: told('role-buyer'),
      companies: 'V',
    }),
    told('not-ours-role', {
      channel: 'answers',
      count: 3,
      own: 'U',
      as: 'buyer',
      other: told('role-supplier'),
    }),
  ],
  silent: [told('silent', { channel: 'orders', at })],
  config: [
    told('config-refused', { why: told('config-restart', { keys: 'journal.sqlite' }) }),
    told('config-late'),
  ],
  alarm: [told('not-sent', { why: quoted('the mail server cannot be reached') })],
  'gateway-gone': [goneWords({ gateway: 'erp-2', since: at })],
  'lost-values': [
    told('lost-first'),
    told('lost-path', { path: '/Order/cbc:Note', count: 2, id: 7, order: '' }),
    told('lost-path-one', { path: '/Order/cbc:Note', id: 7, order: told('pile-order', { order: 'PO-1' }) }),
    told('lost-more', { count: 3 }),
  ],
};

/** Words that are English and no Dutch. */
const words =
  /\b(the|and|cannot|has|have|been|from|are|its|not|there|which|that|this|with|does|until|nothing|look|lies|ends|since|received|waits?|be)\b/i;

/** Without what others said, and what is typed. */
const own = (text: string): string => text.replace(/“[^”]*”|`[^`]*`/g, '');

const ringing = (code: AlarmCode, what: string): Ringing => ({
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
      const notice = noticeOf(round, 1, { gateway: 'erp-1', language: 'nl', now: Date.parse(at) });
      expect(notice.json.alarms[0]?.what).toBe(text.nl);
      expect(own(notice.text)).not.toMatch(words);
    }
  });

  it('has every sentence in Dutch, with the same values', () => {
    const english = new Map<string, string>(Object.entries(en));
    for (const [name, dutch] of Object.entries(nl)) {
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
