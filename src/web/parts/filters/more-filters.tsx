import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../../shell/language.ts';
import { Icon } from '../icons.tsx';

/** Filters that can be added: beside those that are on; on a phone, where they would fill the screen, behind a button. */
export function MoreFilters({ children }: { readonly children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button class="flt more-filters" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words.value.messageList.moreFilters} <Icon name="down" />
      </button>
      <div class={isOpen ? 'off-filters open' : 'off-filters'}>{children}</div>
    </>
  );
}
