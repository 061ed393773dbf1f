import { computed, signal } from '@preact/signals';
import type { SessionAnswer } from '../../api/model/session-model.ts';

/** `unknown`: not asked yet. `away`: nobody answers. `out`: nobody is logged in. `ended`: somebody was; what is on the page stays. */
export type SessionState = 'unknown' | 'away' | 'in' | 'out' | 'ended';

export const session = signal<SessionAnswer | undefined>(undefined);
export const sessionState = signal<SessionState>('unknown');

/** May the reader do what needs this role? */
export const mayOperate = computed(() => session.value?.user.role !== 'read');
/** No gateway runs: a folder of mappings is worked on, and a copy of a journal is looked at. */
export const isWorkbench = computed(() => session.value?.site.isWorkbench === true);
/** On messages, alarms and channels: somebody must be there to carry it out. */
export const mayDecide = computed(() => mayOperate.value && !isWorkbench.value);
export const mayAdminister = computed(() => session.value?.user.role === 'administer');

/**
 * Over plain HTTP a cookie would go to every port of the machine, so the secret lies in this window's storage and goes as a header;
 * with TLS it is a cookie that no script can read.
 */
const kept = 'gateway-session';

export const readSecret = (): string | null => sessionStorage.getItem(kept);

export function keepSecret(secret: string | undefined): void {
  if (secret === undefined) sessionStorage.removeItem(kept);
  else sessionStorage.setItem(kept, secret);
}
