import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Line as ExchangeLine } from '../simulator/orders/negotiate-line.ts';
import { parseCsvRows } from '../src/mapping/tables/csv-rows.ts';
import { loadChannelRuntimes } from '../src/pipeline/runtime/channel-runtime.ts';
import { OrderLife, parseLine } from './kit/order-life.ts';

/**
 * Lives of an order, made by hand: lives.csv says, event by event, which lines of an export are sent, what is told of them, and how
 * they stand at the exchange afterwards. What a buyer's update does there is the simulator's negotiation (interface specification).
 */

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const all = loadChannelRuntimes(undefined);
const edited = loadChannelRuntimes(path('fixtures/edited-mapping'));
afterAll(() => {
  all.dispose();
  edited.dispose();
});

interface LifeEvent {
  readonly event: string;
  /** Positions; `-`: none. Absent of what is no export. */
  readonly sent: string;
  readonly told: string;
  readonly stands: string;
}

function readLives(): ReadonlyMap<string, readonly LifeEvent[]> {
  const lives = new Map<string, LifeEvent[]>();
  let name = '';
  const [, ...rows] = parseCsvRows(readFileSync(path('lives.csv'), 'utf8'));
  for (const { cells } of rows) {
    const [life = '', event = '', sent = '', told = '', stands = ''] = cells;
    if (life !== '') name = life;
    const events = lives.get(name) ?? [];
    lives.set(name, events);
    if (event !== '') events.push({ event, sent, told, stands });
  }
  return lives;
}

const day = (date: string | undefined): string => (date ?? '').replace(/^2026-/, '');

function valuesOf({ deliverySchedule = [], prices }: ExchangeLine['issued']): string {
  const plain = JSON.parse(JSON.stringify({ deliverySchedule, prices }));
  const deliveries = plain.deliverySchedule.map(
    ({ quantity, date }: { quantity: number; date: string }) => `${quantity}/${day(date)}`,
  );
  return `${deliveries.join('+')}@${plain.prices?.netPrice?.priceInTransactionCurrency?.value ?? '-'}`;
}

function standingOf(line: ExchangeLine): string {
  const open = (who: string, request: (ExchangeLine['issued'] & { status: string }) | undefined) =>
    request?.status === 'Open' ? [`${who} asks ${valuesOf(request)}`] : [];
  return [
    `${line.position} ${line.process} ${valuesOf(line.confirmed ?? line.issued)}`,
    ...open('supplier', line.proposal),
    ...open('supplier', line.supplierReopen),
    ...open('buyer', line.buyerReopen),
  ].join(', ');
}

function carryOut(life: OrderLife, event: string) {
  const heard = !event.startsWith('unheard ');
  const [word = '', ...rest] = event.replace('unheard ', '').split(' ');
  if (word === 'new' || word === 'changed' || word === 'force') {
    const { date, lines, ...header } = optionsOf(rest);
    return life.export(rest.filter((one) => /^\d/.test(one)).map(parseLine), {
      type: word === 'new' ? 'New' : 'Changed',
      ...header,
      ...(date === undefined ? {} : { issued: `2026-${date}` }),
      ...(word === 'force' ? { forced: lines?.split(',') ?? 'all' } : {}),
    });
  }
  if (word === 'hear') life.hear(rest[0] === undefined ? undefined : Number(rest[0]));
  else if (word === 'forget') life.forget();
  else if (word === 'edit') life.tools = edited.forSchemas(undefined);
  else if (word === 'propose') life.respond(parseLine(rest[0] ?? ''), heard);
  else life.act({ action: actionOf(word), ...(rest.length === 0 ? {} : { lines: rest }) }, heard);
  return undefined;
}

/** `note:urgent` and the like: what stands in the header, and how it is sent. */
function optionsOf(words: readonly string[]) {
  const options = words.flatMap((word) => {
    const [, name, value] = /^([a-z]+):(.+)$/.exec(word) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  return optionsSchema.parse(Object.fromEntries(options));
}

const text = z.string().exactOptional();
const optionsSchema = z.strictObject({
  ...{ date: text, lines: text, note: text, delivery: text, payment: text, contact: text, place: text },
});

function actionOf(word: string) {
  const action = (
    ['accept', 'reject', 'refuseReopen', 'approve', 'refuse', 'cancel', 'complete', 'resend'] as const
  ).find((known) => known === word);
  if (action === undefined) throw new Error(`not an event: ${word}`);
  return action;
}

describe('lives of an order', () => {
  const lives = readLives();

  it('are at least forty', () => {
    expect(lives.size).toBeGreaterThanOrEqual(40);
  });

  it.each([...lives])('%s', (name, events) => {
    const life = new OrderLife(
      all.forSchemas(undefined),
      name.startsWith('as XML: ') ? 'orders' : 'orders-json',
    );
    for (const { event, sent, told, stands } of events) {
      const exported = carryOut(life, event);
      const found = exported && {
        event,
        sent: exported.sent.join(' ') || '-',
        told: [...exported.told].sort().join('; '),
      };
      expect(found).toEqual(exported && { event, sent, told });
      if (stands !== '')
        expect({
          event,
          stands: stands
            .split('; ')
            .map((one) => standingOf(life.lineOf(one.split(' ')[0] ?? '')))
            .join('; '),
        }).toEqual({ event, stands });
    }
  });
});
