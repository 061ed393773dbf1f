import { signal } from '@preact/signals';
import { focusContent } from './focus.ts';

/** The path that the gateway's pages begin at: `/`, or what a proxy puts before it. */
const base = new URL(document.baseURI).pathname;

export interface Address {
  /** Without the prefix of a proxy: `/orders/4711`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

function readAddress(): Address {
  const { pathname, search } = location;
  const path = pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname;
  return { path, query: new URLSearchParams(search) };
}

/** Where the reader is: pages are a function of it, so that every state of a page has a link. */
export const address = signal(readAddress());

/** A path of ours as a browser needs it. */
export const linkTo = (path: string): string => `${base}${path.replace(/^\//, '')}`;

/** `replace`: the back button passes over the address that was. */
export function goTo(path: string, how: { readonly replace?: boolean } = {}): void {
  history[how.replace ? 'replaceState' : 'pushState'](null, '', linkTo(path));
  address.value = readAddress();
  if (how.replace) return;
  scrollTo(0, 0);
  focusContent();
}

/** The same page with some of its query changed; undefined takes one away. */
export function changeQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const { path, query } = address.value;
  goTo(pathWith(path, query, changes), { replace: true });
}

export function pathWith(
  path: string,
  query: URLSearchParams,
  changes: Readonly<Record<string, string | undefined>>,
): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  const text = next.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Links inside the pages change the address without loading anew; those with a key held, or to elsewhere, stay the browser's. */
function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || event.defaultPrevented || link.target !== '' || link.hasAttribute('download'))
    return;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== location.origin || !pathname.startsWith(base)) return;
  if (hash !== '' && pathname === location.pathname && search === location.search) return;
  event.preventDefault();
  goTo(pathname.slice(base.length - 1) + search);
}

addEventListener('popstate', () => {
  address.value = readAddress();
});
document.addEventListener('click', followLink);
