import type { Logger } from 'pino';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { Answer } from '../exchange-client.ts';
import { answerTextOf, buildOwnAnswer, inBrackets } from '../transport/answer.ts';

/** Milliseconds. Doubled from `first` with every failure, up to `most`. */
export interface Backoff {
  readonly first: number;
  readonly most: number;
}

/** How long no login is tried after one that failed. Refused: an account may be locked after a few wrong passwords. */
const loginBackoff = {
  refused: { first: 2_000, most: 600_000 },
  retry: { first: 1_000, most: 30_000 },
} as const satisfies Record<string, Backoff>;

interface LoginFailure {
  readonly kind: 'down' | 'retry';
  readonly words: LocalizedText;
  /** As that of an answer. */
  readonly away: boolean;
}

/** Keeps failing logins apart, and knows why the exchange counts as down. */
export class LoginGuard {
  readonly #log: Logger;
  readonly #backoff: Readonly<Record<'refused' | 'retry', Backoff>>;
  #failures = 0;
  #until = 0;
  #last: LoginFailure | undefined;

  constructor(log: Logger, backoff: Readonly<Record<'refused' | 'retry', Backoff>> = loginBackoff) {
    this.#log = log;
    this.#backoff = backoff;
  }

  /** Notes a failed login (or a refused Basic) and gives the answer for whoever needed it. */
  noteFailure(answer: Answer): Answer {
    const kind = answer.kind === 'retry' ? 'retry' : 'down';
    const meanwhile = this.refusal();
    if (meanwhile?.kind === kind) return meanwhile; // several requests met the same at once
    const { first, most } = this.#backoff[kind === 'retry' ? 'retry' : 'refused'];
    const wait = Math.max(answer.retryAfter ?? 0, Math.min(first * 2 ** this.#failures, most));
    this.#failures += 1;
    this.#until = performance.now() + wait;
    this.#last = { kind, words: loginFailureText(answer), away: answer.away === true };
    this.#log.error(
      { code: `exchange-login-${kind}`, status: answer.status, failures: this.#failures, nextTryMs: wait },
      this.#last.words.en,
    );
    return this.#answer(this.#last, wait);
  }

  noteSuccess(): void {
    if (this.#last) this.#log.info({ failures: this.#failures }, 'The exchange accepts our login again.');
    this.#failures = 0;
    this.#until = 0;
    this.#last = undefined;
  }

  /** While no login may be tried: the answer instead. */
  refusal(): Answer | undefined {
    const wait = this.#until - performance.now();
    return this.#last && wait > 0 ? this.#answer(this.#last, wait) : undefined;
  }

  trouble(): LocalizedText | undefined {
    return this.#last?.words;
  }

  /** The same, where the exchange has said no. */
  refusalText(): LocalizedText | undefined {
    return this.#last?.kind === 'down' ? this.#last.words : undefined;
  }

  #answer({ kind, words, away }: LoginFailure, wait: number): Answer {
    return buildOwnAnswer(kind, words, { retryAfter: Math.ceil(wait), away });
  }
}

function loginFailureText(answer: Answer): LocalizedText {
  // our own words are told whole
  const said = answerTextOf(answer, answer.status === 0 ? 500 : 200);
  if (answer.status === 0) return localize('login-failed', { said });
  const values = { status: answer.status, said: inBrackets(said) };
  return localize(answer.kind === 'down' ? 'login-refused' : 'login-answered', values);
}
