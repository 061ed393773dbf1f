import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { AccountStore } from '../../../journal/journal.ts';
import { lifetimes } from '../../../operator/users/lifetimes.ts';
import {
  addUser,
  addUserLink,
  changeUser,
  logOutUser,
  removeUser,
} from '../../../operator/users/manage-users.ts';
import { addToken, removeToken } from '../../../operator/users/script-tokens.ts';
import type { UserDone, UserResult } from '../../../operator/users/user-result.ts';
import { renderRole, renderUserResult } from '../../../wording/users/render-user-result.ts';
import { problemOfRefusal } from '../../entrance/user-problem.ts';
import { actorIn } from '../../kit/api-router.ts';
import { keepInstant } from '../../kit/keep-instant.ts';
import { type RequestContext, type Route, type RouteDescription, route } from '../../kit/route.ts';
import {
  namedUser,
  newTokenAnswer,
  newTokenInput,
  newUserInput,
  removeInput,
  tokensAnswer,
  userChangeAnswer,
  userDisableInput,
  userLinkAnswer,
  userMaskInput,
  userRoleInput,
  usersAnswer,
} from '../../model/user-model.ts';

const day = 86_400_000;

/** Users, their links and sessions, tokens of scripts: all of it for administrators. */
export function userRoutes(accounts: AccountStore): readonly Route[] {
  const access = { accounts, random: randomBytes };
  return [
    administer(
      {
        ...{ method: 'GET', path: '/users', input: z.strictObject({}), output: usersAnswer },
        about: 'Who may log in.',
      },
      async (_input, { language }) => ({
        users: (await accounts.listUsers(lifetimes.idle)).map((user) => ({
          ...user,
          may: renderRole(user.role, language),
        })),
        failedLogins: await accounts.summarizeLoginFailures(day),
      }),
    ),
    administer(
      {
        ...{ method: 'POST', path: '/users', input: newUserInput, output: userLinkAnswer },
        about: 'Adds a user, and makes the link by which that one sets a password.',
      },
      async (user, context) => answerOf(await addUser(access, user, actorIn(context)), context),
    ),
    administer(
      {
        ...{ method: 'POST', path: '/users/:name/link', input: namedUser, output: userLinkAnswer },
        about: 'Makes a link by which a user sets another password.',
      },
      async ({ name }, context) => answerOf(await addUserLink(access, name, actorIn(context)), context),
    ),
    administer(
      {
        ...{ method: 'POST', path: '/users/:name/role', input: userRoleInput, output: userChangeAnswer },
        about: 'Changes what a user may, and ends the sessions of that user.',
      },
      async ({ name, role, reason }, context) =>
        answerOf(await changeUser(access, name, { role }, actorIn(context), reason), context),
    ),
    administer(
      {
        ...{ method: 'POST', path: '/users/:name/masked', input: userMaskInput, output: userChangeAnswer },
        about: 'Says whether a user sees documents masked.',
      },
      async ({ name, masked, reason }, context) =>
        answerOf(await changeUser(access, name, { masked }, actorIn(context), reason), context),
    ),
    administer(
      {
        ...{
          method: 'POST',
          path: '/users/:name/disabled',
          input: userDisableInput,
          output: userChangeAnswer,
        },
        about: 'Keeps a user from logging in, or no more.',
      },
      async ({ name, disabled, reason }, context) =>
        answerOf(await changeUser(access, name, { disabled }, actorIn(context), reason), context),
    ),
    administer(
      {
        ...{ method: 'POST', path: '/users/:name/log-out', input: namedUser, output: userChangeAnswer },
        about: 'Ends all sessions of a user.',
      },
      async ({ name }, context) => answerOf(await logOutUser(access, name, actorIn(context)), context),
    ),
    administer(
      {
        ...{ method: 'DELETE', path: '/users/:name', input: removeInput, output: userChangeAnswer },
        about: 'Removes a user; the last administrator stays.',
      },
      async ({ name, reason }, context) =>
        answerOf(await removeUser(access, name, actorIn(context), reason), context),
    ),
    ...tokenRoutes(accounts),
  ];
}

const tokenRoutes = (accounts: AccountStore): readonly Route[] => [
  administer(
    {
      ...{ method: 'GET', path: '/tokens', input: z.strictObject({}), output: tokensAnswer },
      about: 'Tokens of scripts.',
    },
    async (_input, { language }) => ({
      tokens: (await accounts.listTokens()).map((token) => ({
        ...token,
        may: renderRole(token.role, language),
      })),
    }),
  ),
  administer(
    {
      ...{ method: 'POST', path: '/tokens', input: newTokenInput, output: newTokenAnswer },
      about: 'Makes a token for a script; it is shown this once.',
    },
    async ({ days, ...token }, context) =>
      answerOf(
        await addToken({ accounts, random: randomBytes }, { ...token, lasts: days * day }, actorIn(context)),
        context,
      ),
  ),
  administer(
    {
      ...{ method: 'DELETE', path: '/tokens/:name', input: removeInput, output: userChangeAnswer },
      about: 'Takes a token away.',
    },
    async ({ name, reason }, context) =>
      answerOf(await removeToken({ accounts }, name, actorIn(context), reason), context),
  ),
];

/** What changes something is noted with the change. */
const administer = <In extends z.ZodType, Out extends z.ZodType>(
  description: Omit<RouteDescription<In, Out>, 'role' | 'unaudited'>,
  handle: (input: z.output<In>, context: RequestContext) => Promise<z.input<Out>>,
): Route =>
  route(
    {
      ...{ ...description, role: 'administer' },
      ...(description.method === 'GET' ? {} : { unaudited: 'journal' }),
    },
    handle,
  );

type Answered<T> = Omit<T, 'kind' | 'values'> & { readonly text: string };

/** Throws ApiProblem for a refusal. */
function answerOf<T extends UserDone>(
  result: T | Extract<UserResult, { readonly kind: 'refused' }>,
  { language }: RequestContext,
): Answered<T> {
  if (result.kind === 'refused') throw problemOfRefusal(result);
  const { kind: _kind, values: _values, ...rest } = result;
  return { ...rest, text: renderUserResult(result, language, keepInstant) };
}
