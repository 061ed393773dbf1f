import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { AccountStore } from '../../journal/journal.ts';
import { suspicious } from '../../operator/users/lifetimes.ts';
import type { Log } from '../../system/log.ts';
import { Repeating } from '../../time/repeating.ts';

/** Milliseconds between two looks. */
const every = 30_000;

/** Looks whether somebody guesses passwords, at this gateway or at another one on the journal. */
export class LoginWatch extends Repeating {
  readonly #accounts: Pick<AccountStore, 'summarizeLoginFailures'>;
  readonly #log: Log;
  #trouble: LocalizedText | undefined;

  constructor(accounts: Pick<AccountStore, 'summarizeLoginFailures'>, log: Log) {
    super(every);
    this.#accounts = accounts;
    this.#log = log;
  }

  trouble(): LocalizedText | undefined {
    return this.#trouble;
  }

  protected override async round(): Promise<unknown> {
    // the journal tells its own trouble
    return await this.look().catch((error: unknown) =>
      this.#log.debug({ err: error }, 'it cannot be told how many logins failed'),
    );
  }

  async look(): Promise<void> {
    const { count, last } = await this.#accounts.summarizeLoginFailures(suspicious.within);
    const isMany = count >= suspicious.failures && last !== undefined;
    this.#trouble = isMany ? localize('failed-logins', { count, ...last }) : undefined;
  }
}
