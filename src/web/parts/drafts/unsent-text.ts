import { session } from '../../shell/session.ts';
import type { UnsentStore, UnsentText } from './text-keeper.ts';

/** In this window alone, over a page that is left or loaded anew. `subject`: what the text is. */
export function storeOfUnsent(subject: string): UnsentStore {
  const place = `unsent ${session.value?.user.name ?? ''} ${subject}`;
  return {
    find: () => {
      const stored = sessionStorage.getItem(place);
      return stored === null ? undefined : (JSON.parse(stored) as UnsentText);
    },
    store: (unsent) => {
      try {
        sessionStorage.setItem(place, JSON.stringify(unsent));
      } catch {
        // no room: the gateway is asked all the same
      }
    },
    remove: () => sessionStorage.removeItem(place),
  };
}
