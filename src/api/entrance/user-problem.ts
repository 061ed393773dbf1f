import type { UserCode, UserRefusal } from '../../operator/users/user-result.ts';
import { localizeUserResult } from '../../wording/users/render-user-result.ts';
import { ApiProblem } from '../kit/api-problem.ts';

/** Other refusals are 409: something else stands in the way. */
const statuses: Partial<Readonly<Record<UserCode, number>>> = {
  'login-wrong': 401,
  'session-over': 401,
  'password-wrong': 403,
  'not-for-system': 403,
  'no-user': 404,
  'no-token': 404,
  'link-over': 410,
  'name-unfit': 422,
  'password-short': 422,
  'password-long': 422,
  'password-is-name': 422,
  'login-waits': 429,
  'login-busy': 429,
};

export const problemOfRefusal = ({ code, values }: UserRefusal): ApiProblem =>
  new ApiProblem(statuses[code] ?? 409, code, localizeUserResult(code, values), values);

export const sessionOver = (): ApiProblem =>
  problemOfRefusal({ kind: 'refused', code: 'session-over', values: {} });
