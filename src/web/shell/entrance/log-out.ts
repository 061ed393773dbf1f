import { signal } from '@preact/signals';
import { goTo } from '../address.ts';
import { CallFailed, call } from '../call-api.ts';
import { keepSecret, session, sessionState } from '../session.ts';

/** Nobody knows whether the last session was ended: the gateway did not say so. */
export const isStillOpen = signal(false);

/** Also when the gateway does not answer: this window forgets what it knows, and says that the session may go on there. */
export async function logOut(everywhere: boolean): Promise<void> {
  isStillOpen.value = await call('/logout', { method: 'POST', body: { everywhere } }).then(
    () => false,
    (error: unknown) => !(error instanceof CallFailed && error.status === 401),
  );
  keepSecret(undefined);
  session.value = undefined;
  sessionState.value = 'out';
  goTo('/', { replace: true });
}
