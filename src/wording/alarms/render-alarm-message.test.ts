import { describe, expect, it } from 'vitest';
import type { ActiveAlarm, Notification } from '../../operator/alarms/evaluate.ts';
import type { AlarmCode } from '../../operator/health/health.ts';
import { advice } from './alarm-advice.ts';
import { renderAlarmMessage } from './render-alarm-message.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const one = (code: AlarmCode, about: string, more: Partial<ActiveAlarm> = {}): ActiveAlarm => ({
  ...{ code, about, level: 'red', what: `${code} is so`, since: '2026-03-02T08:00:00.000Z', mark: '' },
  ...{ seen: now, grown: now },
  ...more,
});
const round = (more: Partial<Notification>): Notification => ({
  news: [],
  more: [],
  still: [],
  over: [],
  ...more,
});
const told = (given: Partial<Notification>, language: 'en' | 'nl' = 'en', left = 0) =>
  renderAlarmMessage(round(given), left, { gateway: 'erp-1', language, now });

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
      `    To do: ${advice.folder.todo.en}`,
    ]);
    expect(text).toContain('Still so:\n\n  AMBER gateway: A disk is nearly full');
  });

  it('says all clear when nothing is left, else what is over', () => {
    const over = [one('folder', 'orders')];
    expect(told({ over }).subject).toBe('ALL CLEAR – scsn-gateway erp-1');
    expect(told({ over }, 'en', 2).subject).toBe(
      'OVER orders: The folder can be used again – scsn-gateway erp-1',
    );
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

  it('is by one clock, which it names, whatever the sentences say', () => {
    const { text } = told({
      news: [one('parked', 'orders', { what: 'It came at 2026-03-02T08:00:05.123Z.' })],
    });
    const local = (text.match(/\d{4}-\d\d-\d\d \d\d:00:\d\d/g) ?? []).map((at) => at.slice(0, 16));
    expect(new Set(local).size).toBe(1);
    expect(text).not.toContain('08:00:05.123Z');
    expect(text).toContain(`Times are those of ${new Intl.DateTimeFormat().resolvedOptions().timeZone}.`);
  });

  it('has commands that can be copied as they stand', () => {
    const sender = {
      gateway: 'erp-1',
      language: 'en',
      now,
      config: '/etc/scsn gateway/gateway.yaml',
    } as const;
    const { text, json } = renderAlarmMessage(round({ news: [one('folder', 'orders')] }), 0, sender);
    expect(text).toContain('`gateway check --config "/etc/scsn gateway/gateway.yaml"` tries every folder.');
    expect(text.match(/`gateway [^`]*`/g)?.every((command) => command.includes('--config'))).toBe(true);
    expect(json.alarms[0]?.todo).toContain('--config');
  });

  it('tells what is over as over: what was wrong, and what to do then, are not in it', () => {
    const over = [one('folder', 'orders', { what: 'The folder does not exist.', gone: now })];
    const { text, json } = told({ over }, 'en', 1);
    expect(text).toMatch(/Over:\n\n {2}orders: The folder can be used again\n {4}From: .*\n {4}Until: /);
    expect(text).not.toContain('does not exist');
    expect(json.alarms[0]).toMatchObject({ state: 'over', title: 'The folder can be used again', what: '' });
  });
});
