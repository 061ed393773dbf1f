import { localize } from '../../findings/localized-text.ts';
import { readAccount } from '../../system/account.ts';
import { type CheckResult, okResult, warnResult } from './check-result.ts';

/** Rights are those of the account that tries: it should be the one that will run the gateway. */
export function checkAccount(): readonly CheckResult[] {
  const { name, number } = readAccount();
  const about = localize('found-account');
  return number === 0 ? [warnResult(about, 'account-root')] : [okResult(about, 'account-ours', { name })];
}
