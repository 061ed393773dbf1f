import { effect, signal } from '@preact/signals';
import type { LiveEvent } from '../../api/model/live-model.ts';
import { send } from './call-api.ts';
import { sessionState } from './session.ts';

/** What the gateway said last of how it stands; undefined: nothing yet. */
export const live = signal<LiveEvent | undefined>(undefined);

/** Since when it does not answer; undefined: it does. */
export const lostSince = signal<Date | undefined>(undefined);

/** How often it has answered again: what could not be had, or kept, is tried again then. */
export const timesBack = signal(0);

/** Since when the page is not seen: nothing is asked then. */
export const pausedSince = signal<Date | undefined>(undefined);

/** Milliseconds between two tries to reach it. */
const pause = 3_000;

/** Milliseconds; the gateway says something every five seconds. */
const longestSilence = 15_000;
let silence: ReturnType<typeof setTimeout> | undefined;

let listening: AbortController | undefined;

async function listen(stop: AbortSignal): Promise<void> {
  const response = await send('/live', { signal: stop, isStream: true });
  if (response.status === 401) sessionState.value = sessionState.value === 'in' ? 'ended' : 'out';
  const lines = response.ok && response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!lines) return;
  let rest = '';
  for (;;) {
    const { done, value } = await lines.read();
    if (done) return;
    const all = (rest + value).split('\n');
    rest = all.pop() ?? '';
    for (const line of all.filter((one) => one !== '')) hear(JSON.parse(line));
  }
}

/** Something before the gateway may answer in its place. */
const isOfGateway = (said: unknown): said is LiveEvent => said instanceof Object && 'mark' in said;

function hear(event: unknown): void {
  if (!isOfGateway(event)) return;
  clearTimeout(silence);
  silence = setTimeout(() => void listenOn(), longestSilence);
  if (lostSince.value !== undefined) timesBack.value += 1;
  lostSince.value = undefined;
  live.value = event;
}

async function listenOn(): Promise<void> {
  const own = new AbortController();
  listening?.abort();
  clearTimeout(silence);
  listening = own;
  while (!own.signal.aborted && sessionState.value === 'in') {
    await listen(own.signal).catch(() => undefined);
    if (own.signal.aborted) return;
    lostSince.value ??= new Date();
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function followSight(): void {
  const isHidden = document.visibilityState === 'hidden';
  pausedSince.value = isHidden ? new Date() : undefined;
  if (isHidden) listening?.abort();
  else if (sessionState.value === 'in') void listenOn();
}

effect(() => {
  if (sessionState.value === 'in') void listenOn();
  else listening?.abort();
});
document.addEventListener('visibilitychange', followSight);
