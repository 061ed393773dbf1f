import { effect, signal } from '@preact/signals';
import { drawMark } from '../parts/icons.tsx';
import { words } from './language.ts';
import { live } from './live.ts';
import { session } from './session.ts';

/** The first sentence of the page that is open. */
export const pageTitle = signal<string | undefined>(undefined);

const signs = { green: '', amber: '⚠ ', red: '⛔ ' } as const;

/** In the row of tabs: the health of the whole gateway as sign and icon, then the page, then which gateway. */
export function showWindowTitle(): void {
  effect(() => {
    const health = live.value?.health;
    const names = [pageTitle.value, words.value.shell.product, session.value?.site.name];
    document.title = (health ? signs[health] : '') + names.filter(Boolean).join(' · ');
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon && health) icon.href = `data:image/svg+xml,${encodeURIComponent(drawMark(health))}`;
  });
}
