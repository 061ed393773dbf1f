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
import { type RequestContext, type Route, route } from '../../kit/route.ts';
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
      'GET',
      '/users',
      'Who may log in.',
      z.strictObject({}),
      usersAnswer,
      async (_input, { language }) => ({
        users: (await accounts.listUsers(lifetimes.idle)).map((user) => ({
          ...user,
          may: renderRole(user.role, language),
        })),
        failedLogins: await accounts.summarizeLoginFailures(day),
      }),
    ),
    administer(
      'POST',
      '/users',
      'Adds a user, and makes the link by which that one sets a password.',
      newUserInput,
      userLinkAnswer,
      async (user, context) => answerOf(await addUser(access, user, actorIn(context)), context),
    ),
    administer(
      'POST',
      '/users/:name/link',
      'Makes a link by which a user sets another password.',
      namedUser,
      userLinkAnswer,
      async ({ name }, context) => answerOf(await addUserLink(access, name, actorIn(context)), context),
    ),
    administer(
      'POST',
      '/users/:name/role',
      'Changes what a user may, and ends the sessions of that user.',
      userRoleInput,
      userChangeAnswer,
      async ({ name, role, reason }, context) =>
        answerOf(await changeUser(access, name, { role }, actorIn(context), reason), context),
    ),
    administer(
      'POST',
      '/users/:name/masked',
      'Says whether a user sees documents masked.',
      userMaskInput,
      userChangeAnswer,
      async ({ name, masked, reason }, context) =>
        answerOf(await changeUser(access, name, { masked }, actorIn(context), reason), context),
    ),
    administer(
      'POST',
      '/users/:name/disabled',
      'Keeps a user from logging in, or no more.',
      userDisableInput,
      userChangeAnswer,
      async ({ name, disabled, reason }, context) =>
        answerOf(await changeUser(access, name, { disabled }, actorIn(context), reason), context),
    ),
    administer(
      'POST',
      '/users/:name/log-out',
      'Ends all sessions of a user.',
      namedUser,
      userChangeAnswer,
      async ({ name }, context) => answerOf(await logOutUser(access, name, actorIn(context)), context),
    ),
    administer(
      'DELETE',
      '/users/:name',
      'Removes a user; the last administrator stays.',
      removeInput,
      userChangeAnswer,
      async ({ name, reason }, context) =>
        answerOf(await removeUser(access, name, actorIn(context), reason), context),
    ),
    ...tokenRoutes(accounts),
  ];
}

const tokenRoutes = (accounts: AccountStore): readonly Route[] => [
  administer(
    'GET',
    '/tokens',
    'Tokens of scripts.',
    z.strictObject({}),
    tokensAnswer,
    async (_input, { language }) => ({
      tokens: (await accounts.listTokens()).map((token) => ({
        ...token,
        may: renderRole(token.role, language),
      })),
    }),
  ),
  administer(
    'POST',
    '/tokens',
    'Makes a token for a script; it is shown this once.',
    newTokenInput,
    newTokenAnswer,
    async ({ days, ...token }, context) =>
      answerOf(
        await addToken({ accounts, random: randomBytes }, { ...token, lasts: days * day }, actorIn(context)),
        context,
      ),
  ),
  administer(
    'DELETE',
    '/tokens/:name',
    'Takes a token away.',
    removeInput,
    userChangeAnswer,
    async ({ name, reason }, context) =>
      answerOf(await removeToken({ accounts }, name, actorIn(context), reason), context),
  ),
];

function administer<In extends z.ZodType, Out extends z.ZodType>(
  method: 'GET' | 'POST' | 'DELETE',
  path: `/${string}`,
  about: string,
  input: In,
  output: Out,
  handle: (input: z.output<In>, context: RequestContext) => Promise<z.input<Out>>,
): Route {
  return route(
    {
      method,
      path,
      role: 'administer',
      about,
      input,
      output,
      ...(method === 'GET' ? {} : { unaudited: 'journal' }),
    },
    handle,
  );
}

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
