import { useState } from 'preact/hooks';
import type { UserChangeAnswer } from '../../../api/model/user-model.ts';
import { Problem } from '../../parts/problem.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import { toast } from '../../shell/toasts.tsx';
import { useLink } from './make-link.ts';
import type { OpenUserDialog, UserEntry } from './user-asked.ts';
import { RoleField } from './user-dialogs.tsx';

interface ChangeProps {
  readonly user: UserEntry;
  readonly ask: OpenUserDialog;
}

const pathOf = ({ name }: UserEntry, what = ''): string => `/users/${encodeURIComponent(name)}${what}`;

/** What the form asks to be done, one after the other: who sees documents masked may read alone. */
function changesIn(user: UserEntry, fields: FormData): readonly (readonly [path: string, body: object])[] {
  const role = String(fields.get('role'));
  const masked = role === 'read' && fields.get('masked') !== null;
  const disabled = fields.get('enabled') === null;
  return [
    ...(user.masked && !masked ? [['/masked', { masked }] as const] : []),
    ...(role === user.role ? [] : [['/role', { role }] as const]),
    ...(masked && !user.masked ? [['/masked', { masked }] as const] : []),
    ...(disabled === user.disabled ? [] : [['/disabled', { disabled }] as const]),
  ];
}

/** What a user may, and whether that one may log in at all; below it what ends or begins access. */
export function ChangeUserDialog({ user, ask }: ChangeProps) {
  const { users: texts } = words.value;
  const [role, setRole] = useState(user.role);
  const change = async (fields: FormData, reason: string): Promise<void> => {
    const changes = changesIn(user, fields);
    for (const [path, body] of changes)
      await call<UserChangeAnswer>(pathOf(user, path), { method: 'POST', body: { ...body, reason } });
    if (changes.length > 0) toast(texts.changed(user.name));
    ask(undefined, true);
  };
  return (
    <ReasonDialog
      title={texts.changeUser(user.name)}
      act={texts.save}
      onAct={change}
      onClose={() => ask(undefined)}
    >
      <RoleField chosen={user.role} onChange={setRole} />
      {role === 'read' && (
        <label class="check">
          <input type="checkbox" name="masked" defaultChecked={user.masked} /> {texts.maskedLabel}
        </label>
      )}
      <label class="check">
        <input type="checkbox" name="enabled" defaultChecked={!user.disabled} /> {texts.enabledLabel}
      </label>
      <p class="said">{texts.changeHint}</p>
      <Access user={user} ask={ask} />
    </ReasonDialog>
  );
}

function Access({ user, ask }: ChangeProps) {
  const { users: texts } = words.value;
  const { makeLink, failed } = useLink(user.name, ask);
  const [refused, setRefused] = useState<unknown>();
  const logOut = async (): Promise<void> => {
    try {
      toast((await call<UserChangeAnswer>(pathOf(user, '/log-out'), { method: 'POST', body: {} })).text);
      ask(undefined, true);
    } catch (error) {
      setRefused(error);
    }
  };
  return (
    <div class="acts access">
      <button class="b s" type="button" onClick={() => void makeLink()}>
        {texts.newLink}
      </button>
      {user.sessions > 0 && (
        <button class="b s" type="button" onClick={() => void logOut()}>
          {texts.logOut}
        </button>
      )}
      <button class="b s d" type="button" onClick={() => ask({ kind: 'remove-user', user })}>
        {texts.remove}
      </button>
      <Problem error={failed ?? refused} />
    </div>
  );
}

export function RemoveUserDialog({ user, ask }: ChangeProps) {
  const { users: texts } = words.value;
  const remove = async (_fields: FormData, reason: string): Promise<void> => {
    const path = pathOf(user, `?${new URLSearchParams({ reason })}`);
    toast((await call<UserChangeAnswer>(path, { method: 'DELETE' })).text);
    ask(undefined, true);
  };
  return (
    <ReasonDialog
      title={texts.removeTitle(user.name)}
      act={texts.removeAct}
      isDangerous
      onAct={remove}
      onClose={() => ask(undefined)}
    >
      <p class="said">{texts.removeHint}</p>
    </ReasonDialog>
  );
}
