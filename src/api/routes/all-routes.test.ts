import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { auditActions } from '../../operator/users/audit-topics.ts';
import type { Route } from '../kit/route.ts';
import { openDesk } from '../testkit/open-desk.ts';
import { allRoutes } from './all-routes.ts';

const desk = openDesk();
afterAll(() => desk.close());

const routes = allRoutes(desk);
const nameOf = ({ description: { method, path } }: Route): string => `${method} ${path}`;
const named = routes.map((route) => [nameOf(route), route] as const);

it('no two routes are one', () => {
  expect(new Set(named.map(([name]) => name)).size).toBe(routes.length);
});

it('who may only read changes nothing; mappings, users and the audit are for administrators', () => {
  const roles = new Map(
    named
      .filter(([, { description }]) => description.method !== 'GET' && description.unaudited !== 'reads')
      .map(([name, { description }]) => [name, description.role]),
  );
  expect([...roles.values()]).not.toContain('read');
  const others = [...roles].filter(([, role]) => role !== 'administer').map(([name]) => name);
  expect(others.filter((name) => /\/(mappings|formats|users|tokens)\b/.test(name))).toEqual([]);
  for (const name of ['GET /users', 'GET /tokens', 'GET /audit', 'GET /audit/export'])
    expect(named.find(([one]) => one === name)?.[1].description.role).toBe('administer');
});

it('nothing is published where the config says that mappings are only read', async () => {
  const closed = openDesk({ workbench: 'readOnly' });
  onTestFinished(() => closed.close());
  const publish = allRoutes(closed).find((one) => nameOf(one) === 'POST /mappings/:name/publish');
  const asked = publish?.answer(
    { name: 'order-to-exchange', token: 't', reason: 'why' },
    {
      ...{ caller: { name: 'anna', role: 'administer' }, address: '127.0.0.1', language: 'en' },
      signal: new AbortController().signal,
    },
  );
  await expect(asked).rejects.toMatchObject({ code: 'read-only' });
});

describe('the audit', () => {
  it.each(named)('%s is noted, or says why not', (_name, { description, audit }) => {
    const { method, unaudited } = description;
    if (method === 'GET') expect({ unaudited, audit }).toEqual({ unaudited: undefined, audit: undefined });
    else expect([unaudited !== undefined, audit !== undefined].filter(Boolean)).toHaveLength(1);
  });

  /** Of these a draft holds what was done, until it is published. */
  const intoDraft = [
    ...['PUT /formats/sample', 'DELETE /formats/sample', 'PUT /formats/sample/notes'],
    ...['POST /mappings/:name/fixtures/accept', 'POST /mappings/:name/fixtures/make'],
    ...['POST /mappings/:name/ignored', 'DELETE /mappings/:name/ignored', 'POST /mappings/:name/rules'],
  ];

  it('only users and tokens are noted by the journal, only drafts are not noted at all', () => {
    const without = (why: string) =>
      named.filter(([, { description }]) => description.unaudited === why).map(([name]) => name);
    expect(without('journal').every((name) => /^\w+ \/(users|tokens)\b/.test(name))).toBe(true);
    expect(without('draft').filter((name) => !name.endsWith('/draft'))).toEqual(intoDraft);
  });

  it('what is done beside a gateway needs one; users and files of mappings do not', () => {
    const without = named.filter(([, { audit, description }]) => audit && !description.needsGateway);
    expect(without.map(([name]) => name)).toEqual(['POST /mappings/:name/publish']);
  });

  /** As people ask it. */
  const asked = { id: 7, name: 'order-to-exchange', token: 't', text: '', seen: '0', about: 'orders' };
  const inputs: readonly object[] = [
    { ...asked, action: 'retry', reason: 'why' },
    { action: 'retry', ids: [1, 2], reason: 'why' },
    { code: 'parked', about: '', reason: 'why' },
    { code: 'parked', about: '', minutes: 30, reason: 'why' },
    { id: 7, reason: 'why' },
    { id: 7 },
    {},
    { id: 7, text: '', seen: '', reason: 'why' },
    { name: 'order-to-exchange', token: 't', reason: 'why' },
    { id: 7, action: 'discard', reason: 'why', seen: '' },
  ];

  it.each(named.filter(([, { audit }]) => audit))(
    '%s is noted by a code that has a text',
    (_name, { audit }) => {
      const notes = inputs.flatMap((input) => audit?.(input, undefined) ?? []);
      expect(notes.length).toBeGreaterThan(0);
      for (const { action } of notes) expect(auditActions).toContain(action);
    },
  );
});
