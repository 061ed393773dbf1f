import { signal } from '@preact/signals';
import { goTo } from './address.ts';
import { focusContent } from './focus.ts';

/** Single letters only outside of fields; they can be switched off, since speech input types letters. */
const kept = 'gateway-single-keys';
export const singleKeys = signal(localStorage.getItem(kept) !== 'off');

export function switchSingleKeys(): void {
  singleKeys.value = !singleKeys.value;
  localStorage.setItem(kept, singleKeys.value ? 'on' : 'off');
}

type KeyHandler = () => void;

const actions = new Map<string, KeyHandler>();

/** `keys` such as `j`, or `g o` one after the other. The last who asks for a key has it, until `stop` is called. */
export function onKeys(keys: string, act: KeyHandler): KeyHandler {
  const before = actions.get(keys);
  actions.set(keys, act);
  return () => {
    if (actions.get(keys) !== act) return;
    if (before) actions.set(keys, before);
    else actions.delete(keys);
  };
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], dialog') !== null);

/** Milliseconds in which the second key follows. */
const follows = 1_500;
let first: { readonly key: string; readonly at: number } | undefined;

function press(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === 'Escape') leaveSearch(event);
  if (!singleKeys.value || isField(event.target)) return;
  const { key, timeStamp } = event;
  const pair = first && timeStamp - first.at < follows ? actions.get(`${first.key} ${key}`) : undefined;
  const act = pair ?? actions.get(key);
  first = { key, at: timeStamp };
  if (!act) return;
  event.preventDefault();
  act();
}

/** What was typed stays, and the single keys of the page work again. */
function leaveSearch(event: KeyboardEvent): void {
  if (!(event.target instanceof HTMLInputElement) || !event.target.closest('search')) return;
  event.preventDefault();
  focusContent();
}

document.addEventListener('keydown', press);
for (const [key, path] of Object.entries({
  o: '/',
  m: '/messages?needs=action',
  c: '/channels',
  a: '/alarms',
  w: '/mappings',
}))
  onKeys(`g ${key}`, () => goTo(path));
/** The list of keys lies over the page. */
export const isKeysOpen = signal(false);
onKeys('?', () => {
  isKeysOpen.value = true;
});
onKeys('/', () => document.querySelector<HTMLInputElement>('#find')?.focus());
