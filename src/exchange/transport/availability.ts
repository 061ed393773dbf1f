import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { Answer } from '../exchange-client.ts';
import { answerTextOf, inBrackets } from './answer.ts';
import type { Call, Reply, SendCall } from './call.ts';

/** Milliseconds without any request after which it is asked for a sign of life; sooner where it is away. */
const quiet = 30_000;
const quietWhenAway = 10_000;

/** Can the exchange be reached, and does it work? Noticed by every request; where there are none, somebody has to ask. */
export class ExchangeAvailability {
  /** What the last request of an operation met, where that was no answer or a failure of the exchange. */
  readonly #failing = new Map<string, { readonly status: number; readonly text: LocalizedText }>();
  /** When a request ended; monotonic. The first sign of life is soon asked for. */
  #last = performance.now() - quiet + quietWhenAway;

  /** Why not, or undefined. */
  trouble(): LocalizedText | undefined {
    return this.#failing.values().next().value?.text;
  }

  /** Nobody has asked for long enough. */
  isQuiet(): boolean {
    return performance.now() - this.#last >= (this.#failing.size > 0 ? quietWhenAway : quiet);
  }

  watch(send: SendCall): SendCall {
    return async (call) => {
      const reply = await send(call);
      if (!call.signal?.aborted) this.#note(call, reply);
      return reply;
    };
  }

  /** Any answer says that it is there; only one of the same operation that it works. */
  #note({ operation }: Call, { answer }: Reply): void {
    const { status } = answer;
    this.#last = performance.now();
    if (status === 0) this.#failing.set(operation, { status, text: answerTextOf(answer, 500) });
    else this.#answered(operation, answer);
  }

  #answered(operation: string, answer: Answer): void {
    for (const [other, { status }] of this.#failing) if (status === 0) this.#failing.delete(other);
    if (answer.kind !== 'retry' || operation === probeCall.operation) this.#failing.delete(operation);
    else this.#failing.set(operation, { status: answer.status, text: failureText(operation, answer) });
  }
}

/** Whatever the exchange answers to it, it is there: nothing lies at this path, and no credentials are shown. */
export const probeCall: Call = {
  operation: 'sign of life',
  method: 'HEAD',
  path: '/',
  authentication: 'own',
  headers: {},
  changes: false,
  needsBody: false,
};

const failureText = (operation: string, answer: Answer): LocalizedText =>
  localize('exchange-fails', { operation, status: answer.status, said: inBrackets(answerTextOf(answer)) });
