import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ChangeRequest, Line as ExchangeLine } from '../../simulator/orders/negotiate-line.ts';
import { loadChannelRuntimes } from '../../src/pipeline/runtime/channel-runtime.ts';
import type { Line } from '../kit/documents.ts';
import { OrderLife } from '../kit/order-life.ts';

/**
 * Random sequences of exports and answers. What must be sent and what must not is said here again, from the interface specification and
 * the words of the standard, on what truly stands at the exchange: never is a touched value lost, never an untouched line reopened.
 */

const all = loadChannelRuntimes(undefined);
afterAll(() => all.dispose());

/** Schedule and price of a line, as the model compares them. */
interface Terms {
  readonly deliveries: readonly { readonly quantity: string; readonly date: string }[];
  readonly price: string;
}

interface Step {
  readonly who: 'erp' | 'propose' | 'accept' | 'reject' | 'approve' | 'refuse' | 'refuseReopen' | 'cancel';
  readonly line: 0 | 1;
  readonly terms: Terms;
  readonly mark: '' | 'revised' | 'accepted';
  readonly heard: boolean;
  /** A text of the line, and the terms of payment of the order, as the ERP has them from now on. */
  readonly text: string;
  readonly payment: string;
  /** The ERP leaves the values of the line as they are. */
  readonly keeps: boolean;
}

/** Longer by hand: `SEQUENCES=2000 npx vitest run --project endurance test/endurance/order-sequences.test.ts`, with `SEQUENCE_SEED` the same ones again. */
const runs = Number(process.env.SEQUENCES ?? 80);
const seed = process.env.SEQUENCE_SEED === undefined ? {} : { seed: Number(process.env.SEQUENCE_SEED) };
const patience = Math.max(120_000, runs * 1_000);

const positions = ['10', '20'] as const;
const dates = ['2026-04-01', '2026-04-08'] as const;

const first: Terms = { deliveries: [{ quantity: '10', date: dates[0] }], price: '2' };

/** Few, so that values come back: what is wanted again, taken over, agreed in part. */
const terms: fc.Arbitrary<Terms> = fc.constantFrom<Terms>(
  first,
  { deliveries: [{ quantity: '12', date: dates[0] }], price: '2' },
  { deliveries: [{ quantity: '10', date: dates[1] }], price: '2' },
  { deliveries: [{ quantity: '12', date: dates[1] }], price: '3' },
  {
    deliveries: [
      { quantity: '6', date: dates[0] },
      { quantity: '4', date: dates[1] },
    ],
    price: '3',
  },
);

const step = (heard: fc.Arbitrary<boolean>): fc.Arbitrary<Step> =>
  fc.record({
    who: fc.oneof(
      { weight: 5, arbitrary: fc.constant('erp' as const) },
      { weight: 3, arbitrary: fc.constantFrom('propose' as const, 'accept' as const, 'approve' as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'reject' as const,
          'refuse' as const,
          'refuseReopen' as const,
          'cancel' as const,
        ),
      },
    ),
    line: fc.constantFrom(0, 0, 0, 1),
    terms,
    mark: fc.constantFrom('', '', 'revised', 'accepted'),
    heard,
    text: fc.constantFrom('plain', 'plain', 'plain', 'urgent'),
    payment: fc.constantFrom('30', '30', '30', '60'),
    keeps: fc.boolean(),
  });

/** Quantity, dates, split and price: each can be touched for itself. */
function aspects({ deliveries, price }: Terms): readonly string[] {
  const sorted = [...deliveries].sort((a, b) => (a.date < b.date ? -1 : 1));
  return [
    `quantity ${sorted.reduce((sum, { quantity }) => sum + Number(quantity), 0)}`,
    `dates ${sorted.map(({ date }) => date)}`,
    `split ${sorted.map(({ quantity }) => Number(quantity))}`,
    `price ${Number(price)}`,
  ];
}

function termsAt({ deliverySchedule = [], prices }: ExchangeLine['issued']): Terms {
  const plain = JSON.parse(JSON.stringify({ deliverySchedule, prices }));
  return {
    deliveries: plain.deliverySchedule.map((one: { quantity: number; date: string }) => ({
      quantity: String(one.quantity),
      date: one.date,
    })),
    price: String(plain.prices?.netPrice?.priceInTransactionCurrency?.value),
  };
}

const open = (...requests: readonly (ChangeRequest | undefined)[]): readonly Terms[] =>
  requests.flatMap((request) => (request?.status === 'Open' ? [termsAt(request)] : []));

const equal = (one: Terms, other: Terms): boolean => `${aspects(one)}` === `${aspects(other)}`;

/** All that the exchange shows of a line now. */
const shown = (line: ExchangeLine): readonly Terms[] => [
  termsAt(line.confirmed ?? line.issued),
  ...open(line.proposal, line.supplierReopen, line.buyerReopen),
];

const snapshot = (line: ExchangeLine): string => JSON.stringify([line.process, ...shown(line).map(aspects)]);

interface Export {
  readonly life: OrderLife;
  readonly before: readonly (Terms | undefined)[];
  readonly now: readonly Terms[];
  readonly marks: readonly string[];
  readonly texts: readonly string[];
  readonly payment: string;
}

function carryOut({ life, before, now, marks, texts, payment }: Export) {
  const lines = positions.map(
    (id, n): Line => ({
      id,
      status: marks[n] ?? '',
      price: now[n]?.price ?? '',
      deliveries: now[n]?.deliveries ?? [],
      note: texts[n] ?? '',
      quantity: String((now[n]?.deliveries ?? []).reduce((sum, { quantity }) => sum + Number(quantity), 0)),
    }),
  );
  return life.export(lines, { type: before[0] === undefined ? 'New' : 'Changed', payment });
}

function play(steps: readonly Step[], judge: (at: Judged) => void): void {
  const life = new OrderLife(all.forSchemas(undefined));
  let exported: readonly (Terms | undefined)[] = [undefined, undefined];
  let texts: readonly string[] = ['plain', 'plain'];
  const history = positions.map(() => new Set<string>());
  const note = () => {
    for (const [n, position] of positions.entries())
      for (const one of shown(life.lineOf(position)))
        for (const aspect of aspects(one)) history[n]?.add(aspect);
  };
  carryOut({ life, before: exported, now: [first, first], marks: [], texts, payment: '30' });
  life.hear();
  exported = [first, first];
  note();
  for (const { who, line, terms: wanted, mark, heard, text, payment, keeps } of steps) {
    const position = positions[line];
    if (who === 'erp') {
      const now = exported.map((terms, n) => (n === line && !keeps ? wanted : (terms ?? first)));
      const marks = positions.map((_, n) => (n === line ? mark : ''));
      const lines = positions.map((one) => life.lineOf(one));
      const told = lines.map((one) => ({ snapshot: snapshot(one), shown: shown(one), line: { ...one } }));
      texts = texts.map((before, n) => (n === line ? text : before));
      const outcome = carryOut({ life, before: exported, now, marks, texts, payment });
      const { sent } = outcome;
      for (const n of [0, 1] as const)
        judge({
          texts: { erp: texts[n] ?? '', exchange: textAt(life.lineOf(positions[n])) },
          headers: { erp: payment, exchange: paymentAt(life) },
          told: outcome.told,
          position: positions[n],
          isSent: sent.includes(positions[n]),
          last: exported[n] ?? first,
          now: now[n] ?? first,
          mark: marks[n] ?? '',
          before: told[n] ?? { snapshot: '', shown: [], line: life.lineOf(positions[n]) },
          after: snapshot(life.lineOf(positions[n])),
          history: history[n] ?? new Set(),
        });
      exported = now;
      if (heard) life.hear();
    } else if (who === 'propose') {
      const quantity = String(wanted.deliveries.reduce((sum, one) => sum + Number(one.quantity), 0));
      life.respond({ id: position, quantity, price: wanted.price, deliveries: wanted.deliveries }, heard);
    } else life.act({ action: who, lines: [position] }, heard);
    note();
  }
}

/** What the exchange has of texts and terms. */
const textAt = ({ buyer }: ExchangeLine): string =>
  z
    .object({ notes: z.array(z.string()) })
    .safeParse(buyer)
    .data?.notes.join() ?? '';
const paymentAt = (life: OrderLife): string | undefined =>
  z
    .object({ terms: z.object({ paymentTermsCode: z.string() }) })
    .safeParse(life.store.find('PO-1').buyerOrder).data?.terms.paymentTermsCode;

interface Judged {
  readonly texts: { readonly erp: string; readonly exchange: string };
  readonly headers: { readonly erp: string; readonly exchange: string | undefined };
  readonly told: readonly string[];
  readonly position: string;
  readonly isSent: boolean;
  readonly last: Terms;
  readonly now: Terms;
  readonly mark: string;
  readonly before: {
    readonly snapshot: string;
    readonly shown: readonly Terms[];
    readonly line: ExchangeLine;
  };
  readonly after: string;
  /** Aspects that the exchange ever showed. */
  readonly history: ReadonlySet<string>;
}

const isClosed = ({ process }: ExchangeLine): boolean => process === 'Cancelled' || process === 'Completed';

/** One date of several that stand is taken over by an ERP with one date a line, as long as it does not mark it. */
const isPartOfDates = (aspect: string, shownNow: readonly Terms[], mark: string): boolean =>
  aspect.startsWith('dates ') &&
  mark !== 'revised' &&
  shownNow.some((one) =>
    aspect
      .slice(6)
      .split(',')
      .every((date) => one.deliveries.some((d) => d.date === date)),
  );

describe('random lives of an order', () => {
  it(
    'where the gateway hears of all: what is touched goes, what answers goes, nothing untouched goes',
    () => {
      fc.assert(
        fc.property(fc.array(step(fc.constant(true)), { minLength: 3, maxLength: 12 }), (steps) => {
          play(steps, ({ position, isSent, last, now, mark, before, after, texts, headers, told }) => {
            if (texts.erp !== texts.exchange)
              expect(told.some((one) => one.endsWith(` ${position}`))).toBe(true);
            if (headers.erp !== headers.exchange) expect(told).toContain('header-left-out');
            const news = aspects(now).filter((aspect) => !aspects(last).includes(aspect));
            const known = before.shown.flatMap(aspects);
            const touched = news.filter(
              (aspect) => !known.includes(aspect) && !isPartOfDates(aspect, before.shown, mark),
            );
            if (touched.length > 0) expect(isSent).toBe(true);
            if (isClosed(before.line)) return;
            const offers = open(before.line.proposal, before.line.supplierReopen);
            const confirms = offers.some((offer) => equal(offer, now));
            const reverts =
              open(before.line.buyerReopen).length > 0 &&
              before.line.confirmed !== undefined &&
              equal(termsAt(before.line.confirmed), now) &&
              !equal(now, last);
            if (confirms || reverts) {
              expect(isSent).toBe(true);
              const left = confirms ? [] : offers;
              const process = left.length === 0 ? 'Confirmed' : 'InProgress';
              expect(after).toBe(JSON.stringify([process, ...[now, ...left].map(aspects)]));
            }
            // it may carry a text, or what is new in the header
            if (mark === '' && equal(now, last) && !confirms) expect(after).toBe(before.snapshot);
          });
        }),
        { numRuns: runs, ...seed },
      );
    },
    patience,
  );

  it(
    'where it hears late or never: what the exchange never showed goes, nothing untouched goes',
    () => {
      fc.assert(
        fc.property(fc.array(step(fc.boolean()), { minLength: 3, maxLength: 12 }), (steps) => {
          const offered = new Set<string>();
          // a new text goes with the values that stand as far as the gateway knows
          const silent = steps.map((one) => ({ ...one, text: 'plain', payment: '30' }));
          play(silent, ({ isSent, last, now, mark, before, after, history }) => {
            for (const offer of open(before.line.proposal, before.line.supplierReopen))
              offered.add(`${aspects(offer)}`);
            const fresh = aspects(now).filter(
              (aspect) =>
                !aspects(last).includes(aspect) && !history.has(aspect) && !aspect.startsWith('dates '),
            );
            if (fresh.length > 0) expect(isSent).toBe(true);
            if (mark === '' && equal(now, last) && !offered.has(`${aspects(now)}`)) {
              expect(isSent).toBe(false);
              expect(after).toBe(before.snapshot);
            }
          });
        }),
        { numRuns: runs, ...seed },
      );
    },
    patience,
  );
});
