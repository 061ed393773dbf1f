import type { AlarmMessage, AlarmMessageEntry } from '../../operator/alarms/alarm-message.ts';
import type { ActiveAlarm, Notification } from '../../operator/alarms/evaluate.ts';
import { escapeControls } from '../../text/visible.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import type { Language } from '../../types.ts';
import { type AlarmWords, alarmWords } from './alarm-words.ts';

export interface Sender {
  readonly gateway: string;
  /** Path of its config: commands name it. */
  readonly config?: string | undefined;
  readonly language: Language;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** `left`: how many alarms ring on beside those of the round. */
export function renderAlarmMessage(round: Notification, left: number, sender: Sender): AlarmMessage {
  const { gateway, language, now } = sender;
  const say = alarmWords[language];
  const subject = escapeControls(subjectOf(round, left, say, gateway));
  const parts = [
    ...section('news', round, say),
    ...section('more', round, say),
    ...section('still', round, say),
    ...section('over', round, say),
    ...renderFoot(say, gateway, activeAlarmsOf(round).sort(byLevel)[0]),
  ];
  const status = activeAlarmsOf(round).length === 0 ? 'over' : 'alarm';
  const json = { version: 1, status, gateway, at: new Date(now).toISOString(), subject } as const;
  const alarms = alarmsOf(round, say).map((one) => ({
    ...one,
    what: withConfig(one.what, sender),
    todo: withConfig(one.todo, sender),
  }));
  return { subject, text: mailText(parts, sender), json: { ...json, alarms } };
}

const mailText = (lines: readonly string[], sender: Sender): string =>
  lines.map((line) => escapeControls(withConfig(inLocalTime(line), sender))).join('\n');

/** What journal, exchange and reasons say in UTC is by the same clock as everything else in the mail. */
const inLocalTime = (text: string): string =>
  text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (instant) => renderLocalTime(instant));

/** A command can be copied as it stands. */
function withConfig(text: string, { config }: Sender): string {
  if (config === undefined) return text;
  const path = shellWord(config);
  return text.replace(/`(gateway [^`]+)`/g, (whole, command: string) =>
    command.includes('--config') ? whole : `\`${command} --config ${path}\``,
  );
}

function renderFoot(say: AlarmWords, gateway: string, worst?: ActiveAlarm): readonly string[] {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const silence = worst === undefined ? [] : [say.silence(silenceOf(worst))];
  return ['-- ', say.foot(gateway), ...silence, say.times(timeZone), ''];
}

const silenceOf = ({ code, about }: ActiveAlarm): string =>
  `gateway alarm silence ${code}${about === '' ? '' : ` --about ${shellWord(about)}`} --for 2h`;

const shellWord = (text: string): string => (/[^\w/.:\\-]/.test(text) ? `"${text}"` : text);

/** To see that it arrives. */
export function renderTestMessage(sender: Sender): AlarmMessage {
  const { gateway, language, now } = sender;
  const say = alarmWords[language];
  const subject = `${say.test} – scsn-gateway ${gateway}`;
  const at = new Date(now).toISOString();
  const text = mailText([say.testing, '', ...renderFoot(say, gateway)], sender);
  return { subject, text, json: { version: 1, status: 'test', gateway, at, subject, alarms: [] } };
}

/** State and channel first: a telephone shows no more. */
function subjectOf(round: Notification, left: number, say: AlarmWords, gateway: string): string {
  const from = `scsn-gateway ${gateway}`;
  const [worst, ...others] = activeAlarmsOf(round).sort(byLevel);
  if (worst)
    return `${say.levels[worst.level]} ${headOf(worst, say.title(worst.code), others.length, say)} – ${from}`;
  const [first, ...more] = round.over;
  if (!first || left === 0) return `${say.allClear} – ${from}`;
  return `${say.over} ${headOf(first, say.ended(first.code), more.length, say)} – ${from}`;
}

const headOf = ({ about }: ActiveAlarm, what: string, more: number, say: AlarmWords): string =>
  `${about || say.whole}: ${what}${more > 0 ? say.andMore(more) : ''}`;

const activeAlarmsOf = ({ news, more, still }: Notification): ActiveAlarm[] => [...news, ...more, ...still];

const byLevel = (one: ActiveAlarm, other: ActiveAlarm): number =>
  Number(other.level === 'red') - Number(one.level === 'red');

function section(state: keyof Notification, round: Notification, say: AlarmWords): readonly string[] {
  const alarms = round[state];
  if (alarms.length === 0) return [];
  const paragraph = state === 'over' ? renderResolved : present;
  return [`${say.states[state]}:`, '', ...alarms.flatMap((one) => paragraph(one, say))];
}

function present(one: ActiveAlarm, say: AlarmWords): readonly string[] {
  const { level, about, code, what, since } = one;
  const line = lineOf(say);
  const head = `  ${say.levels[level]} ${about || say.whole}: ${say.title(code)}`;
  const whats = what.split('\n').map((text, n) => line(n === 0 ? 'what' : undefined, text));
  return [head, ...whats, line('since', renderLocalTime(since)), line('todo', say.todo(code)), ''];
}

/** What was wrong is not told again: it would read as if it were so. */
function renderResolved({ about, code, since, gone }: ActiveAlarm, say: AlarmWords): readonly string[] {
  const line = lineOf(say);
  const head = `  ${about || say.whole}: ${say.ended(code)}`;
  const until = gone === undefined ? [] : [line('until', renderLocalTime(gone))];
  return [head, line('from', renderLocalTime(since)), ...until, ''];
}

function lineOf({ labels }: AlarmWords) {
  const width = Math.max(...Object.values(labels).map(({ length }) => length)) + 1;
  return (label: keyof AlarmWords['labels'] | undefined, text: string): string =>
    `    ${(label === undefined ? '' : labels[label]).padEnd(width)}${text}`;
}

const states = { news: 'new', more: 'more', still: 'still', over: 'over' } as const;

function alarmsOf(round: Notification, say: AlarmWords): readonly AlarmMessageEntry[] {
  const kinds = ['news', 'more', 'still', 'over'] as const;
  return kinds.flatMap((kind) =>
    round[kind].map(({ level, code, about, since, what }) => ({
      ...{ state: states[kind], level, code, about, since },
      ...(kind === 'over'
        ? { title: say.ended(code), what: '', todo: '' }
        : { title: say.title(code), what, todo: say.todo(code) }),
    })),
  );
}
