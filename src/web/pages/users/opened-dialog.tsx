import { ChangeUserDialog, RemoveUserDialog } from './change-user-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import type { OpenUserDialog, UserAsked } from './user-asked.ts';
import { AddTokenDialog, AddUserDialog, RemoveTokenDialog } from './user-dialogs.tsx';

export interface OpenedProps {
  readonly asked: UserAsked;
  readonly ask: OpenUserDialog;
}

/** What the page of users asks for. */
export function OpenedDialog({ asked, ask }: OpenedProps) {
  switch (asked.kind) {
    case 'add-user':
      return <AddUserDialog ask={ask} />;
    case 'change-user':
      return <ChangeUserDialog user={asked.user} ask={ask} />;
    case 'remove-user':
      return <RemoveUserDialog user={asked.user} ask={ask} />;
    case 'add-token':
      return <AddTokenDialog ask={ask} />;
    case 'remove-token':
      return <RemoveTokenDialog name={asked.name} ask={ask} />;
    case 'secret':
      return <SecretDialog {...asked} onClose={() => ask(undefined)} />;
  }
}
