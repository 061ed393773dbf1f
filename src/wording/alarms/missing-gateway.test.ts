import { expect, it } from 'vitest';
import { localize } from '../../findings/localized-text.ts';
import type { AlarmEntry } from '../../operator/alarms/alarm-commands.ts';
import { renderAlarmEntry } from './missing-gateway.ts';

const since = '2026-11-27T08:00:00Z';
const rights = localize('folder-rights', { folder: '/erp/out', code: 'EACCES' });
const gone = localize('folder-none', { folder: '/erp/out' });
const entry = (what?: string): AlarmEntry => ({
  ...{ code: 'folder', about: 'orders', level: 'red', since, told: [], silenced: false },
  ...(what === undefined ? {} : { what }),
});

it('what a gateway wrote down is read in the language of the reader', () => {
  expect(renderAlarmEntry(entry(rights.en), 'nl')).toBe(rights.nl);
  const both = (language: 'en' | 'nl') => `${rights[language]} (north)\n${gone[language]} (south)`;
  expect(renderAlarmEntry(entry(both('en')), 'nl')).toBe(both('nl'));
  expect(renderAlarmEntry(entry(both('en')), 'en')).toBe(both('en'));
  expect(renderAlarmEntry(entry(both('nl')), 'nl')).toBe(both('nl'));
  expect(renderAlarmEntry(entry(both('nl')), 'en')).toBe(both('en'));
});

it('of a gateway that is missing nobody wrote anything', () => {
  expect(renderAlarmEntry({ ...entry(), about: 'south' }, 'nl')).toBe(
    localize('gateway-gone', { gateway: 'south', at: since }).nl,
  );
});
