import { isTroubleCode } from '../src/operator/alarms/alarms-from-health.ts';
import { type AlarmCode, rules } from '../src/operator/health/health.ts';
import { advice } from '../src/wording/alarms/alarm-advice.ts';
import { alarmWords } from '../src/wording/alarms/alarm-words.ts';
import { cell, code, made, table } from './markdown.ts';

/** docs/reference/alarms.md: everything that /health and alarms can say is wrong. */
export function alarmsPage(): string {
  const { title, todo } = alarmWords.en;
  const rows = troubles.map((kind) => [code(kind), levelOf(kind), cell(title(kind)), cell(todo(kind))]);
  return `# Alarms and reasons of /health

${made('the rules of health (`src/operator/`)')} [operating.md](../operating.md#what-health-says) tells the same at more
length, [alarms.md](../alarms.md) who is told of it and when.

${table(['code', 'level', 'what is wrong', 'what to do'], rows)}
`;
}

const troubles = Object.keys(advice).filter((name): name is AlarmCode => name in advice);

const minutes = (milliseconds: number): string =>
  milliseconds === 60_000 ? 'a minute' : `${milliseconds / 60_000} minutes`;

function levelOf(kind: AlarmCode): string {
  if (!isTroubleCode(kind)) return 'an alarm alone';
  const { first, later } = rules[kind];
  if (later === undefined) return first ?? '';
  const after = `${later.level} after ${minutes(later.after)}`;
  return first === undefined ? after : `${first}, ${after}`;
}
