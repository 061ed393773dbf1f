import type { UsersAnswer } from '../../../api/model/user-model.ts';

export type UserEntry = UsersAnswer['users'][number];

/** Which dialog is open. */
export type UserAsked =
  | { readonly kind: 'add-user' | 'add-token' }
  | { readonly kind: 'change-user' | 'remove-user'; readonly user: UserEntry }
  | { readonly kind: 'remove-token'; readonly name: string }
  /** Shown this once: a link, or the token of a script. */
  | { readonly kind: 'secret'; readonly title: string; readonly text: string; readonly secret: string };

/** Opens a dialog, or none; `isDone`: what the page shows has changed. */
export type OpenUserDialog = (next: UserAsked | undefined, isDone?: boolean) => void;
