import { account } from '../../account.ts';
import { doubtful, type Found, right } from './found.ts';

/** Rights are those of the account that tries: it should be the one that will run the gateway. */
export function lookAtAccount(): readonly Found[] {
  const { name, number } = account();
  if (number === 0)
    return [
      doubtful(
        'account',
        'root, who may do everything. Run this as the account that will run the gateway: that one may less.',
      ),
    ];
  return [
    right('account', `${name}: rights are tried as this account, so the gateway has to run as the same one`),
  ];
}
