import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { loadWithoutSecrets } from '../src/config/load/load-config.ts';
import {
  planBulkDecision,
  readBulkDecision,
  startBulkDecision,
} from '../src/operator/decisions/bulk-plan.ts';
import { decide } from '../src/operator/decisions/decide.ts';
import { type DecisionProgress, decideMany, planDecisions } from '../src/operator/decisions/decide-many.ts';
import type { DecisionAccess } from '../src/operator/decisions/decision-access.ts';
import { summarizePlan } from '../src/operator/decisions/plan-summary.ts';
import { resendCorrection } from '../src/operator/decisions/resend-correction.ts';
import { tryRetries } from '../src/operator/decisions/try-retries.ts';
import { followUp } from '../src/operator/messages/follow-up.ts';
import { readMessageDetails } from '../src/operator/messages/message-details.ts';
import { listMessages } from '../src/operator/messages/message-list.ts';
import { askForOrders, needsAction } from '../src/operator/orders/ask-for-orders.ts';
import { buildChannels } from '../src/pipeline/channel/channel.ts';
import { resolveOwnFolders } from '../src/pipeline/runtime/runtime-snapshot.ts';
import { Workers } from '../src/pipeline/workers/workers.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site } from './kit/site.ts';

vi.setConfig({ testTimeout: 120_000 * patience });

/** Use cases as the pages of a running gateway call them: on its own journal, and every answer goes through JSON. */

let site: Site;
const workers = new Workers();
afterAll(lendWorkers());
afterAll(() => workers.close());
afterEach(() => site.close());

const access = (): DecisionAccess => ({
  journal: site.gateway.journal,
  write: (use) => use(site.gateway.journal),
  isGatewayRunning: async () => true,
});

const throughJson = <T>(answer: T): T => {
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  return answer;
};

const by = { who: 'anna', reason: 'typo' };
const ask = (text: string) =>
  askForOrders(site.gateway.journal, { text }, { channels: new Map(), now: Date.now(), all: false });

it('what is stuck is found, explained, corrected and tried again', async () => {
  site = await Site.open();
  const names = ['PO-1', 'PO-2', 'PO-3'];
  site.simulator.fault({ match: '/api-connector/order', status: 409, times: names.length });
  await site.start('none');
  for (const number of names) site.drop('erp/out/orders-json', `${number}.xml`, orderXml({ number }));
  const [first, second] = await Promise.all(names.map((name) => site.ended(`${name}.xml`)));
  const { journal } = site.gateway;

  const list = throughJson(await listMessages(journal, { state: 'parked', limit: 10 }, false));
  expect(list.messages).toHaveLength(3);
  const found = throughJson(await ask('PO-1'));
  expect(found).toMatchObject({
    kind: 'one',
    order: { answer: { state: 'parked', act: { who: 'operator' } } },
  });
  expect(needsAction(found)).toBe(true);
  const id = first?.id ?? 0;
  const details = throughJson(await readMessageDetails(journal, id));
  expect(details?.attempts).toMatchObject([{ what: 'deliver', status: 409 }]);

  const { config } = await loadWithoutSecrets(site.path('gateway.yaml'));
  const checker = { workers, channels: config ? buildChannels(config) : [] };
  const since = new Date().toISOString();
  const correct = (bytes: Uint8Array) => resendCorrection(access(), checker, { message: id, bytes }, by);
  expect(throughJson(await correct(orderXml({ number: 'PO-9' })))).toMatchObject({
    ...{ kind: 'refused', code: 'correction-unfit', findings: [{ code: 'corrected-another-order' }] },
  });
  expect(throughJson(await correct(orderXml({ number: 'PO-1' })))).toMatchObject({ kind: 'done' });
  expect(await followUp(journal, [id], since)).toMatchObject([{ id, outcome: 'delivered' }]);
  expect(throughJson(await ask('PO-1'))).toMatchObject({
    order: { answer: { state: 'sent', act: { who: 'nobody' } } },
  });

  const plan = await planDecisions(journal, 'retry', { state: 'parked' });
  expect(throughJson(summarizePlan(plan, 10))).toMatchObject({ count: 2, groups: [{ count: 2 }] });
  const about = { ...by, force: false };
  const progress: DecisionProgress[] = [];
  for await (const one of decideMany(access(), plan, about, new AbortController().signal))
    progress.push(throughJson(one));
  expect(progress).toEqual([{ of: 2, done: 2, refused: 0, left: 0 }]);
  const ids = plan.messages.map((message) => message.id);
  expect((await followUp(journal, ids, since)).map(({ outcome }) => outcome)).toEqual([
    'delivered',
    'delivered',
  ]);
  const again = { action: 'retry', message: second?.id ?? 0, ...about } as const;
  expect(throughJson(await decide(access(), again))).toMatchObject({
    kind: 'refused',
    said: expect.any(String),
  });
});

it('a decision on all that fit is tried out first, and carried out by the gateway', async () => {
  site = await Site.open();
  const names = ['PO-1', 'PO-2', 'PO-3'];
  site.simulator.fault({ match: '/api-connector/order', status: 409, times: names.length });
  await site.start('none');
  for (const number of names) site.drop('erp/out/orders-json', `${number}.xml`, orderXml({ number }));
  await Promise.all(names.map((name) => site.ended(`${name}.xml`)));
  const { journal } = site.gateway;

  const fitting = { needsAction: true, channel: 'orders-json' } as const;
  const plan = throughJson(await planBulkDecision(journal.pages, 'retry', { fitting }));
  expect(plan).toMatchObject({ left: 0, heldBack: 0, behind: 0, groups: [{ count: 3 }] });
  const { config } = await loadWithoutSecrets(site.path('gateway.yaml'));
  if (config === undefined) throw new Error('The config of the site cannot be read.');
  const tried = {
    journal: journal.pages,
    channels: buildChannels(config),
    folders: resolveOwnFolders(config),
  };
  const outlook = throughJson(await tryRetries(tried, plan.messages));
  expect(outlook).toEqual({
    ends: [{ said: 'deliver', reason: '', direction: 'inbound', messages: plan.messages }],
    ...{ tried: 3, of: 3 },
  });

  const id = await startBulkDecision(journal, plan, by);
  const state = async () => (await readBulkDecision(journal, id))?.decision.state;
  await expect.poll(state, { timeout: 20_000 * patience }).toBe('done');
  const since = new Date(0).toISOString();
  const ended = await followUp(journal, plan.messages, since);
  expect(ended.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered', 'delivered']);
  expect(throughJson(await readMessageDetails(journal.pages, plan.messages[0] ?? 0))).toMatchObject({
    message: { outcome: 'delivered' },
    history: [{ action: 'retry', who: 'anna', reason: 'typo' }],
  });
});
