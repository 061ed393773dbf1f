import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { sampleRecord } from '../../journal/testkit/sample-record.ts';
import { planBulkDecision, startBulkDecision } from '../../operator/decisions/bulk-plan.ts';
import { computeHealth } from '../../operator/health/health.ts';
import { packageFile } from '../../package.ts';
import type { Finding } from '../../types.ts';
import type { Caller, RequestContext, Route } from '../kit/route.ts';
import { type OpenDesk, openDesk } from '../testkit/open-desk.ts';
import { allRoutes } from './all-routes.ts';
import { readLiveEvent } from './read-live-event.ts';

/** Who sees documents masked finds no value of one in any answer, whatever that value is. */

const exchange = { exchange: 'api-connector/order' };
const channels = {
  orders: {
    ...{ from: { folder: 'orders' }, document: 'scsn/Order', map: 'order-to-exchange', to: exchange },
    severities: { 'line-status-unknown': 'off' },
  },
  edi: {
    ...{ from: { folder: 'edi' }, document: 'edifact-d96a-orders', to: exchange },
    map: ['edifact-orders-to-order', 'order-to-exchange'],
  },
};
const word = fc
  .tuple(
    fc.constantFrom('B', 'K', 'V', 'Zw'),
    fc.stringMatching(/^[aeiou][bdfgklmnprstvz][aeiou][bdfgkl]{2}[aeiou]n[a-z]{2,4}$/),
  )
  .map(([first, rest]) => `${first}${rest}xq`);

/** The values that people must not see: a name, which is a key that a table has not too, and a price. */
interface Planted {
  readonly name: string;
  readonly price: string;
}

const xmlWith = ({ name, price }: Planted): string =>
  readFileSync(packageFile('samples', 'good', 'order-full.xml'), 'utf8')
    .replaceAll('Ellersloot', name)
    .replaceAll('Quality agreement', name)
    .replace(/(<cbc:PriceAmount[^>]*>)[^<]+/g, `$1${price}`)
    .replace('<cbc:Quantity', `<cbc:LineStatusCode>${name}</cbc:LineStatusCode>$&`);

const edifactWith = ({ name, price }: Planted): string =>
  readFileSync(packageFile('samples', 'good', 'order-edifact.edi'), 'utf8')
    .replace('J. de Vries', name)
    .replace('Bearing block 30 mm', `${name} block`)
    .replace('AAA:12.75', `AAA:${price}`);

/** Where the first price stands. */
const lineOf = (text: string, part: string): number =>
  text.split('\n').findIndex((line) => line.includes(part)) + 1;
const sample: Planted = { name: 'a', price: '1' };
const priceLine = {
  xml: lineOf(xmlWith(sample), '<cbc:PriceAmount'),
  edi: lineOf(edifactWith(sample), 'PRI+AAA'),
};

function findingWith({ name, price }: Planted): Finding {
  return {
    ...{
      code: 'table-miss',
      severity: 'park',
      line: 20,
      path: '/Order/cac:OrderLine[1]',
      key: `order line ${name}`,
    },
    ...{
      message: `The table \`supplier\` has no entry for \`${name}\`, at ${price}.`,
      advice: `Add ${name}.`,
    },
    ...{ value: name, field: name },
  };
}

/** A parked order, a refused one and a delivered one, in both formats, with all that the journal keeps in words. */
async function plant({ journal }: OpenDesk, planted: Planted): Promise<readonly number[]> {
  const { name, price } = planted;
  const files = [
    ['orders', 'a.xml', xmlWith(planted)],
    ['orders', 'b.xml', xmlWith(planted).replaceAll('4500017802', '4500017803')],
    ['edi', 'c.edi', edifactWith(planted)],
  ] as const;
  const ids: number[] = [];
  for (const [channel, file, text] of files) {
    const source = { kind: 'file', id: file, name: file, size: 1, mtime: 1 } as const;
    const bytes = Buffer.from(text);
    const [id = 0] = await journal.receive([{ channel, direction: 'inbound', name: file, source, bytes }]);
    const purchaseOrderNumber = /(45000\d+)/.exec(text)?.[1] ?? '';
    const findings = [findingWith(planted)];
    const keys = {
      orderKey: purchaseOrderNumber,
      address: `buyer/c/${purchaseOrderNumber}`,
      purchaseOrderNumber,
    };
    await journal.storeChecked(id, { ...keys, findings });
    const body = JSON.stringify({
      order: { purchaseOrderNumber, buyerName: name },
      lines: [{ description: name, price: 0 }],
    });
    const { attempt } = await journal.startDelivery(id, {
      ...{ bytes: Buffer.from(body.replace(':0}', `:${price}}`)), plan: '{}', mapping: 'm', findings },
      saw: {
        ...sampleRecord,
        state: JSON.stringify({ revision: 1, published: {}, received: {}, name, price }),
      },
    });
    await journal.endAttempt(id, attempt, { status: 422, detail: `no ${name}, at ${price}`, unknown: false });
    ids.push(id);
  }
  const [parked = 0, refused = 0, ignored = 0] = ids;
  const reason = `The table has no entry for ${name}, at ${price}.`;
  await journal.park(parked, reason, [findingWith(planted)]);
  await journal.settle(refused, { outcome: 'rejected', reason, findings: [findingWith(planted)] });
  const asks = { line: '10', finding: findingWith(planted), asks: `all of ${name}` };
  await journal.settle(ignored, { outcome: 'ignored', reason, findings: [], tasks: [asks] });
  // it still needs somebody after that
  const plan = await planBulkDecision(journal.pages, 'release', { ids: [parked] });
  await startBulkDecision(journal, plan, { who: 'ben', reason: 'The others are urgent.' });
  while (await journal.advanceBulkDecisions()) await journal.carryOutCommands();
  return ids;
}

const chainOf = (id: number): readonly string[] => (id % 3 === 0 ? channels.edi.map : [channels.orders.map]);

/** What people ask of each route; a route that is not here fails the test. */
function questionsFor(ids: readonly number[], planted: Planted): Readonly<Record<string, readonly object[]>> {
  const messages = ids.map((id) => ({ id }));
  // a document of each format
  const trials = ids.toSpliced(1, 1).map((id) => ({
    ...{
      name: chainOf(id)[0],
      chain: chainOf(id),
      source: { kind: 'message', id },
      situation: { kind: 'then' },
    },
    ...{ page: 'p', edits: {}, document: 0 },
  }));
  const places = [priceLine.xml, priceLine.edi].map((line) => ({ in: 'document', line }));
  const roles = ['received', 'prepared', 'corrected', 'answer', 'state', 'plan', 'translated'];
  const mapping = { name: 'order-to-exchange' };
  const parts = ids.flatMap((id) => roles.map((role) => ({ id, role })));
  return {
    'GET /account': [{}],
    'GET /alarms': [{}],
    'GET /channels': [{}],
    'GET /decisions/:id': [{ id: 1 }],
    'GET /find': ['45000', '.xml', 'xq'].map((q) => ({ q })),
    // they tell of no document
    'GET /help': [],
    'GET /help/page': [],
    'GET /help/search': [],
    'GET /mappings': [{}],
    'GET /mappings/:name': [{ name: 'order-to-exchange' }],
    'GET /mappings/:name/fixtures': [mapping],
    'GET /mappings/:name/history': [mapping],
    'GET /mappings/:name/history/difference': [{ ...mapping, from: 1, to: 2 }],
    'GET /mappings/:name/ignored': [mapping],
    'GET /mappings/:name/missing': [mapping, { name: 'edifact-orders-to-order' }],
    'GET /mappings/:name/counts': [mapping, { name: 'edifact-orders-to-order' }],
    'GET /mappings/:name/tables': [mapping],
    'GET /mappings/:name/sources': [{ name: 'order-to-exchange' }],
    'GET /mappings/:name/suggestions': [{ name: 'order-to-exchange' }],
    'POST /mappings/:name/source': trials.map(({ page: _, edits: __, document: ___, ...rest }) => rest),
    'POST /mappings/:name/preview': trials,
    'POST /mappings/:name/provenance': trials.flatMap((one) => places.map((place) => ({ ...one, place }))),
    'POST /mappings/:name/layers': [{ ...mapping, edits: {} }],
    'POST /mappings/:name/tree': trials.flatMap((one) =>
      [{ key: '' }, { line: priceLine.xml, column: 30 }, { line: priceLine.edi, column: 9 }].map((open) => ({
        ...one,
        open,
      })),
    ),
    'POST /mappings/:name/values': trials.flatMap((one) =>
      ['', planted.name].map((word) => ({ ...one, word, most: 2000 })),
    ),
    'GET /messages': [{}, { needs: 'action' }, { finding: 'table-miss' }, { outcome: 'ignored' }],
    'GET /messages/changes': [{ ids: ids.join() }],
    'GET /messages/totals': [{}],
    'GET /messages/causes': [{}],
    'GET /messages/:id': messages,
    'GET /messages/:id/neighbours': messages,
    'GET /messages/:id/lines': parts.map((part) => ({ ...part, from: 1, to: 2_000 })),
    'GET /messages/:id/body': parts,
    'GET /messages/:id/tree': messages,
    'GET /orders/:number': ['4500017802', '4500017803', '4500017821', '45000'].map((number) => ({ number })),
    'GET /overview': [{}],
  };
}

const context = (caller: Caller): RequestContext => ({
  ...{ caller, address: '127.0.0.1', language: 'en', signal: new AbortController().signal },
});
const reader: Caller = { name: 'anna', role: 'read' };

const nameOf = ({ description: { method, path } }: Route): string => `${method} ${path}`;

/** All answers of a route as text, with what stands in base64; a refusal is an answer. */
async function ask(route: Route, questions: readonly object[], caller: Caller): Promise<string> {
  const answers = [];
  for (const question of questions) {
    const answer = await route.answer(question, context(caller)).catch((error: Error) => error.message);
    answers.push(JSON.stringify(answer));
    if (typeof answer === 'object' && answer !== null && 'base64' in answer)
      answers.push(Buffer.from(String(answer.base64), 'base64').toString('utf8'));
  }
  return answers.join('\n');
}

const isIn = (text: string, { name, price }: Planted): boolean =>
  text.toLowerCase().includes(name.toLowerCase()) || text.includes(price);

/** Routes that tell a value to who may see it: what is planted does come out where nothing masks. */
const telling = [
  ...['GET /messages', 'GET /messages/causes', 'GET /messages/changes', 'GET /messages/:id', 'GET /overview'],
  ...['GET /messages/:id/lines', 'GET /messages/:id/body', 'GET /messages/:id/tree', 'GET /orders/:number'],
  ...['POST /mappings/:name/source', 'POST /mappings/:name/preview', 'POST /mappings/:name/provenance'],
  ...['POST /mappings/:name/tree', 'POST /mappings/:name/values'],
  ...['GET /mappings/:name/missing', 'GET /mappings/:name/counts', 'GET /decisions/:id'],
];

/** What is counted is what another route has looked for. */
const countingLast = (one: Route, other: Route): number =>
  Number(isCounting(one)) - Number(isCounting(other));
const isCounting = (route: Route): boolean => nameOf(route) === 'GET /mappings/:name/counts';

it('a planted value comes out of no route that a masked reader may ask', async () => {
  await fc.assert(
    fc.asyncProperty(word, fc.integer({ min: 1_000, max: 9_999 }), async (name, digits) => {
      const planted = { name, price: `${digits}.37` };
      const desk = openDesk({ channels });
      try {
        const ids = await plant(desk, planted);
        const questions = questionsFor(ids, planted);
        const readable = allRoutes(desk).filter(({ description: { role } }) => role === 'read');
        expect(readable.map(nameOf).sort()).toEqual(Object.keys(questions).sort());
        const told: string[] = [];
        for (const route of readable.toSorted(countingLast)) {
          const asked = questions[nameOf(route)] ?? [];
          expect(route.description.forMasked, nameOf(route)).toBe(true);
          const masked = await ask(route, asked, { ...reader, masked: true });
          expect(isIn(masked, planted) ? `${nameOf(route)}: ${around(masked, planted)}` : '').toBe('');
          const plain = await ask(route, asked, reader);
          expect(plain).not.toContain('There is no mapping');
          if (isIn(plain, planted)) told.push(nameOf(route));
        }
        expect(telling.filter((one) => !told.includes(one))).toEqual([]);
        expect(isIn(JSON.stringify(await readLiveEvent(desk)), planted)).toBe(false);
      } finally {
        await desk.close();
      }
    }),
    // another value each time that the tests run
    { numRuns: 1, endOnFailure: true },
  );
}, 240_000);

/** For whoever reads why it failed. */
function around(text: string, { name, price }: Planted): string {
  const at = Math.max(text.toLowerCase().indexOf(name.toLowerCase()), text.indexOf(price));
  return text.slice(Math.max(0, at - 150), at + 80);
}

it('a masked reader sees the document with its structure, codes, dates and quantities', async () => {
  const desk = openDesk({ channels });
  onTestFinished(() => desk.close());
  const planted = { name: 'Zwartekruis', price: '7731.37' };
  const [id = 0, , edi = 0] = await plant(desk, planted);
  const route = allRoutes(desk).find((one) => nameOf(one) === 'GET /messages/:id/lines');
  const lines = async (of: number) =>
    route
      ? await ask(route, [{ id: of, role: 'received', from: 1, to: 500 }], { ...reader, masked: true })
      : '';
  for (const kept of ['<cbc:IssueDate>2026-11-02', '<cac:OrderLine>', 'unitCode='])
    expect(await lines(id)).toContain(kept.replaceAll('"', '\\"'));
  expect(await lines(edi)).toContain('QTY+21:120:PCE');
});

it('a masked reader cannot filter by a value, which would tell whether it is there', async () => {
  const desk = openDesk({ channels });
  onTestFinished(() => desk.close());
  await plant(desk, { name: 'Zwartekruis', price: '7731.37' });
  for (const [name, more] of [
    ['GET /messages', {}],
    ['GET /messages/changes', { ids: '1' }],
    ['GET /messages/:id/neighbours', { id: 1 }],
  ] as const) {
    const route = allRoutes(desk).find((one) => nameOf(one) === name);
    const asked = route?.answer(
      { finding: 'table-miss', value: 'Zwartekruis', ...more },
      context({ ...reader, masked: true }),
    );
    await expect(asked).rejects.toMatchObject({ code: 'masked', status: 403 });
  }
});

it('what is wrong is told by its title alone', async () => {
  const desk = openDesk({ channels });
  onTestFinished(() => desk.close());
  desk.standing = computeHealth([
    {
      trouble: 'rejected',
      about: 'orders',
      what: { en: 'Zwartekruis', nl: 'Zwartekruis' },
      since: desk.now().toISOString(),
      lasts: 1,
    },
  ]);
  const route = allRoutes(desk).find((one) => nameOf(one) === 'GET /alarms');
  const text = route ? await ask(route, [{}], { ...reader, masked: true }) : '';
  expect(text).toContain('"code":"rejected"');
  expect(text).not.toContain('Zwartekruis');
});
