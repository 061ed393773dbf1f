import type { Logger } from 'pino';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { answerTextOf, inBrackets } from '../transport/answer.ts';
import type { ExchangeAvailability } from '../transport/availability.ts';
import type { Call, Reply, SendCall } from '../transport/call.ts';
import type { LoginGuard } from './login-guard.ts';

/**
 * Why the exchange counts as down: logins fail, or an operation refuses us although the login works; else
 * what ExchangeAvailability says.
 */
export class AccessRefusals {
  readonly #guard: LoginGuard;
  readonly #availability: ExchangeAvailability;
  readonly #log: Logger;
  readonly #refused = new Map<string, LocalizedText>();

  constructor(guard: LoginGuard, availability: ExchangeAvailability, log: Logger) {
    this.#guard = guard;
    this.#availability = availability;
    this.#log = log;
  }

  trouble(): string | undefined {
    return (this.#guard.trouble() ?? this.refusal() ?? this.#availability.trouble())?.en;
  }

  refusal(): LocalizedText | undefined {
    return this.#guard.refusalText() ?? this.#refused.values().next().value;
  }

  watch(send: SendCall): SendCall {
    return async (call) => {
      const reply = await send(call);
      if (reply.answer.kind === 'down' && reply.answer.status > 0) this.#note(call, reply);
      if (reply.answer.kind === 'ok') this.#refused.delete(call.operation);
      return reply;
    };
  }

  /** Logged when it begins, not with every message that meets it. */
  #note({ operation }: Call, { answer }: Reply): void {
    const values = { operation, status: answer.status, said: inBrackets(answerTextOf(answer)) };
    const text = localize('access-refused', values);
    if (!this.#refused.has(operation))
      this.#log.error({ code: 'exchange-access-refused', operation, status: answer.status }, text.en);
    this.#refused.set(operation, text);
  }
}
