import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stringify } from 'yaml';
import type { Journal } from '../../journal/journal.ts';
import type { BusinessKey, NewMessage, NumberedDocument } from '../../journal/model/message.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { sampleRecord } from '../../journal/testkit/sample-record.ts';
import { inboundKey, outboundKey, stateAddress } from '../../pipeline/channel/state-addresses.ts';
import { runCommandLine } from '../testkit/ran.ts';

/** What `gateway order` says, on a journal that is filled as the pipeline does. */

let folder: string;
let journal: Journal;

const channels = {
  orders: {
    from: { folder: 'out' },
    document: 'scsn/Order',
    map: 'order-to-exchange',
    to: { exchange: 'api-connector/order' },
  },
  responses: {
    as: 'buyer',
    from: { webhook: '/events' },
    document: 'scsn/OrderResponse',
    to: { folder: 'in', collected: { within: '4h' } },
  },
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-order-'));
  writeFileSync(join(folder, 'gateway.yaml'), stringify({ journal: { sqlite: 'journal.db' }, channels }));
  journal = openSqliteJournal(join(folder, 'journal.db'));
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true });
});

const order = (...words: readonly string[]) => runCommandLine(folder, 'order', ...words);

const file = (name: string): NewMessage => ({
  channel: 'orders',
  direction: 'inbound',
  lane: 'out',
  name,
  source: { kind: 'file', id: name, name, size: 1, mtime: 1 },
  bytes: Buffer.from(name),
});

const keysOf = (number: string, party: string): readonly BusinessKey[] => [
  { kind: 'purchase order', value: number },
  { kind: 'party', value: party },
];

const warning = {
  code: 'unit-unknown',
  severity: 'warning',
  message: 'The unit STK is not in the table.',
  advice: 'Add it.',
  line: 20,
} as const;

interface Of {
  readonly number: string;
  readonly party?: string;
}

/** An order of ours, checked. */
async function received(name: string, { number, party = '204518' }: Of): Promise<number> {
  const [id = 0] = await journal.receive([file(name)]);
  const address = stateAddress('buyer', 'acme', number);
  await journal.storeChecked(id, {
    ...{ address, orderKey: inboundKey(address), purchaseOrderNumber: number },
    keys: keysOf(number, party),
    findings: [warning],
  });
  return id;
}

const prepared = (id: number) =>
  journal.startDelivery(id, {
    bytes: Buffer.from('{}'),
    saw: sampleRecord,
    plan: JSON.stringify({
      change: { delivered: { fingerprint: 'f', bytes: 'b', lines: { 10: 'x', 20: 'y' } } },
      fields: {},
      findings: [],
    }),
    mapping: '3f2a99',
    findings: [warning],
  });

async function sent(id: number, statuses: readonly number[] = [202]): Promise<void> {
  let { attempt } = await prepared(id);
  for (const [n, status] of statuses.entries()) {
    if (n > 0) attempt = await journal.startRedelivery(id);
    await journal.endAttempt(id, attempt, { status, detail: status < 300 ? 'ok' : 'retry', unknown: false });
  }
  const outcome = (statuses.at(-1) ?? 0) < 300 ? 'delivered' : 'rejected';
  await journal.settle(id, { outcome, reason: 'The exchange said so.', findings: [warning] });
}

/** An answer of the supplier's. */
async function answer(of: Of, name = 'OrderLinesAcceptedBySupplier'): Promise<number> {
  const { number, party = '204518' } = of;
  const [id = 0] = await journal.receive([
    {
      channel: 'responses',
      direction: 'outbound',
      name,
      source: { kind: 'webhook', method: 'POST' },
      bytes: Buffer.from(`${name} ${number}`),
    },
  ]);
  const address = stateAddress('buyer', 'acme', number);
  await journal.storeChecked(id, {
    ...{ address, orderKey: outboundKey('responses', number), purchaseOrderNumber: number },
    keys: keysOf(number, party),
    findings: [],
  });
  return id;
}

async function published(id: number): Promise<void> {
  const { attempt } = await prepared(id);
  const staged = { temporary: 't', name: '4711-000012.xml', folder: 'mark' };
  await journal.noteStaged(id, attempt, staged);
  await journal.endAttempt(id, attempt, { status: 0, detail: '', unknown: false, published: true });
  await journal.settle(id, {
    outcome: 'delivered',
    reason: 'Published.',
    findings: [],
    published: { name: staged.name, folder: 'mark' },
  });
}

describe('gateway order', () => {
  it('answers first, and tells both directions in one timeline', async () => {
    await sent(await received('order-4711.xml', { number: '4711' }), [503, 503, 202]);
    for (const name of ['OrderIssued', 'OrderSeen'])
      await journal.settle(await answer({ number: '4711' }, name), {
        ...{ outcome: 'ignored', reason: 'Nothing to say.', findings: [] },
      });
    const id = await answer({ number: '4711' });
    await published(id);
    const waits = await order('4711');
    expect(waits.code).toBe(0);
    const [head, ...steps] = waits.out.trimEnd().split('\n');
    expect(head).toMatch(/^Order 4711 · we buy from 204518 · RESPONSE WAITS FOR THE ERP for \d+ s$/);
    expect(
      steps.map((step) =>
        step.replace(/after \d+ ms/, 'after 1 ms').replace(/^ +(\d+ \w+ \S+|:\d\d|now)? +/, ''),
      ),
    ).toEqual([
      expect.stringMatching(/^from the ERP +order-4711\.xml, 14 B +#1$/),
      expect.stringMatching(/^checked +1 warning: The unit STK is not in the table\. \(line 20\)$/),
      expect.stringMatching(/^not sent +2 attempts since .*, last: api-connector\/order: 503 after 1 ms/),
      expect.stringMatching(/^sent +api-connector\/order: 202 after 1 ms, lines 10, 20, mapping 3f2a$/),
      expect.stringMatching(/^no news +2 ignored +#2 #3$/),
      expect.stringMatching(/^from the exchange +OrderLinesAcceptedBySupplier, 33 B +#4$/),
      expect.stringMatching(/^published +4711-000012\.xml, lines 10, 20, mapping 3f2a$/),
      expect.stringMatching(
        /^not collected +it lies in its folder; an alarm from .* on \(collected within 4 h\)$/,
      ),
    ]);
    await journal.noteCollected([id]);
    const done = await order('4711');
    expect(done.out).toMatch(/RESPONSE WAS COLLECTED BY THE ERP on \d+ \w{3} \d\d:\d\d:\d\d\n/);
    expect(done.out).toMatch(/collected +by the ERP/);
  });

  it('names what no rule of the mapping read, the commercial first', async () => {
    const id = await received('a.xml', { number: '4711' });
    const lost = [
      { path: 'Order/cbc:Note', count: 2, class: 'other' },
      { path: 'Order/cac:Contract/cbc:ID', count: 1, class: 'commercial' },
    ] as const;
    const bytes = Buffer.from('{}');
    await journal.startDelivery(id, {
      ...{ bytes, plan: '{}', mapping: '', findings: [] },
      saw: { ...sampleRecord, lost },
    });
    expect((await order('4711')).out).toMatch(
      /values lost +Order\/cac:Contract\/cbc:ID: 1 \(commercial\), Order\/cbc:Note: 2 \(other\)/,
    );
  });

  it('exit status 1: a person has to act; a decision stands in the timeline', async () => {
    const id = await received('a.xml', { number: '4711' });
    await journal.park(id, 'The supplier is not known.', []);
    const parked = await order('4711');
    expect(parked).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /ORDER IS PARKED: A PERSON HAS TO DECIDE for [\s\S]*now +parked +.*not known/,
      ),
    });
    await journal.enqueueCommand({
      action: 'discard',
      message: id,
      force: false,
      reason: 'twice',
      who: 'anna',
    });
    await journal.carryOutCommands();
    const discarded = await order('4711');
    expect(discarded.code).toBe(0);
    expect(discarded.out).toMatch(
      /ORDER WAS DISCARDED BY A PERSON[\s\S]*discard +by anna \(twice\): It was discarded/,
    );
  });

  it('a refused document has to be mended, until a later one of its order went well', async () => {
    await sent(await received('a.xml', { number: '4711' }), [400]);
    expect(await order('4711')).toMatchObject({ code: 1, out: expect.stringContaining('WAS REFUSED') });
    await sent(await received('b.xml', { number: '4711' }));
    expect(await order('4711')).toMatchObject({ code: 0, out: expect.stringContaining('ORDER WAS SENT on') });
  });

  it('exit status 2: there is no such order', async () => {
    await received('a.xml', { number: '4711' });
    for (const asked of ['4712', '%', '_', '"', "'", 'a%b', '4711%', '\u0000', 'x'.repeat(10_000)]) {
      const { code, out, err } = await order(asked);
      expect([code, err], asked.slice(0, 20)).toEqual([2, '']);
      expect(out).toMatch(/^There is no order/);
      expect(out.length).toBeLessThan(250);
    }
    expect(await order()).toMatchObject({ code: 2, err: expect.stringContaining('--party') });
  });

  it('several orders are a list by party; --party chooses', async () => {
    await sent(await received('a.xml', { number: '4711', party: 'ZULU' }));
    const [id = 0] = await journal.receive([file('b.xml')]);
    const address = stateAddress('supplier', 'ALFA', '4711');
    const keys = keysOf('4711', 'ALFA');
    await journal.storeChecked(id, {
      address,
      orderKey: 'k',
      purchaseOrderNumber: '4711',
      keys,
      findings: [],
    });
    await journal.park(id, 'Look.', []);
    const list = await order('4711');
    expect(list.code).toBe(1);
    expect(list.out).toMatch(
      /^2 orders fit 4711\.[\s\S]*\nALFA +4711 +supplier +.*PARKED.*\nZULU +4711 +buyer +ORDER WAS SENT/,
    );
    expect(await order('4711', '--party', 'zul')).toMatchObject({
      code: 0,
      out: expect.stringContaining('we buy from ZULU'),
    });
    expect(await order('--party', 'ALFA')).toMatchObject({
      code: 1,
      out: expect.stringContaining('we supply to ALFA'),
    });
    expect((await order('4711', '--party', 'none')).code).toBe(2);
    expect((await order('4711', '--since', '2999-01-01')).code).toBe(2);
  });

  it('a whole number wins over a part, a part finds what there is', async () => {
    for (const number of ['47', '4711', '4712']) await received(`${number}.xml`, { number });
    expect((await order('47')).out).toMatch(/^Order 47 /);
    expect((await order('471')).out).toMatch(/^2 orders fit 471\./);
    expect((await order('4712.xml')).out).toMatch(/^Order 4712 /);
  });

  it('a document of a file leads to its order and names the file; the file leads to all of them', async () => {
    const [parent = 0] = await journal.receive([file('week.csv')]);
    const cut = (number: number): NumberedDocument => ({
      ...{ number, channel: 'orders', bytes: Buffer.from(`row ${number}`), findings: [] },
      at: { offset: 0, line: 10 * number, column: 1 },
    });
    await journal.addDocuments(parent, [cut(1), cut(2)], 'g');
    await journal.split(parent, 2, 'It holds 2 documents.', []);
    for (const [n, { id }] of (await journal.documents(parent)).entries()) {
      const address = stateAddress('buyer', 'acme', `PO-${n + 1}`);
      const about = { address, orderKey: inboundKey(address), purchaseOrderNumber: `PO-${n + 1}` };
      await journal.storeChecked(id, { ...about, keys: keysOf(`PO-${n + 1}`, '204518'), findings: [] });
      await sent(id);
    }
    const one = await order('PO-2');
    expect(one.out).toMatch(/from the ERP +week\.csv #2, 5 B, from line 20 of the file of #1 +#3/);
    const both = await order('week.csv');
    expect(both.out).toMatch(/^2 orders fit week\.csv/);
    expect(both.out).toMatch(/PO-1[\s\S]*PO-2|PO-2[\s\S]*PO-1/);
  });

  it('an event that was not looked at yet belongs to the order of those before it', async () => {
    await published(await answer({ number: '4711' }));
    const [id = 0] = await journal.receive([
      {
        channel: 'responses',
        direction: 'outbound',
        name: 'later',
        source: { kind: 'notice', what: 'order', id: '1' },
        bytes: Buffer.from('later'),
      },
    ]);
    await journal.storeChecked(id, { orderKey: outboundKey('responses', '4711'), findings: [] });
    expect((await order('4711')).out).toMatch(/from the exchange +later, 5 B, told without the document +#2/);
  });

  it('programs are told the same as JSON, in UTC', async () => {
    await sent(await received('a.xml', { number: '4711' }));
    const { out } = await order('4711', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      more: false,
      orders: [
        {
          ...{ number: '4711', role: 'buyer', parties: ['204518'], messages: [1] },
          answer: { state: 'sent', act: { who: 'nobody' }, since: expect.stringMatching(/Z$/), message: 1 },
          chapters: [
            { messages: [1], steps: [{ what: 'from the ERP', at: expect.stringMatching(/Z$/) }, {}, {}] },
          ],
        },
      ],
    });
  });

  it('--follow tells it anew when it has changed, until Ctrl-C', async () => {
    const id = await received('a.xml', { number: '4711' });
    const printed = vi.spyOn(console, 'log');
    const following = order('4711', '--follow');
    const said = () => printed.mock.calls.join('\n');
    await vi.waitFor(() => expect(said()).toContain('UNDER WAY'), { timeout: 20_000 });
    await vi.waitFor(() => expect(process.listenerCount('SIGINT')).toBeGreaterThan(0), { timeout: 20_000 });
    await journal.park(id, 'Look at it.', []);
    await vi.waitFor(() => expect(said()).toContain('IS PARKED'), { timeout: 20_000 });
    process.emit('SIGINT');
    const { out, code } = await following;
    expect(code).toBe(1);
    expect([...out.matchAll(/^Order 4711 .*ORDER IS (\w+ ?\w*)/gm)].map(([, state]) => state)).toEqual([
      'UNDER WAY',
      'PARKED',
    ]);
  });

  it('--utc shows and takes times in UTC, without it in the zone of the machine', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    onTestFinished(() => void vi.unstubAllEnvs());
    await sent(await received('a.xml', { number: '4711' }));
    const { receivedAt = '' } = (await journal.message(1)) ?? {};
    const hours = (text: string) => /(\d\d):\d\d:\d\d +from the ERP/.exec(text)?.[1];
    const [utc, other] = [Number(receivedAt.slice(11, 13)), Number(hours((await order('4711')).out))];
    expect((utc - other + 24) % 24).toBeOneOf([4, 5]);
    const day = receivedAt.slice(0, 16).replace('T', ' ');
    expect((await order('4711', '--since', day)).code).toBe(2);
    const told = await order('4711', '--since', day, '--utc');
    expect(told.code).toBe(0);
    expect(Number(hours(told.out))).toBe(utc);
  });

  it('what would act on a terminal is seen', async () => {
    const id = await received('a.xml', { number: '47\u001b[2J11' });
    await journal.park(id, 'See \u202e there.', []);
    const { out } = await order('a.xml');
    expect(out).toContain('Order 47\\x1b[2J11');
    expect(out).toContain('See \\u202e there');
  });
});
