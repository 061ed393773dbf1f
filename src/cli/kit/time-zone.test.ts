import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { midnightOf } from '../../api/kit/site-time.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import { parseMoment } from '../../time/parse-moment.ts';
import { chooseTimeZone } from './time-zone.ts';

function writeConfig(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'time-zone-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  const path = join(folder, 'gateway.yaml');
  writeFileSync(path, text);
  return path;
}

const instant = '2026-03-01T23:30:00.000Z';

it('the zone of the config is that of texts, of days and of times that are given', () => {
  const path = writeConfig('language: nl\ntimeZone: "Asia/Tokyo"   # the plant\n');
  chooseTimeZone(['order', '4711', '-c', path]);
  expect(renderLocalTime(instant)).toBe('2026-03-02 08:30:00');
  expect(new Date(midnightOf(new Date(instant))).toISOString()).toBe('2026-03-01T15:00:00.000Z');
  expect(parseMoment('2026-03-02', 0)).toBe('2026-03-01T15:00:00.000Z');
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('Asia/Tokyo');
});

it('--utc wins over it; without it, or with one that is none, the zone of the machine stays', () => {
  const path = writeConfig('timeZone: Asia/Tokyo\n');
  chooseTimeZone(['order', '--utc', `--config=${path}`]);
  expect(renderLocalTime(instant)).toBe('2026-03-01 23:30:00');
  const wrong = writeConfig('timeZone: Europe/Nowhere\nchannels:\n  a: { timeZone: Asia/Tokyo }\n');
  chooseTimeZone(['order', '-c', wrong]);
  expect(renderLocalTime(instant)).toBe('2026-03-01 18:30:00');
  chooseTimeZone(['order', '-c', `${wrong}.none`]);
  expect(renderLocalTime(instant)).toBe('2026-03-01 18:30:00');
});
