import { describe, expect, it } from 'vitest';
import { rules, type Trouble } from '../health.ts';
import type { Ringing, Round } from './bell.ts';
import { noticeOf } from './notice.ts';
import { words } from './words.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const one = (code: Trouble, about: string, more: Partial<Ringing> = {}): Ringing => ({
  ...{ code, about, level: 'red', what: `${code} is so`, since: '2026-03-02T08:00:00.000Z', mark: '' },
  ...{ seen: now, grown: now },
  ...more,
});
const round = (more: Partial<Round>): Round => ({ news: [], more: [], still: [], over: [], ...more });
const told = (given: Partial<Round>, language: 'en' | 'nl' = 'en', left = 0) =>
  noticeOf(round(given), left, { gateway: 'erp-1', language, now });

describe('a notice', () => {
  it('begins with the worst state and its channel, and counts the others', () => {
    const news = [one('parked', 'orders', { level: 'amber' }), one('folder', 'responses')];
    expect(told({ news }).subject).toBe(
      'RED responses: A folder cannot be used (and 1 more) – scsn-gateway erp-1',
    );
    expect(told({ news }, 'nl').subject).toBe(
      'ROOD responses: Een map is niet te gebruiken (en nog 1) – scsn-gateway erp-1',
    );
    expect(told({ still: [one('disk', '')] }).subject).toBe(
      'RED gateway: A disk is nearly full – scsn-gateway erp-1',
    );
  });

  it('says what, where, since when and what to do', () => {
    const { text } = told({
      news: [one('folder', 'orders', { what: 'It is gone. (a)\nIt is read-only. (b)' })],
      still: [one('disk', '', { level: 'amber' })],
    });
    expect(text.split('\n').slice(0, 7)).toEqual([
      'New:',
      '',
      '  RED orders: A folder cannot be used',
      '    What:  It is gone. (a)',
      '           It is read-only. (b)',
      expect.stringMatching(/^ {4}Since: 2026-03-02 \d\d:00:00$/),
      `    To do: ${rules.folder.todo}`,
    ]);
    expect(text).toContain('Still so:\n\n  AMBER gateway: A disk is nearly full');
  });

  it('says all clear when nothing is left, else what is over', () => {
    const over = [one('folder', 'orders')];
    expect(told({ over }).subject).toBe('ALL CLEAR – scsn-gateway erp-1');
    expect(told({ over }, 'en', 2).subject).toBe('OVER orders: A folder cannot be used – scsn-gateway erp-1');
    expect(told({ over }).json).toMatchObject({
      status: 'over',
      alarms: [{ state: 'over', code: 'folder' }],
    });
    expect(told({ over }).text).not.toContain('To do:');
  });

  it('carries nothing that acts on a terminal or begins another header', () => {
    const { subject, text } = told({
      news: [one('folder', 'orders\r\nBcc: x@y', { what: '\u001b[31mred' })],
    });
    expect(subject).toContain('orders\\r\\nBcc: x@y');
    expect(text).toContain('\\x1b[31mred');
  });

  it('has Dutch for every trouble', () => {
    for (const code of Object.keys(rules) as Trouble[]) {
      expect(words.nl.title(code)).not.toBe(words.en.title(code));
      expect(words.nl.todo(code)).not.toBe(words.en.todo(code));
    }
  });
});
