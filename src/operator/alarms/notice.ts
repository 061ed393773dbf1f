import type { Language } from '../../types.ts';
import { visible } from '../../visible.ts';
import { localTime } from '../clock.ts';
import type { Ringing, Round } from './bell.ts';
import { type AlarmWords, words } from './words.ts';

/** What is sent: the same for people (mail) and for programs (webhook). */
export interface Notice {
  readonly subject: string;
  readonly text: string;
  readonly json: NoticeJson;
}

/** The body of a webhook. */
export interface NoticeJson {
  readonly version: 1;
  /** `test`: nothing is wrong. `over`: all that it tells of is over. */
  readonly status: 'alarm' | 'over' | 'test';
  readonly gateway: string;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly subject: string;
  readonly alarms: readonly NoticeAlarm[];
}

export interface NoticeAlarm {
  readonly state: 'new' | 'more' | 'still' | 'over';
  readonly level: 'red' | 'amber';
  readonly code: string;
  readonly about: string;
  readonly since: string;
  readonly title: string;
  readonly what: string;
  readonly todo: string;
}

interface Sender {
  readonly gateway: string;
  readonly language: Language;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** `left`: how many alarms ring on beside those of the round. */
export function noticeOf(round: Round, left: number, { gateway, language, now }: Sender): Notice {
  const say = words[language];
  const subject = visible(subjectOf(round, left, say, gateway));
  const parts = [
    ...section('news', round, say),
    ...section('more', round, say),
    ...section('still', round, say),
    ...section('over', round, say),
    '-- ',
    say.foot(gateway),
    '',
  ];
  const status = open(round).length === 0 ? 'over' : 'alarm';
  const json = { version: 1, status, gateway, at: new Date(now).toISOString(), subject } as const;
  return { subject, text: parts.map(visible).join('\n'), json: { ...json, alarms: alarmsOf(round, say) } };
}

/** To see that it arrives. */
export function testNotice({ gateway, language, now }: Sender): Notice {
  const say = words[language];
  const subject = `${say.test} – scsn-gateway ${gateway}`;
  const at = new Date(now).toISOString();
  const text = [say.testing, '', '-- ', say.foot(gateway), ''].join('\n');
  return { subject, text, json: { version: 1, status: 'test', gateway, at, subject, alarms: [] } };
}

/** State and channel first: a telephone shows no more. */
function subjectOf(round: Round, left: number, say: AlarmWords, gateway: string): string {
  const from = `scsn-gateway ${gateway}`;
  const [worst, ...others] = open(round).sort(byLevel);
  if (worst) return `${say.levels[worst.level]} ${headOf(worst, others.length, say)} – ${from}`;
  const [first, ...more] = round.over;
  if (!first || left === 0) return `${say.allClear} – ${from}`;
  return `${say.over} ${headOf(first, more.length, say)} – ${from}`;
}

const headOf = (one: Ringing, more: number, say: AlarmWords): string =>
  `${one.about || say.whole}: ${say.title(one.code)}${more > 0 ? say.andMore(more) : ''}`;

const open = ({ news, more, still }: Round): Ringing[] => [...news, ...more, ...still];

const byLevel = (one: Ringing, other: Ringing): number =>
  Number(other.level === 'red') - Number(one.level === 'red');

function section(state: keyof Round, round: Round, say: AlarmWords): readonly string[] {
  const alarms = round[state];
  if (alarms.length === 0) return [];
  return [`${say.states[state]}:`, '', ...alarms.flatMap((one) => paragraph(one, state, say))];
}

function paragraph(one: Ringing, state: keyof Round, say: AlarmWords): readonly string[] {
  const { level, about, code, what, since } = one;
  const { labels } = say;
  const width = Math.max(...Object.values(labels).map(({ length }) => length)) + 1;
  const line = (label: string, text: string): string => `    ${label.padEnd(width)}${text}`;
  const head = `${state === 'over' ? '' : `${say.levels[level]} `}${about || say.whole}: ${say.title(code)}`;
  const whats = what.split('\n').map((text, n) => line(n === 0 ? labels.what : '', text));
  const lines = [`  ${head}`, ...whats, line(labels.since, localTime(since))];
  return [...lines, ...(state === 'over' ? [] : [line(labels.todo, say.todo(code))]), ''];
}

const states = { news: 'new', more: 'more', still: 'still', over: 'over' } as const;

function alarmsOf(round: Round, say: AlarmWords): readonly NoticeAlarm[] {
  const kinds = ['news', 'more', 'still', 'over'] as const;
  return kinds.flatMap((kind) =>
    round[kind].map(({ level, code, about, since, what }) => ({
      ...{ state: states[kind], level, code, about, since, what },
      title: say.title(code),
      todo: say.todo(code),
    })),
  );
}
