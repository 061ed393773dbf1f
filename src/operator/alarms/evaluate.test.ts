import { describe, expect, it } from 'vitest';
import type { Acknowledgement } from '../../journal/trouble-store.ts';
import type { AlarmCode } from '../health/health.ts';
import {
  type ActiveAlarm,
  type Alarm,
  decideNotifications,
  hasNotifications,
  markNotified,
  type NotificationDecision,
  type SilenceMatcher,
} from './evaluate.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const start = Date.parse('2026-03-02T08:00:00.000Z');

const alarm = (code: AlarmCode, about = '', mark = ''): Alarm => ({
  code,
  about,
  level: 'red',
  what: `${code} is so`,
  since: '2026-03-02T08:00:00.000Z',
  mark,
});

/** The alarms of one target, a clock and what is wrong, in the test's hands; each look's tellings are sent well. */
function watchAlarms() {
  let active: readonly ActiveAlarm[] = [];
  const world = {
    now: start,
    alarms: [] as Alarm[],
    silences: [] as SilenceMatcher[],
    acknowledgements: [] as Acknowledgement[],
  };
  const names = (list: readonly ActiveAlarm[], word: string) =>
    list.map(({ code, about }) => `${word} ${code} ${about}`.trim());
  const look = (sent = true): readonly string[] => {
    const round: NotificationDecision = decideNotifications(active, world.alarms, {
      ...world,
      wait: 30 * second,
      repeat: 4 * hour,
    });
    active = sent && hasNotifications(round) ? markNotified(round.active, round, world.now) : round.active;
    const { news, more, still, over } = round;
    return [...names(news, 'new'), ...names(more, 'more'), ...names(still, 'still'), ...names(over, 'over')];
  };
  /** Looks every five seconds for so long; what was told. */
  const pass = (ms: number, each: () => void = () => undefined): readonly string[] => {
    const all: string[] = [];
    for (const end = world.now + ms; world.now < end; ) {
      world.now += 5 * second;
      each();
      all.push(...look());
    }
    return all;
  };
  return { world, look, pass };
}

describe('alarm notifications', () => {
  it('does not repeat what somebody sees to, and tells that there is more of it', () => {
    const { world, pass } = watchAlarms();
    world.alarms = [alarm('parked', 'orders', '1'), alarm('disk')];
    pass(minute);
    const at = new Date(world.now).toISOString();
    world.acknowledgements = [{ code: 'parked', about: 'orders', at, who: 'anna', reason: 'I look' }];
    expect(pass(4 * hour)).toEqual(['still disk']);
    world.alarms = [alarm('parked', 'orders', '2'), alarm('disk')];
    expect(pass(10 * minute)).toEqual(['more parked orders']);
  });

  it('tells what lasts for the wait, once, and again when it was repeated for long enough', () => {
    const { world, look, pass } = watchAlarms();
    world.alarms = [alarm('folder', 'orders')];
    expect(look()).toEqual([]);
    expect(pass(25 * second)).toEqual([]);
    expect(pass(5 * second)).toEqual(['new folder orders']);
    expect(pass(4 * hour - 5 * second)).toEqual([]);
    expect(pass(5 * second)).toEqual(['still folder orders']);
  });

  it('says nothing of what is over before it was told', () => {
    const { world, pass } = watchAlarms();
    world.alarms = [alarm('folder', 'orders')];
    pass(25 * second);
    world.alarms = [];
    expect(pass(hour)).toEqual([]);
  });

  it('tells once that it is over, when it has been for a minute, and nothing of what flickers', () => {
    const { world, pass } = watchAlarms();
    world.alarms = [alarm('folder', 'orders')];
    expect(pass(minute)).toEqual(['new folder orders']);
    expect(
      pass(hour, () => {
        world.alarms = world.alarms.length === 0 ? [alarm('folder', 'orders')] : [];
      }),
    ).toEqual([]);
    world.alarms = [];
    expect(pass(hour)).toEqual(['over folder orders']);
  });

  it('makes one of 10,000 rejected documents, with all of them', () => {
    const { world, pass } = watchAlarms();
    let count = 0;
    const storm = () => {
      count += count < 10_000 ? 500 : 0;
      world.alarms = [alarm('rejected', 'orders', `${count}`)];
    };
    expect(pass(hour, storm)).toEqual(['new rejected orders']);
    expect(count).toBe(10_000);
  });

  it('tells what never stops growing after five minutes, and more of it twice an hour at most', () => {
    const { world, pass } = watchAlarms();
    let count = 0;
    const grow = () => {
      count += 1;
      world.alarms = [alarm('parked', 'orders', `${count}`)];
    };
    expect(pass(5 * minute, grow)).toEqual([]);
    expect(pass(5 * second, grow)).toEqual(['new parked orders']);
    expect(pass(30 * minute - 5 * second, grow)).toEqual([]);
    expect(pass(5 * second, grow)).toEqual(['more parked orders']);
    expect(pass(45 * minute, grow)).toEqual(['more parked orders']);
    expect(pass(hour)).toEqual(['more parked orders']);
  });

  it('tells 2,160 refusals of twelve hours, one every 20 seconds, at least every half hour', () => {
    const { world, pass } = watchAlarms();
    const refuse = () => {
      world.alarms = [alarm('rejected', 'orders', `${Math.floor((world.now - start) / (20 * second))}`)];
    };
    const told = pass(12 * hour, refuse);
    expect(told[0]).toBe('new rejected orders');
    expect(told.slice(1)).toEqual(Array.from({ length: 23 }, () => 'more rejected orders'));
  });

  it('does not tell that there is more where a person has decided on some', () => {
    const { world, pass } = watchAlarms();
    world.alarms = [alarm('parked', 'orders', '31')];
    expect(pass(hour)).toEqual(['new parked orders']);
    world.alarms = [alarm('parked', 'orders', '30')];
    expect(pass(hour)).toEqual([]);
    world.alarms = [alarm('parked', 'orders', '32')];
    expect(pass(hour)).toEqual(['more parked orders']);
  });

  it('tells values that were never lost before once a day', () => {
    const { world, pass } = watchAlarms();
    let paths = 0;
    const lose = () => {
      paths += 1;
      world.alarms = [alarm('lost-values', 'orders', `${paths}`)];
    };
    expect(pass(hour, lose)).toEqual(['new lost-values orders']);
    expect(pass(23 * hour, lose)).toEqual([]);
    expect(pass(hour, lose)).toEqual(['new lost-values orders']);
    expect(pass(72 * hour)).toEqual(['new lost-values orders']);
  });

  it('tells of more documents that were refused, and neither repeats them nor calls them over', () => {
    const { world, pass } = watchAlarms();
    world.alarms = [alarm('rejected', 'orders', '1')];
    expect(pass(24 * hour)).toEqual(['new rejected orders']);
    world.alarms = [alarm('rejected', 'orders', '2')];
    expect(pass(hour)).toEqual(['more rejected orders']);
    world.alarms = [];
    expect(pass(hour)).toEqual([]);
  });

  it('hides what follows behind its cause, also of the same channel alone, and tells it when it stays', () => {
    const { world, pass } = watchAlarms();
    world.alarms = [alarm('exchange-away'), alarm('waiting'), alarm('search', 'responses'), alarm('disk')];
    expect(pass(hour)).toEqual(['new exchange-away', 'new disk']);
    world.alarms = [alarm('waiting'), alarm('disk')];
    expect(pass(minute + 5 * second)).toEqual(['over exchange-away']);
    // it gets its time to end by itself
    expect(pass(3 * minute)).toEqual([]);
    expect(pass(minute)).toEqual(['new waiting']);
    world.alarms = [alarm('folder', 'orders'), alarm('filing', 'orders'), alarm('filing', 'other')];
    expect(pass(50 * second)).toEqual(['new folder orders', 'new filing other']);
  });

  it('is silent about what somebody silenced, and tells it when that has ended', () => {
    const { world, pass } = watchAlarms();
    world.alarms = [alarm('folder', 'orders'), alarm('folder', 'other'), alarm('disk')];
    world.silences = [{ code: 'folder', about: 'orders' }];
    expect(pass(hour)).toEqual(['new folder other', 'new disk']);
    world.silences = [{ code: '', about: '' }];
    expect(pass(8 * hour)).toEqual([]);
    world.silences = [];
    expect(pass(minute)).toEqual(['still folder other', 'still disk', 'new folder orders']);
  });

  it('tells again what could not be sent, as it is then', () => {
    const { world, look, pass } = watchAlarms();
    world.alarms = [alarm('folder', 'orders')];
    pass(30 * second);
    world.now += 5 * second;
    expect(look(false)).toEqual(['new folder orders']);
    world.now += hour;
    world.alarms = [alarm('folder', 'orders'), alarm('disk')];
    expect(look(false)).toEqual(['new folder orders']);
    world.alarms = [];
    expect(pass(hour)).toEqual([]);
  });

  it('does not wait for years because the clock was put back', () => {
    const { world, pass } = watchAlarms();
    world.alarms = [alarm('folder', 'orders')];
    pass(25 * second);
    world.now -= 48 * hour;
    expect(pass(minute)).toEqual(['new folder orders']);
    world.now -= 48 * hour;
    expect(pass(4 * hour + minute)).toEqual(['still folder orders']);
  });
});
