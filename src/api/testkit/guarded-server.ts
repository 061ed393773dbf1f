import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Router } from 'express';
import { pino } from 'pino';
import { request } from 'undici';
import { z } from 'zod';
import { startOperator } from '../../http/operator-server.ts';
import type { Journal, Role } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { addSystemLink, addUser } from '../../operator/users/manage-users.ts';
import { createEntrance } from '../entrance/create-entrance.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { buildApiRouter, tellProblems } from '../kit/api-router.ts';
import { route } from '../kit/route.ts';
import type { LiveEvent } from '../model/live-model.ts';
import { servePages } from '../pages/serve-pages.ts';
import { serveLiveEvents } from '../routes/live-events.ts';
import { accountRoutes } from '../routes/people/account-routes.ts';
import { auditRoutes } from '../routes/people/audit-routes.ts';
import { userRoutes } from '../routes/people/user-routes.ts';

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookie: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Asked {
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The entrance with its routes, on a real server and journal. */
export interface GuardedServer {
  readonly url: string;
  readonly folder: string;
  journal: Journal;
  /** As a page of ours asks, with a session in the header. */
  ask(method: string, path: string, asked?: Asked, secret?: string): Promise<Answer>;
  /** Exactly so, with nothing added. */
  askBare(method: string, path: string, asked?: Asked): Promise<Answer>;
  /** Adds a user with a password; resolves to the secret of a session. */
  enter(name: string, role: Role): Promise<string>;
  /** The token of a link for the one who may write the journal. */
  systemLink(): Promise<string>;
  linkOf(name: string, role: Role): Promise<string>;
  close(): Promise<void>;
}

/** It shows a document as it is. */
const document = route(
  {
    ...{ method: 'GET', path: '/document', role: 'read', about: 'A document.' },
    ...{ input: z.strictObject({}), output: z.strictObject({ price: z.string() }) },
  },
  async () => ({ price: '12.50' }),
);

/** It does something, or refuses it. */
const decision = route(
  {
    ...{ method: 'POST', path: '/messages/:id/decisions', role: 'operate', about: 'A decision.' },
    input: z.strictObject({ id: z.string(), reason: z.string() }),
    output: z.strictObject({ kind: z.string() }),
  },
  async ({ id }) => {
    if (id === '13')
      throw new ApiProblem(409, 'changed-meanwhile', { en: 'It changed.', nl: 'Het veranderde.' });
    return { kind: id === '14' ? 'refused' : 'done' };
  },
  ({ id: object, reason }) => ({ action: 'discard', object, reason }),
);

export const password = 'a horse and its stable';
const root = { kind: 'system', name: 'root', address: 'erp-1' } as const;

/** `url`: as browsers see it, where that is another one; `proxies`: whose forwarded headers count; `ln`: what a password costs. */
export async function startGuardedServer(
  settings: { readonly url?: string; readonly proxies?: readonly string[]; readonly ln?: number } = {},
): Promise<GuardedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'entrance-'));
  mkdirSync(join(folder, 'web'));
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html><title>Gateway</title>');
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  const { accounts } = journal;
  const log = pino({ level: 'silent' });
  const site = () =>
    ({ name: 'erp-1', gateway: 'b', version: '1', timeZone: 'Europe/Amsterdam', language: 'en' }) as const;
  const entrance = createEntrance({
    ...{ accounts, site, names: ['erp-1'], instance: journal.id, cost: { ln: settings.ln ?? 4, r: 8, p: 1 } },
    url: settings.url ?? 'http://127.0.0.1/',
  });
  const { identify, observe, handler, guard } = entrance;
  let changes = 0;
  const readChange = async (): Promise<LiveEvent> => {
    changes += 1;
    const standing = { health: 'green', needsAction: 0, alarms: 0, mappings: '', version: '1' } as const;
    return { ...standing, at: new Date().toISOString(), mark: `${changes}` };
  };
  const pages = Router()
    .use(guard)
    .use(
      '/api',
      handler,
      Router().get('/live', serveLiveEvents({ identify: observe, read: readChange, log })),
      buildApiRouter({
        routes: [
          ...accountRoutes(accounts),
          ...auditRoutes(accounts),
          ...userRoutes(accounts),
          document,
          decision,
        ],
        identify,
        audit: accounts,
        log,
      }),
      tellProblems(log),
    )
    .use(servePages(join(folder, 'web')), tellProblems(log));
  const health = async () => ({ status: 'green', reasons: [] }) as const;
  const server = await startOperator(
    { listen: '127.0.0.1:0', proxies: settings.proxies ?? [] },
    { live: () => true, readiness: async () => [], health, pages },
    log,
  );
  const askBare = (method: string, path: string, asked: Asked = {}) =>
    send(method, server.address + path, asked);
  const ask = (method: string, path: string, { body, headers = {} }: Asked = {}, secret?: string) =>
    askBare(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(secret === undefined ? {} : { authorization: `Session ${secret}` }),
        ...headers,
      },
    });
  const access = { accounts, random: randomBytes };
  const linkOf = async (name: string, role: Role) => {
    const added = await addUser(access, { name, role, masked: false }, root);
    return added.kind === 'done' ? added.token : '';
  };
  const guarded: GuardedServer = {
    ...{ url: server.address, folder, journal, ask, askBare, linkOf },
    systemLink: async () => (await addSystemLink(access, root)).token,
    async enter(name, role) {
      const token = await linkOf(name, role);
      const { body } = await ask('POST', '/api/welcome', { body: { token, password } });
      const { login } = body;
      return typeof login === 'object' && login && 'secret' in login ? String(login.secret) : '';
    },
    async close() {
      await server.close();
      await guarded.journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return guarded;
}

async function send(method: string, url: string, { body, headers }: Asked): Promise<Answer> {
  const answer = await request(url, {
    method,
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const cookie = answer.headers['set-cookie'];
  return {
    status: answer.statusCode,
    body: isJson ? JSON.parse(text) : { text },
    cookie: Array.isArray(cookie) ? cookie[0] : cookie,
    headers: answer.headers,
  };
}
