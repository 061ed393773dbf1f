import { z } from 'zod';
import type { AccountStore } from '../../../journal/journal.ts';
import { lifetimes } from '../../../operator/users/lifetimes.ts';
import { renderRole } from '../../../wording/users/render-user-result.ts';
import { type Route, route } from '../../kit/route.ts';
import { accountAnswer } from '../../model/account-model.ts';

/** What everybody sees of the own account; the password and the way out are of the entrance. */
export const accountRoutes = (accounts: AccountStore): readonly Route[] => [
  route(
    {
      ...{ method: 'GET', path: '/account', role: 'read', forMasked: true },
      ...{ input: z.strictObject({}), output: accountAnswer },
      about: 'What the reader may, and the sessions that are open.',
    },
    async (_input, { caller: { kind = 'user', name, role, session }, language }) => {
      const open = kind === 'token' ? [] : await accounts.listSessions({ kind, name }, lifetimes.idle);
      return {
        may: renderRole(role, language),
        sessions: open.map(({ hash, agent: browser, ...rest }) => ({
          ...{ ...rest, browser, isThis: hash === session },
        })),
      };
    },
  ),
];
