import { account } from '../../account.ts';
import { told } from '../../findings/troubles.ts';
import { doubtful, type Found, right } from './found.ts';

/** Rights are those of the account that tries: it should be the one that will run the gateway. */
export function lookAtAccount(): readonly Found[] {
  const { name, number } = account();
  const about = told('found-account');
  return number === 0 ? [doubtful(about, 'account-root')] : [right(about, 'account-ours', { name })];
}
