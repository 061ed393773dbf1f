import { z } from 'zod';
import type { RouteDescription } from '../src/api/kit/route.ts';
import { liveEvent } from '../src/api/model/live-model.ts';
import {
  loginAnswer,
  loginInput,
  logoutInput,
  passwordInput,
  sessionAnswer,
  welcomeAnswer,
  welcomeInput,
} from '../src/api/model/session-model.ts';
import { allRoutes } from '../src/api/routes/all-routes.ts';
import { openDesk } from '../src/api/testkit/open-desk.ts';
import { cell, code, made, table } from './markdown.ts';
import { keyRows } from './schema-rows.ts';

type Description = RouteDescription<z.ZodType, z.ZodType>;

/** docs/reference/api.md: what pages and scripts ask of the gateway. */
export async function apiPage(): Promise<string> {
  const desk = openDesk();
  const routes = allRoutes(desk).map(({ description }) => description);
  await desk.close();
  const rooms = Map.groupBy(routes, ({ path }) => path.split('/')[1] ?? '');
  return `# API

${made('the routes of the pages (`src/api/`)')} What the pages ask a script can ask too, with a token: [users.md](../users.md#for-scripts).

All paths stand below \`/api\` of \`http.operator\`. Questions of \`GET\` and \`DELETE\` stand in the query, others are a JSON object; names with a colon are
parts of the path. Answers are JSON. \`Accept-Language: nl\` answers texts in Dutch. What is not done answers \`{ code, text, details }\`: 400 a question that is not
understood, 401 nobody is logged in, 403 the role or the mask, 404 there is none, 409 something stands in the way, 429 too often. Codes and keys are stable,
texts are for people.

A role may what those before it may: \`read\`, \`operate\`, \`administer\`. "Masked" are routes that users may ask who see documents masked. What
"needs a gateway" is refused by \`gateway workbench\`, where none runs (409 \`no-gateway\`).

## The way in

${entrance.map(describe).join('\n\n')}

${[...rooms].map(([room, all]) => `## ${room}\n\n${all.map(describe).join('\n\n')}`).join('\n\n')}
`;
}

type Asked = Omit<Description, 'role'> & Partial<Pick<Description, 'role'>>;

const nothing = z.strictObject({});

/** Routes that are answered before anybody has a role, and the stream of events. */
const entrance: readonly Asked[] = [
  {
    ...{ method: 'POST', path: '/login', input: loginInput, output: loginAnswer, unaudited: 'journal' },
    about: 'Logs a user in.',
  },
  {
    ...{ method: 'POST', path: '/welcome', input: welcomeInput, output: welcomeAnswer, unaudited: 'journal' },
    about: 'Spends a link that works once: logs in, or asks for a password first.',
  },
  {
    ...{ method: 'GET', path: '/session', input: nothing, output: sessionAnswer, forMasked: true },
    about: 'Who is logged in, where.',
  },
  {
    ...{ method: 'POST', path: '/password', input: passwordInput, output: loginAnswer, unaudited: 'journal' },
    about: 'Sets another password; all other sessions end.',
  },
  {
    ...{ method: 'POST', path: '/logout', input: logoutInput, output: nothing, unaudited: 'journal' },
    about: 'Ends this session, or all of this user.',
  },
  {
    ...{ method: 'GET', path: '/live', input: nothing, output: liveEvent, forMasked: true },
    about: 'How it stands, a line of JSON each time that it changes, for as long as somebody listens.',
  },
];

function describe({
  method,
  path,
  role,
  forMasked,
  needsGateway,
  unaudited,
  about,
  input,
  output,
}: Asked): string {
  const facts = [
    role === undefined ? 'everybody' : `role ${code(role)}`,
    ...(forMasked ? ['masked'] : []),
    ...(needsGateway ? ['needs a gateway'] : []),
    ...(method === 'GET' ? [] : [audits[unaudited ?? 'router']]),
  ];
  return [
    `### ${method} ${path}`,
    `${cell(about)} (${facts.join('; ')})`,
    ...shape('question', input, 'input'),
    ...shape('answer', output, 'output'),
  ].join('\n\n');
}

const audits = {
  router: 'noted in the audit',
  journal: 'noted in the audit',
  reads: 'changes nothing',
  draft: 'a draft: not noted',
} as const;

function shape(name: string, schema: z.ZodType, io: 'input' | 'output'): readonly string[] {
  const always = io === 'input' ? '**required**' : 'always';
  const rows = keyRows(z.toJSONSchema(schema, { io }), '', new Set(), always);
  return rows.length === 0
    ? []
    : [table([name, 'type', io === 'input' ? 'default' : 'there', 'what it is'], rows)];
}
