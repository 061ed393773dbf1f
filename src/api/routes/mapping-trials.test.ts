import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ApiProblem } from '../kit/api-problem.ts';
import type { RequestContext } from '../kit/route.ts';
import { openDesk } from '../testkit/open-desk.ts';
import { allRoutes } from './all-routes.ts';

/** What asks a trial says why it has no answer, and never that there is nothing. */

const name = 'order-to-exchange';
const mappings = mkdtempSync(join(tmpdir(), 'own-'));
const desk = openDesk({
  channels: {
    orders: {
      ...{ from: { folder: 'orders' }, document: 'scsn/Order', map: name },
      to: { exchange: 'api-connector/order' },
    },
  },
  mappings,
});
afterAll(async () => {
  await desk.close();
  rmSync(mappings, { recursive: true });
});

const context: RequestContext = {
  ...{ caller: { name: 'anna', role: 'administer' }, address: '127.0.0.1', language: 'en' },
  signal: new AbortController().signal,
};

async function ask(
  method: string,
  path: string,
  question: object,
  more: Partial<RequestContext> = {},
): Promise<unknown> {
  const route = allRoutes(desk).find(({ description: one }) => one.method === method && one.path === path);
  if (!route) throw new Error(`no ${method} ${path}`);
  return await route.answer({ name, ...question }, { ...context, ...more });
}

// what makes values ends by itself, at a million of them
const endless = 'string(some $a in 1 to 100000, $b in 1 to 100000 satisfies $a + $b = 0)';
const withRule = (expression: string): string =>
  `mapping: ${name}\nextends: scsn-gateway/${name}\ntarget: { order: { description: ${JSON.stringify(expression)} } }`;

const questionWith = (expression: string): object => ({
  ...{ chain: [name], source: { kind: 'fixture', name: 'full' }, situation: { kind: 'first' } },
  ...{ page: 'p', edits: { [`${name}.yaml`]: withRule(expression) }, document: 0 },
});

const asking = [
  ['/mappings/:name/provenance', { place: { in: 'target', path: 'order/description' } }],
  ['/mappings/:name/values', { word: '', most: 10 }],
] as const;

// a thread that has loaded nothing has more time
beforeAll(async () => {
  await ask('POST', '/mappings/:name/preview', questionWith('cbc:Note[1]'));
});

it.each(asking)('%s says that a mapping did not end', async (path, more) => {
  const question = questionWith(endless);
  const problem = await ask('POST', path, { ...question, ...more }).catch((error: ApiProblem) => error);
  expect(problem).toMatchObject({
    ...{ status: 422, code: 'too-long' },
    text: {
      en: expect.stringMatching(/^The mapping did not end within .+ and was stopped\. Look for /),
      nl: expect.stringMatching(/^De mapping was na .+ niet klaar en is gestopt\. Zoek /),
    },
  });
});

it.each(asking)('%s says that something newer took its turn, which is answered', async (path, more) => {
  const question = { ...questionWith('cbc:Note[1]'), ...more };
  const [first, second, third] = await Promise.allSettled([1, 2, 3].map(() => ask('POST', path, question)));
  expect(first).toMatchObject({
    status: 'fulfilled',
    value: { values: expect.arrayContaining([expect.anything()]) },
  });
  expect(second).toMatchObject({ status: 'rejected', reason: { status: 409, code: 'asked-again' } });
  expect(third).toEqual(first);
});

it('plans a rule for the newest that a page asks, and never says that there is none for what was overtaken', async () => {
  const question = { ...questionWith('cbc:Note[1]'), key: '0.1', target: 'order/buyerReference' };
  const [first, second, third] = await Promise.allSettled(
    [1, 2, 3].map(() => ask('POST', '/mappings/:name/plan', question)),
  );
  expect(first).toMatchObject({
    status: 'fulfilled',
    value: { kind: expect.stringMatching(/^(rule|none)$/) },
  });
  expect(second).toMatchObject({ status: 'rejected', reason: { status: 409, code: 'asked-again' } });
  expect(third).toEqual(first);
});

/** Somebody else's trial that runs until it is stopped. */
async function holdThread(): Promise<{ readonly trial: Promise<unknown> }> {
  const runs = vi.spyOn(desk.trials.workerFor({ own: mappings }), 'tryEdit');
  const trial = ask('POST', '/mappings/:name/preview', questionWith(endless));
  await expect.poll(() => runs.mock.calls.length).toBe(1);
  runs.mockRestore();
  return { trial };
}

const some = expect.arrayContaining([expect.anything()]);
const edits = { [`${name}.yaml`]: withRule('cbc:Note[1]') };

it.each([
  ['GET', '/mappings/:name/tables', {}, { tables: some }],
  ['GET', '/mappings/:name/suggestions', {}, { targets: some }],
  ['POST', '/mappings/:name/layers', { edits }, { lines: some }],
] as const)('%s %s answers each window of a user, and runs for none that went away', async (...row) => {
  const [method, path, question, answer] = row;
  const { trial } = await holdThread();
  const gone = new AbortController();
  const left = ask(method, path, question, { signal: gone.signal }).catch((error: ApiProblem) => error);
  const windows = [1, 2].map(() => ask(method, path, question));
  gone.abort();
  expect(await Promise.all(windows)).toMatchObject([answer, answer]);
  expect(await left).toMatchObject({ status: 409, code: 'asked-again' });
  await trial;
});

it('suggests nothing of a thread that was closed: it is asked again', async () => {
  const waits = vi.spyOn(desk.trials.workerFor({ own: mappings }), 'suggest');
  const { trial } = await holdThread();
  const suggested = ask('GET', '/mappings/:name/suggestions', {}).catch((error: ApiProblem) => error);
  await expect.poll(() => waits.mock.calls.length).toBe(1);
  // as for a folder that the config names anew
  desk.trials.workerFor({ own: `${mappings}-renamed` });
  expect(await suggested).toMatchObject({ status: 409, code: 'asked-again' });
  await trial;
});
