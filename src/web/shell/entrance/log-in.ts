import type { LoginAnswer } from '../../../api/model/session-model.ts';
import { call } from '../call-api.ts';
import { keepSecret, session, sessionState } from '../session.ts';

/** Rejects with CallFailed: wrong, too often, or no connection. */
export async function logIn(name: string, password: string): Promise<void> {
  enter(await call<LoginAnswer>('/login', { method: 'POST', body: { name, password } }));
}

export function enter({ secret, ...answer }: LoginAnswer): void {
  keepSecret(secret);
  session.value = answer;
  sessionState.value = 'in';
}
