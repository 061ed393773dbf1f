import { useState } from 'preact/hooks';
import type { UserLinkAnswer } from '../../../api/model/user-model.ts';
import { linkTo } from '../../shell/address.ts';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import type { OpenUserDialog, UserAsked } from './user-asked.ts';

/** The link as its receiver opens it: the token stands in the fragment, which no server sees. */
export const showLink = (name: string, { text, token }: UserLinkAnswer): UserAsked => ({
  ...{ kind: 'secret', title: words.value.users.linkTitle(name), text },
  secret: new URL(linkTo(`/welcome#${token}`), location.href).href,
});

/** Makes a link by which a user sets another password, and shows it. */
export function useLink(name: string, ask: OpenUserDialog) {
  const [failed, setFailed] = useState<unknown>();
  const makeLink = async (): Promise<void> => {
    setFailed(undefined);
    try {
      const path = `/users/${encodeURIComponent(name)}/link`;
      ask(showLink(name, await call<UserLinkAnswer>(path, { method: 'POST', body: {} })), true);
    } catch (error) {
      setFailed(error);
    }
  };
  return { makeLink, failed };
}
