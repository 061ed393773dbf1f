import { useState } from 'preact/hooks';
import type { UserRole } from '../../../api/model/common-model.ts';
import type { NewTokenAnswer, UserChangeAnswer, UserLinkAnswer } from '../../../api/model/user-model.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import { toast } from '../../shell/toasts.tsx';
import { showLink } from './make-link.ts';
import type { OpenUserDialog } from './user-asked.ts';

const roles: readonly UserRole[] = ['read', 'operate', 'administer'];

interface RoleFieldProps {
  readonly chosen: UserRole;
  onChange?(role: UserRole): void;
}

/** What each role may stands beside it. */
export function RoleField({ chosen, onChange }: RoleFieldProps) {
  const { users: texts } = words.value;
  return (
    <fieldset class="field roles">
      <legend>{texts.may}</legend>
      {roles.map((role) => (
        <label key={role}>
          <input
            type="radio"
            name="role"
            value={role}
            defaultChecked={role === chosen}
            onChange={() => onChange?.(role)}
          />{' '}
          <code>{role}</code> {texts.roles[role]}
        </label>
      ))}
    </fieldset>
  );
}

function NameField() {
  const { users: texts } = words.value;
  return (
    <div class="field">
      <label for="user-name">{texts.name}</label>
      <input class="in" id="user-name" name="name" required maxLength={64} autocomplete="off" autofocus />
      <p class="hint">{texts.nameHint}</p>
    </div>
  );
}

export function AddUserDialog({ ask }: { readonly ask: OpenUserDialog }) {
  const { users: texts } = words.value;
  const [role, setRole] = useState<UserRole>('read');
  const add = async (fields: FormData): Promise<void> => {
    const name = String(fields.get('name')).trim().toLowerCase();
    const body = { name, role, masked: role === 'read' && fields.get('masked') !== null };
    ask(showLink(name, await call<UserLinkAnswer>('/users', { method: 'POST', body })), true);
  };
  return (
    <FormDialog title={texts.addUserTitle} act={texts.addUserAct} onAct={add} onClose={() => ask(undefined)}>
      <NameField />
      <RoleField chosen={role} onChange={setRole} />
      {role === 'read' && (
        <label class="check">
          <input type="checkbox" name="masked" /> {texts.maskedLabel}
        </label>
      )}
    </FormDialog>
  );
}

const lasting = [30, 90, 365, 1_095];

export function AddTokenDialog({ ask }: { readonly ask: OpenUserDialog }) {
  const { users: texts } = words.value;
  const add = async (fields: FormData): Promise<void> => {
    const name = String(fields.get('name')).trim().toLowerCase();
    const body = { name, role: String(fields.get('role')), days: Number(fields.get('days')) };
    const { text, token } = await call<NewTokenAnswer>('/tokens', { method: 'POST', body });
    ask({ kind: 'secret', title: texts.tokenTitle(name), text, secret: token }, true);
  };
  return (
    <FormDialog
      title={texts.addTokenTitle}
      act={texts.addTokenAct}
      onAct={add}
      onClose={() => ask(undefined)}
    >
      <NameField />
      <RoleField chosen="read" />
      <div class="field">
        <label for="days">{texts.expires}</label>
        <select class="in" id="days" name="days">
          {lasting.map((days) => (
            <option key={days} value={days} selected={days === 365}>
              {texts.days(days)}
            </option>
          ))}
        </select>
      </div>
    </FormDialog>
  );
}

export function RemoveTokenDialog({ name, ask }: { readonly name: string; readonly ask: OpenUserDialog }) {
  const { users: texts } = words.value;
  const remove = async (_fields: FormData, reason: string): Promise<void> => {
    const path = `/tokens/${encodeURIComponent(name)}?${new URLSearchParams({ reason })}`;
    const { text } = await call<UserChangeAnswer>(path, { method: 'DELETE' });
    toast(text);
    ask(undefined, true);
  };
  return (
    <ReasonDialog
      title={texts.removeTokenTitle(name)}
      act={texts.removeAct}
      isDangerous
      onAct={remove}
      onClose={() => ask(undefined)}
    >
      <p class="said">{texts.removeTokenHint}</p>
    </ReasonDialog>
  );
}
