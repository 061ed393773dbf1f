/** What came of a change, or why it is refused; the values of each are named in its text (`src/wording/users`). */
export type UserCode =
  | 'user-added'
  | 'user-changed'
  | 'user-removed'
  | 'link-made'
  | 'logged-out'
  | 'token-added'
  | 'token-removed'
  | 'name-unfit'
  | 'name-taken'
  | 'no-user'
  | 'user-disabled'
  | 'last-administrator'
  | 'masked-reads'
  | 'token-taken'
  | 'no-token'
  | 'login-wrong'
  | 'login-waits'
  | 'login-busy'
  | 'link-over'
  | 'session-over'
  | 'password-short'
  | 'password-long'
  | 'password-is-name'
  | 'password-wrong'
  | 'not-for-system';

export type UserValues = Readonly<Record<string, string | number>>;

export interface UserRefusal {
  readonly kind: 'refused';
  readonly code: UserCode;
  readonly values: UserValues;
}

export interface UserDone {
  readonly kind: 'done';
  readonly code: UserCode;
  readonly values: UserValues;
}

export type UserResult = UserDone | UserRefusal;

export const succeeded = (code: UserCode, values: UserValues): UserDone => ({
  kind: 'done',
  code,
  values,
});

export const refused = (code: UserCode, values: UserValues = {}): UserRefusal => ({
  kind: 'refused',
  code,
  values,
});
