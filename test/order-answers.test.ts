import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { renderTimeline } from '../src/cli/order/render-order.ts';
import type { Journal } from '../src/journal/journal.ts';
import { lastingSqlite } from '../src/journal/testkit/lasting-journals.ts';
import { parseCsvRows } from '../src/mapping/tables/csv-rows.ts';
import type { Language } from '../src/types.ts';
import { OrderJournal } from './kit/order-journal.ts';

/**
 * What `gateway order` says of an order, and who has to act: order-answers.csv, made by hand, tells its life in events
 * (test/kit/order-journal.ts), the first line without title and times, who has to act and on what, and where it stands on its way. Exit
 * status 1: somebody has to act.
 */

const path = fileURLToPath(new URL('order-answers.csv', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'order-answers-'));
const engine = lastingSqlite(folder);
let journal: Journal;

beforeEach(async () => {
  journal = await engine.fresh();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

interface Row {
  readonly life: string;
  readonly side: string;
  readonly events: string;
  readonly says: string;
  readonly acts: string;
  readonly status: number;
  readonly track: string;
}

function readRows(): readonly Row[] {
  const [, ...rows] = parseCsvRows(readFileSync(path, 'utf8'));
  return rows.map(
    ({ cells: [life = '', side = '', events = '', says = '', acts = '', status = '', track = ''] }) => ({
      ...{ life, side, events, says, acts, track, status: Number(status) },
    }),
  );
}

async function lived(events: string, role: 'buyer' | 'supplier' = 'buyer'): Promise<OrderJournal> {
  const order = new OrderJournal(journal, role);
  for (const event of events.split('; ')) await order.carryOut(event);
  return order;
}

async function tell(order: OrderJournal, language: Language = 'en', withLines = false): Promise<string> {
  const view = { channels: new Map(), language, now: order.now };
  return renderTimeline(await order.timeline(), view, withLines);
}

/** How long and since when is not the matter here. */
const withoutTimes = (head: string): string =>
  head
    .replace(/ for \d+ (s|min|h)( \d+ (min|s))?/, '')
    .replace(/ on \d+ \w{3}( \d{4})? \d\d:\d\d:\d\d/, '')
    .replace(/^Order 4711 · we (buy from|supply to) 204518 · /, '');

describe('what gateway order says', () => {
  const rows = readRows();

  it('is told for sixty lives at least', () => {
    expect(rows.length).toBeGreaterThanOrEqual(60);
    expect(new Set(rows.map(({ events, side }) => `${side} ${events}`)).size).toBe(rows.length);
  });

  it.each(rows)('$life', async ({ side, events, says, acts, status, track }) => {
    const order = await lived(events, side === 'supplier' ? 'supplier' : 'buyer');
    const [head = ''] = (await tell(order)).split('\n');
    const { answer, track: stations } = await order.timeline();
    expect(stations.map(({ name, mark }) => `${name} ${mark}`).join(' > ')).toBe(track);
    const { who, action, lines = [] } = answer.act;
    const told = who === 'nobody' ? who : [who, action, ...lines].join(' ');
    expect({ says: withoutTimes(head), acts: told, status: who === 'nobody' ? 0 : 1 }).toEqual({
      ...{ says, acts, status },
    });
  });
});

describe('the timeline', () => {
  it('never jumps back in time, whichever message a step is of', async () => {
    const order = await lived(
      'order; order b; #1 sent; #2 waits; answer accepted:10; #3 published; #2 sent; #3 collected',
    );
    const { chapters } = await order.timeline();
    const times = chapters.flatMap(({ steps }) => steps.flatMap(({ at }) => at ?? []));
    expect(times).toEqual([...times].sort());
    expect(chapters.map(({ messages }) => messages[0])).toEqual([1, 2, 1, 3, 2, 3]);
  });

  it('tells each line with what was asked for and why', async () => {
    const order = await lived('order; sent 10,20,30; answer accepted:10 proposed:20 rejected:30; published');
    const [, acts, ...lines] = (await tell(order, 'en', true)).split('\n');
    expect(acts).toBe(
      '  Purchasing has to act: change or cancel line 30 in the ERP, then export the order again.',
    );
    expect(lines.slice(0, 3).map((line) => line.replace(/ +/g, ' ').trim())).toEqual([
      expect.stringMatching(/^line 10 accepted quantity 10, .*2026-04-01.* on 1 Mar/),
      expect.stringMatching(/^line 20 supplier proposes .*2026-04-08.* instead of .*2026-04-01.* on 1 Mar/),
      expect.stringMatching(/^line 30 rejected .*"geen voorraad" on 1 Mar/),
    ]);
  });

  it('is Dutch throughout where the config asks for it', async () => {
    const order = await lived(
      'order; refused; order b; parks; retry; checked; sent; answer rejected:10 accepted:20; published; order c; waits; answer issued:30; ignored',
    );
    const text = await tell(order, 'nl', true);
    expect(text).toMatch(
      /^Order 4711 · wij kopen bij 204518 · ORDER WACHT EN WORDT VANZELF OPNIEUW GEPROBEERD al \d+ s · leverancier WIJST AF: regel 10; /,
    );
    expect(text).not.toMatch(
      /\b(sent|published|refused|rejected|accepted|waiting|retry|tried|after|by|line|lines|file|found|now|news|collected|quantity|price|dates)\b/,
    );
  });
});
