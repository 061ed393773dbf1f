import { afterAll, expect, it, vi } from 'vitest';
import { orderXml } from '../../../test/kit/documents.ts';
import { patience } from '../../../test/kit/machine.ts';
import type { Message, MessageIdentity } from '../../journal/model/message.ts';
import { buildOrderChannel } from '../../pipeline/testkit/channels.ts';
import { Workers } from '../../pipeline/workers/workers.ts';
import { addParked, openTestJournal } from '../testkit/journal-with-messages.ts';
import { checkCorrection } from './check-correction.ts';
import { resendCorrection } from './resend-correction.ts';

vi.setConfig({ testTimeout: 60_000 * patience });

const workers = new Workers();
afterAll(() => workers.close());

const channel = buildOrderChannel();

const checker = { workers, channels: [channel] };

const message = (about: Partial<Message> = {}): Message => ({
  ...{ id: 7, receivedAt: '2026-03-01T12:00:00.000Z', channel: 'orders', direction: 'inbound', lane: '' },
  ...{ arrival: 7, name: 'a.xml', source: { kind: 'search', note: false }, state: 'parked', reason: '' },
  ...{ due: 0, attempts: 0, inHand: false, ends: 1, hash: '', possiblyTwice: false, forced: false },
  findings: [],
  ...about,
});

it('a document that may take the place has no refusal', async () => {
  const parked = message({ purchaseOrderNumber: 'PO-1' });
  expect(await checkCorrection(checker, parked, orderXml({ number: 'PO-1' }))).toEqual({ findings: [] });
});

it('one that would be refused is, with its findings', async () => {
  expect(await checkCorrection(checker, message(), Buffer.from('garbage'))).toMatchObject({
    refusal: { kind: 'refused', code: 'correction-unfit', values: { id: 7, reason: expect.any(String) } },
    findings: [{ severity: 'error', line: 1 }],
  });
});

it('one of another order is, unless that is meant', async () => {
  const parked = message({ purchaseOrderNumber: 'PO-2' });
  const document = orderXml({ number: 'PO-1' });
  expect(await checkCorrection(checker, parked, document)).toMatchObject({
    refusal: { code: 'correction-unfit' },
    findings: [{ code: 'corrected-another-order' }],
  });
  expect(await checkCorrection(checker, parked, document, { asAnotherOrder: true })).toEqual({
    findings: [],
  });
});

it.each<[string, MessageIdentity, string]>([
  ['of the same number from another party', { orderKey: 'k2', purchaseOrderNumber: 'PO-1' }, 'another-party'],
  ['of which no number can be told', { orderKey: 'k2' }, 'order-unknown'],
  ['that has nothing in common with it', {}, 'order-unknown'],
])('one %s is told from one of another order', async (_, checked, code) => {
  const verdict = { verdict: 'ready', checked: { ...checked, findings: [] } } as const;
  const answering = { channels: [channel], workers: { check: async () => verdict } };
  const parked = message({ orderKey: 'k1', purchaseOrderNumber: 'PO-1' });
  expect(await checkCorrection(answering, parked, Buffer.from(''))).toMatchObject({
    findings: [{ code: `corrected-${code}` }],
  });
});

it('one that the gateway would not send, or cannot say anything of, is refused', async () => {
  const reason = 'It is a draft.';
  const ignored = { verdict: 'ignored', reason, findings: [], identity: { orderKey: 'k1' } } as const;
  for (const verdict of [ignored, { verdict: 'wait', reason } as const]) {
    const answering = { channels: [channel], workers: { check: async () => verdict } };
    expect(await checkCorrection(answering, message({ orderKey: 'k1' }), Buffer.from(''))).toEqual({
      refusal: { kind: 'refused', code: 'correction-unfit', values: { id: 7, reason } },
      findings: [],
    });
  }
});

it('nothing is checked where the channel is gone', async () => {
  expect(await checkCorrection(checker, message({ channel: 'other' }), Buffer.from(''))).toEqual({
    refusal: { kind: 'refused', code: 'correction-channel-gone', values: { id: 7, channel: 'other' } },
    findings: [],
  });
});

it('a refused document is not left for the gateway, one that fits is', async () => {
  const journal = openTestJournal();
  const id = await addParked(journal, 'a.xml', 'PO-1');
  const access = {
    journal,
    write: <T>(use: (open: typeof journal) => Promise<T>) => use(journal),
    isGatewayRunning: async () => false,
  };
  const by = { who: 'anna', reason: 'typo' };
  const send = (bytes: Uint8Array) =>
    resendCorrection(access, checker, { message: id, bytes, asAnotherOrder: true }, by);
  expect(await send(Buffer.from('garbage'))).toMatchObject({
    ...{ kind: 'refused', code: 'correction-unfit', findings: [{ severity: 'error' }] },
  });
  expect(await journal.carryOutCommands()).toEqual([]);
  const good = orderXml({ number: 'PO-1' });
  expect(await send(good)).toEqual({ kind: 'pending', code: 'no-gateway', values: {} });
  expect(await journal.carryOutCommands()).toMatchObject([
    { action: 'resend', message: id, who: 'anna', force: false },
  ]);
  expect(await journal.part(id, 'corrected')).toEqual(Uint8Array.from(good));
});

/** Milliseconds of a core. */
const millisecondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

it('a large document is checked beside the thread that serves everybody', async () => {
  const lines = Array.from({ length: 4000 }, (_, n) => ({ id: `${n + 1}` }));
  const document = orderXml({ number: 'PO-1', lines });
  await checkCorrection(checker, message(), orderXml({ number: 'PO-1' }));
  const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
  await checkCorrection(checker, message(), document);
  const ownTime = millisecondsOf(process.threadCpuUsage(own));
  expect(millisecondsOf(process.cpuUsage(all))).toBeGreaterThan(300);
  expect(ownTime).toBeLessThan(millisecondsOf(process.cpuUsage(all)) / 4);
});
