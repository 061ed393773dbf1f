import { goTo } from '../address.ts';
import { call } from '../call-api.ts';
import { keepSecret, session, sessionState } from '../session.ts';

/** Also when the gateway does not answer: this window forgets what it knows. */
export async function logOut(everywhere: boolean): Promise<void> {
  await call('/logout', { method: 'POST', body: { everywhere } }).catch(() => undefined);
  keepSecret(undefined);
  session.value = undefined;
  sessionState.value = 'out';
  goTo('/', { replace: true });
}
