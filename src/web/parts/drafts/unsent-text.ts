import { session } from '../../shell/session.ts';
import type { UnsentStore, UnsentText } from './text-keeper.ts';

/** It may be of another version of this page. */
const isUnsent = (stored: unknown): stored is UnsentText =>
  stored instanceof Object && 'edition' in stored && (!('text' in stored) || typeof stored.text === 'string');

/** In this window alone, over a page that is left or loaded anew. `subject`: what the text is. */
export function storeOfUnsent(subject: string): UnsentStore {
  const place = `unsent ${session.value?.user.name ?? ''} ${subject}`;
  return {
    find: () => {
      const stored: unknown = JSON.parse(sessionStorage.getItem(place) ?? 'null');
      return isUnsent(stored) ? stored : undefined;
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
