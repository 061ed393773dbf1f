import type { ComponentChildren } from 'preact';
import { Icon } from '../../parts/icons.tsx';
import { words } from '../language.ts';

/** What stands there while nobody is logged in: which gateway it is, as far as a stranger may know. */
export function Door({ children }: { readonly children: ComponentChildren }) {
  return (
    <main class="door" id="main">
      <p class="brand">
        <Icon name="toExchange" />
        {words.value.shell.product}
        <span>{location.host}</span>
      </p>
      {children}
    </main>
  );
}
