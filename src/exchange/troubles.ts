import type { Logger } from 'pino';
import { type Told, told } from '../findings/troubles.ts';
import { inBrackets, wordsOf } from './answer.ts';
import type { Call, Reply, Send } from './call.ts';
import type { LoginGuard } from './guard.ts';
import type { Reach } from './reach.ts';

/** Why the exchange counts as down: logins fail, an operation refuses us although the login works, or nothing answers. */
export class Troubles {
  readonly #guard: LoginGuard;
  readonly #reach: Reach;
  readonly #log: Logger;
  readonly #refused = new Map<string, Told>();

  constructor(guard: LoginGuard, reach: Reach, log: Logger) {
    this.#guard = guard;
    this.#reach = reach;
    this.#log = log;
  }

  text(): string | undefined {
    return (this.#guard.trouble() ?? this.refusal() ?? this.#reach.trouble())?.en;
  }

  refusal(): Told | undefined {
    return this.#guard.refused() ?? this.#refused.values().next().value;
  }

  watch(send: Send): Send {
    return async (call) => {
      const reply = await send(call);
      if (reply.answer.kind === 'down' && reply.answer.status > 0) this.#note(call, reply);
      if (reply.answer.kind === 'ok') this.#refused.delete(call.operation);
      return reply;
    };
  }

  /** Logged when it begins, not with every message that meets it. */
  #note({ operation }: Call, { answer }: Reply): void {
    const values = { operation, status: answer.status, said: inBrackets(wordsOf(answer)) };
    const text = told('access-refused', values);
    if (!this.#refused.has(operation))
      this.#log.error({ code: 'exchange-access-refused', operation, status: answer.status }, text.en);
    this.#refused.set(operation, text);
  }
}
