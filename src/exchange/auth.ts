import type { Call, Reply, Send } from './call.ts';
import type { LoginGuard } from './guard.ts';
import type { Access, Tokens } from './tokens.ts';

/** Basic credentials as RFC 7617 wants them: UTF-8, nothing trimmed, the password may hold colons. */
export const basicOf = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;

export interface AuthOptions {
  readonly mode: 'token' | 'basic';
  readonly basic: string;
  readonly tokens: Tokens;
  readonly guard: LoginGuard;
}

/** Says who we are in every request. A token that is refused is renewed once and the request repeated once. */
export function withAuth(send: Send, options: AuthOptions): Send {
  return (call) => {
    if (call.means === 'own') return send(call);
    return call.means === 'any' && options.mode === 'basic'
      ? withBasic(send, call, options)
      : withToken(send, call, options.tokens);
  };
}

async function withToken(send: Send, call: Call, tokens: Tokens): Promise<Reply> {
  const access = await tokens.access();
  const reply = await bearer(send, call, access);
  if ('failed' in access || reply.answer.kind !== 'down') return reply;
  return bearer(send, call, await tokens.renew(access.token));
}

async function bearer(send: Send, call: Call, access: Access): Promise<Reply> {
  if ('failed' in access) return { answer: access.failed, headers: {} };
  return send(authorized(call, `Bearer ${access.token}`));
}

/** A refused Basic is a refused login: it is not tried again with every message. */
async function withBasic(send: Send, call: Call, { basic, guard }: AuthOptions): Promise<Reply> {
  const refusal = guard.refusal();
  if (refusal) return { answer: refusal, headers: {} };
  const reply = await send(authorized(call, basic));
  if (reply.answer.status === 401) return { ...reply, answer: guard.failed(reply.answer) };
  if (reply.answer.kind === 'ok') guard.succeeded();
  return reply;
}

const authorized = (call: Call, authorization: string): Call => ({
  ...call,
  headers: { ...call.headers, authorization },
});
